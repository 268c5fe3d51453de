# shellcheck shell=bash
# Set-up shared by samples/demo.sh, test/run.sh, perf/run.sh and .ci/run, which source this file and call
#   setup TARGET...
# It installs the packages that a build needs, then lets CMake fetch OpenCV's sources, configure OpenCV together with
# this module and build the targets (the top-level CMakeLists.txt). It leaves $build_dir (executables in
# $build_dir/bin) and $opencv_source. Everything it makes lies in one cache folder outside the repository; a call that
# finds nothing to do takes about a second. CMake reads the variables of doc/building.md from the environment; those
# that are read here, too:
#   RECFILTER_CACHE  cache folder         (${XDG_CACHE_HOME:-~/.cache}/recfilter)
#   RECFILTER_JOBS   parallel compilers   (one per core)
#   CXX              C++ compiler         (c++)
#   RECFILTER_NATIVE for this processor alone        (ON; OFF with OPENCV_CPU_DISABLE)
#   TBB_DIR          folder with TBB's CMake files  (the system's TBB)

set -euo pipefail
shopt -s inherit_errexit

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cmake_files=$repository/modules/recfilter/cmake
cache=${RECFILTER_CACHE:-${XDG_CACHE_HOME:-${HOME:-~}/.cache}/recfilter}
export RECFILTER_CACHE=$cache
# For this processor alone, unless kernels of others are asked for.
export RECFILTER_NATIVE=${RECFILTER_NATIVE:-$([[ ${OPENCV_CPU_DISABLE:-} ]] && echo OFF || echo ON)}

say() { printf -- '-- %s\n' "$*" >&2; }
die() {
    printf 'recfilter: %s\n' "$*" >&2
    exit 1
}

# Runs a command with its output in a log, which is shown only if the command fails.
logged() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 || {
        tail -n 40 "$log" >&2
        die "failed: $1 (whole log: $log)"
    }
}

# Installs Debian packages given as COMMAND-OR-HEADER:PACKAGE where the former is missing.
require_packages() {
    local pair missing=()
    for pair in "$@"; do
        case ${pair%%:*} in
            /*) [[ -e ${pair%%:*} ]] || missing+=("${pair#*:}") ;;
            *) command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}") ;;
        esac
    done
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null || die "please install what Debian calls ${missing[*]}, and call again"
    ! ((EUID)) || die "please install these packages and call again: sudo apt-get install ${missing[*]}"
    say "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2
    apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
}

# Videos other than Motion JPEG are read with FFmpeg. It can be done without.
want_ffmpeg() {
    if ! pkg-config --exists libavcodec libavformat libavutil libswscale 2>/dev/null; then
        (require_packages pkg-config:pkg-config /none:lib{avcodec,avformat,avutil,swscale}-dev) ||
            say "going on without FFmpeg: of videos, only AVI files with Motion JPEG can be read"
    fi
}

pip() {
    python3 -m pip --version >/dev/null 2>&1 || require_packages /none:python3-pip
    python3 -m pip --disable-pip-version-check "$@" >&2
}

# make_folder FOLDER COMMAND...: runs the command with a fresh temporary folder as its last argument and renames that
# to FOLDER when it has succeeded, so that an interrupted call leaves no half-made folder behind.
make_folder() {
    local folder=$1 partial=$1.partial
    shift
    [[ -d $folder ]] && return
    rm -rf "$partial"
    mkdir -p "$partial"
    "$@" "$partial"
    mv "$partial" "$folder"
}

# shellcheck disable=SC2317,SC2329 # called through make_folder
fetch_numpy() { pip install --target "$1" 'numpy>=1.24,<3' 'scipy>=1.10,<2'; }

# The Python that this machine calls python3: its real path, behind the scripts that choose a version, and its headers.
find_python() {
    local version
    {
        read -r python
        read -r version
        read -r python_headers
    } < <(python3 -c 'import sys, sysconfig
print(sys.executable, "%d.%d" % sys.version_info[:2], sysconfig.get_path("include"), sep="\n")')
    python_packages=$cache/python$version-numpy
}

# From here on, builds have Python bindings, for which NumPy and Python's headers are fetched. SciPy is for comparisons.
want_python() {
    require_packages python3:python3
    find_python
    require_packages "$python_headers/Python.h:python3-dev"
    [[ -e $python_headers/Python.h ]] || die "$python has no $python_headers/Python.h; please install its headers"
    mkdir -p "$cache"
    (
        lock "$cache/fetch.lock"
        make_folder "$python_packages" fetch_numpy
    )
}

# lock FILE: waits for other calls that hold it.
lock() {
    exec 9>"$1"
    flock -n 9 || { say "waiting for another call that holds $1" && flock 9; }
}

# Whether this machine has an NVIDIA GPU.
has_gpu() { nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | grep -qE '^[0-9]+\.[0-9]+$'; }

require_compiler() {
    require_packages ninja:ninja-build cmake:cmake "${CXX:-c++}:g++" python3:python3 \
        "${TBB_DIR:-/usr/include/tbb}:libtbb-dev"
    python3 -m pip --version >/dev/null 2>&1 || require_packages /none:python3-pip
}

# setup TARGET...: see the top. Without a target it only configures. The lock on the build folder is kept, shared, until
# the calling script ends, so that no other call replaces what it runs.
setup() {
    require_compiler
    find_python
    # shellcheck disable=SC2034 # what the callers take
    {
        read -r build_dir
        read -r opencv_source
    } < <(cmake -P "$cmake_files/settings.cmake")
    [[ $build_dir ]] || die "no build for these settings"
    build_dir=$cache/$build_dir
    mkdir -p "$build_dir"
    lock "$build_dir.lock"
    local with_python=OFF
    [[ ! -d $python_packages ]] || with_python=ON
    logged "$build_dir/configure.log" cmake -G Ninja -S "$repository" -B "$build_dir/superbuild" \
        -DRECFILTER_BUILD_OPENCV=ON -DRECFILTER_OPENCV_BUILD="$build_dir" \
        -DOPENCV_CONTRIB_SOURCE="${OPENCV_CONTRIB_SOURCE:-}" \
        -DRECFILTER_PYTHON="$with_python" -DRECFILTER_PYTHON_PACKAGES="$python_packages" \
        -DRECFILTER_NATIVE="$RECFILTER_NATIVE"
    logged "$build_dir/configure_opencv.log" cmake --build "$build_dir/superbuild" --target opencv-configure
    (($# == 0)) ||
        cmake -DBUILD="$build_dir" -DTARGETS="$*" -DJOBS="${RECFILTER_JOBS:-}" -P "$cmake_files/build_opencv.cmake" >&2
    flock -s 9
}
