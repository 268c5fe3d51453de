#!/usr/bin/env bash
# samples/blur_video.sh [INPUT [OPTION...]]: sets everything up (samples/setup.sh) and blurs a video, images or what a
# camera sees, around a moving circle. Shows a window, or without a display writes blur_video.avi.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

[[ ${1:-} != *.* || ${1:-} == *%* ]] || want_ffmpeg # of videos, OpenCV itself reads Motion JPEG alone
setup example_blur_video
"$build_dir/bin/example_blur_video" "${1:-$opencv_source/samples/data/left%02d.jpg}" "${@:2}"
