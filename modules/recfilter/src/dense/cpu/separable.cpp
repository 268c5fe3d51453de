// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution by separable terms.

#include "dense/cpu/separable.hpp"

#include "dense/plan/separable_passes.hpp"

#include <limits>
#include <memory>

namespace cv { namespace recfilter {

namespace {

//! An array of W of a pass's result, in memory of the pool.
template <typename W>
struct Intermediate
{
    Intermediate(const KernelBank& pass, const Mat& src, ScratchPool& pool)
        : lease(pool, bytesOf(pass, src)),
          array(src.dims, sizesOf(pass, src).data(), CV_MAKETYPE(DataType<W>::depth, src.channels()), lease.data())
    {
    }

    static std::vector<int> sizesOf(const KernelBank& pass, const Mat& src)
    {
        std::vector<int> sizes;
        sizes.reserve(size_t(src.dims));
        for (int i = 0; i < src.dims; i++)
            sizes.push_back(pass.resultLength(VIEW_AXES - src.dims + i, src.size[i]));
        return sizes;
    }

    static size_t bytesOf(const KernelBank& pass, const Mat& src)
    {
        size_t bytes = sizeof(W) * size_t(src.channels());
        for (int length : sizesOf(pass, src))
            bytes *= size_t(length);
        return bytes;
    }

    ScratchPool::Lease lease;
    Mat array;
};

//! The same elements as integers, which OpenCV moves. It does not move halves.
Mat asMovable(const Mat& array)
{
    if (array.depth() != CV_16F)
        return array;
    return Mat(array.dims, array.size.p, CV_MAKETYPE(CV_16S, array.channels()), array.data, array.step.p);
}

//! Copies the channels of a result into the array of all results, from channel `first` on.
void insertChannels(const Mat& converted, const Mat& dst, int first)
{
    const Mat result = asMovable(converted);
    Mat target = asMovable(dst);
    std::vector<int> pairs;
    for (int c = 0; c < result.channels(); c++)
        pairs.insert(pairs.end(), {c, first + c});
    mixChannels(&result, 1, &target, 1, pairs.data(), size_t(result.channels()));
}

} // namespace

template <typename W>
SeparableConvolution<W>::SeparableConvolution(const KernelBank& kernels) : bank(kernels)
{
    const std::vector<SeparableSum> sums = separableSums(bank, double(std::numeric_limits<W>::epsilon()) / 2);
    mostTerms = rankOf(sums);
    for (const SeparableSum& sum : sums)
    {
        filters.emplace_back();
        for (const SeparablePasses& term : sum)
        {
            filters.back().emplace_back(term.begin(), term.end());
            passes += int(term.size());
            for (const KernelBank& pass : term)
                taps += int(pass.positions());
        }
    }
}

template <typename W>
void SeparableConvolution<W>::runTerm(const Passes& term, const Mat& src, Mat& sum, bool adds,
                                      ScratchPool& scratch) const
{
    const ConvPrecision precision = precisionOf(src.depth(), DataType<W>::depth); // of every pass
    std::unique_ptr<Intermediate<W>> last;
    Mat from = src;
    for (size_t i = 0; i + 1 < term.size(); i++)
    {
        auto next = std::make_unique<Intermediate<W>>(term[i].bank, from, scratch);
        term[i].apply(ArrayView(from), {ArrayView(next->array)}, precision, scratch);
        last = std::move(next);
        from = last->array;
    }
    term.back().apply(ArrayView(from), {ArrayView(sum)}, precision, scratch, adds);
}

template <typename W>
void SeparableConvolution<W>::apply(const Mat& src, const std::vector<Mat>& dst, ScratchPool& scratch) const
{
    KernelBank whole = bank;
    whole.filters = 1;
    for (size_t f = 0; f < filters.size(); f++)
    {
        Mat result = dst[dst.size() == 1 ? 0 : f];
        const bool inPlace = result.type() == CV_MAKETYPE(DataType<W>::depth, src.channels());
        std::unique_ptr<Intermediate<W>> memory;
        if (!inPlace)
            memory = std::make_unique<Intermediate<W>>(whole, src, scratch);
        Mat& sum = inPlace ? result : memory->array;
        for (size_t k = 0; k < filters[f].size(); k++)
            runTerm(filters[f][k], src, sum, k > 0, scratch);
        if (inPlace)
            continue;
        if (result.channels() == src.channels())
            sum.convertTo(result, result.depth());
        else
        {
            Mat converted;
            sum.convertTo(converted, result.depth());
            insertChannels(converted, result, int(f) * src.channels());
        }
    }
}

template class SeparableConvolution<float>;
template class SeparableConvolution<double>;

}} // namespace cv::recfilter
