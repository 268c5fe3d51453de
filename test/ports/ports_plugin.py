"""pytest plugin: runs tests of SciPy and scikit-image on cv2.recfilter. test/ports.sh calls it.

Every function that ports_functions.py names is replaced in the module that tests import it from, before they do.
Arguments are passed as they are. A test is applicable if it calls one of these functions and passes with the peer's
own: a first run (--ports-peer) finds such tests and writes them down. The run with cv2.recfilter takes these tests and
no others.
"""

import functools
import importlib
import json
import pathlib
import re

import numpy
import pytest

from ports_functions import BASIC, DERIVED, RENAMED

called = set()  # names, by the test that runs
calls, outcomes, messages = {}, {}, {}  # by the test's id


def counterpart(name):
    """Calls the function of cv2.recfilter that stands for the peer's."""
    recfilter = importlib.import_module("cv2").recfilter
    renamed, arguments = RENAMED.get(name, (name, {}))
    return lambda *args, **kwargs: getattr(recfilter, renamed)(*args, **arguments, **kwargs)


def noted(original, name, function):
    """The function under the name and signature of the original; says that it was called."""

    @functools.wraps(original)
    def call(*args, **kwargs):
        called.add(name)
        return function(*args, **kwargs)

    return call


def redirect(to_peer):
    # SciPy's decorators of tests look functions up in this table.
    capabilities = importlib.import_module("scipy._lib._array_api").xp_capabilities_table
    for table in (BASIC, DERIVED):
        for module_name, names in table.items():
            module = importlib.import_module(module_name)
            for name in names:
                original = getattr(module, name)
                function = noted(original, name, original if to_peer else counterpart(name))
                if original in capabilities:
                    capabilities[function] = capabilities[original]
                setattr(module, name, function)


def read_listed(path):
    """(Pattern, whether such tests may also pass) of tests that are known to fail. '*' stands for any text."""
    lines = (line.strip() for line in path.read_text().splitlines())
    return [(line.lstrip("? "), line.startswith("?")) for line in lines if line and not line.startswith("#")]


def matcher(pattern):
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.DOTALL).fullmatch


def pytest_addoption(parser):
    group = parser.getgroup("ports")
    group.addoption("--ports-peer", action="store_true", help="run the peer's own functions, and write the next file")
    group.addoption("--ports-applicable", type=pathlib.Path, help="applicable tests and what they call")
    group.addoption("--ports-listed", type=pathlib.Path, help="tests that are known to fail; without it none is judged")
    group.addoption("--ports-counts", type=pathlib.Path, help="takes 'N passed, N failed, N skipped'")


def pytest_configure(config):
    redirect(config.getoption("ports_peer"))


def applicable_tests(config):
    return json.loads(config.getoption("ports_applicable").read_text())


def pytest_collection_modifyitems(config, items):
    if not config.getoption("ports_peer"):
        applicable = applicable_tests(config)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in applicable])
        items[:] = [item for item in items if item.nodeid in applicable]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    called.clear()
    numpy.random.seed(0)  # some tests draw numbers without a seed
    result = yield
    calls[item.nodeid] = sorted(called)
    return result


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        outcomes.setdefault(report.nodeid, report.outcome)
    if report.failed:
        outcomes[report.nodeid] = report.outcome
        messages[report.nodeid] = getattr(getattr(report.longrepr, "reprcrash", None), "message", str(report.longrepr))


def pytest_sessionfinish(session):
    if session.config.getoption("ports_peer"):
        passed = {test: calls[test] for test, outcome in outcomes.items() if outcome == "passed" and calls[test]}
        session.config.getoption("ports_applicable").write_text(json.dumps(passed))


def pytest_terminal_summary(terminalreporter, config):
    if config.getoption("ports_peer") or config.getoption("ports_listed") is None:
        return
    say = terminalreporter.write_line
    applicable = applicable_tests(config)
    failed = {test for test in applicable if outcomes.get(test) != "passed"}
    files = {test.partition("::")[0] for test in applicable}
    known, may_pass, unexpected = set(), set(), 0
    for pattern, either in read_listed(config.getoption("ports_listed")):
        if pattern.partition("::")[0] not in files:
            continue  # of another suite
        matched = set(filter(matcher(pattern), applicable))
        known |= matched
        may_pass |= matched if either else set()
        if not matched:
            unexpected += 1
            say(f"listed, but no such test applies: {pattern}")
    now_passing = known - failed - may_pass
    for test in sorted(now_passing):
        say(f"listed, but passes: {test}")
    for test in sorted(failed - known):
        first_line = messages.get(test, "did not run").strip().partition("\n")[0]
        say(f"failed: {test}: {first_line[:200]}")
    unexpected += len(now_passing) + len(failed - known)
    basic = {name for names in BASIC.values() for name in names}
    for kind, counted in (
        ("basic functions", {test for test in applicable if basic & set(applicable[test])}),
        ("all functions", set(applicable)),
    ):
        say(f"{kind}: {len(counted - failed)} of {len(counted)} applicable tests pass")
    passed = len(set(applicable) - failed - now_passing)
    counts = f"{passed} passed, {unexpected} failed, {len(failed & known)} skipped\n"
    config.getoption("ports_counts").write_text(counts)
