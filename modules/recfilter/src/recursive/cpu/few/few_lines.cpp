// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The engine of few lines: how samples reach the recursions.

#include "recursive/cpu/few/few_lines.hpp"

#include "runtime/cpu/memory/denormals.hpp"
#include "recursive/cpu/kernels/tile_io.hpp"

namespace cv { namespace recfilter {

namespace {

//! Samples that stay in L1 while the sections pass over them.
const int64 PART = 1024;

//! Lines of samples, in an image or in working memory. Lines that share a row lie side by side.
template <typename W>
struct LineView
{
    W* data = nullptr;
    ptrdiff_t rowStep = 0, step = 0; //!< elements from row to row, and from sample to sample
    int64 first = 0;                 //!< sample at `data`

    W* at(int64 row, int64 inRow, int64 sample) const { return data + row * rowStep + (sample - first) * step + inRow; }
};

} // namespace

template <typename W>
std::vector<typename FewLinesPlan<W>::Part> FewLinesPlan<W>::partsOf(const Chain<W>& chain, bool inPipelines)
{
    std::vector<Part> parts;
    const int count = int(chain.sections.size());
    for (int i = 0; i < count; i++)
    {
        if (inPipelines && count - i > SERIAL_SECTIONS)
        {
            parts.push_back({SectionKind::WITH_TAPS, i, std::min(count - i, PIPELINE_SECTIONS)});
            i += parts.back().count - 1;
            continue;
        }
        const SectionCoefs<W>& s = chain.sections[size_t(i)];
        const bool isAllPole = s.c0 == 1 && s.c1 == 0 && s.c2 == 0;
        const SectionKind kind = !isAllPole     ? SectionKind::WITH_TAPS
                                 : s.order == 1 ? SectionKind::ONE_POLE
                                                : SectionKind::TWO_POLES;
        if (!parts.empty() && parts.back().kind == kind && parts.back().count < SERIAL_SECTIONS)
            parts.back().count++;
        else
            parts.push_back({kind, i, 1});
    }
    return parts;
}

template <typename W>
FewLinesPlan<W>::FewLinesPlan(const FilterModel& model, const Extents& array, const Schedule&)
    : kernels(filterKernels(W())), serial(serialKernels(W())), along(ImageAxis(onlyFilteredAxis(model))),
      space(array.along(along)), axis(model.axes[size_t(along)], space.n),
      totalGain(W(axis.gain * model.axes[along == ALONG_ROWS ? ALONG_COLUMNS : ALONG_ROWS].gain)),
      borderValue(axis.meetsBorderValue ? model.borderValue : Scalar()), causal(partsOf(axis.causal)),
      anticausal(partsOf(axis.anticausal))
{
    if (axis.borderType != BORDER_CONSTANT || borderValue != Scalar())
        ends = std::make_unique<const LineGroups<W>>(axis, 1, PART, true, true);
}

//! One image on its way through the engine.
template <typename W>
class FewLinesPlan<W>::Call
{
public:
    Call(const FewLinesPlan& p, const Mat& source, Mat& destination, ScratchPool& pool)
        : plan(p), kernels(p.kernels), serial(p.serial), src(source), dst(destination), rows(p.space.outer),
          inRow(p.space.inner), lines(int(rows * inRow)), padded(alignSize(size_t(lines), kernels.lanes)),
          bothWays(!p.causal.empty() && !p.anticausal.empty()), readsSrc(src.depth() == DataType<W>::depth),
          writesDst(dst.depth() == DataType<W>::depth)
    {
        Carver size;
        carve(size);
        lease = std::make_unique<ScratchPool::Lease>(pool, size.bytes());
        Carver carver(lease->data());
        carve(carver);
    }

    void run()
    {
        const int64 n = plan.space.n, count = (n + PART - 1) / PART;
        std::fill_n(before, vectors(plan.axis.causalStates), W(0));
        std::fill_n(behind, vectors(plan.axis.anticausalStates), W(0));
        if (plan.ends)
            close();
        const bool endsForth = plan.anticausal.empty();
        if (!plan.causal.empty())
        {
            fromStored(plan.axis.causal, before, running);
            for (int64 i = 0; i < count; i++)
            {
                const int64 first = i * PART, last = std::min(first + PART, n);
                const LineView<const W> in = load(first, last);
                const LineView<W> out = endsForth ? result(first) : kept();
                pass(plan.causal, plan.axis.causal, in, out, first, last, false, endsForth ? plan.totalGain : W(1));
                if (endsForth)
                    store(out, first, last);
            }
            toStored(plan.axis.causal, running, before);
        }
        if (plan.anticausal.empty())
            return;
        if (!plan.axis.join.isZero())
            kernels.multiplyAdd(plan.axis.join, before, padded, behind, padded, int(padded));
        fromStored(plan.axis.anticausal, behind, running);
        for (int64 i = count - 1; i >= 0; i--)
        {
            const int64 first = i * PART, last = std::min(first + PART, n);
            const LineView<const W> in = bothWays ? constView(kept()) : load(first, last);
            const LineView<W> out = result(first);
            pass(plan.anticausal, plan.axis.anticausal, in, out, first, last, true, plan.totalGain);
            store(out, first, last);
        }
    }

private:
    void carve(Carver& carver)
    {
        const LineGroups<W>* const groups = plan.ends.get();
        const size_t count = groups ? size_t(groups->count()) : 0;
        part = carver.take<W>(size_t(PART) * size_t(lines));
        bundle = carver.take<W>(size_t(PART) * size_t(serial.lanes));
        line = bothWays && !writesDst ? carver.take<W>(size_t(plan.space.n) * size_t(lines)) : nullptr;
        before = carver.take<W>(vectors(plan.axis.causalStates));
        behind = carver.take<W>(vectors(plan.axis.anticausalStates));
        running = carver.take<W>(
            vectors(2 * int(std::max(plan.axis.causal.sections.size(), plan.axis.anticausal.sections.size()))));
        start = carver.take<W>(groups ? count * vectors(groups->startStates()) : 0);
        end = carver.take<W>(groups ? count * vectors(groups->endStates()) : 0);
    }

    size_t vectors(int states) const { return size_t(states) * padded; }

    // ---- Samples ----

    static LineView<const W> constView(const LineView<W>& view)
    {
        return {view.data, view.rowStep, view.step, view.first};
    }
    bool isAlongRows() const { return plan.along == ALONG_ROWS; }

    //! Working memory for a part of all lines.
    LineView<W> working(int64 first) const { return {part, ptrdiff_t(PART * inRow), ptrdiff_t(inRow), first}; }

    template <typename T, typename Image>
    LineView<T> viewOf(Image& image) const
    {
        const ptrdiff_t step = ptrdiff_t(image.step[0] / image.elemSize1());
        return {reinterpret_cast<T*>(image.data), step, isAlongRows() ? ptrdiff_t(inRow) : step, 0};
    }

    //! Samples of all lines in the working type.
    LineView<const W> load(int64 first, int64 last)
    {
        if (readsSrc)
            return viewOf<const W>(src);
        const LineView<W> view = working(first);
        if (isAlongRows())
            for (int64 row = 0; row < rows; row++)
                loadElements(kernels, src, row, first * inRow, view.at(row, 0, first), (last - first) * inRow);
        else if (src.isContinuous())
            loadElements(kernels, src, first, 0, view.data, (last - first) * inRow);
        else
            for (int64 i = first; i < last; i++)
                loadElements(kernels, src, i, 0, view.at(0, 0, i), inRow);
        return constView(view);
    }

    //! Where results go: to the destination itself, or to working memory that store() converts.
    LineView<W> result(int64 first) { return writesDst ? viewOf<W>(dst) : working(first); }

    void store(const LineView<W>& view, int64 first, int64 last)
    {
        if (writesDst)
            return;
        if (isAlongRows())
            for (int64 row = 0; row < rows; row++)
                storeElements(kernels, view.at(row, 0, first), dst, row, first * inRow, (last - first) * inRow, false);
        else if (dst.isContinuous())
            storeElements(kernels, view.data, dst, first, 0, (last - first) * inRow, false);
        else
            for (int64 i = first; i < last; i++)
                storeElements(kernels, view.at(0, 0, i), dst, i, 0, inRow, false);
    }

    //! Whole lines between the two directions.
    LineView<W> kept()
    {
        if (writesDst)
            return viewOf<W>(dst);
        return {line, ptrdiff_t(plan.space.n * inRow), ptrdiff_t(inRow), 0};
    }

    // ---- Recursions ----

    //! Runs all sections of a direction over the samples [first, last) of all lines.
    void pass(const Parts& parts, const Chain<W>& chain, const LineView<const W>& in, const LineView<W>& out,
              int64 first, int64 last, bool back, W gain)
    {
        for (int i = 0; i < lines;)
        {
            const int count = std::min(serial.lanes, lines - i);
            const int64 row = i / inRow, place = i % inRow;
            const bool lieSideBySide = count == serial.lanes && place + count <= inRow;
            if (count == 1 || lieSideBySide)
                passLines(parts, chain, in.at(row, place, back ? last - 1 : first), back ? -in.step : in.step,
                          out.at(row, place, back ? last - 1 : first), back ? -out.step : out.step, last - first, i,
                          count > 1, gain);
            else
                passBundle(parts, chain, in, out, first, last, back, i, count, gain);
            i += count;
        }
    }

    //! Filters lines that do not lie side by side: copies them side by side first.
    void passBundle(const Parts& parts, const Chain<W>& chain, const LineView<const W>& in, const LineView<W>& out,
                    int64 first, int64 last, bool back, int i, int count, W gain)
    {
        const int64 samples = last - first;
        const ptrdiff_t lanes = serial.lanes;
        for (int lane = 0; lane < lanes; lane++)
        {
            const int64 of = std::min(lane, count - 1) + i; // lanes without a line repeat the last one
            const W* const from = in.at(of / inRow, of % inRow, first);
            for (int64 k = 0; k < samples; k++)
                bundle[k * lanes + lane] = from[k * in.step];
        }
        W* const begin = bundle + (back ? samples - 1 : 0) * lanes;
        passLines(parts, chain, begin, back ? -lanes : lanes, begin, back ? -lanes : lanes, samples, i, true, gain);
        for (int lane = 0; lane < count; lane++)
        {
            W* const to = out.at((i + lane) / inRow, (i + lane) % inRow, first);
            for (int64 k = 0; k < samples; k++)
                to[k * out.step] = bundle[k * lanes + lane];
        }
    }

    void passLines(const Parts& parts, const Chain<W>& chain, const W* in, ptrdiff_t inStep, W* out, ptrdiff_t outStep,
                   int64 samples, int firstLine, bool sideBySide, W gain)
    {
        SerialPass<W> job;
        job.in = in;
        job.inStep = inStep;
        job.out = out;
        job.outStep = outStep;
        job.samples = samples;
        job.stateStep = padded;
        const std::vector<Part>& list = sideBySide ? parts.sideBySide : parts.alone;
        for (const Part& one : list)
        {
            job.kind = one.kind;
            job.count = one.count;
            job.sections = &chain.sections[size_t(one.first)];
            job.state = running + size_t(2 * one.first) * padded + firstLine;
            job.gain = &one == &list.back() ? gain : W(1);
            (sideBySide ? serial.sideBySide : one.count > SERIAL_SECTIONS ? serial.pipeline : serial.oneLine)(job);
            job.in = out;
            job.inStep = outStep;
        }
    }

    //! Converts states from the form of tables (math/state_space.hpp), (w1, w1 - w2), to that of recursions, (w1, w2).
    void fromStored(const Chain<W>& chain, const W* stored, W* states) const
    {
        for (const SectionCoefs<W>& section : chain.sections)
        {
            for (size_t i = 0; i < padded; i++)
            {
                states[i] = stored[i];
                states[padded + i] = section.order == 2 ? stored[i] - stored[padded + i] : W(0);
            }
            stored += size_t(section.order) * padded;
            states += 2 * padded;
        }
    }

    void toStored(const Chain<W>& chain, const W* states, W* stored) const
    {
        for (const SectionCoefs<W>& section : chain.sections)
        {
            for (size_t i = 0; i < padded; i++)
            {
                stored[i] = states[i];
                if (section.order == 2)
                    stored[padded + i] = states[i] - states[padded + i];
            }
            stored += size_t(section.order) * padded;
            states += 2 * padded;
        }
    }

    //! The exact states before the lines and, decoupled, behind them.
    void close()
    {
        const LineGroups<W>& groups = *plan.ends;
        const size_t startStep = vectors(groups.startStates()), endStep = vectors(groups.endStates());
        std::fill_n(start, size_t(groups.count()) * startStep, W(0));
        std::fill_n(end, size_t(groups.count()) * endStep, W(0));
        for (int64 i = 0; i < groups.count(); i++)
        {
            const auto toStart = groups.startShare(i), toEnd = groups.endShare(i);
            if (!toStart.weights && !toEnd.weights)
                continue;
            const int64 first = i * PART;
            const LineView<const W> in = load(first, std::min(first + PART, plan.space.n));
            addSums(toStart, groups.startStates(), in, first, start + size_t(i) * startStep);
            addSums(toEnd, groups.endStates(), in, first, end + size_t(i) * endStep);
        }
        groups.close(kernels, start, startStep, end, endStep, before, behind, int(padded));
        for (int i = 0; i < lines; i++)
        {
            const int channel = int(i % inRow) % src.channels();
            const W value = W(plan.borderValue[channel % 4]);
            for (int m = 0; m < plan.axis.causalStates; m++)
                before[size_t(m) * padded + size_t(i)] += plan.axis.startOffset[size_t(m)] * value;
            for (int m = 0; m < plan.axis.anticausalStates; m++)
                behind[size_t(m) * padded + size_t(i)] += plan.axis.endOffset[size_t(m)] * value;
        }
    }

    void addSums(const typename LineGroups<W>::Share& share, int states, const LineView<const W>& in, int64 first,
                 W* sums) const
    {
        W ofLine[2 * MAX_STATES];
        for (int i = 0; i < lines && share.weights; i++)
        {
            std::fill_n(ofLine, states, W(0));
            serial.addSums(in.at(i / inRow, i % inRow, first + share.first), in.step, share.end - share.first,
                           share.weights, states, ofLine);
            for (int m = 0; m < states; m++)
                sums[size_t(m) * padded + size_t(i)] = ofLine[m];
        }
    }

    const FewLinesPlan& plan;
    const FilterKernels<W>& kernels;
    const SerialKernels<W>& serial;
    const Mat& src;
    Mat& dst;
    const int64 rows, inRow; //!< rows of the image that lines lie along, and lines side by side in each
    const int lines;
    const size_t padded; //!< lines, in whole vectors
    const bool bothWays, readsSrc, writesDst;
    std::unique_ptr<ScratchPool::Lease> lease;
    W *part, *bundle, *line;
    W *before, *behind; //!< states at the ends of the lines
    W* running;         //!< states of the recursions
    W *start, *end;     //!< sums of LineGroups, group by group
};

//! If the result is not in the working type: the lines between both directions.
template <typename W>
size_t FewLinesPlan<W>::workBytes() const
{
    return causal.empty() || anticausal.empty() ? 0 : size_t(space.outer * space.inner * space.n) * sizeof(W);
}

template <typename W>
void FewLinesPlan<W>::run(const Mat& src, Mat& dst, const HostCall& call) const
{
    const DenormalsAsZero guard;
    Call(*this, src, dst, call.scratch).run();
}

template class FewLinesPlan<float>;
template class FewLinesPlan<double>;

}} // namespace cv::recfilter
