// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_IMAGE_FILTER_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_IMAGE_FILTER_HPP

// A filter of images on both sides: decides float or double for each call. Knows no arguments of users.

#include "arrays/call/device_frame.hpp"
#include "recursive/cpu/recursive_cpu.hpp"
#include "recursive/cuda/recursive_gpu.hpp"
#include "recursive/plan/choice/working_type.hpp"

namespace cv { namespace recfilter {

class ImageFilter
{
public:
    explicit ImageFilter(const FilterModel& model);

    //! Arrays are validated and have the same size and channels; dst may be src. @param isLarge see HostCall
    void apply(const Mat& src, Mat& dst, bool isLarge) const;
    void apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, cuda::Stream& stream) const;

    //! Batches in aligned memory. @param memory workBytes(src) of the device @param isResult dst is not read again
    void applyIn(uchar* memory, const ImageBatch& src, const ImageBatch& dst, bool isResult,
                 cuda::Stream& stream) const;
    size_t workBytes(const ImageBatch& src) const;
    //! RecursiveGpu::applyBlended. @param memory blendBytes() of it; 0: it does not run so
    void applyBlended(const ImageFilter* other, const Holes* holes, uchar* memory, const ImageBatch& src,
                      const ImageBatch& dst, const Blend& blend, cuda::Stream& stream) const;
    size_t blendBytes(const ImageFilter* other, bool hasHoles, const ImageBatch& src) const;
    /** RecursiveGpu::levelsAtOnce. @param filters from the first one on */
    static size_t levelsAtOnce(const std::vector<const ImageFilter*>& filters, const ImageBatch& src);
    //! Of so many. @param memory levelBytes() of it
    static void applyLevels(const std::vector<const ImageFilter*>& filters, uchar* memory, const ImageBatch& src,
                            const std::vector<ImageBatch>& dst, cuda::Stream& stream);
    static size_t levelBytes(const std::vector<const ImageFilter*>& filters, const ImageBatch& src);
    //! Frames of one size and step are filtered by the same kernels, wherever they lie.
    void apply(const std::vector<DeviceFrame>& frames, cuda::Stream& stream) const;

    //! The values of RecursiveFilter::estimateWorkspace() and explain().
    size_t workBytes(Size size, int type) const;
    String explain(Size size, int type, bool onDevice) const;

    void clear();

    const FilterModel model;

private:
    //! Whether alike frames (areAlike) are filtered as a list of addresses.
    bool isListed(const std::vector<DeviceFrame>& group) const;
    size_t workBytes(const std::vector<DeviceFrame>& group) const; //!< of alike frames
    //! Alike frames by batches of frames at equal distances, and by a list of addresses.
    void applyInBatches(const std::vector<DeviceFrame>& group, cuda::Stream& stream) const;
    void applyToList(const std::vector<DeviceFrame>& group, cuda::Stream& stream) const;
    static std::vector<const RecursiveGpu*> onDevice(const std::vector<const ImageFilter*>& filters);
    bool isDoubleOnDevice(int depth, Size size) const { return types.onDevice(depth, size).isDouble; }
    bool isDoubleOnDevice(const ImageBatch& src) const { return isDoubleOnDevice(CV_MAT_DEPTH(src.type), src.size); }

    const WorkingTypes types;
    RecursiveCpu cpu;
    RecursiveGpu gpu;
};

}} // namespace cv::recfilter

#endif
