// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_COMMON_CONV_ENGINE_HPP
#define OPENCV_RECFILTER_CUDA_CONV_COMMON_CONV_ENGINE_HPP

// What the algorithms for dense kernels on the GPU have in common.

#include "cuda/conv/common/conv_job.hpp"
#include "cuda/conv/common/volume_view.hpp"
#include "cuda/runtime/queue.hpp"
#include "plan/conv/bank_results.hpp"

namespace cv { namespace recfilter {

//! A call whose source shares no memory with the results. All arrays are aligned to their elements.
struct ConvCall
{
    cuda::GpuMat src;
    const cuda::GpuMat* dst;
    int count;                 //!< of dst: 1, as many as filters, or as all of these have channels
    bool inPlanes;             //!< dst has an array for each channel of the results
    uchar* memory;             //!< workBytes() of it, aligned to 256 bytes
    gpu::ConvOuter outer = {}; //!< of volumes, whose first planes are src and dst[0]
};

//! One of the rows of the table of algorithms. Any number of threads may share it.
class ConvAlgorithmGpu
{
public:
    virtual ~ConvAlgorithmGpu() = default;

    virtual void queue(const ConvCall& call, const Queue& queue) const = 0;
    virtual size_t workBytes(const AxisInts&, int) const { return 0; } //!< @param size, type of the source
    /** Bytes that the source's step must be a multiple of. If not 1, the rows of all planes of a volume must be rows of
    one image. */
    virtual size_t rowAlignment() const { return 1; }
    //! Whether it stores results of one channel faster than channels of several ones.
    virtual bool prefersPlanes() const { return true; }
    virtual void prepare(int) const {} //!< makes its tables resident on the current device, whose number is given
    virtual void clear() {}
};

std::unique_ptr<ConvAlgorithmGpu> makeDirectGpu(const KernelBank& bank);
std::unique_ptr<ConvAlgorithmGpu> makeMatrixGpu(const KernelBank& bank);
//! @param rest what takes calls that are not of bytes
std::unique_ptr<ConvAlgorithmGpu> makeByteMatrixGpu(const KernelBank& bank, std::unique_ptr<ConvAlgorithmGpu> rest);
std::unique_ptr<ConvAlgorithmGpu> makeDirectVolumeGpu(const KernelBank& bank);
std::unique_ptr<ConvAlgorithmGpu> makeVolumeMatrixGpu(const KernelBank& bank);
std::unique_ptr<ConvAlgorithmGpu> makeSeparableGpu(const KernelBank& bank);
std::unique_ptr<ConvAlgorithmGpu> makePaperGpu(const KernelBank& bank, int algorithm);
std::unique_ptr<ConvAlgorithmGpu> makeFftGpu(const KernelBank& bank); //!< only with cuFFT

namespace gpu {

//! The source, the borders and the window of a bank. The launch adds the grid.
ConvJob convJobOf(const KernelBank& bank, const cuda::GpuMat& src, Size result);

//! Where a result goes, in the first plane of a volume.
ConvResult convResultOf(const BankResult& result, const ConvCall& call);

//! The results of a call.
inline std::vector<BankResult> resultsOf(const KernelBank& bank, const ConvCall& call)
{
    return resultsOf(bank, call.src.channels(), call.count == 1 || call.inPlanes);
}

//! All channels of an array without an outer axis.
ConvResult wholeResult(const cuda::GpuMat& array);

//! The axes around the planes of two arrays.
ConvOuter outerOf(const KernelBank& bank, const VolumeView& src, const VolumeView& dst);

} // namespace gpu

}} // namespace cv::recfilter

#endif
