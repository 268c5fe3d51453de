// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_TABLE_WRITER_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_TABLES_TABLE_WRITER_HPP

// Tables of a device in one piece of memory.

#include "opencv2/core/utility.hpp"

#include <cstring>
#include <vector>

namespace cv { namespace recfilter { namespace gpu {

//! Collects tables one behind the other. add() returns the offset of a table.
class TableWriter
{
public:
    template <typename T>
    size_t add(const std::vector<T>& values)
    {
        const size_t at = alignSize(bytes.size(), 16);
        bytes.resize(at + values.size() * sizeof(T));
        if (!values.empty())
            memcpy(bytes.data() + at, values.data(), values.size() * sizeof(T));
        return at;
    }

    std::vector<uchar> bytes;
};

}}} // namespace cv::recfilter::gpu

#endif
