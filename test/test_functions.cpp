// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Functions beside a Gaussian blur: definitions on all borders, depths, places of results, lists, errors; both sides.

#include "functions_reference.hpp"

#include "opencv2/recfilter/functions.hpp"

namespace opencv_test { namespace {

typedef std::function<void(InputArray, OutputArray, int border)> Call;

//! A function with arguments of its own, and what it must be.
struct FunctionRow
{
    const char* name;
    Call call;
    std::function<Mat(const Mat& image, int border)> definition;
    bool needsOneChannel;
    double error; //!< of the largest value: the Gaussian has 106 dB, its derivatives 90 and 78
};

void PrintTo(const FunctionRow& row, std::ostream* os)
{
    *os << row.name;
}

Mat gaussian(const Mat& image, double sigma, int dx, int dy, int border)
{
    return gaussianByDefinition(image, sigma, sigma, dx, dy, border);
}

Mat tensorOf(const Mat& image, double sigma, double outerSigma, int border)
{
    const Mat x = gaussian(image, sigma, 1, 0, border), y = gaussian(image, sigma, 0, 1, border);
    std::vector<Mat> products = {x.mul(x), x.mul(y), y.mul(y)};
    for (Mat& product : products)
        product = gaussian(product, outerSigma, 0, 0, border);
    return joined(products);
}

Mat hessianOf(const Mat& image, double sigma, int border)
{
    return joined({gaussian(image, sigma, 2, 0, border), gaussian(image, sigma, 1, 1, border),
                   gaussian(image, sigma, 0, 2, border)});
}

std::vector<FunctionRow> rows()
{
    return {
        {"gradient magnitude",
         [](InputArray src, OutputArray dst, int border) { gaussianGradientMagnitude(src, dst, 2.5, 0, border); },
         [](const Mat& image, int border) {
             const Mat x = gaussian(image, 2.5, 1, 0, border), y = gaussian(image, 2.5, 0, 1, border);
             return rootOf(x.mul(x) + y.mul(y));
         },
         false, 1e-4},
        {"gradient magnitude, unlike sigmas, normalized",
         [](InputArray src, OutputArray dst, int border) {
             gaussianGradientMagnitude(src, dst, 2.5, 4, border, -1, true);
         },
         [](const Mat& image, int border) {
             const Mat x = 2.5 * gaussianByDefinition(image, 2.5, 4, 1, 0, border),
                       y = 4 * gaussianByDefinition(image, 2.5, 4, 0, 1, border);
             return rootOf(x.mul(x) + y.mul(y));
         },
         false, 1e-4},
        {"Laplacian", [](InputArray src, OutputArray dst, int border) { laplacianOfGaussian(src, dst, 3, 0, border); },
         [](const Mat& image, int border) -> Mat {
             return gaussian(image, 3, 2, 0, border) + gaussian(image, 3, 0, 2, border);
         },
         false, 5e-4},
        {"Laplacian, unlike sigmas, normalized",
         [](InputArray src, OutputArray dst, int border) { laplacianOfGaussian(src, dst, 3, 5, border, -1, true); },
         [](const Mat& image, int border) -> Mat {
             return 9 * gaussianByDefinition(image, 3, 5, 2, 0, border) +
                    25 * gaussianByDefinition(image, 3, 5, 0, 2, border);
         },
         false, 5e-4},
        {"difference",
         [](InputArray src, OutputArray dst, int border) { differenceOfGaussians(src, dst, 2, 0, border); },
         [](const Mat& image, int border) -> Mat {
             return gaussian(image, 2, 0, 0, border) - gaussian(image, 3.2, 0, 0, border);
         },
         false, 5e-5},
        {"structure tensor",
         [](InputArray src, OutputArray dst, int border) { structureTensor(src, dst, 1.5, 4, border); },
         [](const Mat& image, int border) { return tensorOf(image, 1.5, 4, border); }, true, 3e-4},
        {"Hessian", [](InputArray src, OutputArray dst, int border) { hessianOfGaussian(src, dst, 3, border); },
         [](const Mat& image, int border) { return hessianOf(image, 3, border); }, true, 5e-4},
        {"Hessian, normalized",
         [](InputArray src, OutputArray dst, int border) { hessianOfGaussian(src, dst, 3, border, -1, true); },
         [](const Mat& image, int border) -> Mat { return 9 * hessianOf(image, 3, border); }, true, 5e-4},
    };
}

class Functions_Definition : public testing::TestWithParam<FunctionRow>
{
protected:
    Mat sourceOf(int type, Size size = Size(61, 47)) const
    {
        return noise(size, CV_MAKETYPE(CV_MAT_DEPTH(type), GetParam().needsOneChannel ? 1 : CV_MAT_CN(type)));
    }

    static int resultDepth(const Mat& src) { return src.depth() == CV_64F ? CV_64F : CV_32F; }

    void expectDefinition(const Mat& src, const Mat& actual, int border) const
    {
        EXPECT_EQ(resultDepth(src), actual.depth());
        const Mat expected = GetParam().definition(src, border);
        ASSERT_EQ(expected.channels(), actual.channels());
        // In tiny images little but rounding errors of the source is left.
        const double scale = std::max(largestValue(expected), 0.05 * largestValue(src));
        EXPECT_LE(largestError(actual.reshape(1), expected.reshape(1)), GetParam().error * scale)
            << "border " << border << ", type " << typeToString(src.type()) << ", size " << src.size();
    }

    void expectOnDevice(const Mat& src, int border) const
    {
        const GpuMat source(src);
        GpuMat dst;
        GetParam().call(source, dst, border);
        expectDefinition(src, Mat(dst), border);
    }
};

TEST_P(Functions_Definition, borders)
{
    for (const int border : BORDERS)
        for (const Size size : {Size(61, 47), Size(1, 9), Size(9, 1), Size(3, 2)})
        {
            const Mat src = sourceOf(CV_32FC1, size);
            Mat dst;
            GetParam().call(src, dst, border);
            expectDefinition(src, dst, border);
        }
}

TEST_P(Functions_Definition, depths_and_channels)
{
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC4, CV_16FC1, CV_32FC3, CV_32FC(5), CV_64FC1, CV_64FC2})
    {
        const Mat src = sourceOf(type);
        Mat dst;
        GetParam().call(src, dst, BORDER_DEFAULT);
        expectDefinition(src, dst, BORDER_DEFAULT);
    }
}

TEST_P(Functions_Definition, same_wherever_the_result_goes)
{
    const Mat src = sourceOf(CV_32FC1);
    Mat expected, large(70, 80, CV_MAKETYPE(CV_32F, 3), Scalar::all(7));
    GetParam().call(src, expected, BORDER_REFLECT);
    Mat inPlace = src.clone();
    GetParam().call(inPlace, inPlace, BORDER_REFLECT);
    EXPECT_TRUE(identical(expected, inPlace));
    Mat frame(70, 80, expected.type(), Scalar::all(7)), roi = frame(Rect(5, 6, src.cols, src.rows));
    const Mat before = roi;
    GetParam().call(src, roi, BORDER_REFLECT);
    EXPECT_EQ(before.data, roi.data);
    EXPECT_TRUE(identical(expected, roi.clone()));
    roi.setTo(Scalar::all(7));
    EXPECT_EQ(0, cvtest::norm(frame, Mat(frame.size(), frame.type(), Scalar::all(7)), NORM_INF));
    UMat onUMat;
    GetParam().call(src, onUMat, BORDER_REFLECT);
    EXPECT_TRUE(identical(expected, onUMat.getMat(ACCESS_READ)));
    // A list, and a second call with other threads.
    const std::vector<Mat> list = {src, src.colRange(0, 30), src.rowRange(3, 40)};
    std::vector<Mat> results;
    const ThreadCount saved;
    setNumThreads(3);
    GetParam().call(list, results, BORDER_REFLECT);
    ASSERT_EQ(list.size(), results.size());
    EXPECT_TRUE(identical(expected, results[0]));
    GetParam().call(list[2].clone(), expected, BORDER_REFLECT);
    EXPECT_TRUE(identical(expected, results[2]));
}

TEST_P(Functions_Definition, CudaBorders)
{
    needDevice();
    for (const int border : BORDERS)
        expectOnDevice(sourceOf(CV_32FC1, Size(201, 147)), border);
    for (const int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_16SC4, CV_16FC1, CV_32FC3, CV_64FC1, CV_64FC2})
        expectOnDevice(sourceOf(type), BORDER_DEFAULT);
}

TEST_P(Functions_Definition, CudaPlacesOfResults)
{
    needDevice();
    const Mat image = sourceOf(CV_32FC1, Size(200, 147));
    const GpuMat src(image);
    GpuMat expected;
    GetParam().call(src, expected, BORDER_REFLECT);
    GpuMat inPlace = src.clone();
    GetParam().call(inPlace, inPlace, BORDER_REFLECT);
    EXPECT_TRUE(identical(Mat(expected), Mat(inPlace)));
    GpuMat frame(170, 230, expected.type(), Scalar::all(7)), roi = frame(Rect(5, 6, src.cols, src.rows));
    GetParam().call(src, roi, BORDER_REFLECT);
    EXPECT_TRUE(identical(Mat(expected), Mat(roi)));
    std::vector<GpuMat> list = {src, src.colRange(0, 30)}, results;
    GetParam().call(list, results, BORDER_REFLECT);
    ASSERT_EQ(list.size(), results.size());
    EXPECT_LE(relativeError(Mat(results[0]).reshape(1), Mat(expected).reshape(1)), 1e-5);
    // A source that overlaps its result by other pixels.
    GpuMat both(300, 200, CV_32FC1);
    src.copyTo(both.rowRange(0, 147));
    GpuMat below = both.rowRange(1, 148);
    if (expected.type() == CV_32FC1)
    {
        GetParam().call(both.rowRange(0, 147), below, BORDER_REFLECT);
        EXPECT_LE(relativeError(Mat(below), Mat(expected)), 1e-5);
    }
}

INSTANTIATE_TEST_CASE_P(All, Functions_Definition, testing::ValuesIn(rows()));

//! Several tiles and segments in both directions, whole and cut ones: both filters of these functions share blocks.
TEST(Functions_TwinsCuda, as_on_the_host)
{
    needDevice();
    const std::function<void(InputArray, OutputArray, int)> functions[] = {
        [](InputArray src, OutputArray dst, int border) { gaussianGradientMagnitude(src, dst, 4, 0, border); },
        [](InputArray src, OutputArray dst, int border) { laplacianOfGaussian(src, dst, 6, 3, border, -1, true); },
        [](InputArray src, OutputArray dst, int border) { differenceOfGaussians(src, dst, 5, 11, border); },
        [](InputArray src, OutputArray dst, int border) { unsharpMask(src, dst, 7, 0.5, 0, border); }};
    for (const Size size : {Size(1500, 1100), Size(2051, 70), Size(67, 2300), Size(17000, 70)})
        for (const int type : {CV_32FC1, CV_8UC1, CV_8UC3, CV_16FC2, CV_32FC4})
            for (const int border : BORDERS)
                for (const auto& function : functions)
                {
                    const Mat src = noise(size, type);
                    Mat expected;
                    GpuMat actual;
                    function(src, expected, border);
                    function(GpuMat(src), actual, border);
                    const double tolerance = expected.depth() == CV_8U ? 1 : expected.depth() == CV_16F ? 1e-3 : 5e-5;
                    const double scale = expected.depth() == CV_8U ? 1 : largestValue(expected);
                    EXPECT_LE(largestError(Mat(actual).reshape(1), expected.reshape(1)), tolerance * scale)
                        << size << ", " << typeToString(type) << ", border " << border;
                }
}

TEST(Functions_Unsharp, definition)
{
    for (const int type : {CV_8UC3, CV_16UC1, CV_16SC1, CV_32FC1, CV_64FC2})
        for (const double threshold : {0., 20.})
        {
            const Mat src = noise(Size(61, 47), type);
            const double scale = src.depth() < CV_32F ? 1 : 1 / 100.;
            Mat dst;
            unsharpMask(src, dst, 2, 1.5, threshold * scale, BORDER_WRAP);
            ASSERT_EQ(src.type(), dst.type());
            const Mat s = asDouble(src).reshape(1);
            const Mat blurred = gaussianByDefinition(src, 2, 2, 0, 0, BORDER_WRAP).reshape(1);
            Mat lost = s - blurred, unsure = cv::abs(cv::abs(lost) - threshold * scale) < 1e-2 * scale;
            lost.setTo(0, cv::abs(lost) < threshold * scale);
            Mat expected;
            Mat(s + 1.5 * lost).convertTo(expected, src.depth()); // saturates
            Mat difference = cv::abs(asDouble(dst).reshape(1) - asDouble(expected));
            if (threshold > 0)
                difference.setTo(0, unsure);
            EXPECT_LE(cvtest::norm(difference, NORM_INF), src.depth() < CV_32F ? 1 : 1e-4 * largestValue(src))
                << typeToString(type) << ", threshold " << threshold;
            Mat inPlace = src.clone();
            unsharpMask(inPlace, inPlace, 2, 1.5, threshold * scale, BORDER_WRAP);
            EXPECT_TRUE(identical(dst, inPlace));
        }
}

TEST(Functions_Unsharp, amounts)
{
    const Mat src = noise(Size(40, 30), CV_8U);
    Mat dst, blurred;
    unsharpMask(src, dst, 3, 0);
    EXPECT_TRUE(identical(src, dst));
    unsharpMask(src, dst, 3, -1);
    recursiveGaussianBlur(src, blurred, 3);
    EXPECT_LE(cvtest::norm(dst, blurred, NORM_INF), 1);
}

TEST(Functions_Unsharp, Cuda)
{
    needDevice();
    for (const int type : {CV_8UC1, CV_8UC3, CV_16SC1, CV_16FC1, CV_32FC1, CV_64FC2})
    {
        const Mat src = noise(Size(131, 97), type);
        Mat expected;
        unsharpMask(src, expected, 2, 1.5, 0, BORDER_WRAP);
        GpuMat onGpu(src), dst;
        unsharpMask(onGpu, dst, 2, 1.5, 0, BORDER_WRAP);
        const double error = largestError(Mat(dst).reshape(1), expected.reshape(1));
        EXPECT_LE(error, src.depth() < CV_32F ? 1 : (src.depth() == CV_16F ? 2e-3 : 1e-5) * largestValue(expected));
        unsharpMask(onGpu, onGpu, 2, 1.5, 0, BORDER_WRAP);
        EXPECT_TRUE(identical(Mat(dst), Mat(onGpu)));
    }
}

TEST(Functions_Eigenvalues, of_known_matrices)
{
    for (const int depth : {CV_32F, CV_64F})
    {
        double values[] = {2, 0, 1, 1, 0, 2, 1, 1, 1, 0, -3, 0};
        const Mat matrices(1, 4, CV_64FC3, values);
        Mat src, dst;
        matrices.convertTo(src, depth);
        symmetricEigenvalues(src, dst);
        ASSERT_EQ(CV_MAKETYPE(depth, 2), dst.type());
        const double expected[] = {2, 1, 2, 1, 2, 0, 3, -3};
        for (int i = 0; i < 8; i++)
            EXPECT_NEAR(expected[i], asDouble(dst).reshape(1).at<double>(0, i), 1e-6);
        if (hasDevice())
        {
            GpuMat onGpu;
            symmetricEigenvalues(GpuMat(src), onGpu);
            EXPECT_LE(largestError(Mat(onGpu).reshape(1), dst.reshape(1)), 1e-6);
        }
    }
}

//! The largest answer of the normalized Laplacian to a Gaussian blob is at its sigma (Lindeberg 1998).
TEST(Functions_Laplacian, finds_the_size_of_a_blob)
{
    Mat blob(101, 101, CV_32F);
    for (int y = 0; y < blob.rows; y++)
        for (int x = 0; x < blob.cols; x++)
            blob.at<float>(y, x) = float(std::exp(-((x - 50) * (x - 50) + (y - 50) * (y - 50)) / (2 * 36.)));
    double best = 0, bestSigma = 0;
    for (double sigma = 3; sigma < 12; sigma += 0.25)
    {
        Mat dst;
        laplacianOfGaussian(blob, dst, sigma, 0, BORDER_DEFAULT, -1, true);
        if (-dst.at<float>(50, 50) > best)
        {
            best = -dst.at<float>(50, 50);
            bestSigma = sigma;
        }
    }
    EXPECT_NEAR(6, bestSigma, 0.26);
}

TEST(Functions, refuse)
{
    const Mat image(8, 8, CV_8U, Scalar(3)), colour(8, 8, CV_8UC3, Scalar(3)), wrong(8, 8, CV_32S, Scalar(3));
    Mat dst;
    using namespace cv::Error;
    const BadCall rows[] = {
        {"sigmaX is 0;", StsOutOfRange, [&] { gaussianGradientMagnitude(image, dst, 0); }},
        {"sigmaY is -1;", StsOutOfRange, [&] { gaussianGradientMagnitude(image, dst, 1, -1); }},
        {"borderType is 77", StsBadArg, [&] { gaussianGradientMagnitude(image, dst, 1, 1, 77); }},
        {"ddepth is 0", StsBadArg, [&] { gaussianGradientMagnitude(image, dst, 1, 1, BORDER_WRAP, CV_8U); }},
        {"src has depth CV_32S", StsUnsupportedFormat, [&] { laplacianOfGaussian(wrong, dst, 1); }},
        {"src is empty", StsBadArg, [&] { laplacianOfGaussian(Mat(), dst, 1); }},
        {"sigma is nan", StsOutOfRange, [&] { differenceOfGaussians(image, dst, NAN); }},
        {"widerSigma is 1e+06", StsOutOfRange, [&] { differenceOfGaussians(image, dst, 1, 1e6); }},
        {"amount is -2", StsOutOfRange, [&] { unsharpMask(image, dst, 1, -2); }},
        {"threshold is -1", StsOutOfRange, [&] { unsharpMask(image, dst, 1, 1, -1); }},
        {"src has 3 channels", BadNumChannels, [&] { structureTensor(colour, dst, 1, 2); }},
        {"outerSigma is 0", StsOutOfRange, [&] { structureTensor(image, dst, 1, 0); }},
        {"src has 3 channels", BadNumChannels, [&] { hessianOfGaussian(colour, dst, 1); }},
        {"src has type CV_8UC3", StsUnsupportedFormat, [&] { symmetricEigenvalues(colour, dst); }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
}

}} // namespace
