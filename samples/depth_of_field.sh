#!/usr/bin/env bash
# samples/depth_of_field.sh [IMAGE DISPARITY [OPTION...]]: sets everything up (samples/setup.sh) and blurs a photograph
# by its distance from a plane in focus. Shows a window, or without a display writes depth_of_field.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_depth_of_field
data=$opencv_source/samples/data
"$build_dir/bin/example_depth_of_field" "${1:-$data/aloeL.jpg}" "${2:-$data/aloeGT.png}" "${@:3}"
