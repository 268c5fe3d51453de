// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_CUDA_TILES_STEPS_HPP
#define OPENCV_RECFILTER_PAPERS_CUDA_TILES_STEPS_HPP

// Runs the steps of a schedule, as the table has them, over an image.

#include "recursive/cuda/two_read/round.hpp"

#include <vector>

namespace cv { namespace recfilter { namespace gpu {

template <typename W>
class Steps final : public DeviceEngine
{
public:
    explicit Steps(const EngineInput<W>& input);

    size_t carryBytes() const override { return bytes; }
    bool usesImage() const override { return true; }
    bool queue(const EngineJob& job, const EngineTarget& target) const override;

private:
    //! A set of passes of one filter, with its carries and, for an anticausal pass, the round that leaves its tail.
    struct PassRound
    {
        int filter;
        Pass set;
        Round<W> round;
        size_t offset;
        int tailOf;
    };

    struct Planned
    {
        Pass apply, gather;
        int applied, gathered; //!< their rounds
    };

    int roundOf(const std::vector<AxesTables<W>>& filters, int filter, Pass set, const LineSpace& rows);
    TileJob<W> jobOf(int index, const ImageView& src, const ImageView& dst, bool isFirst, bool isLast, uchar* carries,
                     cudaStream_t stream) const;
    void runStep(const Planned& step, const TileJob<W>& applied, const TileJob<W>& gathered) const;
    void runLines(const Planned& step, const TileJob<W>& job) const;

    const bool wholeLines; //!< Engine::WHOLE_LINES
    std::vector<PassRound> rounds;
    std::vector<Planned> steps;
    const FilterEnds<W> ends;
    W gain = W(1); //!< of all filters
    size_t bytes = 0;
};

}}} // namespace cv::recfilter::gpu

#endif
