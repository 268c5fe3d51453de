#!/usr/bin/env bash
# samples/paper_algorithms.sh [IMAGE [OPTION...]]: sets everything up (samples/setup.sh) and runs every algorithm of the
# module's table on a photograph, with each border, on the CPU and the GPU. Results, differences from the definition and
# times are written to paper_algorithms.png and paper_algorithms.csv in the current folder.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_paper_algorithms
"$build_dir/bin/example_paper_algorithms" "${1:-$opencv_source/samples/data/aloeL.jpg}" "${@:2}"
