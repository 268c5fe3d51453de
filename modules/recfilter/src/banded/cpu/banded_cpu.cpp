// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Banded systems on the CPU, in bands of full-width rows: gather the column carries of every band, propagate them, and
// apply both axes band by band. Rows are solved from end to end, transposed, so that every lane has a row of its own.

#include "banded/cpu/banded_cpu.hpp"

#include "banded/cpu/banded_kernels.hpp"
#include "banded/cpu/tuning.hpp"
#include "runtime/cpu/memory/denormals.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/memory/scratch.hpp"
#include "runtime/cpu/memory/stream_fence.hpp"
#include "runtime/cpu/pixels/pixel_kernels.hpp"
#include "runtime/cpu/memory/tuning.hpp"
#include "banded/plan/banded_plan.hpp"
#include "math/packing.hpp"
#include "runtime/plan_cache.hpp"

namespace cv { namespace recfilter {

namespace {

//! A matrix in the working type, row by row.
template <typename W>
struct Product
{
    explicit Product(const Matrix& m) : rows(m.rows), cols(m.cols), numbers(packed<W>(m)) {}

    //! out += M in, for `width` lines side by side.
    void addTo(const W* in, size_t inStep, W* out, size_t outStep, int width) const
    {
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                if (const W factor = numbers[size_t(i) * size_t(cols) + size_t(j)])
                {
                    W* const to = out + size_t(i) * outStep;
                    const W* const from = in + size_t(j) * inStep;
                    for (int k = 0; k < width; k++)
                        to[k] += factor * from[k];
                }
    }

    //! in = M^-1 in, for an upper triangular M with reciprocals on its diagonal.
    void solveUpper(W* in, size_t step, int width) const
    {
        for (int i = rows - 1; i >= 0; i--)
        {
            W* const to = in + size_t(i) * step;
            for (int j = i; j < cols; j++)
            {
                const W factor = numbers[size_t(i) * size_t(cols) + size_t(j)];
                const W* const from = in + size_t(j) * step;
                if (j > i)
                    for (int k = 0; k < width; k++)
                        to[k] -= factor * from[k];
            }
            const W inverse = numbers[size_t(i) * size_t(cols) + size_t(i)];
            for (int k = 0; k < width; k++)
                to[k] *= inverse;
        }
    }

    int rows, cols;
    std::vector<W> numbers;
};

//! The tables of a periodic border (BandedClosing).
template <typename W>
struct ClosingTables
{
    explicit ClosingTables(const BandedClosing& closing)
        : lower(closing.lower), upper(closing.upper), lastOfForward(closing.lastOfForward),
          fromFront(closing.fromFront), fromBack(closing.fromBack)
    {
    }

    //! closed = c of BandedClosing. @param ends c0, of the solution with zeros outside @param closed zeros on entry
    void close(const W* ends, W* closed, size_t step, int width) const
    {
        lower.addTo(ends, step, closed, step, width);
        upper.solveUpper(closed, step, width);
    }

    const Product<W> lower, upper, lastOfForward, fromFront, fromBack;
};

//! One axis in the working type.
template <typename W>
struct BandedTables
{
    BandedTables(const BandedMatrix& matrix, int64 n, int64 blockRows)
        : BandedTables(BandedPlan<W>(matrix, n, blockRows), int(blockRows))
    {
    }
    BandedTables(const BandedTables&) = delete;
    BandedTables& operator=(const BandedTables&) = delete;

    int order() const { return rows.order; }

    std::vector<W> numbers;
    BandedRows<W> rows;
    BandedBlocks blocks;
    std::vector<Product<W>> P, Q, X;
    std::vector<Product<W>> aboveW, aboveY;
    std::vector<W> innerNumbers;
    BandedRows<W> inner;                             //!< of BandedPlan::inner; order 0: none
    std::unique_ptr<const ClosingTables<W>> closing; //!< null unless the border is periodic
    BandedTail tail;
    Product<W> tailMatrix; //!< tailOf() of the factors

private:
    BandedTables(const BandedPlan<W>& plan, int blockRows)
        : numbers(plan.packedRows()), rows(plan.rows(numbers.data())), blocks(plan.blocks),
          tail(plan.closing ? plan.factors.n : plan.factors.n - plan.order(), blockRows), tailMatrix(plan.tail)
    {
        for (const BandedBlock& block : plan.matrices)
        {
            P.emplace_back(block.P);
            Q.emplace_back(block.Q);
            X.emplace_back(block.X);
            aboveW.emplace_back(block.aboveW);
            aboveY.emplace_back(block.aboveY);
        }
        inner.order = 0;
        if (plan.inner)
        {
            innerNumbers = plan.packedRows(*plan.inner);
            inner = plan.innerRows(innerNumbers.data());
        }
        if (plan.closing)
            closing = std::make_unique<const ClosingTables<W>>(*plan.closing);
    }
};

template <typename W>
class BandedImagePlan
{
public:
    BandedImagePlan(const BandedModel& model, const Extents& shape)
        : columns(shape.along(ALONG_COLUMNS)), rows(shape.along(ALONG_ROWS))
    {
        const DenormalsAsZero guard;
        if (const auto& matrix = model.axes[ALONG_COLUMNS])
            y = std::make_unique<const BandedTables<W>>(*matrix, columns.n, BAND);
        if (const auto& matrix = model.axes[ALONG_ROWS])
            x = std::make_unique<const BandedTables<W>>(*matrix, rows.n, 0);
    }

    void run(const Mat& src, Mat& dst, ScratchPool& pool) const;

private:
    enum
    {
        BAND = tuning::BANDED_BUNDLE_BYTES / int(sizeof(W)),
        STRIP = tuning::BANDED_STRIP_BYTES / int(sizeof(W))
    };
    static_assert(int(BAND) <= int(MAX_BLOCK_ROWS), "BandedMatrix::drift is of such blocks");
    static_assert(int(BAND) >= int(MAX_BANDED_ORDER), "a block has the state before it among its rows");
    class Run;

    const LineSpace columns, rows;
    std::unique_ptr<const BandedTables<W>> x, y; //!< null: leaves the axis as it is
};

//! One call.
template <typename W>
class BandedImagePlan<W>::Run
{
public:
    Run(const BandedImagePlan& p, const Mat& source, Mat& destination, ScratchPool& scratch)
        : plan(p), src(source), dst(destination), pool(scratch), height(p.columns.n), elements(p.columns.inner),
          channels(int(p.rows.inner)), bands((height + BAND - 1) / BAND), order(p.y ? p.y->order() : 0),
          hasCarries(p.y && (bands > 1 || p.y->closing)), step(alignSize(size_t(elements), 64) + 16),
          memory(scratch, hasCarries ? 2 * size_t(bands + 1) * plane() * sizeof(W) : 0),
          forth(reinterpret_cast<W*>(memory.data())), back(forth + size_t(bands + 1) * plane()),
          aroundCache(dst.total() * dst.elemSize() >= size_t(tuning::NON_TEMPORAL_BYTES))
    {
    }

    void run()
    {
        if (hasCarries)
        {
            overBands([&](int64 band) { gather(band); });
            parallelFor((elements + tuning::BANDED_COLUMNS - 1) / tuning::BANDED_COLUMNS, [&](int64 first, int64 end) {
                const DenormalsAsZero guard;
                for (int64 chunk = first; chunk < end; chunk++)
                    propagate(chunk * tuning::BANDED_COLUMNS);
            });
        }
        overBands([&](int64 band) { apply(band); });
    }

private:
    template <typename Body>
    void overBands(const Body& body)
    {
        parallelFor(bands, [&](int64 first, int64 end) {
            const DenormalsAsZero guard;
            const StreamFence fence;
            for (int64 band = first; band < end; band++)
                body(band);
        });
    }

    //! Elements of a plane of carries: a state of every column.
    size_t plane() const { return size_t(order) * step; }
    //! State of forward substitution before a band, of back substitution behind band - 1.
    W* forward(int64 band) const { return forth + size_t(band) * plane(); }
    W* backward(int64 band) const { return back + size_t(band) * plane(); }
    int rowsOf(int64 band) const { return int(std::min<int64>(BAND, height - band * BAND)); }

    void load(int64 band, int64 element, int count, W* strip) const
    {
        for (int i = 0; i < rowsOf(band); i++)
            loadElements(pixelKernels(W()), src, band * BAND + i, element, strip + i * STRIP, count);
    }

    //! The carries that a band sends out if none come in.
    void gather(int64 band) const
    {
        ScratchPool::Lease lease(pool, BAND * STRIP * sizeof(W));
        W* const strip = reinterpret_cast<W*>(lease.data());
        for (int64 element = 0; element < elements; element += STRIP)
        {
            const int width = int(std::min<int64>(STRIP, elements - element));
            load(band, element, width, strip);
            const BandedKernels<W>& kernels = bandedKernels(W());
            BandedPass<W> pass = {plan.y->rows, band * BAND, rowsOf(band), strip,
                                  STRIP,        width,       nullptr,      forward(band + 1) + element,
                                  step};
            kernels.forward(pass);
            pass.count = plan.y->tail.of(band * BAND, rowsOf(band));
            pass.after = backward(band) + element;
            kernels.backward(pass);
        }
    }

    //! Turns the gathered carries of some columns into exact ones.
    void propagate(int64 element) const
    {
        const int width = int(std::min<int64>(tuning::BANDED_COLUMNS, elements - element));
        for (int k = 0; k < order; k++)
        {
            std::fill_n(forward(0) + size_t(k) * step + element, width, W(0));
            std::fill_n(backward(plan.y->tail.blocks) + size_t(k) * step + element, width, W(0));
        }
        propagate(forth + element, back + element, step, width);
        if (plan.y->closing)
            closeEnds(element, width);
        if (plan.y->inner.order > 0)
            lookAbove(element, width);
    }

    //! Replaces the states w before all bands but the first by y above these bands.
    void lookAbove(int64 element, int width) const
    {
        const BandedTables<W>& tables = *plan.y;
        const size_t states = size_t(order) * size_t(width);
        ScratchPool::Lease lease(pool, states * sizeof(W));
        W* const above = reinterpret_cast<W*>(lease.data());
        for (int64 band = 1; band < tables.tail.blocks; band++)
        {
            const size_t index = size_t(tables.blocks.indexOf(band));
            std::fill_n(above, states, W(0));
            tables.aboveW[index].addTo(forward(band) + element, step, above, size_t(width), width);
            tables.aboveY[index].addTo(backward(band) + element, step, above, size_t(width), width);
            for (int k = 0; k < order; k++)
                std::copy_n(above + size_t(k) * size_t(width), width, forward(band) + size_t(k) * step + element);
        }
    }

    //! Adds the states that the ends of periodic columns bring about.
    void closeEnds(int64 element, int width) const
    {
        // The change of all carries by the closed ends, added afterwards.
        const size_t states = size_t(order) * size_t(width), planes = size_t(bands + 1) * states;
        ScratchPool::Lease lease(pool, (2 * planes + 4 * states) * sizeof(W));
        W* const ends = reinterpret_cast<W*>(lease.data());
        W *const closed = ends + 2 * states, *const addForth = closed + 2 * states, *const addBack = addForth + planes;
        std::fill_n(ends, 2 * planes + 4 * states, W(0));
        for (int k = 0; k < order; k++)
            std::copy_n(backward(0) + size_t(k) * step + element, width, ends + k * width);
        plan.y->closing->lastOfForward.addTo(forward(bands) + element, step, ends + states, size_t(width), width);
        plan.y->closing->close(ends, closed, size_t(width), width);
        std::copy_n(closed + states, states, addForth);
        std::copy_n(closed, states, addBack + size_t(bands) * states);
        propagate(addForth, addBack, size_t(width), width);
        for (int64 row = 0; row < (bands + 1) * order; row++)
            for (int i = 0; i < width; i++)
            {
                forth[size_t(row) * step + size_t(element + i)] += addForth[row * width + i];
                back[size_t(row) * step + size_t(element + i)] += addBack[row * width + i];
            }
    }

    //! @param p, q carries of forward and back substitution, from band to band
    void propagate(W* p, W* q, size_t lineStep, int width) const
    {
        const BandedTables<W>& tables = *plan.y;
        const size_t next = size_t(order) * lineStep;
        for (int64 band = 0; band < bands; band++)
            tables.P[size_t(tables.blocks.indexOf(band))].addTo(p + size_t(band) * next, lineStep,
                                                                p + size_t(band + 1) * next, lineStep, width);
        if (!tables.closing)
        {
            W* const tail = q + size_t(tables.tail.blocks) * next;
            for (int m = 0; m < order; m++)
                std::copy_n(p + size_t(bands) * next + size_t(order - 1 - m) * lineStep, width,
                            tail + size_t(m) * lineStep);
            tables.tailMatrix.solveUpper(tail, lineStep, width);
        }
        for (int64 band = tables.tail.blocks - 1; band >= 0; band--)
        {
            const size_t index = size_t(tables.blocks.indexOf(band));
            W* const before = q + size_t(band) * next;
            tables.Q[index].addTo(q + size_t(band + 1) * next, lineStep, before, lineStep, width);
            tables.X[index].addTo(p + size_t(band) * next, lineStep, before, lineStep, width);
        }
    }

    void apply(int64 band) const
    {
        const BandedKernels<W>& kernels = bandedKernels(W());
        const int lines = rowsOf(band);
        ScratchPool::Lease lease(pool,
                                 (size_t(BAND) * STRIP + (plan.x ? size_t(elements) * size_t(lines) : 0)) * sizeof(W));
        W* const strip = reinterpret_cast<W*>(lease.data());
        W* const bundle = strip + BAND * STRIP; // the rows of the band as columns
        for (int64 element = 0; element < elements; element += STRIP)
        {
            const int width = int(std::min<int64>(STRIP, elements - element));
            load(band, element, width, strip);
            if (plan.y)
            {
                BandedPass<W> pass = {plan.y->rows,
                                      band * BAND,
                                      lines,
                                      strip,
                                      STRIP,
                                      width,
                                      hasCarries ? forward(band) + element : nullptr,
                                      nullptr,
                                      step};
                const BandedTail& tail = plan.y->tail;
                if (hasCarries)
                    pass.count = tail.of(band * BAND, lines);
                if (plan.y->inner.order > 0 && band > 0)
                {
                    pass.rows = plan.y->inner;
                    pass.first = 0;
                }
                kernels.forward(pass);
                pass.before = nullptr;
                if (hasCarries)
                {
                    pass.before = backward(std::min(band + 1, tail.blocks)) + element;
                    for (int i = pass.count; i < lines; i++)
                        std::copy_n(backward(tail.blocks) + size_t(band * BAND + i - tail.rows) * step + element, width,
                                    strip + i * STRIP);
                }
                kernels.backward(pass);
            }
            if (plan.x)
                kernels.transpose(strip, STRIP, lines, width, bundle + size_t(element) * size_t(lines), size_t(lines));
            else
                store(band, element, width, strip);
        }
        if (!plan.x)
            return;
        solveRows(bundle, lines);
        for (int64 element = 0; element < elements; element += STRIP)
        {
            const int width = int(std::min<int64>(STRIP, elements - element));
            kernels.transpose(bundle + size_t(element) * size_t(lines), size_t(lines), width, lines, strip, STRIP);
            store(band, element, width, strip);
        }
    }

    //! @param bundle for every pixel of a row its channels, and for every channel `lines` rows
    void solveRows(W* bundle, int lines) const
    {
        const BandedTables<W>& tables = *plan.x;
        const int width = lines * channels, n = int(plan.rows.n), k = tables.order();
        const size_t pixel = size_t(width);
        const BandedPass<W> pass = {tables.rows, 0, n, bundle, pixel, width, nullptr, nullptr, 0};
        bandedKernels(W()).forward(pass);
        bandedKernels(W()).backward(pass);
        if (!tables.closing)
            return;
        const size_t numbers = 2 * size_t(k) * pixel;
        ScratchPool::Lease lease(pool, 2 * numbers * sizeof(W));
        W *const ends = reinterpret_cast<W*>(lease.data()), *const closed = ends + numbers;
        std::fill_n(closed, numbers, W(0));
        for (int a = 0; a < k; a++)
        {
            std::copy_n(bundle + size_t(a) * pixel, width, ends + a * width);
            std::copy_n(bundle + size_t(n - 1 - a) * pixel, width, ends + (k + a) * width);
        }
        const ClosingTables<W>& closing = *tables.closing;
        closing.close(ends, closed, pixel, width);
        closing.fromFront.addTo(closed, pixel, bundle, pixel, width);
        closing.fromBack.addTo(closed, pixel, bundle + size_t(n - closing.fromBack.rows) * pixel, pixel, width);
    }

    void store(int64 band, int64 element, int count, const W* strip) const
    {
        for (int i = 0; i < rowsOf(band); i++)
            storeElements(pixelKernels(W()), strip + i * STRIP, dst, band * BAND + i, element, count, aroundCache);
    }

    const BandedImagePlan& plan;
    const Mat& src;
    Mat& dst;
    ScratchPool& pool;
    const int64 height, elements;
    const int channels;
    const int64 bands;
    const int order;
    const bool hasCarries;
    const size_t step; //!< of the carries: not a power of two
    ScratchPool::Lease memory;
    W* const forth;
    W* const back;
    const bool aroundCache;
};

template <typename W>
void BandedImagePlan<W>::run(const Mat& src, Mat& dst, ScratchPool& pool) const
{
    Run(*this, src, dst, pool).run();
}

} // namespace

struct BandedCpu::Plans
{
    PlanCache<BandedImagePlan<float>> single;
    PlanCache<BandedImagePlan<double>> twice;
    ScratchPool scratch;
};

BandedCpu::BandedCpu(const BandedModel& m) : model(m), plans(new Plans) {}

BandedCpu::~BandedCpu() = default;

void BandedCpu::apply(const Mat& src, Mat& dst, bool inDouble) const
{
    const Extents shape = Extents::ofImage(src.size(), src.channels());
    const auto runPlan = [&](auto& cache) {
        typedef typename std::decay_t<decltype(cache)>::ValueType Plan;
        cache.get({shape, 0}, [&] { return std::make_shared<const Plan>(model, shape); })
            ->run(src, dst, plans->scratch);
    };
    if (inDouble)
        runPlan(plans->twice);
    else
        runPlan(plans->single);
}

void BandedCpu::clear()
{
    plans->single.clear();
    plans->twice.clear();
    plans->scratch.clear();
}

}} // namespace cv::recfilter
