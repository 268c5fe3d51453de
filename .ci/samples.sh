# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of .ci/common.sh
# Checks of the samples: that their pictures show what they should, and that wrong options are refused. .ci/nightly
# sources this file after .ci/common.sh.

# A photograph that comes back: B-splines leave at least three dB more of it than OpenCV's cubic interpolation does.
check_splines() {
    step "B-splines"
    ./samples/spline_zoom.sh "" --output="$output/spline_zoom.png" | tee "$output/splines.log"
    [[ -s $output/spline_zoom.png ]] || die "no picture"
    awk '/INTER_CUBIC/ { turned = $3; zoomed = $6 }
         /B-spline/ && $5 + 0 >= turned + 3 && $8 + 0 >= zoomed + 3 && $5 + 0 < 100 && $8 + 0 < 100 { ++splines }
         END { exit !(turned > 20 && zoomed > 20 && splines == 3) }' "$output/splines.log" ||
        die "B-splines do not keep what they should"
}

# The tutorial's blurs are OpenCV's to one gray level, and the reference's examples give what they say.
check_tutorials() {
    step "tutorials"
    ./samples/tutorial_blur.sh "" --output="$output/tutorial_blur.png" | tee "$output/blurs.log"
    [[ -s $output/tutorial_blur.png ]] || die "no picture"
    awk '/^sigma/ { ++blurs; wrong += $NF > 2 } END { exit !(blurs == 4 && !wrong) }' "$output/blurs.log" ||
        die "blurs differ from OpenCV's"
    (setup example_recfilter_snippets && "$build_dir/bin/example_recfilter_snippets") || die "an example is wrong"
}

# Local structure by complex kernels: a picture comes out, and another kernel makes another one. The phase of a bright
# line is red, that of an edge green, and that of a dark line blue. The orientation across these vertical ones is red.
check_quadrature() {
    step "quadrature filters"
    build_for_samples example_quadrature
    ./samples/quadrature.sh "" --output="$output/quadrature.png"
    ./samples/quadrature.sh "" --output="$output/other.png" --wavelength=16
    [[ -s $output/quadrature.png ]] || die "no picture"
    ! cmp -s "$output/quadrature.png" "$output/other.png" || die "quadrature filters do not depend on the wavelength"
    with_cv2 - "$output/lines.png" <<'END'
import sys, cv2, numpy
image = numpy.full((200, 200), 128, numpy.uint8)
image[:, 48:52], image[:, 98:102], image[:, 150:] = 228, 28, 228
cv2.imwrite(sys.argv[1], image)
END
    ./samples/quadrature.sh "$output/lines.png" --output="$output/phase.png"
    with_cv2 - "$output/phase.png" <<'END'
import sys, cv2
side, gap, caption = 200, 12, 50
row, column = 2 * caption + side + gap + side // 2, gap  # of the second row of panels
picture = cv2.imread(sys.argv[1])
phase, orientation = (picture[row, start:start + side] for start in (column, column + side + 2 * gap))
for x, colour in (50, 2), (100, 0), (150, 1):  # which of blue, green and red
    print(x, phase[x], orientation[x])
    assert phase[x].argmax() == colour and orientation[x].argmax() == 2, x
END
    expect_failure ./samples/quadrature.sh "" --size=4
}

# A photograph through the functions beside a blur: a picture comes out, and another sigma makes another one.
check_functions() {
    step "functions of images"
    ./samples/image_functions.sh "" --output="$output/image_functions.png"
    ./samples/image_functions.sh "" --output="$output/other.png" --sigma=5
    [[ -s $output/image_functions.png ]] || die "no picture"
    ! cmp -s "$output/image_functions.png" "$output/other.png" || die "functions do not depend on sigma"
    expect_failure ./samples/image_functions.sh "" --sigma=0
}

# Blobs of sweets are found, and fewer of them by a higher threshold; what is in focus stays as it is.
check_scale_space() {
    step "blobs and depth of field"
    ./samples/scale_space.sh "" --output="$output/scale_space.png" | tee "$output/blobs.log"
    ./samples/scale_space.sh "" --output="$output/few.png" --threshold=0.4 | tee -a "$output/blobs.log"
    awk '$NF == "blobs" { blobs[++n] = $(NF - 1) }
         END { exit !(blobs[1] > 20 && blobs[2] < blobs[1]) }' "$output/blobs.log" ||
        die "blobs are not found"
    expect_failure ./samples/scale_space.sh "" --min=0
    ./samples/depth_of_field.sh "" "" --output="$output/depth_of_field.png"
    ./samples/depth_of_field.sh "" "" --output="$output/other.png" --focus=0
    [[ -s $output/depth_of_field.png ]] || die "no picture"
    ! cmp -s "$output/depth_of_field.png" "$output/other.png" || die "the picture does not depend on the focus"
    expect_failure ./samples/depth_of_field.sh "" "" --aperture=-1
}

# build_for_samples TARGET...: builds these and the Python bindings. Leaves $build_dir and $opencv_source, no lock, and
# with_cv2, which runs Python with them.
build_for_samples() {
    local folders
    folders=$(want_python; setup opencv_python3 "$@"; printf '%s\n' "$build_dir" "$opencv_source")
    { read -r build_dir && read -r opencv_source; } <<<"$folders"
    find_python
}
with_cv2() { PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$build_dir/python_loader:$python_packages "$python" "$@"; }

# refused COMMAND...: a sample ends with a message, and does not crash.
refused() {
    expect_failure "$@" 2>&1 | tee "$output/refused.log"
    ! grep -E 'Traceback|Aborted|Segmentation fault' "$output/refused.log" || die "crashes: $*"
}

# same_pictures A B: whether they have one size and agree to a gray level, but for one value in a thousand and the top,
# where samples write times.
same_pictures() {
    with_cv2 - "$@" <<'END'
import sys, cv2
first, second = (cv2.imread(path)[50:] for path in sys.argv[1:])
sys.exit(first.shape != second.shape or bool((cv2.absdiff(first, second) > 1).mean() > 1e-3))
END
}

# Nine frames of OpenCV's: in each a circle stays as it was, which moves from the middle on, and the rest is smooth. A
# video is as long as asked for.
check_video_sample() {
    step "a blurred video"
    build_for_samples example_blur_video
    ./samples/blur_video.sh "" --output="$output/circle%02d.png"
    ./samples/blur_video.sh "" --output="$output/blur_video.avi" --frames=5 --sigma=5
    with_cv2 - "$opencv_source/samples/data/left%02d.jpg" "$output"/{circle%02d.png,blur_video.avi} <<'END'
import sys, cv2
def frames(path):
    video, found = cv2.VideoCapture(path), []
    while (frame := video.read()[1]) is not None:
        found.append(frame if frame.ndim == 2 else cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    return found
def roughness(image, rows, columns):
    return cv2.Laplacian(image[slice(*rows), slice(*columns)], cv2.CV_32F).std()
before, after, video = map(frames, sys.argv[1:])
assert len(before) == len(after) == 9 and len(video) == 5, (len(before), len(after), len(video))
places = []
for frame, result in zip(before, after):
    for rest in ((60, 110), (0, 640)), ((60, 480), (0, 150)):
        assert roughness(result, *rest) < 0.1 * roughness(frame, *rest), rest
    changes = cv2.boxFilter(cv2.absdiff(frame, result), cv2.CV_32F, (161, 161))  # a window that the circle holds
    least, _, place, _ = cv2.minMaxLoc(changes)
    assert least == 0, least
    places.append(place)
(x, y), (last_x, last_y) = places[0], places[-1]
assert abs(x - 320) < 40 and abs(y - 240) < 40 and last_x > x + 40 and last_y > y + 40, places
assert roughness(video[0], (60, 110), (0, 640)) > 2 * roughness(after[0], (60, 110), (0, 640)), "sigma is not taken"
END
    if [[ $build_dir == *-cuda* ]] && has_gpu; then
        ./samples/blur_video.sh "" --gpu --output="$output/gpu%02d.png"
        same_pictures "$output/circle08.png" "$output/gpu08.png" || die "the GPU blurs a video differently"
    else
        refused ./samples/blur_video.sh "" --gpu
    fi
    refused ./samples/blur_video.sh "" --sigma=0
    refused ./samples/blur_video.sh "" --frames=none
    refused ./samples/blur_video.sh "$output/none%02d.png"
}

# An unevenly lit page: one threshold takes the corner in the shade for ink, and that of the flattened page does not. A
# blur that is too wide leaves the shade.
check_flat_light() {
    step "a page in even light"
    build_for_samples example_flat_light
    ./samples/flat_light.sh "" --output="$output/flat_light.png" | tee "$output/flat_light.log"
    ./samples/flat_light.sh "" --output="$output/other.png" --sigma=300
    awk '/GaussianBlur/ { same = $(NF - 2) < 0.1 } END { exit !same }' "$output/flat_light.log" ||
        die "the blur is not cv::GaussianBlur's"
    with_cv2 - "$output/flat_light.png" "$output/other.png" <<'END'
import sys, cv2
def ink(path, column):  # its share of the corner, of a panel in the second row
    picture = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    height, width = picture.shape[0] // 2, picture.shape[1] // 3
    panel = picture[height + 50:2 * height - 12, column * width + 12:(column + 1) * width - 12]
    return (panel[3 * panel.shape[0] // 4:, :panel.shape[1] // 4] < 128).mean()
shares = [ink(path, column) for path in sys.argv[1:] for column in (0, 2)]
print("ink, of the input and flattened, by both sigmas:", *shares)
assert shares[0] > 0.9 and 0.01 < shares[1] < 0.3 and shares[2] == shares[0] and shares[3] > shares[1] + 0.1
END
    refused ./samples/flat_light.sh "" --sigma=0
    refused ./samples/flat_light.sh "$output/none.png"
}

# twins NAME OPTION INPUT...: without a display the samples in C++ and Python write NAME.png, the same picture, and with
# the option another one.
twins() {
    local name=$1 option=$2 inputs=("${@:3}") sample=$PWD/samples/$1.py
    (
        unset DISPLAY WAYLAND_DISPLAY
        cd "$output" || exit
        with_cv2 "$sample" "${inputs[@]}"
        mv "$name.png" python.png
        "$build_dir/bin/example_$name" "${inputs[@]}"
    )
    with_cv2 "$sample" "${inputs[@]}" --output="$output/other.png" "$option"
    same_pictures "$output/$name.png" "$output/python.png" || die "$name.cpp and $name.py differ"
    expect_failure same_pictures "$output/$name.png" "$output/other.png"
}

# check_contact_sheet DATA: without a display a picture of 2 x 3 tiles comes out, each with two pictures that are not
# alike, and a line with two times.
check_contact_sheet() {
    local sheet=$PWD/samples/contact_sheet.py
    (
        unset DISPLAY WAYLAND_DISPLAY
        export OPENCV_SAMPLES_DATA_PATH=$1
        cd "$output" || exit
        with_cv2 "$sheet" | tee contact_sheet.log
        with_cv2 "$sheet" --output=other.png --sigma=5
        refused with_cv2 "$sheet" --sigma=0
    )
    awk '/ms, .* ms$/ { ++times } END { exit times != 6 }' "$output/contact_sheet.log" || die "no times"
    with_cv2 - "$output"/{contact_sheet,other}.png <<'END'
import sys, cv2
sheet, other = map(cv2.imread, sys.argv[1:])
side, gap, margin, caption = 320, 8, 12, 50
height, width = caption + side + margin, 2 * side + gap + 2 * margin
assert sheet.shape == other.shape == (3 * height, 2 * width, 3), sheet.shape
def differ(first, second):
    return cv2.absdiff(first, second).mean() > 1
for y in range(0, sheet.shape[0], height):
    for x in range(0, sheet.shape[1], width):
        left, right = (sheet[y + caption:y + caption + side, start:start + side]
                       for start in (x + margin, x + margin + side + gap))
        assert differ(left, right), (x, y)
        assert sheet[y:y + caption, x:x + width].min() < 100, "no caption"
circle = slice(caption, caption + side), slice(margin + side + gap, margin + 2 * side + gap)
assert differ(sheet[circle], other[circle]), "sigma is not taken"
END
}

check_python_samples() {
    step "samples in Python"
    local names=(blur_video depth_of_field flat_light image_functions quadrature scale_space spline_zoom) name
    build_for_samples example_hello "${names[@]/#/example_}"
    local data=$opencv_source/samples/data
    "$build_dir/bin/example_hello" "$data/lena.jpg" "$output/hello.png"
    with_cv2 samples/hello.py "$data/lena.jpg" "$output/python.png"
    same_pictures "$output/hello.png" "$output/python.png" || die "hello.cpp and hello.py differ"
    twins flat_light --sigma=300 "$data/sudoku.png"
    twins scale_space --threshold=0.4 "$data/smarties.png"
    twins depth_of_field --focus=0 "$data/aloeL.jpg" "$data/aloeGT.png"
    twins image_functions --sigma=5 "$data/aloeL.jpg"
    twins quadrature --wavelength=16 "$data/aloeL.jpg"
    twins spline_zoom --side=300 "$data/aloeL.jpg"
    "$build_dir/bin/example_blur_video" "$data/left%02d.jpg" --output="$output/circle%02d.png"
    with_cv2 samples/blur_video.py "$data/left%02d.jpg" --output="$output/python%02d.png"
    same_pictures "$output"/{circle,python}08.png || die "blur_video.cpp and blur_video.py differ"
    check_contact_sheet "$data"
    for name in contact_sheet "${names[@]}"; do
        with_cv2 "samples/$name.py" --help
    done
    refused with_cv2 samples/hello.py "$output/none.png"
    refused with_cv2 samples/flat_light.py "$data/sudoku.png" --sigma=0
    refused with_cv2 samples/scale_space.py "$data/smarties.png" --min=0
    refused with_cv2 samples/depth_of_field.py "$data/aloeL.jpg" "$data/aloeGT.png" --aperture=-1
    refused with_cv2 samples/image_functions.py "$data/aloeL.jpg" --sigma=0
    refused with_cv2 samples/quadrature.py "$data/aloeL.jpg" --size=4
    refused with_cv2 samples/spline_zoom.py "$data/aloeL.jpg" --side=32
    refused with_cv2 samples/blur_video.py "$data/left%02d.jpg" --sigma=0
    refused with_cv2 samples/blur_video.py "$data/left%02d.jpg" --frames=none
}

# A beating heart comes out of noise: 3D kernels gain at least 8 dB, and 4D kernels at least one more, since time helps.
check_volumes() {
    step "volumes over time"
    ./samples/denoise_volume.sh --output="$output/denoise_volume.png" | tee "$output/volumes.log"
    [[ -s $output/denoise_volume.png ]] || die "no picture"
    awk '$2 == "SNR" { snr[$1] = $3 + 0 }
         END { noisy = snr["noisy:"]; volumes = snr["3D:"]; overTime = snr["4D:"]
               exit !(noisy > 3 && noisy < 8 && volumes >= noisy + 8 && overTime >= volumes + 1 && overTime < 40) }' \
        "$output/volumes.log" || die "volumes over time keep their noise"
    expect_failure ./samples/denoise_volume.sh --size=4
    expect_failure ./samples/denoise_volume.sh 16x32x80
}

check_smooth_volume() {
    step "a smoothed volume"
    ./samples/smooth_volume.sh 24x64x80 --output="$output/smooth_volume.png"
    [[ -s $output/smooth_volume.png ]] || die "no picture"
    expect_failure ./samples/smooth_volume.sh --slices=0
    expect_failure ./samples/smooth_volume.sh 24x64
}

# Every algorithm runs with the borders it takes, and agrees with the definition.
check_paper_algorithms() {
    step "the papers' algorithms"
    ./samples/paper_algorithms.sh "" --repeats=1 --output="$output/paper_algorithms.png" \
        --csv="$output/paper_algorithms.csv"
    [[ -s $output/paper_algorithms.png ]] || die "no picture"
    awk -F , 'NR == 1 { next }
              $6 == "" { ++refused; next }
              $6 > 0 && $6 <= 1e-5 { ++right; algorithms[$1]; next }
              { ++wrong }
              END { exit !(right >= 50 && length(algorithms) >= 12 && refused && !wrong) }' \
        "$output/paper_algorithms.csv" ||
        die "algorithms differ from the definition"
    expect_failure ./samples/paper_algorithms.sh "" --pole=1
}
