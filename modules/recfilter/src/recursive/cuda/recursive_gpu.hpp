// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_RECURSIVE_GPU_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_RECURSIVE_GPU_HPP

// Where RecursiveFilter enters the GPU code. This header also compiles without CUDA.

#include "recursive/plan/choice/explanation.hpp"
#include "arrays/call/device_frame.hpp"
#include "arrays/image_batch.hpp"
#include "recursive/cuda/two_read/twins/blend.hpp"

#include "opencv2/core/cuda.hpp"

#include <memory>

namespace cv { namespace recfilter {

//! The GPU half of a RecursiveFilter: keeps the plans of the image shapes that it has met.
class RecursiveGpu
{
public:
    explicit RecursiveGpu(const FilterModel& model);

    //! Queues the filter. The arrays are validated and have the same size and channels; dst may be src.
    //! @param mustCopy src before dst is written @param inDouble compute in double, else in float
    void apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, bool inDouble, cuda::Stream& stream) const;

    /** Queues the filter. The arrays are aligned; dst may be src.
        @param memory workBytes(src, inDouble) of it @param isResult the call does not read dst again */
    void applyIn(uchar* memory, const ImageBatch& src, const ImageBatch& dst, bool isResult, bool inDouble,
                 cuda::Stream& stream) const;
    size_t workBytes(const ImageBatch& src, bool inDouble) const;
    /** Filters an image in float and stores what the result and a second image become. The arrays are aligned; dst may
        be src, and is apart from the mask. The second image is:
        @param other the result of another filter
        @param holes the filtered weights, if there are holes. Without both it is the source
        @param memory blendBytes() of it; 0: it does not run so */
    void applyBlended(const RecursiveGpu* other, const Holes* holes, uchar* memory, const ImageBatch& src,
                      const ImageBatch& dst, const Blend& blend, cuda::Stream& stream) const;
    size_t blendBytes(const RecursiveGpu* other, bool hasHoles, const ImageBatch& src) const;
    /** How many of the filters, from the first one on, filter an image in float at once: in one launch of each kernel,
        which finds the image in L2 after the first one has read it. 1: none do. */
    static size_t levelsAtOnce(const std::vector<const RecursiveGpu*>& filters, const ImageBatch& src);
    //! Queues so many. The arrays are aligned, no result is the source. @param memory levelBytes() of it
    static void applyLevels(const std::vector<const RecursiveGpu*>& filters, uchar* memory, const ImageBatch& src,
                            const std::vector<ImageBatch>& dst, cuda::Stream& stream);
    static size_t levelBytes(const std::vector<const RecursiveGpu*>& filters, const ImageBatch& src);
    //! Whether images of such a size and type are filtered faster as a list (ImageBatch) than one by one.
    bool takesLists(const cuda::GpuMat& image, bool inDouble) const;
    //! Queues the making of a list (ImageBatch::isList). @param memory addresses.size() pointers
    static void writeList(const std::vector<uchar*>& addresses, uchar* memory, cuda::Stream& stream);

    //! Bytes that apply() may take of the workspace of its stream.
    size_t workBytes(const DeviceFrame& frame, bool inDouble) const;
    //! Whether plans of so many sizes are kept for calls that follow. A captured stream has plans of its own.
    static bool keepsPlans(size_t sizes, cuda::Stream& stream);
    //! Has the workspace of a stream keep so many bytes for calls that follow.
    //! @throws cv::Exception StsNoMem
    void reserve(size_t bytes, cuda::Stream& stream) const;

    //! Most bytes that a call takes of the workspace of its stream on the current device.
    size_t workBytes(Size size, int channels, bool inDouble) const;

    //! What runs for an image on the current device; plans its size.
    Explanation explain(Size size, int channels, bool inDouble) const;

    //! Forgets the plans, except those of captured graphs.
    void clear();

private:
    struct Plans;
    const std::shared_ptr<Plans> plans;
};

}} // namespace cv::recfilter

#endif
