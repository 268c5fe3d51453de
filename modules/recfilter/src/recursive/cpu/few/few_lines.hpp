// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_FEW_FEW_LINES_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_FEW_FEW_LINES_HPP

// Filters a few lines along one axis, sample by sample: signals, stereo sound. Knows no bands and no tiles.

#include "recursive/cpu/few/serial_kernels.hpp"
#include "recursive/cpu/engine/host_engine.hpp"
#include "recursive/cpu/tables/line_groups.hpp"
#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

/** A cascade along one axis of an image of few lines. Other engines filter as many lines as a vector has lanes, and a
line alone leaves all lanes but one idle. Here the sections of a line overlap instead, in registers.

One direction beside a zero border reads and writes the line once. Otherwise the exact states at the ends come from
sums over the line (LineGroups), and both directions run from these. */
template <typename W>
class FewLinesPlan final : public HostEngine
{
public:
    //! The schedule is FEW_LINES.
    FewLinesPlan(const FilterModel& model, const Extents& array, const Schedule&);

    void run(const Mat& src, Mat& dst, const HostCall& call) const override;
    size_t workBytes() const override;

private:
    class Call;

    //! Sections that a pass of a kernel runs.
    struct Part
    {
        SectionKind kind;
        int first, count;
    };

    //! The sections of a direction, for a line alone and for lines side by side.
    struct Parts
    {
        std::vector<Part> alone, sideBySide;

        bool empty() const { return alone.empty(); }
    };

    static std::vector<Part> partsOf(const Chain<W>& chain, bool inPipelines);
    Parts partsOf(const Chain<W>& chain) const
    {
        return {partsOf(chain, serial.pipeline != nullptr), partsOf(chain, false)};
    }

    const FilterKernels<W>& kernels;
    const SerialKernels<W>& serial;
    const ImageAxis along;
    const LineSpace space;
    const AxisTables<W> axis;
    const W totalGain;
    const Scalar borderValue;
    const Parts causal, anticausal;
    std::unique_ptr<const LineGroups<W>> ends; //!< null: all states at the ends are 0
};

}} // namespace cv::recfilter

#endif
