// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Two reads as an engine: the rounds of a schedule.

#include "precomp.hpp"

#ifdef HAVE_RECFILTER_CUDA

#include "recursive/cuda/two_read/round.hpp"

namespace cv { namespace recfilter { namespace gpu {

namespace {

template <typename W>
class TwoReads final : public DeviceEngine
{
public:
    explicit TwoReads(const EngineInput<W>& input) : rows(input.rows()), eviction(evictionOf<W>(rows))
    {
        const AxisTables<W>&x = *input.filters[0].x, &y = *input.filters[0].y;
        for (const Pass set : setsOf(input.schedule, x.kind, y.kind))
        {
            rounds.push_back(makeRound(x, y, set, rows));
            batches = batches && rounds.back().job.chainX != CHAIN_GENERAL && rounds.back().job.chainY != CHAIN_GENERAL;
        }
        rounds.back().job.gain = W(x.gain * y.gain);
        input.ends.setSource(rounds.front().job);
        input.ends.setResult(rounds.back().job);
    }

    bool takesBatches() const override { return batches; }

    size_t carryBytes() const override
    {
        size_t bytes = 0;
        for (const Round<W>& round : rounds)
            bytes = std::max(bytes, round.carryBytes());
        return bytes;
    }

    bool usesImage() const override { return rounds.size() > 1; }

    const Round<float>* wholeRound() const override
    {
        if constexpr (std::is_same<W, float>::value)
            return rounds.size() == 1 ? &rounds[0] : nullptr;
        return nullptr;
    }

    bool queue(const EngineJob& call, const EngineTarget& target) const override
    {
        const int images = call.src.images;
        const EvictFirst evicts = images > 1 ? evictionOf<W>(rows, images) : eviction;
        for (size_t i = 0; i < rounds.size(); i++)
        {
            const bool isLast = i + 1 == rounds.size();
            const ImageView &src = i == 0 ? call.src : target.between, &dst = isLast ? call.dst : target.between;
            TileJob<W> job = jobOf(rounds[i], src, dst, target.carries, target.stream);
            job.evictFirst.pixels = evicts.pixels;
            job.evictFirst.result = isLast && call.isResult && evicts.result && dst.depth == DataType<W>::depth;
            runInTwoReads(job);
        }
        return true;
    }

private:
    //! The sets of passes of a schedule, in order, without those of axes that are not filtered.
    static std::vector<Pass> setsOf(const Schedule& schedule, ChainKind x, ChainKind y)
    {
        std::vector<Pass> sets;
        for (const Step& step : schedule.steps)
            if ((has(step.apply, Pass::RL) && x != CHAIN_NONE) || (has(step.apply, Pass::DU) && y != CHAIN_NONE))
                sets.push_back(step.apply);
        return sets;
    }

    const LineSpace rows;
    const EvictFirst eviction; //!< of one image
    std::vector<Round<W>> rounds;
    bool batches = true;
};

} // namespace

template <typename W>
std::unique_ptr<const DeviceEngine> makeTwoReads(const EngineInput<W>& input)
{
    return std::make_unique<const TwoReads<W>>(input);
}

template std::unique_ptr<const DeviceEngine> makeTwoReads(const EngineInput<float>&);
template std::unique_ptr<const DeviceEngine> makeTwoReads(const EngineInput<double>&);

}}} // namespace cv::recfilter::gpu

#endif
