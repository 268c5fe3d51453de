// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_COMMON_CONV_ENGINE_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_COMMON_CONV_ENGINE_HPP

// The interface of the engines for dense kernels on the GPU, and what they make of a call. Knows no engine.

#include "dense/cuda/common/resident_bank.hpp"
#include "dense/cuda/common/volume_stage.hpp"
#include "runtime/cuda/queue.hpp"
#include "dense/plan/precision.hpp"

namespace cv { namespace recfilter {

//! A call whose source shares no memory with the results. All arrays are aligned to their elements.
struct ConvCall
{
    ArrayView src;              //!< an image is a volume of one plane
    std::vector<ArrayView> dst; //!< one array, or one for each filter, or one for each channel of all results
    bool inPlanes;              //!< dst has an array for each channel of all results
    uchar* memory;              //!< workBytes() of it, aligned to 256 bytes
    ConvPrecision precision;

    int depth() const { return src.depth; } //!< of the source
    int resultDepth() const { return dst[0].depth; }
    int channels() const { return src.channels; } //!< of the source
};

//! Code for a row, or some rows, of the table of algorithms. Any number of threads may share it.
class ConvEngineGpu
{
public:
    virtual ~ConvEngineGpu() = default;
    ConvEngineGpu(const ConvEngineGpu&) = delete;
    ConvEngineGpu& operator=(const ConvEngineGpu&) = delete;

    virtual void queue(const ConvCall& call, const Queue& queue) const = 0;
    virtual size_t workBytes(const Extents&, int) const { return 0; } //!< @param size, type of the source
    /** Bytes that the source's step must be a multiple of. If not 1, the rows of all planes of a volume must be rows of
    one image. */
    virtual size_t rowAlignment() const { return 1; }
    //! Whether it stores results of one channel faster than channels of several ones.
    virtual bool prefersPlanes() const { return true; }
    virtual void prepare(int) const {} //!< makes its tables resident on the current device, whose number is given
    virtual void clear() {}

protected:
    explicit ConvEngineGpu(SharedBank shared) : resident(std::move(shared)), bank(resident->bank) {}

    const SharedBank resident;
    const KernelBank& bank;
};

typedef std::shared_ptr<ConvEngineGpu> SharedEngine;

//! An engine for a bank. @param fallback takes the calls that tensor cores do not take
SharedEngine makeDirectGpu(const SharedBank& bank);
SharedEngine makeMatrixGpu(const SharedBank& bank, const SharedEngine& fallback);
SharedEngine makeByteMatrixGpu(const SharedBank& bank, const SharedEngine& fallback);
SharedEngine makeVolumeMatrixGpu(const SharedBank& bank, const SharedEngine& fallback);
SharedEngine makeSeparableGpu(const SharedBank& bank);
SharedEngine makeUnrolledGpu(const SharedBank& bank);
SharedEngine makePaperGpu(const SharedBank& bank, int algorithm); //!< of papers/
SharedEngine makeFftGpu(const SharedBank& bank);                  //!< only with cuFFT

namespace gpu {

//! The source, the borders and the window of a bank. The launch adds the grid.
ConvJob convJobOf(const KernelBank& bank, const ArrayView& src, const ArrayView& dst);

inline ConvJob convJobOf(const KernelBank& bank, const ConvCall& call)
{
    return convJobOf(bank, call.src, call.dst[0]);
}

//! All channels of an array.
ConvResult wholeResult(const ArrayView& array);

//! Where a result goes.
ConvResult convResultOf(const BankResult& result, const ConvCall& call);

//! The results of a call.
inline std::vector<BankResult> resultsOf(const KernelBank& bank, const ConvCall& call)
{
    return resultsOf(bank, call.channels(), call.dst.size() == 1 || call.inPlanes);
}

} // namespace gpu

}} // namespace cv::recfilter

#endif
