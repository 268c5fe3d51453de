// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// A march as an engine: lines in one direction, from one read.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/blocks/block_tables.hpp"
#include "recursive/cuda/blocks/blocks.hpp"
#include "recursive/cuda/engine/device_engine.hpp"
#include "runtime/cuda/io/view_of.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

//! Lines from end to end, in one direction along one axis.
template <typename W>
class MarchOverLines final : public DeviceEngine
{
public:
    MarchOverLines(const BlockStates& alongRows, const BlockStates& alongColumns, const EngineInput<W>& input)
        : x(alongRows, {input.shape.along(ALONG_ROWS).n, BlockTile::width, 1}, 1, false, true),
          y(alongColumns, {input.shape.along(ALONG_COLUMNS).n, BlockTile::run, 1}, 1, false, false), job()
    {
        job.x = x.view;
        job.y = y.view;
        input.ends.setSource(job);
    }

    bool takes(const EngineJob& call) const override
    {
        return call.src.width % (16 / int(sizeof(W))) == 0 && isCopied(call.src, job.offset) &&
               call.dst.depth == DataType<W>::depth && isCopied(call.dst, job.offset);
    }

    bool takesBatches() const override { return true; }
    bool takesLists() const override { return false; }
    size_t carryBytes() const override { return 0; }

    //! Image by image: they have lines enough to fill the device. A layer of the grid would cost registers.
    bool queue(const EngineJob& call, const EngineTarget& target) const override
    {
        BlocksJob<W> now = job;
        now.src = call.src;
        now.dst = call.dst;
        now.stream = target.stream;
        for (int i = 0; i < call.src.images; i++)
        {
            launchBlocksMarch(now);
            now.src.data += call.src.imageStep;
            now.dst.data += call.dst.imageStep;
        }
        return true;
    }

private:
    const BlockTables<W> x, y;
    BlocksJob<W> job; //!< without images
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeMarch(const EngineInput<W>& input)
{
    const BlockStates x(input.model.axes[ALONG_ROWS]), y(input.model.axes[ALONG_COLUMNS]);
    if (x.factor() * y.factor() != 1)
        return nullptr;
    return std::make_unique<const MarchOverLines<W>>(x, y, input);
}

template std::unique_ptr<const DeviceEngine> makeMarch(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeMarch(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
