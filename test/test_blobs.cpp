// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blobs of any size: Gaussians of known places, sizes and heights are found; both sides.

#include "recursive_device.hpp"
#include "times.hpp"

#include "opencv2/recfilter/scale_space.hpp"

namespace opencv_test { namespace {

struct KnownBlob
{
    int x, y;
    double sigma, height;
};

const KnownBlob KNOWN[] = {
    {60, 70, 4, 1}, {160, 60, 9, 0.8}, {70, 190, 6, -0.9}, {190, 180, 14, 0.7}, {120, 130, 2.5, 0.6}};

Mat imageOf(const std::vector<KnownBlob>& blobs, Size size = Size(256, 250))
{
    Mat image(size, CV_32F);
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++)
        {
            double sum = 0;
            for (const KnownBlob& blob : blobs)
                sum += blob.height *
                       std::exp(-(std::pow(x - blob.x, 2) + std::pow(y - blob.y, 2)) / (2 * blob.sigma * blob.sigma));
            image.at<float>(y, x) = float(sum);
        }
    return image;
}

Mat knownImage()
{
    return imageOf({std::begin(KNOWN), std::end(KNOWN)});
}

BlobParams paramsOf(int response, int polarity)
{
    BlobParams params;
    params.minSigma = 1.5;
    params.maxSigma = 24;
    params.scales = 33; // steps of 1.09
    params.response = response;
    params.polarity = polarity;
    return params;
}

Mat found(InputArray src, const BlobParams& params)
{
    Mat blobs;
    scaleSpaceBlobs(src, blobs, params);
    return blobs;
}

//! The known blobs of these signs, and no others. Strongest first.
void expectKnown(const Mat& blobs, int polarity, double sizeError)
{
    int wanted = 0;
    for (const KnownBlob& known : KNOWN)
    {
        if (!(polarity & (known.height > 0 ? BLOBS_BRIGHT : BLOBS_DARK)))
            continue;
        wanted++;
        int matches = 0;
        for (int i = 0; i < blobs.rows; i++)
        {
            const float* const blob = blobs.ptr<float>(i);
            if (std::hypot(blob[0] - known.x, blob[1] - known.y) > 1.5)
                continue;
            matches++;
            EXPECT_NEAR(1, blob[2] / known.sigma, sizeError) << known.x << ", " << known.y;
            EXPECT_NEAR(known.height / 2, blob[3], 0.1 * std::abs(known.height));
        }
        EXPECT_EQ(1, matches) << known.x << ", " << known.y;
    }
    EXPECT_EQ(wanted, blobs.rows);
    for (int i = 1; i < blobs.rows; i++)
        EXPECT_GE(std::abs(blobs.at<float>(i - 1, 3)), std::abs(blobs.at<float>(i, 3)));
}

TEST(Blobs, known)
{
    const Mat image = knownImage();
    for (int polarity : {int(BLOBS_BRIGHT), int(BLOBS_DARK), BLOBS_BRIGHT | BLOBS_DARK})
    {
        expectKnown(found(image, paramsOf(BLOBS_LAPLACIAN, polarity)), polarity, 0.1);
        // A difference answers most to the sigma whose geometric mean with the next one is the blob's.
        expectKnown(found(image, paramsOf(BLOBS_DIFFERENCE, polarity)), polarity, 0.15);
    }
}

TEST(Blobs, depths)
{
    const Mat image = knownImage();
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_64F})
    {
        Mat scaled;
        const double range = depth == CV_8U ? 120 : depth == CV_16U ? 30000 : depth == CV_16S ? 16000 : 1;
        image.convertTo(scaled, depth, range, depth < CV_16S ? range : 0);
        BlobParams params = paramsOf(BLOBS_LAPLACIAN, BLOBS_BRIGHT);
        Mat blobs = found(scaled, params);
        if (depth < CV_32F) // threshold and responses are shares of 255 and so on
            blobs.col(3) *= 1 / range;
        expectKnown(blobs, BLOBS_BRIGHT, 0.1);
    }
}

TEST(Blobs, threshold_and_overlap)
{
    BlobParams params = paramsOf(BLOBS_LAPLACIAN, BLOBS_BRIGHT);
    params.threshold = 0.37;
    EXPECT_EQ(2, found(knownImage(), params).rows) << "heights 1 and 0.8 answer with a half";
    params.threshold = 1;
    EXPECT_TRUE(found(knownImage(), params).empty());
    // A small one in a large one.
    const Mat nested = imageOf({{128, 125, 12, 1}, {131, 125, 2, 1}});
    params.threshold = 0.1;
    params.overlap = 1;
    EXPECT_EQ(2, found(nested, params).rows) << "a circle within another one covers all of it, not more";
    params.overlap = 0.5;
    const Mat one = found(nested, params);
    ASSERT_EQ(1, one.rows);
    EXPECT_NEAR(12, one.at<float>(0, 2), 3) << "the larger one stays";
}

TEST(Blobs, flat_images_and_ties)
{
    BlobParams params;
    EXPECT_TRUE(found(Mat(50, 60, CV_8U, Scalar(200)), params).empty());
    // Two equal pixels side by side are one maximum.
    Mat pair(40, 50, CV_32F, Scalar(0));
    pair.at<float>(20, 24) = pair.at<float>(20, 25) = 100;
    params.scales = 1;
    params.minSigma = params.maxSigma = 1;
    EXPECT_EQ(1, found(pair, params).rows);
    EXPECT_EQ(1, found(Mat(1, 1, CV_32F, Scalar(1)), params).rows + 1) << "one pixel has no second derivatives";
}

//! Of two blobs of one size that overlap, the stronger one stays, on whichever side it is.
TEST(Blobs, stronger_of_two_alike)
{
    for (const int weaker : {18, 22})
    {
        Mat image(41, 41, CV_32F, Scalar(0));
        image.at<float>(20, 20) = 100;
        image.at<float>(20, weaker) = 70;
        BlobParams params;
        params.minSigma = params.maxSigma = 1;
        params.scales = 1;
        params.overlap = 0.1;
        params.threshold = 0.01;
        Mat blobs;
        scaleSpaceBlobs(image, blobs, params);
        ASSERT_LE(1, blobs.rows);
        float strongest = 0;
        for (int i = 0; i < blobs.rows; i++)
            if (std::abs(blobs.at<float>(i, 0) - 20) < 0.5)
                strongest = blobs.at<float>(i, 3);
        EXPECT_GT(strongest, 0) << weaker;
    }
}

//! The last of many scales is maxSigma, also if that is the largest sigma that is accepted.
TEST(Blobs, largest_sigma)
{
    BlobParams params;
    params.minSigma = 0.3;
    params.maxSigma = 1e5;
    params.scales = 16;
    Mat blobs;
    EXPECT_NO_THROW(scaleSpaceBlobs(noise(Size(20, 20), CV_8U), blobs, params));
}

TEST(Blobs, refuse)
{
    const Mat image(8, 8, CV_8U, Scalar(3));
    Mat dst;
    const auto with = [&](const std::function<void(BlobParams&)>& change) {
        BlobParams params;
        change(params);
        scaleSpaceBlobs(image, dst, params);
    };
    using namespace cv::Error;
    const BadCall rows[] = {
        {"minSigma is 0;", StsOutOfRange, [&] { with([](BlobParams& p) { p.minSigma = 0; }); }},
        {"maxSigma is 0.5 and minSigma 1", StsOutOfRange, [&] { with([](BlobParams& p) { p.maxSigma = 0.5; }); }},
        {"maxSigma is 200000;", StsOutOfRange, [&] { with([](BlobParams& p) { p.maxSigma = 2e5; }); }},
        {"maxSigma times the factor from scale to scale is", StsOutOfRange,
         [&] {
             with([](BlobParams& p) {
                 p.maxSigma = 9e4;
                 p.response = BLOBS_DIFFERENCE;
             });
         }},
        {"scales is 0", StsOutOfRange, [&] { with([](BlobParams& p) { p.scales = 0; }); }},
        {"threshold is -1", StsOutOfRange, [&] { with([](BlobParams& p) { p.threshold = -1; }); }},
        {"overlap is 2", StsOutOfRange, [&] { with([](BlobParams& p) { p.overlap = 2; }); }},
        {"response is 2", StsBadArg, [&] { with([](BlobParams& p) { p.response = 2; }); }},
        {"polarity is 0", StsBadArg, [&] { with([](BlobParams& p) { p.polarity = 0; }); }},
        {"borderType is 77", StsBadArg, [&] { with([](BlobParams& p) { p.borderType = 77; }); }},
        {"src has 3 channels", BadNumChannels, [&] { scaleSpaceBlobs(Mat(8, 8, CV_8UC3, Scalar(1)), dst); }},
        {"src has depth CV_32S", StsUnsupportedFormat, [&] { scaleSpaceBlobs(Mat(8, 8, CV_32S, Scalar(1)), dst); }},
        {"src is empty", StsBadArg, [&] { scaleSpaceBlobs(Mat(), dst); }},
        {"blobs is no Mat", StsBadArg,
         [&] {
             GpuMat gpu;
             scaleSpaceBlobs(image, gpu);
         }},
    };
    for (const BadCall& row : rows)
        expectError(row.code, row.why, row.call);
    EXPECT_TRUE(dst.empty());
}

TEST(BlobsCuda, as_on_the_host)
{
    needDevice();
    const Mat image = knownImage();
    for (int response : {BLOBS_LAPLACIAN, BLOBS_DIFFERENCE})
        for (int depth : {CV_32F, CV_64F})
        {
            Mat src;
            image.convertTo(src, depth);
            expectKnown(found(GpuMat(src), paramsOf(response, 3)), 3, 0.15);
        }
    // Many of them: noise.
    BlobParams params = paramsOf(BLOBS_LAPLACIAN, 3);
    params.threshold = 0.02;
    params.overlap = 1;
    const Mat bytes = noise(Size(333, 222), CV_8U), onHost = found(bytes, params), onGpu = found(GpuMat(bytes), params);
    EXPECT_GT(onHost.rows, 300);
    EXPECT_NEAR(onHost.rows, onGpu.rows, onHost.rows / 100);
}

//! Filters of all scales are kept from call to call.
TEST(ScaleSpaceBlobs, many_scales_are_no_slower)
{
    needQuietMachine();
    const Mat image = knownImage();
    for (int response : {BLOBS_LAPLACIAN, BLOBS_DIFFERENCE})
    {
        const auto searchOf = [&](int scales) {
            return [&image, response, scales] {
                BlobParams params;
                params.response = response;
                params.scales = scales;
                Mat found;
                scaleSpaceBlobs(image, found, params);
            };
        };
        const auto isLinear = [](const std::vector<double>& times) { return times[1] <= 2 * 5 * times[0]; };
        const std::vector<double> times = fastestOf({searchOf(12), searchOf(60)}, isLinear);
        EXPECT_TRUE(isLinear(times)) << times[0] << " ms, " << times[1] << " ms of five times as many scales";
    }
}

//! The share of the smaller circle that the larger one covers, by lines across both.
double coveredShare(const Vec4f& a, const Vec4f& b)
{
    const Vec4f &large = a[2] > b[2] ? a : b, &small = a[2] > b[2] ? b : a;
    const double r = std::sqrt(2.) * small[2], R = std::sqrt(2.) * large[2];
    const double distance = std::hypot(double(a[0]) - b[0], double(a[1]) - b[1]);
    if (distance >= r + R || distance <= R - r)
        return distance >= r + R ? 0 : 1;
    const int steps = 2000;
    double inside = 0, covered = 0;
    for (int j = 0; j < steps; j++)
    {
        const double y = ((j + 0.5) / steps * 2 - 1) * r, half = std::sqrt(r * r - y * y);
        const double fromLarge = small[1] + y - large[1], square = R * R - fromLarge * fromLarge;
        inside += 2 * half;
        if (square <= 0)
            continue;
        const double begin = std::max(small[0] - half, large[0] - std::sqrt(square));
        const double end = std::min(small[0] + half, large[0] + std::sqrt(square));
        covered += std::max(end - begin, 0.);
    }
    return covered / inside;
}

//! Of many blobs those stay that stay when all pairs are compared, from the left.
TEST(ScaleSpaceBlobs, all_pairs_of_noise)
{
    Mat image(90, 110, CV_32F);
    RNG(3).fill(image, RNG::UNIFORM, 0, 1);
    BlobParams params;
    params.minSigma = 0.7;
    params.maxSigma = 40;
    params.scales = 9;
    params.threshold = 0.01;
    params.polarity = BLOBS_BRIGHT + BLOBS_DARK;
    const auto sorted = [&](double overlap) {
        params.overlap = overlap;
        std::vector<Vec4f> blobs = found(image, params).reshape(4);
        std::sort(blobs.begin(), blobs.end(), [](const Vec4f& a, const Vec4f& b) {
            return std::tie(a[0], a[1], a[2]) < std::tie(b[0], b[1], b[2]);
        });
        return blobs;
    };
    const std::vector<Vec4f> all = sorted(1);
    ASSERT_GT(all.size(), 500u);
    for (const double overlap : {0.2, 0.513, 0.8}) // no share of circles on whole pixels
    {
        std::vector<bool> isGone(all.size());
        for (size_t i = 0; i < all.size(); i++)
            for (size_t k = i + 1; k < all.size(); k++)
            {
                const Vec4f &a = all[i], &b = all[k];
                if (isGone[i] || isGone[k] || (a[3] > 0) != (b[3] > 0) || coveredShare(a, b) <= overlap)
                    continue;
                const bool firstWins = a[2] != b[2] ? a[2] > b[2] : std::abs(a[3]) >= std::abs(b[3]);
                isGone[firstWins ? k : i] = true;
            }
        std::vector<Vec4f> expected;
        for (size_t i = 0; i < all.size(); i++)
            if (!isGone[i])
                expected.push_back(all[i]);
        EXPECT_LT(expected.size(), all.size());
        EXPECT_EQ(expected, sorted(overlap)) << overlap;
    }
}

//! As many blobs as noise has, of which all that are near each other are compared.
TEST(ScaleSpaceBlobs, many_blobs_take_time_by_pixels)
{
    needQuietMachine();
    const auto searchOf = [](int side) {
        Mat image(side, side, CV_32F);
        RNG(1).fill(image, RNG::UNIFORM, 0, 1);
        return [image] {
            BlobParams params;
            params.threshold = 0.02;
            Mat found;
            scaleSpaceBlobs(image, found, params);
        };
    };
    const auto isLinear = [](const std::vector<double>& times) { return times[1] <= 2 * 16 * times[0]; };
    const std::vector<double> times = fastestOf({searchOf(250), searchOf(1000)}, isLinear);
    EXPECT_TRUE(isLinear(times)) << times[0] << " ms, " << times[1] << " ms for 16 times as many pixels";
}

}} // namespace
