// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Banded systems on the GPU: axis by axis, each by gather, propagate and apply.

#include "banded/cuda/banded_gpu.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "banded/cuda/banded_kernels.hpp"
#include "runtime/cuda/io/stage.hpp"
#include "runtime/cuda/io/view_of.hpp"
#include "runtime/cuda/device_buffer.hpp"
#include "runtime/cuda/device_plans.hpp"
#include "banded/plan/banded_plan.hpp"
#include "math/packing.hpp"

namespace cv { namespace recfilter {

namespace gpu { namespace {

static_assert(int(BANDED_BLOCK) <= int(MAX_BLOCK_ROWS), "BandedMatrix::drift is of such blocks");
static_assert(int(BANDED_BLOCK) >= int(MAX_BANDED_ORDER), "a block has the state before it among its rows");

//! The tables of one axis, on the device that is current when they are made.
template <typename W>
class BandedDeviceAxis
{
public:
    BandedDeviceAxis(const BandedMatrix& matrix, const LineSpace& space) : lines(space.outer * space.inner)
    {
        const BandedPlan<W> plan(matrix, space.n, BANDED_BLOCK);
        std::vector<W> numbers = plan.packedRows();
        const auto append = [&](const Matrix& m) {
            const std::vector<W> more = packed<W>(m);
            numbers.insert(numbers.end(), more.begin(), more.end());
        };
        const size_t P = numbers.size();
        for (const BandedBlock& block : plan.matrices)
            append(block.P);
        const size_t Q = numbers.size();
        for (const BandedBlock& block : plan.matrices)
            append(block.Q);
        const size_t X = numbers.size();
        for (const BandedBlock& block : plan.matrices)
            append(block.X);
        const size_t lower = numbers.size();
        if (plan.closing)
            append(plan.closing->lower);
        const size_t upper = numbers.size();
        if (plan.closing)
            append(plan.closing->upper);
        const size_t lastOfForward = numbers.size();
        if (plan.closing)
            append(plan.closing->lastOfForward);
        const size_t aboveW = numbers.size();
        for (const BandedBlock& block : plan.matrices)
            append(block.aboveW);
        const size_t aboveY = numbers.size();
        for (const BandedBlock& block : plan.matrices)
            append(block.aboveY);
        const size_t inner = numbers.size();
        if (plan.inner)
        {
            const std::vector<W> more = plan.packedRows(*plan.inner);
            numbers.insert(numbers.end(), more.begin(), more.end());
        }
        const size_t tailMatrix = numbers.size();
        append(plan.tail);
        const uchar* const bytes = reinterpret_cast<const uchar*>(numbers.data());
        buffer.upload(std::vector<uchar>(bytes, bytes + numbers.size() * sizeof(W)));
        const W* const base = reinterpret_cast<const W*>(buffer.data());
        view = {plan.rows(base),
                BandedTail(plan.closing ? space.n : space.n - plan.order(), BANDED_BLOCK),
                plan.blocks,
                base + P,
                base + Q,
                base + X,
                plan.closing ? base + lower : nullptr,
                plan.closing ? base + upper : nullptr,
                plan.closing ? base + lastOfForward : nullptr,
                plan.inner ? plan.innerRows(base + inner) : BandedRows<W>(),
                base + aboveW,
                base + aboveY,
                plan.closing ? nullptr : base + tailMatrix};
    }

    //! Bytes of the carries of one direction.
    size_t carryBytes() const
    {
        const int64 numbers = (view.blocks.count + 1) * view.rows.order * lines;
        return alignSize(size_t(numbers) * sizeof(W), 256);
    }

    BandedAxisView<W> view;

private:
    const int64 lines;
    DeviceBuffer buffer;
};

template <typename W>
class BandedDevicePlan
{
public:
    BandedDevicePlan(const BandedModel& model, const Extents& shape)
        : height(int(shape.along(ALONG_COLUMNS).n)), width(int(shape.along(ALONG_ROWS).n)), channels(shape.channels())
    {
        if (model.axes[ALONG_COLUMNS])
            y = std::make_unique<const BandedDeviceAxis<W>>(*model.axes[ALONG_COLUMNS], shape.along(ALONG_COLUMNS));
        if (model.axes[ALONG_ROWS])
            x = std::make_unique<const BandedDeviceAxis<W>>(*model.axes[ALONG_ROWS], shape.along(ALONG_ROWS));
        if (!x && !y) // only converts
            x = std::make_unique<const BandedDeviceAxis<W>>(BandedMatrix({1}, BORDER_CONSTANT),
                                                            shape.along(ALONG_ROWS));
    }

    //! The image between the axes, and the carries.
    size_t workBytes() const { return betweenBytes() + 2 * std::max(x ? x->carryBytes() : 0, y ? y->carryBytes() : 0); }

    void run(const cuda::GpuMat& src, bool mustCopy, const cuda::GpuMat& dst, const Queue& queue,
             Workspace& workspace) const
    {
        const Stage source(src, mustCopy), result(dst);
        const Workspace::Lease lease(workspace, workBytes() + source.bytes() + result.bytes(), queue);
        uchar* images = lease.data() + workBytes();
        const cuda::GpuMat from = source.at(images), to = result.at(images);
        cuda::GpuMat between = to;
        if (x && y)
            between = cuda::GpuMat(height, width, CV_MAKETYPE(DataType<W>::depth, channels), lease.data(), step());
        source.copy(src, from, queue.stream);
        if (y)
            runAxis(*y, false, from, between, lease.data() + betweenBytes(), queue.stream);
        if (x)
            runAxis(*x, true, y ? between : from, to, lease.data() + betweenBytes(), queue.stream);
        result.copy(to, dst, queue.stream);
    }

private:
    size_t step() const { return alignSize(size_t(width) * size_t(channels) * sizeof(W), 256); }
    size_t betweenBytes() const { return x && y ? step() * size_t(height) : 0; }

    static void runAxis(const BandedDeviceAxis<W>& axis, bool alongX, const cuda::GpuMat& src, const cuda::GpuMat& dst,
                        uchar* carries, cudaStream_t stream)
    {
        runBanded(BandedJob<W>{viewOf(src), viewOf(dst), axis.view, reinterpret_cast<W*>(carries),
                               reinterpret_cast<W*>(carries + axis.carryBytes()), alongX, stream});
    }

    const int height, width, channels;
    std::unique_ptr<const BandedDeviceAxis<W>> x, y; //!< null: leaves the axis as it is
};

}} // namespace gpu::<anonymous>

struct BandedGpu::Plans : DevicePlans<gpu::BandedDevicePlan>
{};

BandedGpu::BandedGpu(const BandedModel& m) : model(m), plans(std::make_shared<Plans>()) {}

void BandedGpu::apply(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat& dst, bool inDouble,
                      cuda::Stream& stream) const
{
    const Queue queue(stream);
    plans->with(model, {Extents::ofImage(src.size(), src.channels()), queue.device}, inDouble, queue.isCaptured,
                [&](const auto& plan) { plan.run(src, mustCopy, dst, queue, *plans->workspace); });
}

size_t BandedGpu::workBytes(Size size, int channels, bool inDouble) const
{
    size_t bytes = 0;
    plans->with(model, {Extents::ofImage(size, channels), currentDevice()}, inDouble, false,
                [&](const auto& plan) { bytes = plan.workBytes(); });
    return bytes;
}

void BandedGpu::clear()
{
    plans->clear();
}

}} // namespace cv::recfilter

#endif
