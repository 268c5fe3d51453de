#!/usr/bin/env bash
# samples/scale_space.sh [IMAGE [OPTION...]]: sets everything up (samples/setup.sh) and finds the blobs of an image, of
# any size. Shows a window, or without a display writes scale_space.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_scale_space
"$build_dir/bin/example_scale_space" "${1:-$opencv_source/samples/data/smarties.png}" "${@:2}"
