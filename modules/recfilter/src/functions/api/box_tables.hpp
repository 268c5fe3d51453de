// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_FUNCTIONS_API_BOX_TABLES_HPP
#define OPENCV_RECFILTER_FUNCTIONS_API_BOX_TABLES_HPP

// The summed-area tables of an image in working memory, from which windows are computed.

#include "functions/model/box_job.hpp"

namespace cv { namespace recfilter {

//! Refuses sides of windows that are not accepted.
void checkWindow(Size window);

//! Depth of the sums, and whether there are squares (CV_64F).
struct BoxTableKind
{
    int sumDepth;
    bool hasSquares;
};

//! Windows of the image src, which may be a result: its tables are finished before results are written.
void computeBoxes(const Mat& src, const BoxTableKind& kind, BoxJob<Mat>& job);

//! The same on the GPU, in working memory of a stream.
class DeviceBoxTables
{
public:
    //! @param src its header: memory is not touched
    DeviceBoxTables(const cuda::GpuMat& src, const BoxTableKind& kind);

    size_t bytes() const { return tableBytes + workBytes; }
    //! @param memory of bytes() bytes, aligned as working memory is
    void computeBoxes(const cuda::GpuMat& src, uchar* memory, BoxJob<cuda::GpuMat>& job, cuda::Stream& stream) const;

private:
    const BoxTableKind kind;
    size_t tableBytes, workBytes;
};

}} // namespace cv::recfilter

#endif
