// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_PAPERS_CONVOLUTION_HPP
#define OPENCV_RECFILTER_PERF_PAPERS_CONVOLUTION_HPP

// The figures of Eklund and Dufort 2013 as lists of dense kernels to be timed, for both backends: in 2, 3 and 4
// dimensions, in space and by spectra. perf/plot_papers.py draws them.

#include "perf_papers.hpp"

#include "dense/plan/conv_algorithms.hpp"

namespace opencv_test {

const int FILTER_2D = -1; //!< cv::filter2D, the CPU's peer, besides the algorithms of the table

//! A point of a curve.
struct ConvolutionCase
{
    std::string figure;
    int algorithm;
    std::vector<int> sizes; //!< t, z, y, x
    int taps;               //!< along each dimension
    double parameter;       //!< taps, or points in time where the figure varies them

    size_t dims() const { return sizes.size(); }

    std::string name() const
    {
        const auto* const row = cv::recfilter::findConvAlgorithm(algorithm);
        return row ? row->name : "cv::filter2D";
    }

    Mat source() const
    {
        int elements = 1;
        for (int length : sizes)
            elements *= length;
        return Mat(int(dims()), sizes.data(), CV_32F, noise(Size(elements, 1), CV_32FC1).data).clone();
    }

    Mat kernel() const
    {
        Mat result(int(dims()), std::vector<int>(dims(), taps).data(), CV_32F);
        RNG(2).fill(result, RNG::UNIFORM, -1, 1);
        return result;
    }

    //! Makes the case a row of a table.
    void record() const
    {
        recordPaperCase(figure, name(), BORDER_REFLECT_101, Size(sizes[dims() - 1], sizes[dims() - 2]), parameter, 0);
    }

    //! The filter, whose algorithm may not take the kernel: the case is skipped then.
    Ptr<NonSeparableFilter> filter() const
    {
        NonSeparableParams params;
        params.algorithm = std::max(algorithm, 0);
        try
        {
            return createNonSeparableFilter(kernel(), params);
        }
        catch (const cv::Exception& refusal)
        {
            if (refusal.code == Error::StsBadArg)
                throw SkipTestException(refusal.err);
            throw;
        }
    }

    //! A few results against their definition.
    void expectSome(const Mat& src, const Mat& dst) const
    {
        RNG places(3);
        const Mat weights = kernel();
        const double largest = cvtest::norm(dst, NORM_INF);
        for (int i = 0; i < 10; i++)
        {
            std::vector<int> at, q(dims(), 0);
            for (int length : sizes)
                at.push_back(places.uniform(0, length));
            double sum = 0;
            for (size_t tap = 0; tap < weights.total(); tap++)
            {
                std::vector<int> from;
                size_t rest = tap;
                for (size_t k = dims(); k-- > 0; rest /= size_t(taps))
                    q[k] = int(rest % size_t(taps));
                for (size_t k = 0; k < dims(); k++)
                    from.push_back(borderInterpolate(at[k] + q[k] - taps / 2, sizes[k], BORDER_REFLECT_101));
                sum += double(weights.ptr<float>()[tap]) * src.at<float>(from.data());
            }
            EXPECT_NEAR(sum, dst.at<float>(at.data()), 5e-6 * largest);
        }
    }
};

inline void PrintTo(const ConvolutionCase& test, std::ostream* out)
{
    *out << '"' << test.figure << "\", " << test.name() << ", ";
    for (int length : test.sizes)
        *out << length << "x";
    *out << " by " << test.taps;
}

/** The cases of all figures.
@param algorithmsFor algorithms that are worth a point of a curve, by dimensions and taps a side */
inline std::vector<ConvolutionCase>
convolutionCases(const std::function<std::vector<int>(size_t dims, int taps)>& algorithmsFor)
{
    std::vector<ConvolutionCase> cases;
    const auto addCases = [&](const char* figure, const std::vector<int>& sizes, int taps, double parameter) {
        for (int algorithm : algorithmsFor(sizes.size(), taps))
            cases.push_back({figure, algorithm, sizes, taps, parameter});
    };
    for (int taps : {3, 5, 7, 9, 11, 13, 15, 17, 21, 25, 31, 41, 63})
        addCases("conv_2d", {2048, 2048}, taps, taps);
    for (int side : sidesUpTo(4096))
    {
        addCases("conv_2d_9", {side, side}, 9, 9);
        addCases("conv_2d_17", {side, side}, 17, 17);
    }
    for (int taps : {3, 5, 7, 9, 11, 13, 15, 17})
        addCases("conv_3d", {256, 256, 256}, taps, taps);
    for (int side : {64, 96, 128, 192, 256, 384})
    {
        addCases("conv_3d_7", {side, side, side}, 7, 7);
        addCases("conv_3d_13", {side, side, side}, 13, 13);
    }
    for (int taps : {3, 5, 7, 9, 11})
        addCases("conv_4d", {32, 128, 128, 128}, taps, taps);
    for (int times : {16, 32, 64, 128})
        addCases("conv_4d_7", {times, 64, 128, 128}, 7, times);
    return cases;
}

} // namespace opencv_test

#endif
