#!/usr/bin/env bash
# test/consumer.sh [static]: installs OpenCV with this module (samples/setup.sh) into a folder of its build, then builds
# and runs the project in test/consumer with that installation. static: static libraries, of core and this module alone.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../samples/setup.sh"

case ${1:-shared} in
    shared) ;;
    static)
        RECFILTER_CMAKE_OPTIONS+=" -DBUILD_SHARED_LIBS=OFF -DBUILD_LIST=core,cudev,recfilter -DWITH_JPEG=OFF"
        # With this flag ccache has these objects of the shared libraries.
        RECFILTER_CMAKE_OPTIONS+=" -DWITH_PNG=OFF -DCMAKE_CXX_FLAGS=-DCVAPI_EXPORTS"
        export RECFILTER_CMAKE_OPTIONS
        ;;
    *) die "test/consumer.sh $1: static, or nothing" ;;
esac
setup opencv_modules
installed=$build_dir/installed
consumer=$build_dir/consumer
# Where CUDA is, if OpenCV was built with it.
mapfile -t cuda_options < <(
    sed -nE 's/^(CUDA_TOOLKIT_ROOT_DIR|CMAKE_CUDA_COMPILER):[A-Z]+=(\/.*)/-D\1=\2/p' "$build_dir/CMakeCache.txt")
rm -rf "$installed" "$consumer" # of another checkout with the same cache, perhaps
for component in libs dev; do
    logged "$build_dir/install.log" cmake --install "$build_dir" --prefix "$installed" --component "$component"
done
logged "$consumer.log" cmake -G Ninja -S "$repository/test/consumer" -B "$consumer" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$installed" "${cuda_options[@]}"
logged "$consumer.log" ninja -C "$consumer"
"$consumer/recfilter_consumer"
