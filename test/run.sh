#!/usr/bin/env bash
# test/run.sh [GTEST ARGUMENT...]: sets everything up (samples/setup.sh), runs the accuracy tests, names those that
# failed and closes with the line "N passed, N failed, N skipped". Fails if a test failed or crashed, or if none ran.
# Without arguments and GTEST_FILTER it also tests the Python bindings, the requirements at configuration, the
# documents' blocks of C++ (test/documents.sh), and projects that use the module (test/consumer.sh).
# RECFILTER_SANITIZE=address,undefined or RECFILTER_SANITIZE=thread runs them with an instrumented library.
# RECFILTER_TEST_PROCESSES=N shares them out to N processes (1); not on a machine with a GPU, whose memory some tests
# want for themselves.
# RECFILTER_TEST_CONSUMERS: which of these projects, "shared", "static" or both (both).
# RECFILTER_TEST_TIMES=OFF leaves out tests with narrow bounds on times, which want a machine to themselves. ONLY runs
# nothing else.
# RECFILTER_TEST_REPORTS=FOLDER: reports of the accuracy tests as JUnit's XML, too, one of each process.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../samples/setup.sh"

# Passes the reports of googletest and of Python's unittest on, names the tests that failed, and counts. A test that ts
# has skipped ends as passed in that report, and one that brought the program down does not end. Of unittest only the
# closing lines count.
count_tests() {
    awk '
        function of(name) { return match($0, name "=[0-9]+") ? substr($0, RSTART + length(name) + 1, RLENGTH) + 0 : 0 }
        function end_test(ok) {
            if (running && ok) { if (skip) ++skipped; else ++passed }
            if (running && !ok) { ++failed; names = names "failed: " test "\n" }
            running = 0
        }
        { print; fflush() }
        /\[ RUN      \] / { end_test(0); running = 1; skip = 0; test = $0; sub(/.*\] /, "", test) }
        /\[     SKIP \] / { skip = 1 }
        /\[       OK \] / { end_test(1) }
        /\[  FAILED  \] / { end_test(0) }
        /^(FAIL|ERROR): / { names = names "failed: " $2 " " $3 "\n" }
        /^Ran [0-9]+ tests? in / { ran = $2 }
        ran && /^(OK|FAILED)/ {
            bad = of("failures") + of("errors")
            failed += bad
            skipped += of("skipped")
            passed += ran - bad - of("skipped")
            ran = 0
        }
        /^the tests ended with status / { crashed = 1; end_test(0) }
        END {
            end_test(0)
            if (crashed && !failed) failed = 1
            printf "%s%d passed, %d failed, %d skipped\n", names, passed, failed, skipped
            exit failed > 0 || passed == 0
        }'
}

processes=${RECFILTER_TEST_PROCESSES:-1}
[[ $processes =~ ^[1-9][0-9]*$ ]] || die "RECFILTER_TEST_PROCESSES=$processes: a positive number"

run_part() {
    local report=()
    [[ ! ${RECFILTER_TEST_REPORTS:-} ]] || report=("--gtest_output=xml:$RECFILTER_TEST_REPORTS/accuracy$1.xml")
    GTEST_TOTAL_SHARDS=$processes GTEST_SHARD_INDEX=$1 "${command[@]}" "${report[@]}" ||
        printf '\nthe tests ended with status %d\n' "$?"
}

# The first part's report can be watched, those of the others follow.
run_parts() (
    reports=$(mktemp -d)
    trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$reports"' EXIT
    for ((i = 1; i < processes; i++)); do run_part "$i" >"$reports/$i" 2>&1 & done
    run_part 0
    wait
    for ((i = 1; i < processes; i++)); do cat "$reports/$i"; done
)

# run_check NAME COMMAND...: a test that is a command, reported as googletest reports its own.
run_check() {
    printf '[ RUN      ] %s\n' "$1"
    if "${@:2}" 2>&1; then printf '[       OK ] %s\n' "$1"; else printf '[  FAILED  ] %s\n' "$1"; fi
}

run_checks() {
    run_check Configure.requirements cmake -P "$repository/test/test_requirements.cmake"
    "$repository/test/documents.sh" 2>&1 || printf '\nthe tests ended with status %d\n' "$?"
    local consumer
    for consumer in ${RECFILTER_TEST_CONSUMERS-shared static}; do
        case $consumer in
            static) run_check Consumer.static env RECFILTER_CUDA=OFF "$repository/test/consumer.sh" static ;;
            *) run_check "Consumer.$consumer" "$repository/test/consumer.sh" "$consumer" ;;
        esac
    done
}

[[ ${RECFILTER_TEST_TIMES:-ON} =~ ^(ON|OFF|ONLY)$ ]] ||
    die "RECFILTER_TEST_TIMES=$RECFILTER_TEST_TIMES: ON, OFF or ONLY"
# More than the accuracy tests, if none is asked for by name. Sanitizers would have to be loaded before the interpreter.
is_whole=
targets=(opencv_test_recfilter)
if ! (($#)) && [[ ! ${GTEST_FILTER:-} && ! ${RECFILTER_SANITIZE:-} ]]; then
    is_whole=1
    want_python
    targets+=(opencv_python3 recfilter_typing_stubs)
fi
# The module alone is instrumented, so the test program is that of the build without sanitizers.
sanitizer=${RECFILTER_SANITIZE:-}
if [[ $sanitizer ]]; then
    setup opencv_recfilter
    instrumented=$build_dir/lib
    exec 8>&9 # keeps the lock of this build
    export RECFILTER_TEST_SANITIZER=$sanitizer RECFILTER_TEST_TIMES=OFF
    export RECFILTER_SANITIZE='' RECFILTER_CUDA=OFF RECFILTER_QUICK=ON RECFILTER_NATIVE=OFF
fi
setup "${targets[@]}"
command=("$build_dir/bin/opencv_test_recfilter" "$@")
[[ ${RECFILTER_TEST_TIMES:-} != ONLY ]] || command+=("--gtest_filter=*no_slower*:NewFilters.*")
export OPENCV_SAMPLES_DATA_PATH=${OPENCV_SAMPLES_DATA_PATH:-$opencv_source/samples/data} # photographs
# with_instrumented LIBRARY: has the command load that of a sanitizer, which has to come first, and the instrumented
# one.
with_instrumented() {
    local runtime library=$instrumented/libopencv_recfilter.so
    runtime=$("${CXX:-c++}" -print-file-name="$1")
    [[ $runtime == /* ]] || die "$1 is needed, which comes with GCC"
    command=(env "LD_PRELOAD=$runtime:$library" "LD_LIBRARY_PATH=$instrumented:${LD_LIBRARY_PATH:-}" "${command[@]}")
    env LD_TRACE_LOADED_OBJECTS=1 "${command[@]:1}" | grep -F "$library" >/dev/null ||
        die "the tests do not load $library"
}
case $sanitizer in
    address*)
        with_instrumented libasan.so
        export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:${ASAN_OPTIONS:-}
        export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
        ;;
    thread)
        # OpenCV and TBB are not instrumented: threads start and end where the sanitizer sees them (fork_join.hpp).
        export RECFILTER_TEST_FORK_JOIN=1 OPENCV_FOR_THREADS_NUM=4
        export TSAN_OPTIONS=halt_on_error=1:${TSAN_OPTIONS:-}
        with_instrumented libtsan.so
        command=(setarch -R "${command[@]}") # its shadow memory needs the usual address layout
        ;;
esac
{
    run_parts
    if [[ $is_whole ]]; then
        PYTHON=$python "$repository/test/python.sh" "$build_dir/python_loader" "$python_packages"
        flock -u 9 # the lock on the build, which consumer.sh takes
        [[ ${RECFILTER_TEST_TIMES:-} == ONLY ]] || run_checks
    fi
} | count_tests
