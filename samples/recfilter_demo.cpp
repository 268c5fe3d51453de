// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters a photograph with recursive filters of large support and a box blur whose radius varies per pixel, each
// beside OpenCV functions that compute the same, and writes everything as one picture. A video is filtered frame by
// frame.

#include "sample_main.hpp"
#include "demo_check.hpp"
#include "demo_filters.hpp"
#include "demo_picture.hpp"

#include <opencv2/core/cuda.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include <algorithm>
#include <iostream>

using namespace cv;

static const char* const keys =
    "{ help h | | print this message }"
    "{ @input | | image, video or image sequence such as frames/%03d.png }"
    "{ output o | recfilter_demo.png | picture to write; a video is written as .avi instead }"
    "{ sigma | 24 | standard deviation of the Gaussian, in pixels }"
    "{ reach | 16 | reach of the exponential filter, in pixels }"
    "{ radius | 24 | radius of the box at the edges, in pixels; 0 in the middle }"
    "{ repeats | 9 | the times shown are medians of so many runs }"
    "{ check | | check this picture of the input, made earlier with the same options, instead of making one }"
    "{ filter | 1 | of a video: 1 Gaussian, 2 exponential, 3 box }"
    "{ frames | 0 | stop a video after so many frames, 0: at its end }";

struct Result
{
    Mat recfilter, opencv;
    double milliseconds, opencvMilliseconds;
    double largestDifference;
    double gpuMilliseconds; //!< 0: not measured
};

static double medianMilliseconds(const std::function<void()>& run, int repeats)
{
    run(); // touches the memory, starts the threads, makes the map of radii
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i)
    {
        TickMeter meter;
        meter.start();
        run();
        meter.stop();
        times.push_back(meter.getTimeMilli());
    }
    std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
    return times[repeats / 2];
}

static Result measure(const Comparison& comparison, const Mat& image, int repeats)
{
    Result result;
    result.milliseconds = medianMilliseconds([&] { comparison.recfilter(image, result.recfilter); }, repeats);
    result.opencvMilliseconds = medianMilliseconds([&] { comparison.opencv(image, result.opencv); }, repeats);
    result.largestDifference = norm(result.recfilter, result.opencv, NORM_INF);
    result.gpuMilliseconds = 0;
    return result;
}

//! Time on the device, without the way there and back, and the largest difference from the CPU's result.
static double measureOnGpu(const Comparison& comparison, const Mat& image, int repeats, Result& result)
{
    const cuda::GpuMat src(image);
    cuda::GpuMat dst;
    comparison.onGpu(src, dst); // makes the plan
    std::vector<float> times;
    for (int i = 0; i < repeats; ++i)
    {
        cuda::Event begin, end;
        begin.record();
        comparison.onGpu(src, dst);
        end.record();
        end.waitForCompletion();
        times.push_back(cuda::Event::elapsedTime(begin, end));
    }
    std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
    result.gpuMilliseconds = times[repeats / 2];
    return norm(result.recfilter, Mat(dst), NORM_INF);
}

// What the CPU has shown stays worth writing when the GPU fails.
static void compareWithGpu(const std::vector<Comparison>& comparisons, const Mat& image, int repeats,
                           std::vector<Result>& results)
try
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
    {
        std::cout << "\nno GPU found\n";
        return;
    }
    std::cout << "\non the GPU, " << cuda::DeviceInfo().name() << "\n\n"
              << format("%-32s %11s   %-24s\n", "recfilter", "median", "largest difference from the CPU");
    for (size_t i = 0; i < comparisons.size(); ++i)
    {
        if (!comparisons[i].onGpu)
            continue;
        const double difference = measureOnGpu(comparisons[i], image, repeats, results[i]);
        std::cout << format("%-32s %8.3f ms   %g\n", comparisons[i].title.c_str(), results[i].gpuMilliseconds,
                            difference);
    }
}
catch (const cv::Exception& error)
{
    std::cout << "the GPU cannot be used: " << error.what() << "\n";
}

static void printHeader()
{
    std::cout << format("%-32s %11s   %-24s %11s %8s   %s\n", "recfilter", "median", "OpenCV", "median", "speed-up",
                        "largest difference");
}

static void printRow(const Comparison& comparison, const Result& result)
{
    std::cout << format("%-32s %8.2f ms   %-24s %8.2f ms %7.1fx   %g\n", comparison.title.c_str(), result.milliseconds,
                        comparison.opencvTitle.c_str(), result.opencvMilliseconds,
                        result.opencvMilliseconds / result.milliseconds, result.largestDifference)
              << std::flush;
}

static std::vector<Comparison> makeComparisons(const CommandLineParser& options)
{
    return makeComparisons(options.get<double>("sigma"), options.get<double>("reach"), options.get<int>("radius"));
}

// The panels of one comparison: this module's result, OpenCV's, and how they differ.
static void addPanels(std::vector<Panel>& panels, const Grid& grid, const Comparison& comparison, const Result& result)
{
    const double magnification = 128;
    Mat difference;
    absdiff(result.recfilter, result.opencv, difference);
    const std::string onGpu = result.gpuMilliseconds > 0 ? format(", on the GPU %.3f ms", result.gpuMilliseconds) : "";
    panels.push_back(
        {grid.fit(result.recfilter), "recfilter: " + comparison.title, format("%.2f ms", result.milliseconds) + onGpu});
    panels.push_back(
        {grid.fit(result.opencv), "OpenCV: " + comparison.opencvTitle, format("%.2f ms", result.opencvMilliseconds)});
    panels.push_back({grid.fit(difference * magnification), format("difference x %g", magnification),
                      format("at most %g of 255", result.largestDifference)});
}

// The panel at the left of each row: the photograph, the times, gray levels along a row.
static Panel makeLeftPanel(size_t row, const Grid& grid, const Mat& image, const std::vector<Comparison>& comparisons,
                           const std::vector<Result>& results)
{
    if (row == 0)
        return {grid.fit(image), "input", format("%d x %d, %d channels", image.cols, image.rows, image.channels())};
    if (row == 1)
    {
        std::vector<Bar> bars;
        for (size_t i = 0; i < results.size(); ++i)
            bars.push_back({comparisons[i].title, results[i].milliseconds, results[i].opencvMilliseconds});
        return {drawBars(grid.panel, bars), "times: recfilter orange, OpenCV blue", "medians of several runs"};
    }
    const std::vector<Curve> curves = {{image, "input"},
                                       {results[0].recfilter, "Gaussian"},
                                       {results[1].recfilter, "exponential"},
                                       {results[2].recfilter, "box"}};
    return {drawProfile(grid.panel, curves), "gray levels along the middle row", "black 0 below, white 255 above"};
}

static Mat makePicture(const std::string& heading, const Mat& image, const std::vector<Comparison>& comparisons,
                       const std::vector<Result>& results)
{
    const Grid grid(image.size());
    std::vector<Panel> panels;
    for (size_t i = 0; i < results.size(); ++i)
    {
        if (!comparisons[i].isPicture)
            continue;
        panels.push_back(makeLeftPanel(i, grid, image, comparisons, results));
        addPanels(panels, grid, comparisons[i], results[i]);
    }
    return drawPicture(grid, heading, panels);
}

static void savePicture(const std::string& path, const Mat& picture)
{
    writePicture(path, picture);
    std::cout << "\nwritten: " << path << "\n";
}

static void compareOnImage(const Mat& image, const std::string& name, const CommandLineParser& options)
{
    const std::string heading =
        format("recfilter on %s: %d x %d, CPU, %d threads", name.c_str(), image.cols, image.rows, getNumThreads());
    std::cout << heading << "\n\n";
    printHeader();
    const std::vector<Comparison> comparisons = makeComparisons(options);
    const int repeats = std::max(1, options.get<int>("repeats"));
    std::vector<Result> results;
    for (const Comparison& comparison : comparisons)
    {
        results.push_back(measure(comparison, image, repeats));
        printRow(comparison, results.back());
    }
    compareWithGpu(comparisons, image, repeats, results);
    savePicture(options.get<String>("output"), makePicture(heading, image, comparisons, results));
}

static std::string aviPath(const std::string& path)
{
    const size_t dot = path.find_last_of("./\\");
    return (dot != std::string::npos && path[dot] == '.' ? path.substr(0, dot) : path) + ".avi";
}

// A Motion JPEG of the frames before and after, side by side.
class SideBySideVideo
{
public:
    explicit SideBySideVideo(const std::string& path_) : path(path_) {}

    void write(const Mat& before, const Mat& after)
    {
        Mat both;
        hconcat(before, after, both);
        if (both.channels() == 1)
            cvtColor(both, both, COLOR_GRAY2BGR);
        if (!writer.isOpened() &&
            !writer.open(path, CAP_OPENCV_MJPEG, VideoWriter::fourcc('M', 'J', 'P', 'G'), 25, both.size()))
            CV_Error(Error::StsError, "cannot write " + path);
        writer.write(both);
    }

private:
    const std::string path;
    VideoWriter writer;
};

// Frames by the GPU, from host memory to host memory.
class FramesOnGpu
{
public:
    explicit FramesOnGpu(const Comparison& c) : comparison(c), works(c.onGpu && cuda::getCudaEnabledDeviceCount() > 0)
    {
    }

    // Compares with what the CPU has made of the frame.
    void filter(const Mat& frame, const Mat& expected)
    try
    {
        if (!works)
            return;
        Mat result;
        time.start();
        before.upload(frame);
        comparison.onGpu(before, after);
        after.download(result);
        time.stop();
        frames++;
        largestDifference = std::max(largestDifference, norm(result, expected, NORM_INF));
    }
    catch (const cv::Exception& error)
    {
        works = false;
        std::cout << "the GPU cannot be used: " << error.what() << "\n";
    }

    void print() const
    {
        if (works)
            std::cout << format("on the GPU, from host memory to host memory: %.1f frames per second, "
                                "largest difference from the CPU %g\n",
                                frames / time.getTimeSec(), largestDifference);
    }

private:
    const Comparison& comparison;
    bool works;
    cuda::GpuMat before, after;
    TickMeter time;
    int frames = 0;
    double largestDifference = 0;
};

static void filterVideo(VideoCapture& video, Mat frame, const CommandLineParser& options)
{
    const int filter = options.get<int>("filter");
    if (filter < 1 || filter > Grid::rows)
        CV_Error(Error::StsOutOfRange, "--filter takes 1, 2 or 3");
    const Comparison comparison = makeComparisons(options)[filter - 1];
    FramesOnGpu onGpu(comparison);
    const Size size = frame.size();
    const int last = options.get<int>("frames");
    const std::string path = aviPath(options.get<String>("output"));
    SideBySideVideo output(path);
    TickMeter filtering, everything;
    int frames = 0;
    everything.start();
    do
    {
        Mat filtered;
        filtering.start();
        comparison.recfilter(frame, filtered);
        filtering.stop();
        onGpu.filter(frame, filtered);
        output.write(frame, filtered);
        if (++frames % 100 == 0)
            std::cout << format("%d frames", frames) << std::endl;
    } while (frames != last && video.read(frame));
    everything.stop();
    std::cout << format("%s, %d frames of %d x %d: %.1f frames per second, %.1f with reading and writing\n",
                        comparison.title.c_str(), frames, size.width, size.height, frames / filtering.getTimeSec(),
                        frames / everything.getTimeSec());
    onGpu.print();
    std::cout << "written: " << path << "\n";
}

static int checkPicture(const Mat& image, const CommandLineParser& options)
{
    const std::string path = options.get<String>("check");
    if (!PictureCheck(imread(path, IMREAD_COLOR), image).passes(makeComparisons(options)))
        return 1;
    std::cout << path << " is right\n";
    return 0;
}

static int run(const CommandLineParser& options)
{
    const std::string input = options.get<String>("@input");
    const std::string name = input.substr(input.find_last_of("/\\") + 1);
    const Mat image = imread(input, IMREAD_COLOR);
    if (options.has("check"))
        return checkPicture(image, options);
    if (!image.empty())
    {
        compareOnImage(image, name, options);
        return 0;
    }
    VideoCapture video(input);
    Mat frame;
    if (!video.read(frame))
    {
        std::cerr << "cannot read " << input << " as an image or a video (see README.md for the formats)\n";
        return 1;
    }
    filterVideo(video, frame, options);
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
