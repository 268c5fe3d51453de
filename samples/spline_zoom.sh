#!/usr/bin/env bash
# samples/spline_zoom.sh [IMAGE [OPTION...]]: sets everything up (samples/setup.sh), turns and zooms a photograph with
# B-splines and with OpenCV's interpolation, and prints how much of it is left. Shows a window, or without a display
# writes spline_zoom.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_spline_zoom
"$build_dir/bin/example_spline_zoom" "${1:-$opencv_source/samples/data/aloeL.jpg}" "${@:2}"
