#!/usr/bin/env bash
# samples/denoise_volume.sh [SIZE] [OPTION...]: sets everything up (samples/setup.sh) and removes noise from a
# synthetic beating heart with 3D and with 4D kernels, and prints the SNR. Shows a window, or without a display writes
# denoise_volume.png.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

setup example_denoise_volume
"$build_dir/bin/example_denoise_volume" "$@"
