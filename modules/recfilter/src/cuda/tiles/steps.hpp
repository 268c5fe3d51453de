// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_TILES_STEPS_HPP
#define OPENCV_RECFILTER_CUDA_TILES_STEPS_HPP

// Runs the steps of a schedule, as the table has them, over an image.

#include "cuda/two_read/round.hpp"
#include "plan/schedule/schedule.hpp"

#include <algorithm>
#include <vector>

namespace cv { namespace recfilter { namespace gpu {

//! The tables of both axes of one filter of a schedule.
template <typename W>
struct AxesTables
{
    const AxisTables<W>*x, *y;
};

//! The images of a call besides source and result. Both have the working type.
struct StepImages
{
    ImageView between; //!< between steps
    ImageView causal;  //!< results of a causal pass that the anticausal one is added to
};

template <typename W>
class Steps
{
public:
    //! @param filters the filters that the steps name @param rows of the image
    Steps(const Schedule& schedule, const std::vector<AxesTables<W>>& filters, const LineSpace& rows);

    //! Sets what the first step subtracts from the source, and what the last step adds to the result.
    void setOffset(int channel, W offset, W restored);
    size_t carryBytes() const { return bytes; }
    //! Images of StepImages that a call needs.
    int images() const
    {
        const bool adds =
            std::any_of(steps.begin(), steps.end(), [](const Planned& step) { return step.addsDirections; });
        return adds ? 2 : 1;
    }
    void run(const ImageView& src, const ImageView& dst, const StepImages& images, uchar* carries,
             cudaStream_t stream) const;

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
        bool addsDirections;   //!< a pass over whole lines of y = F(x) + R(x)
    };

    int roundOf(const std::vector<AxesTables<W>>& filters, int filter, Pass set, const LineSpace& rows);
    TileJob<W> jobOf(int index, const ImageView& src, const ImageView& dst, bool isFirst, bool isLast, uchar* carries,
                     cudaStream_t stream) const;
    void runStep(const Planned& step, const TileJob<W>& applied, const TileJob<W>& gathered) const;
    void runLines(const Planned& step, const TileJob<W>& job, const ImageView& sum) const;

    const bool wholeLines; //!< Engine::WHOLE_LINES
    std::vector<PassRound> rounds;
    std::vector<Planned> steps;
    TileJob<W> ends = {}; //!< offset of the first step; gain and restored of the last one
    size_t bytes = 0;
};

extern template class Steps<float>;
extern template class Steps<double>;

}}} // namespace cv::recfilter::gpu

#endif
