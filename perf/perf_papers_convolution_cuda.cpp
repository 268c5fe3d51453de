// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The figures of Eklund and Dufort 2013 on the GPU.

#include "perf_papers_convolution.hpp"

#ifdef HAVE_RECFILTER_CUDA
#include "device_copy_reference.hpp"
#include "device_rows.hpp"

namespace opencv_test { namespace {

//! Separable kernels are no figure of the paper.
std::vector<int> deviceAlgorithms(size_t, int taps)
{
    std::vector<int> algorithms;
    for (const auto& row : cv::recfilter::convAlgorithms())
    {
        const bool isForSmall = (row.needs & cv::recfilter::CONV_NEEDS_SMALL) != 0;
        const bool isForLowRank = (row.needs & cv::recfilter::CONV_NEEDS_LOW_RANK) != 0;
        if (row.onDevice && row.algorithm != CONVOLUTION_STRICT && !isForLowRank &&
            (taps <= cv::recfilter::MAX_PAPER_KERNEL || !isForSmall))
            algorithms.push_back(row.algorithm);
    }
    return algorithms;
}

typedef perf::TestBaseWithParam<ConvolutionCase> PapersCuda_Convolution;

PERF_TEST_P(PapersCuda_Convolution, apply, testing::ValuesIn(convolutionCases(deviceAlgorithms)))
{
    needDevice();
    const ConvolutionCase& test = GetParam();
    test.record();
    const Mat src = test.source();
    const auto filter = test.filter();
    Mat result;
    const auto measure = [&](const std::function<void(Stream&)>& run, const GpuMat& source, const GpuMat& destination) {
        reportDeviceRatio(measureAgainstDeviceCopy(run, source, destination, roundsWithin(run)));
        TEST_CYCLE_N(1)
        {
            run(Stream::Null());
            cudaDeviceSynchronize();
        }
    };
    if (test.dims() == 2)
    {
        const GpuMat source(src);
        GpuMat destination;
        filter->apply(source, destination);
        measure([&](Stream& stream) { filter->apply(source, destination, stream); }, source, destination);
        destination.download(result);
    }
    else
    {
        GpuMatND source, destination;
        source.upload(src);
        filter->apply(source, destination);
        measure([&](Stream& stream) { filter->apply(source, destination, stream); }, rowsOf(source),
                rowsOf(destination));
        destination.download(result);
    }
    test.expectSome(src, result);
    SANITY_CHECK_NOTHING();
}

}} // namespace opencv_test

#endif
