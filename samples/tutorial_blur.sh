#!/usr/bin/env bash
# samples/tutorial_blur.sh [IMAGE [OPTION...]]: sets everything up (samples/setup.sh) and blurs a photograph by sigmas
# of 2 to 150, beside OpenCV. Shows a window, or without a display writes tutorial_blur.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_tutorial_blur
"$build_dir/bin/example_tutorial_blur" "${1:-$opencv_source/samples/data/aloeL.jpg}" "${@:2}"
