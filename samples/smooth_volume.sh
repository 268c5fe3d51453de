#!/usr/bin/env bash
# samples/smooth_volume.sh [SIZE] [OPTION...]: sets everything up (samples/setup.sh), smooths a synthetic CT of a chest
# with slices further apart than pixels, and finds its edges. Shows a window, or without a display writes
# smooth_volume.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_smooth_volume
"$build_dir/bin/example_smooth_volume" "$@"
