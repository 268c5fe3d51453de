// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The engine of long lines: gather, propagate and apply over the parts of a line.

#include "recursive/cpu/few/long_lines.hpp"

#include "runtime/cpu/memory/denormals.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/memory/stream_fence.hpp"
#include "recursive/cpu/few/tuning.hpp"

namespace cv { namespace recfilter {

namespace {

/** Samples of a part: whole cache lines of whole pixels. The last part of a line may be shorter. Short lines have as
many parts as a set. */
template <typename W>
int64 samplesOfPart(const LineSpace& space, int rows)
{
    constexpr int64 line = 64 / int64(sizeof(W));
    const int64 most = std::max<int64>(tuning::PART_BYTES / int64(sizeof(W)) / space.inner / line, 1);
    // An odd number of cache lines, so that parts do not meet in the same sets of L1.
    return (std::min((space.n / rows + line - 1) / line, most) | 1) * line;
}

//! out += M in, for vectors of `inner` columns.
template <typename W>
void addProduct(const SmallMatrix<W>& M, const W* in, W* out, int64 inner)
{
    size_t entry = 0;
    for (size_t row = 0; row < M.ends.size(); row++, out += inner)
        for (; entry < size_t(M.ends[row]); entry++)
            for (int64 c = 0; c < inner; c++)
                out[c] += M.entries[entry].value * in[M.entries[entry].column * inner + c];
}

} // namespace

template <typename W>
LongLinesPlan<W>::LongLinesPlan(const FilterModel& model, const Extents& array, const Schedule&)
    : kernels(filterKernels(W())), serial(serialKernels(W())), lanes(kernels.lanes), rows(lanes * tuning::PART_VECTORS),
      along(ImageAxis(onlyFilteredAxis(model))), space(array.along(along)), axis(model.axes[size_t(along)], space.n),
      totalGain(W(axis.gain * model.axes[along == ALONG_ROWS ? ALONG_COLUMNS : ALONG_ROWS].gain)),
      borderValue(axis.meetsBorderValue ? model.borderValue : Scalar()), part(samplesOfPart<W>(space, rows)),
      ends(axis, 1, part, false, false, true)
{
    const int channels = int(space.inner);
    toEnd = weightTable<W>(reversed(axis.causalMoments(std::min(axis.causalDecay, part))), channels);
    toEnd.first = elements() - toEnd.count;
    toStart = weightTable<W>(axis.anticausalMoments(std::min(axis.anticausalDecay, part)), channels);
}

template <typename W>
typename LongLinesPlan<W>::Set LongLinesPlan<W>::setOf(int64 index) const
{
    const int64 whole = ends.count() - 1, inLine = index % setsOfLine();
    Set set = {index / setsOfLine(), inLine * rows, 1, part};
    if (inLine + 1 == setsOfLine())
    {
        set.first = whole;
        set.samples = space.n - whole * part;
    }
    else
        set.count = int(std::min<int64>(rows, whole - set.first));
    return set;
}

//! One image on its way through the engine.
template <typename W>
class LongLinesPlan<W>::Call
{
public:
    Call(const LongLinesPlan& p, const Mat& source, Mat& destination, const HostCall& hostCall)
        : plan(p), src(source), dst(destination), call(hostCall)
    {
        Carver size;
        carve(size);
        lease = std::make_unique<ScratchPool::Lease>(call.scratch, size.bytes());
        Carver carver(lease->data());
        carve(carver);
    }

    void run()
    {
        const int64 sets = plan.space.outer * plan.setsOfLine();
        parallelFor(sets, [&](int64 first, int64 behind) {
            const DenormalsAsZero guard;
            Worker worker(*this);
            for (int64 i = first; i < behind; i++)
                worker.gather(plan.setOf(i));
        });
        parallelFor(plan.space.outer, [&](int64 first, int64 behind) {
            const DenormalsAsZero guard;
            for (int64 line = first; line < behind; line++)
                propagate(line);
        });
        parallelFor(sets, [&](int64 first, int64 behind) {
            const DenormalsAsZero guard;
            const StreamFence fence;
            Worker worker(*this);
            for (int64 i = first; i < behind; i++)
                worker.apply(plan.setOf(i));
        });
    }

    static size_t bytes(const LongLinesPlan& plan)
    {
        Carver size;
        carve(size, plan, std::array<W**, 4>());
        return size.bytes();
    }

private:
    friend class Worker;

    static void carve(Carver& carver, const LongLinesPlan& plan, const std::array<W**, 4>& arrays)
    {
        const int states[] = {plan.axis.causalStates, plan.axis.anticausalStates, plan.ends.startStates(),
                              plan.ends.endStates()};
        for (size_t i = 0; i < arrays.size(); i++)
        {
            W* const array = carver.take<W>(size_t(plan.space.outer) * plan.statesOfLine(states[i]));
            if (arrays[i])
                *arrays[i] = array;
        }
    }
    void carve(Carver& carver) { carve(carver, plan, {&causal, &anticausal, &start, &end}); }

    //! Of a part of a line, in one of the four arrays. A state has a number for each of the lines side by side.
    W* stateAt(W* states, int count, int64 line, int64 index) const
    {
        return states + size_t(line) * plan.statesOfLine(count) + size_t(index * count * plan.space.inner);
    }

    /** The sums of all parts become the causal states before, and the anticausal states behind, each part. */
    void propagate(int64 line)
    {
        const int64 parts = plan.ends.count(), inner = plan.space.inner;
        const int r = plan.axis.causalStates, q = plan.axis.anticausalStates;
        const size_t columns = alignSize(size_t(inner), plan.lanes);
        std::vector<W> before(size_t(r) * columns), behind(size_t(q) * columns), p(size_t(r * inner)),
            z(size_t(q * inner)), next(size_t(std::max(r, q) * inner)), total(size_t(r * inner));
        close(line, before.data(), behind.data(), columns);
        for (int64 c = 0; c < inner; c++)
        {
            const W value = W(plan.borderValue[int(c % src.channels()) % 4]);
            for (int m = 0; m < r; m++)
                p[size_t(m * inner + c)] =
                    before[size_t(m) * columns + size_t(c)] + plan.axis.startOffset[size_t(m)] * value;
            for (int m = 0; m < q; m++)
                z[size_t(m * inner + c)] =
                    behind[size_t(m) * columns + size_t(c)] + plan.axis.endOffset[size_t(m)] * value;
        }
        for (int64 i = 0; i < parts; i++)
        {
            W* const sum = stateAt(causal, r, line, i);
            std::copy_n(sum, p.size(), next.data());
            addProduct(plan.ends.causalPower[i + 1 == parts], p.data(), next.data(), inner);
            std::copy(p.begin(), p.end(), sum);
            std::copy_n(next.data(), p.size(), p.data());
        }
        for (int64 i = parts - 1; i >= 0; i--)
        {
            W* const sum = stateAt(anticausal, q, line, i);
            std::copy_n(sum, z.size(), next.data());
            addProduct(plan.ends.anticausalPower[i + 1 == parts], z.data(), next.data(), inner);
            std::copy(z.begin(), z.end(), sum);
            addProduct(plan.axis.join, i + 1 == parts ? p.data() : stateAt(causal, r, line, i + 1), sum, inner);
            std::copy_n(next.data(), z.size(), z.data());
        }
    }

    //! The states before and behind a line, but for the border value. Rows of `columns` numbers.
    void close(int64 line, W* before, W* behind, size_t columns)
    {
        const LineGroups<W>& groups = plan.ends;
        const int64 parts = groups.count(), inner = plan.space.inner;
        const int r = plan.axis.causalStates, q = plan.axis.anticausalStates;
        const int startStates = groups.startStates(), endStates = groups.endStates();
        groups.addUp(stateAt(start, startStates, line, 0), size_t(startStates * inner),
                     stateAt(end, endStates, line, 0), size_t(endStates * inner),
                     [&](const SmallMatrix<W>& m, const W* in, W* out) { addProduct(m, in, out, inner); });
        const auto padded = [&](const W* states, int count) {
            std::vector<W> spread(size_t(std::max(count, 1)) * columns);
            for (int m = 0; m < count; m++)
                std::copy_n(states + m * inner, inner, &spread[size_t(m) * columns]);
            return spread;
        };
        std::vector<W> f(size_t(r * inner)), z(size_t(q * inner)), next;
        for (int64 i = 0; i < parts && groups.needsF(); i++)
        {
            next.assign(stateAt(causal, r, line, i), stateAt(causal, r, line, i) + r * inner);
            addProduct(groups.causalPower[i + 1 == parts], f.data(), next.data(), inner);
            f.swap(next);
        }
        for (int64 i = parts - 1; i >= 0 && groups.needsZ(); i--)
        {
            next.assign(stateAt(anticausal, q, line, i), stateAt(anticausal, q, line, i) + q * inner);
            addProduct(groups.anticausalPower[i + 1 == parts], z.data(), next.data(), inner);
            z.swap(next);
        }
        std::vector<W> pixels[2];
        for (int k = 0; k < 2; k++)
        {
            pixels[k].resize(columns);
            load(line, k ? plan.space.n - 1 : 0, 1, pixels[k].data());
        }
        std::vector<W> a = padded(stateAt(start, startStates, line, 0), startStates),
                       g = padded(stateAt(end, endStates, line, parts - 1), endStates), ofF = padded(f.data(), r),
                       ofZ = padded(z.data(), q);
        groups.close(plan.kernels, a.data(), g.data(), ofF.data(), ofZ.data(), pixels[0].data(), pixels[1].data(),
                     before, behind, int(columns));
    }

    // ---- Samples ----

    bool isAlongRows() const { return plan.along == ALONG_ROWS; }
    //! Whether the samples of a line follow each other in memory.
    bool follow(const Mat& image) const { return isAlongRows() || image.isContinuous() || plan.space.n == 1; }

    //! Samples of a line in the working type.
    void load(int64 line, int64 first, int64 samples, W* memory) const
    {
        const int64 inner = plan.space.inner;
        if (follow(src))
            loadElements(plan.kernels, src, isAlongRows() ? line : 0, first * inner, memory, samples * inner);
        else
            for (int64 i = 0; i < samples; i++)
                if (src.depth() == DataType<W>::depth)
                    std::copy_n(reinterpret_cast<const W*>(elementPtr(src, first + i, 0)), inner, memory + i * inner);
                else
                    loadElements(plan.kernels, src, first + i, 0, memory + i * inner, inner);
    }

    void store(int64 line, int64 first, int64 samples, const W* memory)
    {
        const int64 inner = plan.space.inner;
        if (follow(dst))
            storeElements(plan.kernels, memory, dst, isAlongRows() ? line : 0, first * inner, samples * inner,
                          call.isLarge);
        else
            for (int64 i = 0; i < samples; i++)
                if (dst.depth() == DataType<W>::depth)
                    std::copy_n(memory + i * inner, inner, reinterpret_cast<W*>(elementPtr(dst, first + i, 0)));
                else
                    storeElements(plan.kernels, memory + i * inner, dst, first + i, 0, inner, false);
    }

    //! The samples in the array itself, if it has the working type; else null.
    template <typename Image>
    W* direct(Image& image, int64 line, int64 first) const
    {
        if (image.depth() != DataType<W>::depth || !follow(image))
            return nullptr;
        return reinterpret_cast<W*>(
            const_cast<uchar*>(elementPtr(image, isAlongRows() ? line : 0, first * plan.space.inner)));
    }

    const LongLinesPlan& plan;
    const Mat& src;
    Mat& dst;
    const HostCall& call;
    std::unique_ptr<ScratchPool::Lease> lease;
    W *causal, *anticausal; //!< f and z of the parts; then the states before them and behind them
    W *start, *end;         //!< sums of LineGroups, part by part
};

//! What a thread keeps while it filters sets.
template <typename W>
class LongLinesPlan<W>::Worker
{
public:
    explicit Worker(Call& c) : call(c), plan(c.plan), kernels(c.plan.kernels), lanes(c.plan.lanes), rows(c.plan.rows)
    {
        Carver size;
        carve(size);
        lease = std::make_unique<ScratchPool::Lease>(c.call.scratch, size.bytes());
        Carver carver(lease->data());
        carve(carver);
    }

    //! The moments of each part, and its shares in the closing sums.
    void gather(const Set& set)
    {
        const int r = plan.axis.causalStates, q = plan.axis.anticausalStates;
        const int64 size = set.samples * plan.space.inner;
        const int64 zEnd = std::min<int64>(plan.toStart.empty() ? 0 : plan.toStart.count, size),
                    fBegin = plan.toEnd.empty() ? size : std::max<int64>(size - plan.toEnd.count, 0);
        std::fill_n(sums[0], vectors(q), W(0));
        std::fill_n(sums[1], vectors(r), W(0));
        const bool needsAll = hasShares(set);
        const int64 middle = fBegin / lanes * lanes;
        const bool apart = !needsAll && alignSize(size_t(zEnd), lanes) < size_t(middle);
        if (apart)
        {
            sumOf(set, 0, int64(alignSize(size_t(zEnd), lanes)));
            sumOf(set, middle, size);
        }
        else
            sumOf(set, 0, size);
        const auto scatter = [&](const W* from, int count, W* to) {
            for (int i = 0; i < set.count; i++)
                forEachNumber(count, [&](size_t inVectors, size_t inState) {
                    call.stateAt(to, count, set.line, set.first + i)[inState] = from[placeOf(i, count) + inVectors];
                });
        };
        scatter(sums[0], q, call.anticausal);
        scatter(sums[1], r, call.causal);
        if (plan.ends.startStates() + plan.ends.endStates())
            addShares(set, needsAll);
    }

    //! Both directions over the set.
    void apply(const Set& set)
    {
        const int r = plan.axis.causalStates, q = plan.axis.anticausalStates;
        const auto fetch = [&](W* from, int count, W* to) {
            std::fill_n(to, vectors(count), W(0));
            for (int i = 0; i < set.count; i++)
                forEachNumber(count, [&](size_t inVectors, size_t inState) {
                    to[placeOf(i, count) + inVectors] = call.stateAt(from, count, set.line, set.first + i)[inState];
                });
        };
        fetch(call.causal, r, states[0]);
        fetch(call.anticausal, q, states[1]);
        const int64 first = set.first * plan.part;
        W* const results = isWhole(set) ? call.direct(call.dst, set.line, first) : nullptr;
        RowPass<W> pass = passOf(set, 0, set.samples * plan.space.inner);
        pass.blockStep = ptrdiff_t(pass.bundles) * lanes * lanes;
        pass.transposed = transposed;
        pass.parallelSum = sum;
        pass.gain = plan.totalGain;
        pass.nonTemporal = results && call.call.isLarge && lanes > 1 && reinterpret_cast<size_t>(results) % 64 == 0;
        pass.pieces = pieces;
        TileView<W> out = {results ? results : buffer, pass.rows.step};
        const bool forth = !plan.axis.causal.sections.empty(), back = !plan.axis.anticausal.sections.empty();
        if (forth != back && isWhole(set) && plan.space.inner == 1 && !plan.axis.parallel)
        {
            pass.chain = forth ? &plan.axis.causal : &plan.axis.anticausal;
            pass.state = states[back];
            kernels.oneWayRows(pass, out, back, prefetchOf(set));
        }
        else
        {
            pass.chain = &plan.axis.causal;
            pass.state = states[0];
            kernels.rows(nullptr, &pass, Prefetch());
            pass.chain = &plan.axis.anticausal;
            pass.state = states[1];
            pass.rows = out;
            kernels.rows(&pass, nullptr, prefetchOf(set));
        }
        if (!results)
            call.store(set.line, first, set.count * set.samples, buffer);
    }

private:
    void carve(Carver& carver)
    {
        const size_t size = size_t(rows) * size_t(plan.elements() + lanes);
        buffer = carver.take<W>(size);
        transposed = carver.take<W>(size);
        sum = plan.axis.parallel ? carver.take<W>(size) : nullptr;
        pieces = carver.take<W>(size_t(rows) * (64 / sizeof(W)));
        const int r = plan.axis.causalStates, q = plan.axis.anticausalStates;
        states[0] = carver.take<W>(vectors(r));
        states[1] = carver.take<W>(vectors(q));
        sums[0] = carver.take<W>(vectors(q));
        sums[1] = carver.take<W>(vectors(r));
    }

    size_t vectors(int count) const { return size_t(count) * size_t(plan.space.inner) * size_t(rows); }
    //! Whether rows of the set are whole vectors and fill all lanes.
    bool isWhole(const Set& set) const { return set.count == rows && set.samples == plan.part; }

    //! Place of the numbers of a part in the vectors of kernels.
    size_t placeOf(int i, int count) const
    {
        return size_t(i / lanes) * size_t(count * plan.space.inner * lanes) + size_t(i % lanes);
    }

    //! Calls body with the place of each number of a state: in vectors of lanes by channel, and in arrays of a Call.
    template <typename Body>
    void forEachNumber(int count, const Body& body) const
    {
        for (int m = 0; m < count; m++)
            for (int64 c = 0; c < plan.space.inner; c++)
                body(size_t((c * count + m) * lanes), size_t(m * plan.space.inner + c));
    }

    //! The source of the next set of the line.
    Prefetch prefetchOf(const Set& set) const
    {
        Prefetch wanted;
        const int64 next = set.first + rows;
        const size_t bytes = size_t(plan.elements()) * call.src.elemSize1();
        if (!isWhole(set) || next + rows >= plan.ends.count() || !call.follow(call.src))
            return wanted;
        wanted.image = elementPtr(call.src, call.isAlongRows() ? set.line : 0, next * plan.elements());
        wanted.step = bytes;
        wanted.linesPerRow = int64(bytes / 64);
        wanted.lines = int(wanted.linesPerRow) * rows;
        return wanted;
    }

    /** A pass over the elements [first, end) of every part. They are in the source if it has the working type, else in
    the buffer. Lanes without a part are 0. */
    RowPass<W> passOf(const Set& set, int64 first, int64 end)
    {
        static const Chain<W> identity = Chain<W>::makeIdentity();
        const int64 inner = plan.space.inner, size = set.samples * inner, begin = set.first * plan.part;
        RowPass<W> pass;
        W* const samples = isWhole(set) ? call.direct(call.src, set.line, begin) : nullptr;
        if (!samples)
        {
            // Samples at the ends of the range are loaded as whole pixels.
            const int64 from = first / inner, to = (end + inner - 1) / inner;
            if (to - from == set.samples)
                call.load(set.line, begin, set.count * set.samples, buffer);
            else
                for (int i = 0; i < set.count; i++)
                    call.load(set.line, begin + i * set.samples + from, to - from, buffer + i * size + from * inner);
            std::fill(buffer + set.count * size, buffer + alignSize(size_t(set.count), lanes) * size_t(size) + lanes,
                      W(0));
        }
        pass.rows = {(samples ? samples : buffer) + first, size_t(size)};
        pass.chain = &identity;
        pass.transposed = transposed;
        pass.blockStep = 0;
        pass.bundles = (set.count + lanes - 1) / lanes;
        pass.cols = int(end - first);
        pass.element = first;
        pass.channels = int(inner);
        return pass;
    }

    //! Adds the elements [first, end) of each part to its moments.
    void sumOf(const Set& set, int64 first, int64 end)
    {
        if (first >= end)
            return;
        RowPass<W> pass = passOf(set, first, end);
        const WeightTable<W>* const tables[] = {&plan.toStart, &plan.toEnd};
        for (int k = 0; k < 2; k++)
        {
            pass.weights[k] = tables[k]->empty() ? nullptr : tables[k];
            pass.weightElement[k] = first + (k ? plan.elements() - set.samples * plan.space.inner : 0);
            pass.sums[k] = sums[k];
        }
        kernels.rows(nullptr, &pass, pass.cols == plan.elements() ? prefetchOf(set) : Prefetch());
    }

    bool hasShares(const Set& set) const
    {
        for (int64 i = set.first; i < set.first + set.count; i++)
            if (plan.ends.startShare(i).weights || plan.ends.endShare(i).weights)
                return true;
        return false;
    }

    void addShares(const Set& set, bool any)
    {
        const int64 inner = plan.space.inner;
        const W* samples = call.direct(call.src, set.line, set.first * plan.part);
        samples = samples && isWhole(set) ? samples : buffer;
        const auto add = [&](const typename LineGroups<W>::Share& share, int count, W* to, int64 i) {
            W* const ofPart = call.stateAt(to, count, set.line, set.first + i);
            std::fill_n(ofPart, count * inner, W(0));
            for (int64 c = 0; c < inner && any && share.weights; c++)
            {
                W ofLine[2 * MAX_STATES] = {};
                plan.serial.addSums(samples + (i * set.samples + share.first) * inner + c, inner,
                                    share.end - share.first, share.weights, count, ofLine);
                for (int m = 0; m < count; m++)
                    ofPart[m * inner + c] = ofLine[m];
            }
        };
        for (int64 i = 0; i < set.count; i++)
        {
            add(plan.ends.startShare(set.first + i), plan.ends.startStates(), call.start, i);
            add(plan.ends.endShare(set.first + i), plan.ends.endStates(), call.end, i);
        }
    }

    Call& call;
    const LongLinesPlan& plan;
    const FilterKernels<W>& kernels;
    const int lanes, rows;
    std::unique_ptr<ScratchPool::Lease> lease;
    W* buffer;           //!< samples, and results, of a set
    W *transposed, *sum; //!< of kernels
    W* pieces;
    W *states[2], *sums[2]; //!< of both directions; of z and f
};

template <typename W>
size_t LongLinesPlan<W>::workBytes() const
{
    return Call::bytes(*this);
}

template <typename W>
void LongLinesPlan<W>::run(const Mat& src, Mat& dst, const HostCall& call) const
{
    Call(*this, src, dst, call).run();
}

template class LongLinesPlan<float>;
template class LongLinesPlan<double>;

}} // namespace cv::recfilter
