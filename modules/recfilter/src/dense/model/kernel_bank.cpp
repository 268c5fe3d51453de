// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Checks the arguments of createNonSeparableFilter.

#include "dense/model/kernel_bank.hpp"

#include "arrays/border_type.hpp"
#include "arrays/depths.hpp"

namespace cv { namespace recfilter {

namespace {

String sizeText(const Mat& kernel)
{
    String text;
    for (int i = 0; i < kernel.dims; i++)
        text += (i ? " x " : "") + format("%d", kernel.size[i]);
    return text;
}

std::vector<Mat> listOf(InputArrayOfArrays kernels)
{
    std::vector<Mat> list;
    if (kernels.isMatVector() || kernels.isUMatVector())
        kernels.getMatVector(list);
    else if (kernels.isMat() || kernels.isUMat() || kernels.isMatx())
        list.push_back(kernels.getMat());
    else
        CV_Error(Error::StsBadArg, format("kernels is an array of kind %#x; Mat, UMat and vectors of them are accepted",
                                          unsigned(kernels.kind())));
    return list;
}

void checkKernels(const std::vector<Mat>& kernels)
{
    if (kernels.empty())
        CV_Error(Error::StsBadArg, "kernels is an empty list; at least one kernel is needed");
    for (size_t i = 0; i < kernels.size(); i++)
    {
        const Mat &kernel = kernels[i], &first = kernels[0];
        const String name = format("kernels[%d]", int(i));
        if (kernel.empty())
            CV_Error(Error::StsBadArg, format("%s is empty; at least one tap is needed", name.c_str()));
        if (kernel.dims > VIEW_AXES)
            CV_Error(Error::StsBadArg, format("%s has %d dimensions; 2 to 4 are accepted", name.c_str(), kernel.dims));
        if (kernel.depth() > CV_64F)
            CV_Error(Error::StsUnsupportedFormat,
                     format("%s has depth %s; CV_8U, CV_8S, CV_16U, CV_16S, CV_32S, CV_32F and CV_64F are accepted",
                            name.c_str(), depthToString(kernel.depth())));
        if (kernel.channels() > 2)
            CV_Error(Error::BadNumChannels, format("%s has %d channels; 1 (real) and 2 (complex) are accepted",
                                                   name.c_str(), kernel.channels()));
        if (kernel.type() != first.type())
            CV_Error(Error::StsUnmatchedFormats,
                     format("%s is %s and kernels[0] %s; all must have one type", name.c_str(),
                            typeToString(kernel.type()).c_str(), typeToString(first.type()).c_str()));
        if (kernel.size != first.size)
            CV_Error(Error::StsUnmatchedSizes, format("%s is %s and kernels[0] %s; all must have one size",
                                                      name.c_str(), sizeText(kernel).c_str(), sizeText(first).c_str()));
    }
}

//! @param values one for each dimension, or one for all. Dimensions that arrays lack get 0.
AxisInts byAxis(const std::vector<int>& values, int dims, const char* name)
{
    if (values.size() != 1 && values.size() != size_t(dims))
        CV_Error(Error::StsBadArg, format("%s has %d values; 1 or %d, one for each dimension of the kernels, are "
                                          "accepted",
                                          name, int(values.size()), dims));
    AxisInts list = {};
    for (int i = 0; i < dims; i++)
        list[size_t(VIEW_AXES) - size_t(dims) + size_t(i)] = values.size() == 1 ? values[0] : values[size_t(i)];
    return list;
}

AxisInts anchorOf(const std::vector<int>& given, const AxisInts& size, int dims)
{
    AxisInts anchor = given.empty() ? AxisInts{} : byAxis(given, dims, "anchor");
    for (size_t i = size_t(VIEW_AXES - dims); i < VIEW_AXES; i++)
    {
        if (given.empty() || anchor[i] == -1)
            anchor[i] = size[i] / 2;
        if (anchor[i] < 0 || anchor[i] >= size[i])
            CV_Error(Error::StsOutOfRange,
                     format("anchor[%d] is %d; -1 (the middle) and 0 to %d, positions inside the kernel, are accepted",
                            int(i) - (VIEW_AXES - dims), anchor[i], size[i] - 1));
    }
    return anchor;
}

void checkNumbers(const cuda::NonSeparableParams& params, bool isComplex)
{
    checkBorderValue(params.borderValue);
    if (!std::isfinite(params.delta))
        CV_Error(Error::StsBadArg, format("delta is %g; finite values are accepted", params.delta));
    if (params.delta != 0 && isComplex)
        CV_Error(Error::StsBadArg, format("delta is %g and the results are complex; 0 is accepted then", params.delta));
    if (params.ddepth != -1 && !isFilterDepth(params.ddepth))
        CV_Error(Error::StsBadArg, format("ddepth is %d; -1, %s are accepted", params.ddepth, FILTER_DEPTHS));
}

//! One part of a kernel as a list, x fastest.
std::vector<double> tapsOf(const Mat& kernel, int part, int index)
{
    Mat wide;
    kernel.convertTo(wide, CV_64F); // continuous
    std::vector<double> taps(kernel.total());
    const double* const values = wide.ptr<double>();
    for (size_t i = 0; i < taps.size(); i++)
    {
        taps[i] = values[i * size_t(kernel.channels()) + size_t(part)];
        if (!std::isfinite(taps[i]))
            CV_Error(Error::StsBadArg, format("kernels[%d] holds %g; finite taps are accepted", index, taps[i]));
    }
    return taps;
}

} // namespace

KernelBank makeKernelBank(InputArrayOfArrays kernels, const cuda::NonSeparableParams& params)
{
    const std::vector<Mat> list = listOf(kernels);
    checkKernels(list);
    KernelBank bank;
    bank.dims = std::max(2, list[0].dims);
    bank.size.fill(1);
    for (int i = 0; i < list[0].dims; i++)
        bank.size[size_t(VIEW_AXES) - size_t(list[0].dims) + size_t(i)] = list[0].size[i];
    bank.anchor = anchorOf(params.anchor, bank.size, bank.dims);
    bank.border = byAxis(params.borderType, bank.dims, "borderType");
    std::transform(bank.border.begin(), bank.border.end(), bank.border.begin(), withoutIsolated);
    for (int border : bank.border) // BORDER_CONSTANT along axes that arrays lack
        checkBorder(border, "borderType");
    bank.filters = int(list.size());
    bank.complexKernels = list[0].channels() == 2;
    bank.complexSource = params.complexSource;
    checkNumbers(params, bank.complexKernels || bank.complexSource);
    for (int i = 0; i < bank.filters; i++)
        for (int part = 0; part < bank.parts(); part++)
            bank.taps.push_back(tapsOf(list[size_t(i)], part, i));
    if (params.convolves)
    {
        for (std::vector<double>& taps : bank.taps)
            std::reverse(taps.begin(), taps.end());
        for (size_t i = 0; i < VIEW_AXES; i++)
            bank.anchor[i] = bank.size[i] - 1 - bank.anchor[i];
    }
    bank.borderValue = params.borderValue;
    bank.delta = params.delta;
    bank.valid = params.valid;
    bank.ddepth = params.ddepth;
    bank.algorithm = params.algorithm;
    return bank;
}

namespace {

bool seesConstant(const KernelBank& bank)
{
    bool sees = false;
    for (size_t axis = 0; axis < VIEW_AXES; axis++)
        sees = sees || (bank.size[axis] > 1 && bank.border[axis] == BORDER_CONSTANT);
    return sees && !bank.valid;
}

} // namespace

double KernelBank::largestByte() const
{
    double largest = 255;
    for (int i = 0; i < 4 && seesConstant(*this); i++)
        largest = std::max(largest, std::abs(borderValue[i]));
    return largest;
}

bool KernelBank::hasIntegerBytes() const
{
    bool areIntegers = true;
    for (int i = 0; i < 4 && seesConstant(*this); i++)
        areIntegers = areIntegers && borderValue[i] == std::nearbyint(borderValue[i]);
    return areIntegers;
}

bool KernelBank::hasByteBorder() const
{
    bool areBytes = true;
    for (int i = 0; i < 4 && seesConstant(*this); i++)
        areBytes = areBytes && borderValue[i] >= 0 && borderValue[i] <= 255;
    return areBytes && hasIntegerBytes();
}

}} // namespace cv::recfilter
