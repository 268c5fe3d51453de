// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The needs of the algorithms for dense kernels, each with its check and its error text.

#include "dense/plan/conv_algorithms.hpp"

namespace cv { namespace recfilter {

namespace {

template <typename Predicate>
String namesOf(const Predicate& predicate)
{
    String names;
    for (const ConvAlgorithm& row : convAlgorithms())
        if ((row.onHost || row.onDevice) && predicate(row))
            names += (names.empty() ? "" : ", ") + format("%s (%d)", row.name, row.algorithm);
    return names;
}

} // namespace

void checkConvAlgorithm(const KernelBank& bank)
{
    const ConvAlgorithm* const row = findConvAlgorithm(bank.algorithm);
    if (!row)
        CV_Error(Error::StsBadArg, format("algorithm is %d; accepted are %s", bank.algorithm,
                                          namesOf([](const ConvAlgorithm&) { return true; }).c_str()));
    const auto refuse = [&](unsigned need, const String& given, const char* needed) {
        if (row->needs & need)
            CV_Error(Error::StsBadArg,
                     format("algorithm is %s and the kernels %s; it needs %s, and others are accepted by %s", row->name,
                            given.c_str(), needed,
                            namesOf([=](const ConvAlgorithm& other) { return !(other.needs & need); }).c_str()));
    };
    const int width = bank.size[3], height = bank.size[2];
    if (bank.complexKernels)
        refuse(CONV_NEEDS_REAL_KERNELS, "are complex", "real kernels");
    if (std::max(width, height) > MAX_PAPER_KERNEL)
        refuse(CONV_NEEDS_SMALL, format("are %d x %d", height, width), "up to 17 taps along the last two dimensions");
    if (width != height || width % 2 == 0 || width == 1)
        refuse(CONV_NEEDS_ODD_SQUARES, format("are %d x %d", height, width), "3 x 3, 5 x 5, ..., 17 x 17 taps");
    if (!row->onHost && !row->onDevice)
        CV_Error(Error::StsNotImplemented, format("algorithm is %s, %s; accepted are %s", row->name, WITHOUT_PAPERS,
                                                  namesOf([](const ConvAlgorithm&) { return true; }).c_str()));
}

void checkConvDepths(const KernelBank& bank, int srcDepth, int dstDepth)
{
    const ConvAlgorithm& row = *findConvAlgorithm(bank.algorithm);
    if ((row.needs & CONV_NEEDS_FLOAT) && (srcDepth != CV_32F || dstDepth != CV_32F))
        CV_Error(Error::StsUnsupportedFormat,
                 format("src has depth %s and dst %s; CV_32F is accepted with %s, and other depths by %s",
                        depthToString(srcDepth), depthToString(dstDepth), row.name,
                        namesOf([](const ConvAlgorithm& other) { return !(other.needs & CONV_NEEDS_FLOAT); }).c_str()));
}

void checkConvSide(const KernelBank& bank, bool onDevice, const char* kind)
{
    const auto takes = [onDevice](const ConvAlgorithm& row) { return onDevice ? row.onDevice : row.onHost; };
    const ConvAlgorithm& row = *findConvAlgorithm(bank.algorithm);
    if (!takes(row))
        CV_Error(Error::StsNotImplemented,
                 format("src is a %s and algorithm %s; accepted then are %s", kind, row.name, namesOf(takes).c_str()));
}

void checkConvRank(int rank)
{
    if (rank > MAX_CONV_RANK)
        CV_Error(
            Error::StsBadArg,
            format("algorithm is CONVOLUTION_SEPARABLE and a kernel has rank %d; it needs a rank up to %d, and any "
                   "rank is accepted by %s",
                   rank, MAX_CONV_RANK,
                   namesOf([](const ConvAlgorithm& other) { return !(other.needs & CONV_NEEDS_LOW_RANK); }).c_str()));
}

}} // namespace cv::recfilter
