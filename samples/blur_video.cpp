// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blurs a video around a moving circle, on the CPU or on the GPU, and draws on each frame how long its stages took.

#include "blur_queue.hpp"
#include "demo_picture.hpp"
#include "frame_output.hpp"
#include "stage_times.hpp"

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | video, images such as left%02d.jpg, or the number of a camera }"
                                "{ output o | | .avi, or images such as frames%03d.png, instead of a window }"
                                "{ sigma | 80 | standard deviation of the blur, in pixels; a window has a trackbar }"
                                "{ gpu | | blur on the GPU }"
                                "{ frames | 0 | stop after so many; 0: at the end, without a window a camera at 300 }";

//! What is blurred, but for a circle, which goes around in 100 frames from the middle on.
static Mat draw(BlurredFrame& frame, int index, const std::string& title, const std::string& times)
{
    const Size size = frame.frame.size();
    const double angle = index * CV_PI / 50;
    const Point centre = Point2d(size.width * (0.5 + 0.25 * sin(angle)), size.height * (0.5 + 0.2 * sin(2 * angle)));
    const int radius = std::min(size.width, size.height) / 4, channels = frame.frame.channels();
    Mat mask(size, CV_8U, Scalar(0)), picture;
    circle(mask, centre, radius, 255, FILLED);
    frame.frame.copyTo(frame.blurred, mask);
    if (channels == 3)
        picture = frame.blurred;
    else
        cvtColor(frame.blurred, picture, channels == 1 ? COLOR_GRAY2BGR : COLOR_BGRA2BGR);
    circle(picture, centre, radius, ink::paper, 2, LINE_AA);
    picture.rowRange(0, std::min(50, size.height)) *= 0.3;
    writeWithin(picture, title, Point(10, 20), size.width - 20, 0.55, ink::paper);
    writeWithin(picture, times, Point(10, 41), size.width - 20, 0.5, ink::line);
    return picture;
}

static int run(const Options& options)
{
    const String input = options.get<String>("@input");
    const bool onGpu = options.has("gpu"), isCamera = input.find_first_not_of("0123456789") == String::npos;
    VideoCapture video;
    require(!onGpu || cuda::getCudaEnabledDeviceCount() > 0,
            "--gpu: there is no NVIDIA GPU, or OpenCV was built without CUDA");
    require(isCamera ? video.open(std::atoi(input.c_str())) : video.open(input),
            "cannot read " + input + " as a video, images or a camera");
    FrameOutput output(options.get<String>("output"), video.get(CAP_PROP_FPS), options.get<double>("sigma"));
    BlurQueue queue(onGpu);
    StageTimes times;
    Mat picture;
    int most = options.get<int>("frames"), read = 0, shown = 0;
    most = most > 0 ? most : isCamera && !output.file().empty() ? 300 : INT_MAX; // no key ends a camera then
    const auto text = [&, start = getTickCount()] {
        return format("%s, sigma %g, %.1f frames per second", onGpu ? "GPU" : "CPU", output.sigma(),
                      shown * getTickFrequency() / double(getTickCount() - start));
    };
    bool more = true, wanted = true;
    while (wanted)
    {
        const double reading = timeOf([&] { more = more && read < most && video.read(queue.nextFrame()); });
        if (more)
        {
            times.add("read", reading);
            queue.put(output.sigma());
            read++;
        }
        if (more && !queue.full())
            continue;
        if (queue.empty())
            break;
        BlurredFrame& frame = queue.take();
        shown++;
        for (const auto& step : frame.steps)
            times.add(step.first, step.second);
        times.add("draw", timeOf([&] { picture = draw(frame, shown - 1, text(), times.text()); }));
        times.add("write", timeOf([&] { wanted = output.put(picture); }));
        if (shown % 25 == 0)
            std::cout << "\r" << shown << " frames, " << text() << "  " << std::flush;
    }
    std::cout << format("\r%d frames of %d x %d, ", shown, picture.cols, picture.rows) << text();
    std::cout << "\nper frame: " << times.text()
              << (output.file().empty() ? "\n" : "\nwritten: " + output.file() + "\n");
    if (wanted && shown > 0)
        output.hold(picture);
    return shown > 0 ? 0 : 1;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
