#!/usr/bin/env bash
# perf/run.sh [GTEST OR --perf_... ARGUMENT...]: sets everything up (samples/setup.sh) and runs the benchmarks.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../samples/setup.sh"

setup opencv_perf_recfilter
exec "$build_dir/bin/opencv_perf_recfilter" "$@"
