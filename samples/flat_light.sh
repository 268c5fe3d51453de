#!/usr/bin/env bash
# samples/flat_light.sh [IMAGE [OPTION...]]: sets everything up (samples/setup.sh) and takes the uneven light out of a
# photograph of a page. Shows a window, or without a display writes flat_light.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_flat_light
"$build_dir/bin/example_flat_light" "${1:-$opencv_source/samples/data/sudoku.png}" "${@:2}"
