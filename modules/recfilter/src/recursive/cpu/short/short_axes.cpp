// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Blocks of short axes: how they reach the products.

#include "recursive/cpu/short/short_axes.hpp"

#include "recursive/cpu/short/tuning.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/memory/stream_fence.hpp"
#include "runtime/cpu/pixels/pixel_kernels.hpp"

namespace cv { namespace recfilter {

namespace {

//! The stretches of an array whose elements follow each other in memory, one after the other.
class Stretches
{
public:
    explicit Stretches(const Mat& array) : elements(array.channels()), element(array.elemSize1())
    {
        size_t step = array.elemSize();
        int axis = array.dims - 1;
        for (; axis >= 0 && (array.size[axis] == 1 || array.step[axis] == step); axis--)
        {
            elements *= array.size[axis];
            step *= size_t(array.size[axis]);
        }
        for (int i = 0; i <= axis; i++)
            outer.push_back({array.size[i], array.step[i]});
    }

    //! Calls body(offset in bytes, elements before it, elements) for the stretches of `count` elements from `first` on.
    template <typename Body>
    void forEach(int64 first, int64 count, const Body& body) const
    {
        for (int64 done = 0; done < count;)
        {
            int64 index = (first + done) / elements;
            const int64 inStretch = (first + done) % elements, n = std::min(elements - inStretch, count - done);
            size_t offset = size_t(inStretch) * element;
            for (size_t k = outer.size(); k-- > 0; index /= outer[k].count)
                offset += size_t(index % outer[k].count) * outer[k].step;
            body(offset, done, n);
            done += n;
        }
    }

private:
    struct Loop
    {
        int64 count;
        size_t step;
    };

    int64 elements;
    size_t element;
    std::vector<Loop> outer;
};

} // namespace

template <typename W>
ShortAxes<W>::ShortAxes(const std::vector<ShortAxis>& list, const Extents& shape, int cn)
    : products(productKernels(W())), block(cn), channels(cn)
{
    for (int i = shape.axes() - 1; i >= list.front().dimension; i--)
        block *= shape[i];
    blocks = shape.total() * channels / block;
    for (const ShortAxis& from : list)
    {
        Axis axis;
        axis.length = int(shape[from.dimension]);
        axis.inner = channels;
        for (int i = shape.axes() - 1; i > from.dimension; i--)
            axis.inner *= shape[i];
        const bool isTransposed = axis.inner == 1;
        axis.step = size_t(axis.length);
        // A vector reads beyond the last row.
        axis.matrix.assign(axis.step * axis.step + size_t(products.lanes), W(0));
        for (int row = 0; row < axis.length; row++)
            for (int k = 0; k < axis.length; k++)
                axis.matrix[size_t(row) * axis.step + size_t(k)] =
                    W(isTransposed ? from.matrix(k, row) : from.matrix(row, k));
        for (int k = 0; k < int(from.offset.size()); k++)
            for (int c = 0; c < channels; c++)
                axis.offset.push_back(W(from.offset[size_t(k)] * from.borderValue[c % 4]));
        axes.push_back(axis);
    }
}

//! Filters blocks along all axes, from the last one on. Returns where the results are: in either array.
template <typename W>
W* ShortAxes<W>::filter(int64 elements, W* data, W* other) const
{
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis)
    {
        SmallProduct<W> product;
        product.sums = axis->length;
        const int64 lines = axis->length * axis->inner;
        if (axis->inner == 1)
        {
            product.a = data;
            product.b = axis->matrix.data();
            product.c = other;
            product.aStep = product.cStep = size_t(axis->length);
            product.bStep = axis->step;
            product.rows = elements / axis->length;
            product.cols = axis->length;
            products.multiply(product);
        }
        else
            for (int64 first = 0; first < elements; first += lines)
            {
                product.a = axis->matrix.data();
                product.b = data + first;
                product.c = other + first;
                product.aStep = axis->step;
                product.bStep = product.cStep = size_t(axis->inner);
                product.rows = axis->length;
                product.cols = int(axis->inner);
                products.multiply(product);
            }
        for (int64 i = 0; i < elements && !axis->offset.empty(); i++)
            other[i] += axis->offset[size_t(i / axis->inner % axis->length * channels + i % channels)];
        std::swap(data, other);
    }
    return data;
}

template <typename W>
void ShortAxes<W>::run(const Mat& src, Mat& dst, bool aroundCache, ScratchPool& scratch) const
{
    const PixelKernels<W>& pixels = pixelKernels(W());
    const Stretches from(src), to(dst);
    const int64 ofChunk = std::min(std::max<int64>(tuning::CHUNK_ELEMENTS / block, 1), blocks);
    const size_t room = size_t(ofChunk * block + products.lanes);
    parallelFor((blocks + ofChunk - 1) / ofChunk, [&](int64 begin, int64 end) {
        const StreamFence fence;
        const auto carve = [&](Carver& carver) {
            W* const first = carver.take<W>(room);
            return std::make_pair(first, carver.take<W>(room));
        };
        Carver sizes;
        carve(sizes);
        ScratchPool::Lease lease(scratch, sizes.bytes());
        Carver carver(lease.data());
        const auto [data, other] = carve(carver);
        std::fill_n(data, room, W(0));
        std::fill_n(other, room, W(0));
        for (int64 chunk = begin; chunk < end; chunk++)
        {
            const int64 first = chunk * ofChunk * block, count = std::min(ofChunk * block, blocks * block - first);
            W* const samples = data;
            from.forEach(first, count, [&](size_t offset, int64 before, int64 n) {
                pixels.load(src.data + offset, src.depth(), samples + before, int(n));
            });
            const W* const results = filter(count, data, other);
            to.forEach(first, count, [&](size_t offset, int64 before, int64 n) {
                uchar* const out = dst.data + offset;
                pixels.store(results + before, out, dst.depth(), int(n),
                             aroundCache && reinterpret_cast<size_t>(out) % 64 == 0);
            });
        }
    });
}

template class ShortAxes<float>;
template class ShortAxes<double>;

}} // namespace cv::recfilter
