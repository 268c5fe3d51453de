#!/usr/bin/env bash
# samples/to_contrib.sh OPENCV_CONTRIB [OPENCV BUILD]: copies the module into a tree of opencv_contrib, with its
# tutorials, and with its tests, benchmarks and samples beside it, where OpenCV's modules have them. With OpenCV's
# sources and a folder to build in, also builds the module there, without CUDA, and runs its tests.

set -euo pipefail

if (($# != 1 && $# != 3)); then
    echo "usage: samples/to_contrib.sh OPENCV_CONTRIB [OPENCV BUILD]" >&2
    exit 2
fi
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
module=$1/modules/recfilter
mkdir -p "$1/modules"
cp -r "$repository/modules/recfilter" "$1/modules/"
for part in test perf samples; do
    cp -r "$repository/$part" "$module/"
done
echo "$module"
(($# == 3)) || exit 0

contrib=$(cd "$1" && pwd -P)
cmake -G Ninja -S "$2" -B "$3" -C "$module/cmake/opencv_options.cmake" -DWITH_CUDA=OFF -DBUILD_opencv_python3=OFF \
    -DOPENCV_EXTRA_MODULES_PATH="$contrib/modules"
cmake --build "$3" --target opencv_test_recfilter
"$3/bin/opencv_test_recfilter"
