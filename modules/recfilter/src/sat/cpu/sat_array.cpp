// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Tables along any dimensions: which elements go to the kernels of images, and sums along all other dimensions.

#include "sat/cpu/sat_array.hpp"

#include "runtime/cpu/memory/parallel.hpp"
#include "sat/cpu/sat_table.hpp"
#include "sat/cpu/tuning.hpp"

#include "arrays/extents.hpp"

namespace cv { namespace recfilter {

namespace {

//! An array as lists of places: some of its dimensions are loops, from the slowest to the fastest.
class Places
{
public:
    //! All dimensions in front of `end`, without one of them. -1: without none
    Places(const Mat& array, int end, int without = -1)
    {
        for (int i = 0; i < end; i++)
            if (i != without)
                loops.push_back({array.size[i], array.step[i]});
    }

    int64 count() const
    {
        int64 all = 1;
        for (const auto& loop : loops)
            all *= loop.first;
        return all;
    }

    size_t offset(int64 index) const
    {
        size_t bytes = 0;
        for (size_t k = loops.size(); k-- > 0; index /= loops[k].first)
            bytes += size_t(index % loops[k].first) * loops[k].second;
        return bytes;
    }

private:
    std::vector<std::pair<int64, size_t>> loops;
};

template <typename S, typename T, bool Squared>
void convertRow(const uchar* src, uchar* dst, int64 count)
{
    const S* in = reinterpret_cast<const S*>(src);
    T* out = reinterpret_cast<T*>(dst);
    for (int64 i = 0; i < count; i++)
        out[i] = Squared ? T(in[i]) * T(in[i]) : T(in[i]);
}

typedef void (*ConvertRow)(const uchar* src, uchar* dst, int64 count);

template <typename S, typename T>
ConvertRow convertRowOf(bool squared)
{
    return squared ? convertRow<S, T, true> : convertRow<S, T, false>;
}

template <typename S>
ConvertRow convertRowTo(int depth, bool squared)
{
    return depth == CV_32S   ? convertRowOf<S, unsigned>(squared)
           : depth == CV_32F ? convertRowOf<S, float>(squared)
                             : convertRowOf<S, double>(squared);
}

//! Numbers of a depth in that of a table, or their squares. Tables of CV_32S wrap, so they are unsigned here.
ConvertRow convertRowOf(int from, int to, bool squared)
{
    switch (from)
    {
    case CV_8U:
        return convertRowTo<uchar>(to, squared);
    case CV_16U:
        return convertRowTo<ushort>(to, squared);
    case CV_16S:
        return convertRowTo<short>(to, squared);
    case CV_32S:
        return convertRowTo<int>(to, squared);
    case CV_32F:
        return convertRowTo<float>(to == CV_32F ? CV_32F : CV_64F, squared);
    default:
        return convertRowTo<double>(CV_64F, squared);
    }
}

template <typename T>
void addRow(const uchar* before, uchar* row, int64 count)
{
    const T* in = reinterpret_cast<const T*>(before);
    T* out = reinterpret_cast<T*>(row);
    for (int64 i = 0; i < count; i++)
        out[i] += in[i];
}

//! Tables of images of one or more rows, which are the last one or two dimensions.
void sumImages(const Mat& src, Mat& dst, bool hasRows, bool squared, ScratchPool& pool)
{
    const int last = src.dims - 1, rows = hasRows ? src.size[last - 1] : 1, cols = src.size[last];
    const Places from(src, hasRows ? last - 1 : last), to(dst, hasRows ? last - 1 : last);
    const auto imageOf = [&](const Mat& array, const Places& places, int64 i) {
        return Mat(rows, cols, array.type(), array.data + places.offset(i),
                   rows > 1 ? array.step[last - 1] : size_t(Mat::AUTO_STEP));
    };
    const auto jobOf = [&](int64 i) {
        SatJob job = {imageOf(src, from, i), Mat(), Mat(), Mat(), false, cuda::SAT_AUTO};
        (squared ? job.sqsum : job.sum) = imageOf(dst, to, i);
        return job;
    };
    if (double(rows) * cols * src.channels() > tuning::SAT_SMALL_ELEMENTS)
    {
        for (int64 i = 0; i < from.count(); i++)
            computeTables(jobOf(i), pool);
        return;
    }
    const SatKernels kernels = satKernels(src.depth(), dst.depth(), squared, src.channels());
    const size_t above = size_t(cols) * dst.elemSize();
    parallelFor(from.count(), [&](int64 begin, int64 end) {
        ScratchPool::Lease lease(pool, above + SAT_ABOVE_ROOM);
        SatStrip strip;
        strip.above = lease.data();
        strip.srcStep = hasRows ? src.step[last - 1] : 0;
        strip.dstStep = hasRows ? dst.step[last - 1] : 0;
        strip.rows = rows;
        strip.channels = src.channels();
        strip.cols = cols * strip.channels;
        strip.streamed = strip.prefetch = false;
        for (int64 i = begin; i < end; i++)
        {
            memset(strip.above, 0, above);
            strip.src = src.data + from.offset(i);
            strip.dst = dst.data + to.offset(i);
            kernels.strip(strip);
        }
    });
}

//! Numbers that are not summed along the last dimension.
void convertRows(const Mat& src, Mat& dst, bool squared)
{
    const int last = src.dims - 1;
    const Places from(src, last), to(dst, last);
    const ConvertRow convert = convertRowOf(src.depth(), dst.depth(), squared);
    parallelFor(from.count(), [&](int64 begin, int64 end) {
        for (int64 i = begin; i < end; i++)
            convert(src.data + from.offset(i), dst.data + to.offset(i), int64(src.size[last]) * src.channels());
    });
}

//! Adds to each element the sums before it along a dimension. What follows it in memory is cut into pieces.
void sumAlong(Mat& table, int dimension)
{
    int64 run = table.channels();
    int end = table.dims; // dimensions from here on are one run in memory
    while (end - 1 > dimension && (table.size[end - 1] == 1 || table.step[end - 1] == size_t(run) * table.elemSize1()))
        run *= table.size[--end];
    const Places places(table, end, dimension);
    const int64 pieces = (run + tuning::SAT_PIECE_ELEMENTS - 1) / tuning::SAT_PIECE_ELEMENTS;
    const auto add = table.depth() == CV_32S   ? addRow<unsigned>
                     : table.depth() == CV_32F ? addRow<float>
                                               : addRow<double>;
    const size_t step = table.step[dimension];
    parallelFor(places.count() * pieces, [&](int64 begin, int64 behind) {
        for (int64 i = begin; i < behind; i++)
        {
            const int64 first = i % pieces * tuning::SAT_PIECE_ELEMENTS;
            uchar* row = table.data + places.offset(i / pieces) + size_t(first) * table.elemSize1();
            for (int k = 1; k < table.size[dimension]; k++, row += step)
                add(row, row + step, std::min(run - first, tuning::SAT_PIECE_ELEMENTS));
        }
    });
}

//! Writes the zeros before the first sums along a dimension.
void writeZeros(Mat& table, int dimension)
{
    std::vector<Range> first(size_t(table.dims), Range::all());
    first[size_t(dimension)] = Range(0, 1);
    const Mat zeros = table(first);
    int64 run = int64(table.elemSize());
    int end = table.dims;
    while (end > 0 && (zeros.size[end - 1] == 1 || zeros.step[end - 1] == size_t(run)))
        run *= zeros.size[--end];
    const Places places(zeros, end);
    for (int64 i = 0; i < places.count(); i++)
        memset(zeros.data + places.offset(i), 0, size_t(run));
}

} // namespace

void computeArrayTable(const Mat& src, Mat& table, const std::vector<int>& dimensions, bool squared, bool withZeros,
                       ScratchPool& pool)
{
    std::vector<Range> ranges(size_t(src.dims), Range::all());
    for (int dimension : dimensions)
        if (withZeros)
        {
            writeZeros(table, dimension);
            ranges[size_t(dimension)] = Range(1, table.size[dimension]);
        }
    Mat sums = table(ranges);
    const auto isNamed = [&](int dimension) {
        return std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
    };
    const int last = src.dims - 1;
    const bool hasCols = isNamed(last), hasRows = hasCols && last > 0 && isNamed(last - 1);
    if (hasCols)
        sumImages(src, sums, hasRows, squared, pool);
    else
        convertRows(src, sums, squared);
    // Along the other dimensions zeros are summed, too: so what follows in memory need not be cut at them.
    for (int dimension : dimensions)
        if (dimension < (hasRows ? last - 1 : last))
            sumAlong(table, dimension);
}

}} // namespace cv::recfilter
