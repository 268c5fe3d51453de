// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_API_FUNCTION_SCRATCH_HPP
#define OPENCV_RECFILTER_FUNCTIONS_API_FUNCTION_SCRATCH_HPP

// Working memory on the host of functions that keep no object: that of the last calls.

#include "recursive/api/kept_filters.hpp"
#include "runtime/cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

class FunctionScratch final : public KeptFilters
{
public:
    static ScratchPool& pool()
    {
        static auto* const kept = new FunctionScratch;
        return kept->blocks;
    }

    void forget() override { blocks.clear(); }

private:
    FunctionScratch() { remember(); }

    ScratchPool blocks;
};

}} // namespace cv::recfilter

#endif
