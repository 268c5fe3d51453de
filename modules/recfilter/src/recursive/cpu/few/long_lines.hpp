// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_FEW_LONG_LINES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_FEW_LONG_LINES_HPP

// Filters a few long lines along one axis, in parallel along each line: signals. Knows no bands and no tiles.

#include "recursive/cpu/few/serial_kernels.hpp"
#include "recursive/cpu/engine/host_engine.hpp"
#include "recursive/cpu/tables/line_groups.hpp"
#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

/** Algorithm 3 along one axis (Nehab et al. 2011, section 4.4), whose tiles are parts of a line. Parts that follow each
other run side by side, one part a lane, in a few vectors: a set.

1. gather (sets in parallel): the moments f and z of every part, from the pixels that have not faded at its ends.
2. propagate (lines in parallel, parts in turn): the exact states at both ends of every part. The border closes lines.
3. apply (sets in parallel): both directions over each set, which stays in L2 between them.

Parts depend on the length and the channels alone. So a line has the same bits for any number of threads and lines. */
template <typename W>
class LongLinesPlan final : public HostEngine
{
public:
    //! The schedule is LONG_LINES.
    LongLinesPlan(const FilterModel& model, const Extents& array, const Schedule&);

    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override;
    bool needsDouble() const override { return std::is_same<W, double>::value; }

private:
    class Call;
    class Worker;

    //! Parts side by side: `count` of a line from part `first` on, or its last part alone.
    struct Set
    {
        int64 line, first;
        int count;
        int64 samples; //!< of each part
    };

    Set setOf(int64 index) const;
    int64 setsOfLine() const { return (ends.count() - 2 + rows) / rows + 1; }
    //! Elements of a part.
    int64 elements() const { return part * space.inner; }
    //! Elements of the states of all parts of a line.
    size_t statesOfLine(int states) const { return size_t(ends.count()) * size_t(states) * size_t(space.inner); }

    const FilterKernels<W>& kernels;
    const SerialKernels<W>& serial;
    const int lanes, rows; //!< rows: parts of a set
    const ImageAxis along;
    const LineSpace space;
    const AxisTables<W> axis;
    const W totalGain;
    const Scalar borderValue;
    const int64 part;              //!< samples of a part
    const LineGroups<W> ends;      //!< its groups are the parts
    WeightTable<W> toEnd, toStart; //!< of f and of z of a part
};

}} // namespace cv::recfilter

#endif
