// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_TENSOR_LOST_SHARES_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_TENSOR_LOST_SHARES_HPP

/* Results that tensor cores cannot compute: those of strips and boxes with pixels that are not finite, and of windows
that hold nothing but faint pixels. Each strip or box leaves a record of its own. A second kernel adds such results up.
Its warps share the parts of each, since lost results may all lie in a few, as at an edge between a dark and a bright
half. Includes no CUDA header. */

#include "opencv2/core/cvdef.h"

namespace cv { namespace recfilter { namespace gpu {

//! What a record says in place of the least pixel that is not faint.
enum LostResults
{
    LOST_NOTHING = 0,
    LOST_ALL = -1
};

//! Groups of up to 32 records, which lie far apart: what is lost is shared out to as many warps as possible.
struct LostShares
{
    int records, groups; //!< groups are an odd number: strips one below the other are in different ones
    int parts;           //!< of a record

    //! @param wanted warps, if there is work for as many
    LostShares(int64 count, int ofRecord, int64 wanted)
        : records(int(count)), groups(int(largerOf((count + 31) / 32, smallerOf(count, wanted / ofRecord))) | 1),
          parts(ofRecord)
    {
    }

    int64 warps() const { return int64(groups) * parts; }

private:
    static int64 smallerOf(int64 a, int64 b) { return a < b ? a : b; }
    static int64 largerOf(int64 a, int64 b) { return a > b ? a : b; }
};

}}} // namespace cv::recfilter::gpu

#endif
