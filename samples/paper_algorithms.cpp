// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Every algorithm of the papers, on the CPU and the GPU, with every border: result, difference from the definition in
// double, time and transfers of the image, as a picture and as a table. The filter has two real poles, which all of
// these take.

#include "sample_main.hpp"
#include "paper_sheet.hpp"

#include "../test/reference.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/recfilter.hpp>

#include <fstream>
#include <iostream>

using namespace cv;

static const char* const keys = "{ help h usage ? | | print this message }"
                                "{ @input | | photograph }"
                                "{ output o | paper_algorithms.png | picture to write }"
                                "{ csv | paper_algorithms.csv | table to write }"
                                "{ pole | 0.9 | slower one of the two poles, above 0.6 and below 0.999 }"
                                "{ repeats | 5 | calls, of which the median time counts }";

static const double FAST_POLE = 0.6;

struct Border
{
    const char* name;
    int value;
};

static const Border BORDERS[] = {{"CONSTANT", BORDER_CONSTANT},
                                 {"REPLICATE", BORDER_REPLICATE},
                                 {"REFLECT", BORDER_REFLECT},
                                 {"REFLECT_101", BORDER_REFLECT_101},
                                 {"WRAP", BORDER_WRAP}};

// Both poles in both directions, with gain 1 for a constant.
static cuda::RecursiveAxis makeAxis(double pole, int border)
{
    return cuda::RecursiveAxis::symmetric({(1 - pole) * (1 - FAST_POLE)}, {1, -pole - FAST_POLE, pole * FAST_POLE},
                                          border);
}

static double medianOf(std::vector<double> times)
{
    std::nth_element(times.begin(), times.begin() + ptrdiff_t(times.size() / 2), times.end());
    return times[times.size() / 2];
}

// Filters on the CPU and returns milliseconds.
static double filterOnHost(const cuda::RecursiveFilter& filter, const Mat& image, int repeats, Mat& result)
{
    filter.apply(image, result); // plans and allocates
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i)
    {
        TickMeter time;
        time.start();
        filter.apply(image, result);
        time.stop();
        times.push_back(time.getTimeMilli());
    }
    return medianOf(times);
}

// The same on the GPU, without the image's way there and back.
static double filterOnDevice(const cuda::RecursiveFilter& filter, const Mat& image, int repeats, Mat& result)
{
    const cuda::GpuMat before(image);
    cuda::GpuMat after;
    cuda::Stream stream;
    filter.apply(before, after, stream);
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i)
    {
        cuda::Event begin, end;
        begin.record(stream);
        filter.apply(before, after, stream);
        end.record(stream);
        end.waitForCompletion();
        times.push_back(cuda::Event::elapsedTime(begin, end));
    }
    after.download(result);
    return medianOf(times);
}

// What an algorithm made of the photograph on a backend, with a border.
struct Outcome
{
    std::string algorithm, backend;
    Border border;
    int transfers;
    Mat result, difference; // empty if the algorithm does not take the border
    double milliseconds, largestDifference;
    std::string note; // why there is no result
};

class Comparison
{
public:
    Comparison(const Mat& image_, double pole_, int repeats_) : image(image_), pole(pole_), repeats(repeats_)
    {
        for (const Border& border : BORDERS)
        {
            const cuda::RecursiveAxis axis = makeAxis(pole, border.value);
            expected.push_back(recfilter::ReferenceFilter::filter(image, axis, axis));
        }
    }

    std::vector<Outcome> run(const cuda::RecursiveAlgorithmInfo& info, bool onDevice) const
    {
        std::vector<Outcome> outcomes;
        for (size_t i = 0; i < expected.size(); ++i)
        {
            Outcome outcome = {info.name, onDevice ? "GPU" : "CPU", BORDERS[i], info.transfers, Mat(), Mat(), 0, 0, ""};
            if (const Ptr<cuda::RecursiveFilter> filter = create(info, BORDERS[i].value))
                measure(*filter, onDevice, expected[i], outcome);
            else
                outcome.note = "not with this border; needs " + info.needs;
            outcomes.push_back(outcome);
        }
        return outcomes;
    }

private:
    // Null if the algorithm does not take the border.
    Ptr<cuda::RecursiveFilter> create(const cuda::RecursiveAlgorithmInfo& info, int border) const
    try
    {
        return cuda::createRecursiveFilter(makeAxis(pole, border), Scalar(), -1, info.algorithm);
    }
    catch (const cv::Exception& refusal)
    {
        if (refusal.code != Error::StsBadArg || info.needs.empty())
            throw;
        return Ptr<cuda::RecursiveFilter>();
    }

    void measure(const cuda::RecursiveFilter& filter, bool onDevice, const Mat& reference, Outcome& outcome) const
    {
        outcome.milliseconds = onDevice ? filterOnDevice(filter, image, repeats, outcome.result)
                                        : filterOnHost(filter, image, repeats, outcome.result);
        Mat difference;
        absdiff(Mat_<double>(outcome.result), reference, difference);
        minMaxLoc(difference, nullptr, &outcome.largestDifference);
        difference.convertTo(outcome.difference, CV_32F);
    }

    const Mat image;
    const double pole;
    const int repeats;
    std::vector<Mat> expected; // by border, CV_64F
};

static void writeTable(const std::string& path, const std::vector<std::vector<Outcome>>& rows)
{
    std::ofstream table(path);
    table << "algorithm,backend,border,transfers,milliseconds,largest_difference,note\n";
    for (const std::vector<Outcome>& row : rows)
        for (const Outcome& cell : row)
        {
            table << cell.algorithm << "," << cell.backend << "," << cell.border.name << ","
                  << (cell.transfers ? format("%d", cell.transfers) : "");
            if (cell.result.empty())
                table << ",,,\"" << cell.note << "\"\n";
            else
                table << format(",%.4f,%.3g,\n", cell.milliseconds, cell.largestDifference);
        }
    if (!table.flush())
        CV_Error(Error::StsError, "cannot write " + path);
}

// What makes the largest difference bright: 1, 2 or 5 times a power of ten.
static double gainFor(const std::vector<std::vector<Outcome>>& rows)
{
    double largest = 1e-12;
    for (const std::vector<Outcome>& row : rows)
        for (const Outcome& cell : row)
            largest = std::max(largest, cell.largestDifference);
    const double power = std::pow(10., std::floor(-std::log10(largest)));
    return power * (5 * power * largest <= 1 ? 5 : 2 * power * largest <= 1 ? 2 : 1);
}

static SheetRow sheetRow(const cuda::RecursiveAlgorithmInfo& info, const std::vector<Outcome>& outcomes)
{
    SheetRow row;
    row.title = info.name;
    row.details = {outcomes[0].backend, info.origin};
    if (info.transfers)
        row.details = {format("%s, %d transfers", outcomes[0].backend.c_str(), info.transfers), info.steps,
                       info.origin};
    for (const Outcome& cell : outcomes)
        row.cells.push_back({cell.result, cell.difference,
                             cell.result.empty()
                                 ? cell.note
                                 : format("%.2f ms, difference %.1e", cell.milliseconds, cell.largestDifference)});
    return row;
}

static int run(const CommandLineParser& options)
{
    const std::string input = options.get<String>("@input"), output = options.get<String>("output");
    const Mat photograph = imread(input, IMREAD_GRAYSCALE);
    const double pole = options.get<double>("pole");
    if (photograph.empty())
        CV_Error(Error::StsBadArg, "cannot read " + input + " as an image");
    if (!(pole > FAST_POLE && pole < 0.999))
        CV_Error(Error::StsOutOfRange, format("--pole is %g; accepted are values above 0.6 and below 0.999", pole));
    Mat image;
    photograph.convertTo(image, CV_32F, 1 / 255.);

    const Comparison comparison(image, pole, std::max(options.get<int>("repeats"), 1));
    const bool hasDevice = cuda::getCudaEnabledDeviceCount() > 0;
    std::vector<std::vector<Outcome>> outcomes;
    std::vector<SheetRow> rows;
    for (const cuda::RecursiveAlgorithmInfo& info : cuda::recursiveAlgorithms())
        for (const bool onDevice : {false, true})
            if (onDevice ? info.onDevice && hasDevice : info.onHost)
            {
                outcomes.push_back(comparison.run(info, onDevice));
                rows.push_back(sheetRow(info, outcomes.back()));
                std::cout << rows.back().title << ", " << rows.back().details[0] << "\n";
            }

    std::vector<std::string> columns;
    for (const Border& border : BORDERS)
        columns.push_back(border.name);
    const double gain = gainFor(outcomes);
    const std::string name = input.substr(input.find_last_of("/\\") + 1);
    const std::vector<std::string> heading = {
        "The papers' algorithms and RECURSIVE_AUTO by border",
        format("%s, %d x %d, float. Two poles, %g and %g, in both directions of both axes.", name.c_str(), image.cols,
               image.rows, pole, FAST_POLE),
        format("Left: the result. Right: its difference from the definition in double, %.0f times; the image's values "
               "are 0 to 1, and each pixel shows the largest difference around it.",
               gain),
        hasDevice ? "Times of the CPU and the GPU are medians of a call on memory of their own."
                  : "No GPU here: times are of the CPU, medians of a call."};
    writeTable(options.get<String>("csv"), outcomes);
    writePicture(output, ContactSheet(image.size(), columns, gain).draw(heading, rows));
    std::cout << "written: " << output << ", " << options.get<String>("csv") << "\n";
    return 0;
}

int main(int argc, char** argv)
{
    return runSample(argc, argv, keys, run);
}
