#!/usr/bin/env bash
# samples/quadrature.sh [IMAGE [OPTION...]]: sets everything up (samples/setup.sh) and shows the local structure of a
# photograph by complex kernels: magnitude, phase and orientation. Opens a window, or without a display writes
# quadrature.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_quadrature
"$build_dir/bin/example_quadrature" "${1:-$opencv_source/samples/data/aloeL.jpg}" "${@:2}"
