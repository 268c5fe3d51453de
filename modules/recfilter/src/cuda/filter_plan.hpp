// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_FILTER_PLAN_HPP
#define OPENCV_RECFILTER_CUDA_FILTER_PLAN_HPP

// A filter for images of one size on one device: the schedules that run it, and their tables.

#include "cuda/one_launch/one_launch.hpp"
#include "cuda/runtime/workspace.hpp"
#include "cuda/tiles/steps.hpp"
#include "cuda/two_read/round.hpp"
#include "model/filter_model.hpp"
#include "plan/line_space.hpp"

#include "opencv2/core/cuda.hpp"

#include <memory>

namespace cv { namespace recfilter { namespace gpu {

/** RECURSIVE_AUTO takes one read or one launch if filter and image allow it, else algorithm 6. If no kernel takes the
chains of both axes, it takes algorithm 3. Long cascades run as several filters, one after the other, for which there
are kernels (filter_split.hpp). An algorithm that is asked for by name runs as it is. */
template <typename W>
class FilterPlan
{
public:
    FilterPlan(const FilterModel& model, const ArrayShape& shape);

    /** Queues the filter.
        @param copies src is copied first: it overlaps dst without being the same pixels, or is not aligned */
    void run(const cuda::GpuMat& src, cuda::GpuMat& dst, bool copies, const Queue& queue, Workspace& workspace) const;

    /** The same for aligned arrays, in two reads or more.
        @param memory workBytes() of it, aligned to 256 bytes @param isResult dst is the caller's array */
    void runIn(uchar* memory, const cuda::GpuMat& src, const cuda::GpuMat& dst, bool isResult,
               cudaStream_t stream) const;

    //! Most working memory of a call with aligned arrays, in bytes.
    size_t workBytes() const { return carryBytes + betweenBytes(); }

private:
    //! @param model what runs: RECURSIVE_AUTO may stand for the algorithm that it chooses
    FilterPlan(const ArrayShape& shape, const FilterModel& model);

    //! The tables of a filter, or of a part of it.
    struct Tables
    {
        Tables(const FilterModel& model, const ArrayShape& shape, const TablesUse& use);

        const AxisTables<W> x, y;
    };

    //! What a part meets of the needs of choices, but for those that are known later.
    unsigned metBy(const Tables& part) const;
    //! Bytes of one image in the working type, and of all that a call needs between rounds or steps.
    size_t imageBytes() const { return betweenStep() * size_t(rows.outer); }
    size_t betweenBytes() const { return imageBytes() * size_t(steps ? steps->images() : rounds.size() > 1); }
    size_t betweenStep() const { return alignSize(size_t(rows.n * rows.inner) * sizeof(W), 256); }
    //! Makes the tables of a filter, and its rounds or steps. Returns its gain for constants.
    double addParts(const FilterModel& model);
    //! @param isOnly there is no other filter
    void addPart(const FilterModel& part, bool isOnly);
    void addRounds(const Tables& part, const Schedule& schedule);
    void addSteps(const Schedule& schedule);
    //! Takes the value of a constant border off the first source and adds the filter's answer to it to the last result.
    void setOffset(const FilterModel& model, double gainOfConstants);
    void decideEviction();
    //! @param isResult dst is the caller's array, which this call does not read again
    void runRound(size_t index, const ImageView& src, const ImageView& dst, bool isResult, uchar* carries,
                  cudaStream_t stream) const;
    void oneRead(const ImageView& src, const ImageView& dst, cudaStream_t stream) const;

    const ArrayShape shape;
    const LineSpace rows;
    const std::vector<Choice> choices; //!< rows of the schedule table that the filter may run as
    std::vector<std::unique_ptr<const Tables>> parts;
    std::unique_ptr<Steps<W>> steps; //!< instead of rounds: a schedule that hands the image from step to step
    std::vector<Round<W>> rounds;
    std::vector<OneLaunchKind> oneLaunchKinds; //!< of each round: all tiles are on chip at once
    size_t carryBytes = 0;
    bool readsOnce = false;     //!< the filter runs in one read
    Round<W> oneReadRound = {}; //!< its round then
    int reach = 0;              //!< pixels within which it fades then
    bool evictsResult = false;  //!< EvictFirst::result of the last round
};

/** Whether float is too inexact for the schedule that a filter asks for by name, because it runs general chains, whose
states are those of sections that may cancel: where the carries of both axes are gathered at once and no kernel takes
the chains of both, and where tiles run added pairs step by step. */
bool needsDouble(const FilterModel& model);

extern template class FilterPlan<float>;
extern template class FilterPlan<double>;

}}} // namespace cv::recfilter::gpu

#endif
