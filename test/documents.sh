#!/usr/bin/env bash
# test/documents.sh: compiles the blocks of C++ in README.md, doc/*.md and the module's README as one program
# (test/documents/collect.py) with the build of samples/setup.sh, and runs those that need no GPU, or all where there is
# one. Each block is reported as googletest reports a test. test/run.sh calls it.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/../samples/setup.sh"

setup opencv_recfilter opencv_imgproc opencv_videoio
folder=$build_dir/documents
rm -rf "$folder" # of another checkout with the same cache, perhaps
# Where CUDA is, if OpenCV was built with it.
mapfile -t cuda_options < <(
    sed -nE 's/^(CUDA_TOOLKIT_ROOT_DIR|CMAKE_CUDA_COMPILER):[A-Z]+=(\/.*)/-D\1=\2/p' "$build_dir/CMakeCache.txt")
logged "$folder.log" cmake -G Ninja -S "$repository/test/documents" -B "$folder" -DCMAKE_BUILD_TYPE=Release \
    -DOpenCV_DIR="$build_dir" "${cuda_options[@]}"
logged "$folder.log" ninja -C "$folder"
cd "$folder" && ./recfilter_documents
