#!/usr/bin/env bash
# samples/demo.sh [IMAGE-OR-VIDEO [DEMO OPTION...]]: sets everything up (samples/setup.sh) and runs the demo, on one of
# OpenCV's sample photographs if that is missing or empty. The picture is written to recfilter_demo.png in the
# current folder.

# shellcheck source=samples/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

# Videos other than Motion JPEG need FFmpeg, which OpenCV takes from the system.
is_video() {
    case ${1,,} in
        *.mp4 | *.mkv | *.mov | *.webm | *.mpg | *.mpeg | *.m4v | *.wmv | *.flv | *.avi) return 0 ;;
        *) return 1 ;;
    esac
}

input=${1:-}
! is_video "$input" || want_ffmpeg
setup example_recfilter_demo
"$build_dir/bin/example_recfilter_demo" "${input:-$opencv_source/samples/data/aloeL.jpg}" "${@:2}"
