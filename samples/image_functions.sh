#!/usr/bin/env bash
# samples/image_functions.sh [IMAGE [OPTION...]]: sets everything up (samples/setup.sh) and shows a photograph through
# the functions that stand beside a blur, in a window, or without a display in image_functions.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_image_functions
"$build_dir/bin/example_image_functions" "${1:-$opencv_source/samples/data/aloeL.jpg}" "${@:2}"
