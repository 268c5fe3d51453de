#!/usr/bin/env bash
# test/run.sh [GTEST ARGUMENT...]: sets everything up (samples/setup.sh), runs the accuracy tests and closes with the
# line "N passed, N failed, N skipped". Fails if a test failed or crashed, or if none ran.
# RECFILTER_SANITIZE=address,undefined or RECFILTER_SANITIZE=thread runs them instrumented. RECFILTER_TEST_PROCESSES=N
# shares them out to N processes (1); not on a machine with a GPU, whose memory some tests want for themselves.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../samples/setup.sh"

# Passes googletest's report on and counts it. A test that ts has skipped ends as passed in that report, and one that
# brought the program down does not end.
count_tests() {
    awk '
        { print; fflush() }
        /\[ RUN      \] / { failed += running; running = 1; skip = 0 }
        /\[     SKIP \] / { skip = 1 }
        running && /\[       OK \] / { running = 0; if (skip) ++skipped; else ++passed }
        running && /\[  FAILED  \] / { running = 0; ++failed }
        /^the tests ended with status / { crashed = 1; failed += running; running = 0 }
        END {
            failed += running
            if (crashed && !failed) failed = 1
            printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
            exit failed > 0 || passed == 0
        }'
}

processes=${RECFILTER_TEST_PROCESSES:-1}
[[ $processes =~ ^[1-9][0-9]*$ ]] || die "RECFILTER_TEST_PROCESSES=$processes: a positive number"

run_part() {
    GTEST_TOTAL_SHARDS=$processes GTEST_SHARD_INDEX=$1 "${command[@]}" || printf '\nthe tests ended with status %d\n' "$?"
}

# The first part's report can be watched, those of the others follow.
run_parts() {
    local reports i
    reports=$(mktemp -d)
    trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$reports"' EXIT
    for ((i = 1; i < processes; i++)); do run_part "$i" >"$reports/$i" 2>&1 & done
    run_part 0
    wait
    for ((i = 1; i < processes; i++)); do cat "$reports/$i"; done
}

setup opencv_test_recfilter
command=("$build_dir/bin/opencv_test_recfilter" "$@")
export OPENCV_SAMPLES_DATA_PATH=${OPENCV_SAMPLES_DATA_PATH:-$opencv_source/samples/data} # photographs
case ${RECFILTER_SANITIZE:-} in
    address*)
        export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:${ASAN_OPTIONS:-}
        export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
        ;;
    thread)
        # OpenCV and TBB are not instrumented: threads have to start and end where the sanitizer sees them (fork_join.hpp).
        export RECFILTER_TEST_FORK_JOIN=1 OPENCV_FOR_THREADS_NUM=4
        export TSAN_OPTIONS=halt_on_error=1:${TSAN_OPTIONS:-}
        command=(setarch -R "${command[@]}") # its shadow memory needs the usual address layout
        ;;
esac
run_parts | count_tests
