// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Runs the CPU filters of C. W. Lee et al. 2014. The filters of a line are in math/lee_lines.hpp.

#include "papers/cpu/lee/lee_cpu.hpp"

#include "runtime/cpu/memory/denormals.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/pixels/pixel_kernels.hpp"

namespace cv { namespace recfilter {

namespace {

//! Columns filtered from one buffer: a cache line of floats, so that every line that is read is fully used.
const int STRIP = 16;

template <typename W>
struct StridedLine
{
    W* first;
    ptrdiff_t stride;

    W get(int i) const { return first[i * stride]; }
    void set(int i, W value) const { first[i * stride] = value; }
};

//! Filters lines of one axis in place.
template <typename W>
class LineGaussian
{
public:
    LineGaussian(const LeeModel& model, double sigma, int lineLength)
        : isIdentity(sigma == 0), splits(model.splits(lineLength)), length(lineLength),
          axis(isIdentity ? LeeAxis<W>() : leeAxis<W>(sigma))
    {
    }

    void filter(const StridedLine<W>& line) const
    {
        if (isIdentity)
            return;
        if (!splits)
        {
            leeOneWayForth(axis, length, line, line);
            leeOneWayBack(axis, length, line, line);
            return;
        }
        for (int part = 0; part < LEE_PARTS; part++)
            leeTwoWayForth(axis, part, length, line, line);
        for (int part = 0; part < LEE_PARTS; part++)
            leeTwoWayBack(axis, part, length, line, line);
    }

private:
    const bool isIdentity, splits;
    const int length;
    const LeeAxis<W> axis;
};

//! Filters rows into `image`, an image of W without gaps between rows.
template <typename W>
void filterRows(const LineGaussian<W>& gaussian, const Mat& src, W* image)
{
    const int channels = src.channels();
    const int64 step = int64(src.cols) * channels;
    parallel_for_(Range(0, src.rows), [&](const Range& range) {
        const DenormalsAsZero fast;
        for (int y = range.start; y < range.end; y++)
        {
            W* const row = image + y * step;
            loadElements(pixelKernels(W()), src, y, 0, row, step);
            for (int c = 0; c < channels; c++)
                gaussian.filter({row + c, channels});
        }
    });
}

//! Filters the columns of elements [first, last) through a buffer that holds STRIP elements of each row.
template <typename W>
void filterStrip(const LineGaussian<W>& gaussian, const W* image, size_t step, int64 first, int64 last, W* buffer,
                 Mat& dst)
{
    const int count = int(last - first);
    for (int y = 0; y < dst.rows; y++)
        std::copy_n(image + size_t(y) * step + first, count, buffer + size_t(y) * STRIP);
    for (int i = 0; i < count; i++)
        gaussian.filter({buffer + i, STRIP});
    for (int y = 0; y < dst.rows; y++)
        pixelKernels(W()).store(buffer + size_t(y) * STRIP, elementPtr(dst, y, first), dst.depth(), count, false);
}

template <typename W>
void filterColumns(const LineGaussian<W>& gaussian, const W* image, Mat& dst, ScratchPool& pool)
{
    const int64 elements = int64(dst.cols) * dst.channels();
    parallelFor((elements + STRIP - 1) / STRIP, [&](int64 firstStrip, int64 endStrip) {
        const DenormalsAsZero fast;
        ScratchPool::Lease lease(pool, size_t(dst.rows) * STRIP * sizeof(W));
        for (int64 s = firstStrip; s < endStrip; s++)
            filterStrip(gaussian, image, size_t(elements), s * STRIP, std::min((s + 1) * STRIP, elements),
                        reinterpret_cast<W*>(lease.data()), dst);
    });
}

template <typename W>
void filter(const LeeModel& model, const Mat& src, Mat& dst, ScratchPool& pool)
{
    ScratchPool::Lease lease(pool, src.total() * size_t(src.channels()) * sizeof(W));
    W* const image = reinterpret_cast<W*>(lease.data());
    filterRows(LineGaussian<W>(model, model.sigmaX, src.cols), src, image);
    filterColumns(LineGaussian<W>(model, model.sigmaY, src.rows), image, dst, pool);
}

} // namespace

void LeeCpu::apply(const Mat& src, Mat& dst, bool inDouble) const
{
    if (inDouble)
        filter<double>(model, src, dst, pool);
    else
        filter<float>(model, src, dst, pool);
}

}} // namespace cv::recfilter
