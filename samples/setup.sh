# shellcheck shell=bash
# Set-up shared by samples/demo.sh, test/run.sh, perf/run.sh and .ci/run, which source this file and call
#   setup TARGET...
# It fetches OpenCV's sources, configures OpenCV together with this module, builds the targets, and leaves
# $build_dir (executables in $build_dir/bin) and $opencv_source. Everything it makes lies in one cache folder
# outside the repository; a call that finds nothing to do takes about a second. Variables it reads (doc/building.md says
# more):
#   RECFILTER_CACHE          cache folder             (${XDG_CACHE_HOME:-~/.cache}/recfilter)
#   RECFILTER_OPENCV_VERSION version of OpenCV's source package, fetched with pip (4.14.0.94; 5.1.0.95 works, too)
#   OPENCV_SOURCE            existing OpenCV checkout instead of that package
#   OPENCV_CONTRIB_SOURCE    its opencv_contrib, for CUDA builds ($OPENCV_SOURCE/../opencv_contrib)
#   RECFILTER_CUDA           OFF: build without CUDA even if nvcc is found
#   RECFILTER_CUDA_ARCH_BIN  GPU architectures, as OpenCV's CUDA_ARCH_BIN (those of this machine's GPUs, else 7.5
#                            and PTX that any later GPU can run)
#   RECFILTER_SANITIZE       address,undefined or thread: a build of its own, without CUDA, instrumented
#   RECFILTER_PEERS          ON: build cv::cuda's filters too, for benchmarks beside ours; takes half an hour on two cores
#   RECFILTER_CMAKE_OPTIONS  more options of OpenCV's CMake files, separated by spaces: a build of its own
#   RECFILTER_JOBS           parallel compilers       (one per core)
#   CXX                      C++ compiler             (c++)
#   CUDA_HOME                CUDA toolkit, where nvcc is not in PATH  (/usr/local/cuda)
#   TBB_DIR                  folder with TBB's CMake files            (the system's TBB)

set -euo pipefail
shopt -s inherit_errexit

OPENCV_PACKAGE=opencv-contrib-python
OPENCV_PACKAGE_VERSION=${RECFILTER_OPENCV_VERSION:-4.14.0.94}
DUCC0_VERSION=0.42.0

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cache=${RECFILTER_CACHE:-${XDG_CACHE_HOME:-${HOME:-~}/.cache}/recfilter}

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

fetch_opencv() {
    say "fetching OpenCV's sources ($OPENCV_PACKAGE $OPENCV_PACKAGE_VERSION, 160 MB)"
    pip download --no-deps --no-binary "$OPENCV_PACKAGE" -d "$1/download" "$OPENCV_PACKAGE==$OPENCV_PACKAGE_VERSION"
    local top="${OPENCV_PACKAGE//-/_}-$OPENCV_PACKAGE_VERSION"
    tar -xzf "$1"/download/*.tar.gz -C "$1" --strip-components=1 "$top/opencv" "$top"/opencv_contrib/modules/{cudev,cudaarithm,cudafilters}
    rm -r "$1/download"
}

find_opencv() {
    if [[ ${OPENCV_SOURCE:-} ]]; then
        [[ -f $OPENCV_SOURCE/modules/core/CMakeLists.txt ]] || die "OPENCV_SOURCE=$OPENCV_SOURCE is no OpenCV checkout"
        opencv_source=$(cd "$OPENCV_SOURCE" && pwd -P)
        opencv_contrib=${OPENCV_CONTRIB_SOURCE:-$opencv_source/../opencv_contrib}
        opencv_name=checkout-$(printf '%s' "$opencv_source" | cksum | cut -d ' ' -f 1)
    else
        make_folder "$cache/opencv-$OPENCV_PACKAGE_VERSION" fetch_opencv
        opencv_source=$cache/opencv-$OPENCV_PACKAGE_VERSION/opencv
        opencv_contrib=$cache/opencv-$OPENCV_PACKAGE_VERSION/opencv_contrib
        opencv_name=$OPENCV_PACKAGE_VERSION
    fi
}

# shellcheck disable=SC2317,SC2329 # called through make_folder
fetch_ducc0() {
    pip download --no-deps --no-binary ducc0 -d "$1/download" "ducc0==$DUCC0_VERSION" &&
        tar -xzf "$1"/download/*.tar.gz -C "$1" --strip-components=1 "ducc0-$DUCC0_VERSION/src/ducc0" &&
        rm -r "$1/download"
}

# Fourier transforms by ducc0, without which cv::dft does. Instrumented builds take that: it is tested so, too.
find_ducc0() {
    ducc0_source=
    [[ ! ${RECFILTER_SANITIZE:-} ]] || return 0
    if (make_folder "$cache/ducc0-$DUCC0_VERSION" fetch_ducc0); then
        ducc0_source=$cache/ducc0-$DUCC0_VERSION/src
    else
        say "going on without ducc0: large kernels take cv::dft"
    fi
}

# OpenCV's CMake files insist on NPP, which nothing here uses and some toolkits lack. Links to the toolkit's content and
# to that of the package that carries NPP make a toolkit that has it; the toolkit itself is left as it is.
overlay_toolkit() {
    local toolkit=$1 version=$2 folder=$3 package entry library npp
    package="nvidia-npp==$version.*"
    ((${version%%.*} >= 13)) || package=nvidia-npp-cu${version%%.*}
    say "fetching NPP, which this CUDA toolkit lacks ($package, 135 MB)"
    pip install --no-deps --target "$folder/npp" "$package"
    npp=$(dirname "$(dirname "$(find "$folder/npp" -path '*/include/npp.h')")")
    mkdir "$folder/include" "$folder/lib64"
    for entry in "$toolkit"/*; do
        case ${entry##*/} in lib | lib64 | include) ;; *) ln -s "$entry" "$folder/" ;; esac
    done
    ln -s "$toolkit"/include/* "$folder/include/"
    ln -s "$toolkit"/lib64/* "$folder/lib64/"
    ln -sr "$npp"/include/* "$folder/include/"
    for library in "$npp"/lib/*.so.*; do
        ln -sr "$library" "$folder/lib64/"
        ln -sr "$library" "$folder/lib64/$(basename "${library%.so.*}").so"
    done
}

# The architectures of this machine's GPUs, separated by semicolons; nothing without a GPU.
gpu_architectures() {
    nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | grep -E '^[0-9]+\.[0-9]+$' | sort -u | paste -sd ';'
}

find_cuda() {
    cuda_name=cpu
    cuda_options=(-DWITH_CUDA=OFF)
    [[ ${RECFILTER_CUDA:-ON} != OFF && ! ${RECFILTER_SANITIZE:-} ]] || return 0
    local nvcc toolkit version architectures
    nvcc=$(PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin command -v nvcc) || return 0
    if [[ ! -d $opencv_contrib/modules/cudev ]]; then
        say "no cudev in $opencv_contrib: building without CUDA (set OPENCV_CONTRIB_SOURCE)"
        return
    fi
    toolkit=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
    version=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
    architectures=${RECFILTER_CUDA_ARCH_BIN:-$(gpu_architectures || true)}
    cuda_name=cuda$version-sm${architectures//[^0-9.]/_}
    cuda_options=(-DWITH_CUDA=ON "-DCUDA_ARCH_BIN=$architectures" -DCUDA_ARCH_PTX=)
    if [[ ! $architectures ]]; then
        cuda_name=cuda$version-portable
        cuda_options=(-DWITH_CUDA=ON -DCUDA_ARCH_BIN=7.5 -DCUDA_ARCH_PTX=7.5)
    fi
    if [[ -d $toolkit/include && ! -e $toolkit/include/npp.h && ! -e /usr/include/npp.h ]]; then
        make_folder "$cache/cuda-$version" overlay_toolkit "$toolkit" "$version"
        toolkit=$cache/cuda-$version
    fi
    [[ ! -d $toolkit/include ]] || cuda_options+=("-DCUDA_TOOLKIT_ROOT_DIR=$toolkit")
    # Where CUDA is a language of CMake (ENABLE_CUDA_FIRST_CLASS_LANGUAGE), the compiler says where the toolkit is.
    [[ ! -x $toolkit/bin/nvcc ]] || cuda_options+=("-DCMAKE_CUDA_COMPILER=$toolkit/bin/nvcc")
}

# OpenCV's options: what this module, its tests and its demo need, nothing that a configure would download.
opencv_options() {
    local modules=core,imgproc,imgcodecs,videoio,highgui,ts,cudev,recfilter
    local extra=$repository/modules
    [[ $cuda_name == cpu ]] || extra+=";$opencv_contrib/modules/cudev"
    if [[ $cuda_name != cpu && ${RECFILTER_PEERS:-} == ON ]]; then
        extra+=";$opencv_contrib/modules/cudaarithm;$opencv_contrib/modules/cudafilters"
        modules+=,cudaarithm,cudafilters
    fi
    local python_options=(-DBUILD_opencv_python3=OFF)
    find_python
    if [[ -d $python_packages && ! ${RECFILTER_SANITIZE:-} ]]; then
        modules+=,python3
        python_options=(-DBUILD_opencv_python3=ON "-DPYTHON3_EXECUTABLE=$python" "-DPYTHON3_INCLUDE_DIR=$python_headers"
            "-DPYTHON3_NUMPY_INCLUDE_DIRS=$(PYTHONPATH=$python_packages "$python" -c 'import numpy; print(numpy.get_include())')")
    fi
    local with=(TBB PTHREADS_PF FFMPEG JPEG PNG)
    local without=(1394 ADE AVIF CUBLAS CUDNN CUFFT EIGEN FLATBUFFERS GSTREAMER GTK HARFBUZZ IMGCODEC_GIF IPP ITT JASPER LAPACK
        NVCUVID NVCUVENC OBSENSOR OPENCL OPENEXR OPENJPEG PROTOBUF QUIRC TIFF V4L VA VA_INTEL VTK WAYLAND WEBP)
    with=("${with[@]/#/-DWITH_}")
    without=("${without[@]/#/-DWITH_}")
    options=(
        "-DOPENCV_EXTRA_MODULES_PATH=$extra" "-DBUILD_LIST=$modules"
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=17
        -DBUILD_TESTS=ON -DOPENCV_BUILD_TEST_MODULES_LIST=recfilter
        -DBUILD_PERF_TESTS=ON -DOPENCV_BUILD_PERF_TEST_MODULES_LIST=recfilter
        -DBUILD_JPEG=ON -DBUILD_PNG=ON -DBUILD_ZLIB=ON -DENABLE_LIBJPEG_TURBO_SIMD=OFF
        -DBUILD_DOCS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_JAVA=OFF -DBUILD_PACKAGE=OFF -DBUILD_opencv_apps=OFF
        -DBUILD_opencv_python2=OFF -DENABLE_CCACHE=OFF
        # What would make OpenCV's core change without a reason.
        -DBUILD_INFO_SKIP_TIMESTAMP=ON -DBUILD_INFO_SKIP_SYSTEM_VERSION=ON -DCMAKE_DISABLE_FIND_PACKAGE_Git=ON
        "-DRECFILTER_DUCC0_SOURCE=$ducc0_source"
        "${with[@]/%/=ON}" "${without[@]/%/=OFF}" "${cuda_options[@]}" "${python_options[@]}")
    local more
    read -ra more <<<"${RECFILTER_CMAKE_OPTIONS:-}"
    options+=("${more[@]}")
    # Of instruction sets those that this module has kernels for.
    [[ $(uname -m) != x86_64 ]] || options+=("-DCPU_DISPATCH=AVX2;AVX512_SKX")
    case ${RECFILTER_SANITIZE:-} in
        '') ;;
        # Only this module: OpenCV's own objects are those of the other builds, and its undefined behaviour is not looked for.
        address,undefined | thread) options+=("-DRECFILTER_SANITIZE=$RECFILTER_SANITIZE") ;;
        *) die "RECFILTER_SANITIZE=$RECFILTER_SANITIZE: address,undefined or thread" ;;
    esac
}

# Names the build folder after what makes a build of its own; everything else can be changed in it.
name_build_dir() {
    local compiler=${CXX:-c++}
    build_dir=$cache/build-$opencv_name-$cuda_name-$(basename "$compiler")$("$compiler" -dumpfullversion -dumpversion)
    [[ ! ${RECFILTER_SANITIZE:-} ]] || build_dir+=-${RECFILTER_SANITIZE/,/-}
    [[ ${RECFILTER_PEERS:-} != ON ]] || build_dir+=-peers
    [[ ! ${RECFILTER_CMAKE_OPTIONS:-} ]] || build_dir+=-$(printf '%s' "$RECFILTER_CMAKE_OPTIONS" | cksum | cut -d ' ' -f 1)
}

# lock FILE: waits for other calls that hold it.
lock() {
    exec 9>"$1"
    flock -n 9 || { say "waiting for another call that holds $1" && flock 9; }
}

# Which headers a CUDA file includes is written down when it is compiled, and read by the next configuration only.
cuda_headers_unknown() {
    [[ $(find "$build_dir/modules/recfilter" -name '*.cu.o.depend' -newer "$build_dir/build.ninja" -print -quit) ]]
}

configure() {
    # What the configuration follows from; the sources' names are a part of it, since OpenCV's CMake globs them.
    local wanted
    wanted=$(
        printf '%s\n' "${options[@]}"
        pkg-config --modversion libavcodec libavformat libavutil libswscale 2>/dev/null || true
        cd "$repository" && cksum CMakeLists.txt modules/recfilter/CMakeLists.txt modules/recfilter/cmake/*
        find modules samples test perf -name '*.[ch]*' -o -path '*/python/package/*.py*' | sort
    )
    [[ ! -f $build_dir/build.ninja || $wanted != "$(cat "$build_dir/recfilter.configured" 2>/dev/null)" ]] ||
        cuda_headers_unknown || return 0
    say "configuring OpenCV in $build_dir"
    mkdir -p "$build_dir"
    rm -f "$build_dir/recfilter.configured"
    # OpenCV looks for Python's libraries once, and remembers if there were none.
    logged "$build_dir/configure.log" cmake -G Ninja -S "$opencv_source" -B "$build_dir" -U 'PYTHON3*' "${options[@]}"
    printf '%s\n' "$wanted" >"$build_dir/recfilter.configured"
}

# setup TARGET...: see the top. The lock on the build folder is kept, shared, until the calling script ends, so that
# no other call replaces what it runs.
setup() {
    require_packages ninja:ninja-build cmake:cmake "${CXX:-c++}:g++" python3:python3 "${TBB_DIR:-/usr/include/tbb}:libtbb-dev"
    mkdir -p "$cache"
    lock "$cache/fetch.lock"
    find_opencv
    find_ducc0
    find_cuda
    opencv_options
    name_build_dir
    lock "$build_dir.lock"
    configure
    ninja -C "$build_dir" ${RECFILTER_JOBS:+-j "$RECFILTER_JOBS"} "$@" >&2
    flock -s 9
}
