// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_ARRAYS_CALL_FILTER_CALL_HPP
#define OPENCV_RECFILTER_ARRAYS_CALL_FILTER_CALL_HPP

// The base class of all filters as operators: one destination of the source's size, and the accepted depths.

#include "arrays/call/array_call.hpp"
#include "arrays/call/array_kind.hpp"

namespace cv { namespace recfilter {

class FilterCall : public cuda::RecursiveFilter, private ArrayOperator
{
public:
    //! @param resultDepth -1 for the depth of the source @param onHost what a result on the host may overlap
    explicit FilterCall(int resultDepth, const DerivativeOrders& orders = DerivativeOrders(),
                        Overlap onHost = Overlap::SAME_PIXELS)
        : ddepth(resultDepth), derivative(orders), allowedOnHost(onHost)
    {
    }

    void apply(InputArray src, OutputArray dst) const override { applyOn(src, dst, nullptr); }
    void apply(InputArray src, OutputArray dst, cuda::Stream& stream) const override { applyOn(src, dst, &stream); }

    size_t estimateWorkspace(Size size, int type) const override
    {
        checkTypeNumber(type);
        checkSource(CV_MAT_DEPTH(type), "type");
        checkEstimate(size);
        checkSideOf(true);
        return workBytes(size, type);
    }

    size_t estimateWorkspace(const std::vector<int>& size, int type) const override
    {
        return estimateWorkspace(imageOf(size), type);
    }

    String explain(const std::vector<int>& size, int type, bool onDevice) const override
    {
        return explain(imageOf(size), type, onDevice);
    }

    String explain(Size size, int type, bool onDevice) const override
    {
        checkTypeNumber(type);
        checkDepth(CV_MAT_DEPTH(type), "type");
        if (onDevice)
            checkEstimate(size);
        else if (size.width <= 0 || size.height <= 0)
            CV_Error(Error::StsBadArg,
                     format("size is %d x %d; at least one pixel is needed", size.width, size.height));
        checkSideOf(onDevice);
        return explained(size, type, onDevice);
    }

private:
    virtual size_t workBytes(Size size, int type) const = 0;
    //! The text of explain().
    virtual String explained(Size size, int type, bool onDevice) const = 0;
    //! Refuses a side that the filter does not run on.
    virtual void checkSideOf(bool) const {}

    static Size imageOf(const std::vector<int>& size)
    {
        if (size.size() != 2)
            CV_Error(Error::StsBadArg, format("size has %d dimensions; 2 are accepted", int(size.size())));
        return {size[1], size[0]};
    }

    void applyOn(InputArray src, OutputArray dst, cuda::Stream* stream) const
    {
        CallOutput output = {"dst", dst};
        callEach(src, 2, &output, 1, stream);
    }

    //! @param name of the argument
    void checkSource(int depth, const char* name) const
    {
        checkDepth(depth, name);
        if (ddepth < 0 && derivative.any() && (depth == CV_8U || depth == CV_16U))
            CV_Error(Error::StsBadArg,
                     format("ddepth is -1 and %s has depth %s, which cannot hold the negative results of a derivative "
                            "(dx is %d, dy is %d); CV_32F and CV_64F are accepted as ddepth then",
                            name, depthToString(depth), derivative.dx, derivative.dy));
    }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        const int depth = src.depth();
        checkSource(depth, "src");
        outputs->sizes = src.size();
        outputs->type = CV_MAKETYPE(ddepth < 0 ? depth : ddepth, src.channels());
        outputs->allowed = onDevice ? Overlap::SAME_PIXELS : allowedOnHost;
        checkSideOf(onDevice);
    }

    const int ddepth;
    const DerivativeOrders derivative;
    const Overlap allowedOnHost;
};

}} // namespace cv::recfilter

#endif
