#!/usr/bin/env python3
"""Checks that rooms of modules/recfilter/src include only rooms below them, as doc/architecture.md lists them.

The list stands between <!-- rooms --> and <!-- end -->: the lowest rooms last. Rooms of one line do not include each
other. Each folder with sources must be in it.
"""
import pathlib
import re
import sys

repository = pathlib.Path(__file__).resolve().parent.parent
source = repository / "modules/recfilter/src"
page = (repository / "doc/architecture.md").read_text()
listed = re.search(r"<!-- rooms -->\s*```\n(.*?)```\s*<!-- end -->", page, re.S)
levels = {room: i for i, line in enumerate(listed[1].splitlines()) for room in line.split()}


def room_of(path):
    folder = path.parent.relative_to(source).as_posix()
    return "src" if folder == "." else folder


failures = set()
for path in sorted(source.rglob("*")):
    if path.suffix not in (".hpp", ".cpp", ".cu", ".cuh"):
        continue
    room, name = room_of(path), path.relative_to(source).as_posix()
    if room not in levels:
        failures.add(f"{room} is not among the rooms of doc/architecture.md")
        continue
    for included in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), re.M):
        target = source / included
        if target.exists() and room_of(target) != room and levels.get(room_of(target), -1) <= levels[room]:
            failures.add(f"{name} includes {included}: {room_of(target)} is not below {room}")
print(*sorted(failures), sep="\n")
sys.exit(bool(failures))
