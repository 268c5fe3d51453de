// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifdef HAVE_OPENCV_RECFILTER

// The generator writes vector_T for a list of T.
typedef std::vector<cv::cuda::RecursivePass> vector_RecursivePass;

#ifdef HAVE_OPENCV_CUDEV

// Functions with a stream that may be left out: None in Python, null here.

static void cv_cuda_recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType,
                                          int ddepth, const Ptr<cuda::Stream>& stream)
{
    stream ? cuda::recursiveGaussianBlur(src, dst, sigmaX, sigmaY, borderType, ddepth, *stream)
           : cuda::recursiveGaussianBlur(src, dst, sigmaX, sigmaY, borderType, ddepth);
}

static void cv_cuda_RecursiveFilter_apply(const Ptr<cuda::RecursiveFilter>& self, InputArray src, OutputArray dst,
                                          const Ptr<cuda::Stream>& stream)
{
    stream ? self->apply(src, dst, *stream) : self->apply(src, dst);
}

static void cv_cuda_SummedAreaTable_apply(const Ptr<cuda::SummedAreaTable>& self, InputArray src, OutputArray sum,
                                          const Ptr<cuda::Stream>& stream)
{
    stream ? self->apply(src, sum, *stream) : self->apply(src, sum);
}

static void cv_cuda_SummedAreaTable_applyAll(const Ptr<cuda::SummedAreaTable>& self, InputArray src, OutputArray sum,
                                             OutputArray sqsum, OutputArray tilted, int tables,
                                             const Ptr<cuda::Stream>& stream)
{
    stream ? self->applyAll(src, sum, sqsum, tilted, tables, *stream) : self->applyAll(src, sum, sqsum, tilted, tables);
}

static void cv_cuda_NonSeparableFilter_apply(const Ptr<cuda::NonSeparableFilter>& self, InputArray src,
                                             std::vector<Mat>& dst)
{
    self->apply(src, dst);
}

static void cv_cuda_NonSeparableFilter_apply(const Ptr<cuda::NonSeparableFilter>& self, const cuda::GpuMat& src,
                                             std::vector<cuda::GpuMat>& dst, const Ptr<cuda::Stream>& stream)
{
    stream ? self->apply(src, dst, *stream) : self->apply(src, dst);
}

#endif
#endif
