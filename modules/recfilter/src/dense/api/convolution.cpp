// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// NonSeparableFilter and its factory.

#include "arrays/call/array_call.hpp"
#include "arrays/call/array_kind.hpp"
#include "dense/cpu/conv_cpu.hpp"
#include "dense/cuda/conv_gpu.hpp"
#include "dense/plan/conv_algorithms.hpp"

namespace cv { namespace cuda {

namespace {

using namespace cv::recfilter;

class NonSeparableFilterImpl final : public NonSeparableFilter, private ArrayOperator
{
public:
    explicit NonSeparableFilterImpl(const KernelBank& kernels) : bank(kernels)
    {
        const ConvAlgorithm& row = *findConvAlgorithm(bank.algorithm);
        if (row.onHost)
            cpu = std::make_unique<ConvCpu>(bank);
        if (row.onDevice)
            gpu = std::make_unique<ConvGpu>(bank);
    }

    void apply(InputArray src, OutputArrayOfArrays dst) const override { run(src, dst, nullptr); }

    void apply(InputArray src, OutputArrayOfArrays dst, Stream& stream) const override { run(src, dst, &stream); }

    size_t estimateWorkspace(Size size, int type) const override
    {
        return estimateWorkspace(std::vector<int>{size.height, size.width}, type);
    }

    size_t estimateWorkspace(const std::vector<int>& size, int type) const override
    {
        if (!gpu)
            checkConvSide(bank, true, "GpuMat");
        if (type != CV_MAT_TYPE(type))
            CV_Error(Error::StsUnsupportedFormat,
                     format("type is %d; types from CV_8UC1 (%d) to CV_64FC%d are accepted", type, CV_8UC1, CV_CN_MAX));
        const int depth = CV_MAT_DEPTH(type);
        checkSource(depth, CV_MAT_CN(type));
        checkConvDepths(bank, depth, bank.ddepth < 0 ? depth : bank.ddepth);
        if (int(size.size()) != bank.dims)
            CV_Error(Error::StsBadArg, format("size has %d dimensions and the kernels %d; as many are accepted",
                                              int(size.size()), bank.dims));
        const size_t firstAxis = bank.size.size() - size.size();
        for (int i = 0; bank.valid && i < bank.dims; i++)
            if (size[size_t(i)] < bank.size[firstAxis + size_t(i)])
                CV_Error(Error::StsBadArg,
                         format("size is %s and the kernels have %d elements along dimension %d; at least as many are "
                                "accepted with valid",
                                Extents::of(size).text().c_str(), bank.size[firstAxis + size_t(i)], i));
        const Extents array = Extents::of(size);
        checkEstimate(array);
        std::vector<int> lengths(firstAxis, 1);
        lengths.insert(lengths.end(), size.begin(), size.end());
        return gpu->workBytes(Extents::of(lengths), type);
    }

    void clear() override
    {
        if (cpu)
            cpu->clear();
        if (gpu)
            gpu->clear();
    }

    int getFilterCount() const override { return bank.filters; }
    int getAlgorithm() const override { return cpu ? cpu->algorithm() : gpu->algorithm(); }

private:
    void run(InputArray src, OutputArrayOfArrays dst, Stream* stream) const
    {
        const bool isList = dst.isMatVector() || dst.isUMatVector() || dst.isGpuMatVector();
        std::vector<CallOutput> outputs;
        outputs.reserve(size_t(bank.filters));
        for (int i = 0; i < (isList ? bank.filters : 1); i++)
            outputs.push_back({"dst", dst, isList ? i : -1});
        call(src, bank.dims, outputs.data(), int(outputs.size()), stream);
    }

    void checkSource(int depth, int channels) const
    {
        checkDepth(depth, "src");
        if (bank.complexSource && channels % 2)
            CV_Error(Error::BadNumChannels,
                     format("src has %d channels; an even number is accepted with complexSource", channels));
    }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        checkConvSide(bank, onDevice, !onDevice ? "Mat" : isGpuMatND(src) ? "GpuMatND" : "GpuMat");
        const int depth = src.depth(), channels = src.channels();
        checkSource(depth, channels);
        checkConvDepths(bank, depth, bank.ddepth < 0 ? depth : bank.ddepth);
        Extents sizes(src);
        for (int i = 0; i < bank.dims; i++)
        {
            const int axis = VIEW_AXES - bank.dims + i, length = bank.size[size_t(axis)], size = int(sizes[i]);
            if (bank.valid && length > size)
                CV_Error(Error::StsUnmatchedSizes,
                         format("src has %d elements along dimension %d and the kernels %d; at least as many as the "
                                "kernels have are accepted with valid",
                                size, i, length));
            sizes[i] = bank.resultLength(axis, size);
        }
        const bool isList = outputs[0].element >= 0;
        const int count = isList ? bank.filters : 1;
        const int resultChannels = bank.resultChannels(channels) * (isList ? 1 : bank.filters);
        if (resultChannels > CV_CN_MAX)
            CV_Error(Error::BadNumChannels, format("dst would have %d channels; up to %d are accepted, more with a "
                                                   "vector of arrays",
                                                   resultChannels, CV_CN_MAX));
        for (int i = 0; i < count; i++)
        {
            outputs[i].sizes = sizes;
            outputs[i].type = CV_MAKETYPE(bank.ddepth < 0 ? depth : bank.ddepth, resultChannels);
            // ConvGpu copies the source unless it stores the results by channel first.
            outputs[i].allowed = onDevice ? Overlap::ANY : Overlap::NEVER;
        }
    }

    void runOnHost(const Mat& src, Mat* results, const CallOutput*, int count) const override
    {
        cpu->apply(src, std::vector<Mat>(results, results + count));
    }

    void runOnDevice(const GpuMat& src, bool, GpuMat* results, int count, Stream& stream) const override
    {
        gpu->apply(src, results, count, stream);
    }

    bool takesGpuMatND() const override { return true; }

    void runOnDeviceND(const GpuMatND& src, const GpuMatND* results, int, Stream& stream) const override
    {
        gpu->apply(src, *results, stream);
    }

    const KernelBank bank;
    std::unique_ptr<ConvCpu> cpu; //!< null: the algorithm is for a GpuMat
    std::unique_ptr<ConvGpu> gpu; //!< null: it is for a Mat
};

} // namespace

NonSeparableParams::NonSeparableParams()
    : borderType(1, BORDER_DEFAULT), delta(0), convolves(false), valid(false), complexSource(false), ddepth(-1),
      algorithm(CONVOLUTION_AUTO)
{
}

Ptr<NonSeparableFilter> createNonSeparableFilter(InputArrayOfArrays kernels, const NonSeparableParams& params)
{
    const KernelBank bank = makeKernelBank(kernels, params);
    checkConvAlgorithm(bank);
    return makePtr<NonSeparableFilterImpl>(bank);
}

}} // namespace cv::cuda
