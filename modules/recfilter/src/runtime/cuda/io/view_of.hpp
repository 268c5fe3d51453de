// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_IO_VIEW_OF_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_IO_VIEW_OF_HPP

// Images of the host's code as kernels see them.

#include "runtime/cuda/io/image_view.hpp"
#include "arrays/image_batch.hpp"

#include "opencv2/core/cuda.hpp"

namespace cv { namespace recfilter { namespace gpu {

inline ImageView viewOf(uchar* data, size_t step, Size size, int type)
{
    const size_t quad = 4 * size_t(CV_ELEM_SIZE1(type));
    const bool fourfold = reinterpret_cast<size_t>(data) % quad == 0 && step % quad == 0;
    const bool aligned = fourfold && CV_MAT_CN(type) == 1;
    return {{data, step, size.width, size.height, CV_MAT_DEPTH(type), CV_MAT_CN(type), fourfold, aligned, 0}};
}

inline ImageView viewOf(const cuda::GpuMat& image)
{
    return viewOf(image.data, image.step, image.size(), image.type());
}

inline ImageView viewOf(const ImageBatch& batch)
{
    // The images of a list are aligned, wherever their addresses stand.
    ImageView view = viewOf(batch.isList ? nullptr : batch.data, batch.step, batch.size, batch.type);
    view.fourfold =
        view.fourfold && (batch.isList || size_t(batch.imageStep) % (4 * size_t(CV_ELEM_SIZE1(batch.type))) == 0);
    view.aligned = view.aligned && view.fourfold;
    view.data = batch.data;
    view.images = int(batch.images);
    view.imageStep = batch.imageStep;
    view.isList = batch.isList;
    return view;
}

//! Whether kernels may copy pixels to shared memory unconverted.
template <typename W>
inline bool isCopied(const ImageView& src, const W (&offset)[4])
{
    const bool areAligned =
        src.isList || (reinterpret_cast<size_t>(src.data) % 16 == 0 && src.imageStep % 16 == 0); // LIST_ALIGNMENT
    return src.depth == DataType<W>::depth && src.channels == 1 && areAligned && src.step % 16 == 0 && offset[0] == 0;
}

}}} // namespace cv::recfilter::gpu

#endif
