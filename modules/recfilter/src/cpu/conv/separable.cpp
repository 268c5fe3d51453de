// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Convolution by separable terms.

#include "cpu/conv/separable.hpp"

#include "model/conv/separable_terms.hpp"

#include <memory>
#include <numeric>

namespace cv { namespace recfilter {

namespace {

/** The pass of a term along an axis. Behind the passes before it the constant outside is `gain` times as large.
@param delta added to its results */
KernelBank passOf(const KernelBank& bank, const std::vector<double>& taps, size_t axis, double gain, double delta)
{
    KernelBank pass = bank;
    pass.size.fill(1);
    pass.anchor.fill(0);
    pass.size[axis] = bank.size[axis];
    pass.anchor[axis] = bank.anchor[axis];
    pass.filters = 1;
    pass.taps = {taps};
    pass.borderValue = bank.borderValue * gain;
    pass.delta = delta;
    return pass;
}

double sumOf(const std::vector<double>& taps)
{
    return std::accumulate(taps.begin(), taps.end(), 0.);
}

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
            sizes.push_back(pass.resultLength(CONV_AXES - src.dims + i, src.size[i]));
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

//! Channels of a result into those of the array of all results.
void insertChannels(const Mat& result, const Mat& dst, int first)
{
    Mat target = dst;
    std::vector<int> pairs;
    for (int c = 0; c < result.channels(); c++)
        pairs.insert(pairs.end(), {c, first + c});
    mixChannels(&result, 1, &target, 1, pairs.data(), size_t(result.channels()));
}

} // namespace

template <typename W>
SeparableConvolution<W>::SeparableConvolution(const KernelBank& kernels) : bank(kernels)
{
    CV_Assert(!bank.complexKernels);
    for (const std::vector<double>& kernel : bank.taps)
    {
        // What rounding to W may change.
        const double tolerance = double(std::numeric_limits<W>::epsilon()) / 2;
        filters.emplace_back();
        for (const SeparableTerm& term : separableTerms(kernel, bank.size, tolerance))
        {
            Passes list;
            double gain = 1;
            for (size_t axis = 0; axis < CONV_AXES; axis++)
            {
                if (bank.size[axis] == 1 && axis < CONV_AXES - 1)
                {
                    CV_DbgAssert(term[axis].size() == 1 && term[axis][0] == 1);
                    continue;
                }
                const bool endsFirstTerm = axis == CONV_AXES - 1 && filters.back().empty();
                list.emplace_back(passOf(bank, term[axis], axis, gain, endsFirstTerm ? bank.delta : 0));
                gain *= sumOf(term[axis]);
                taps += bank.size[axis];
                passes++;
            }
            filters.back().push_back(list);
        }
        mostTerms = std::max(mostTerms, int(filters.back().size()));
    }
}

template <typename W>
void SeparableConvolution<W>::runTerm(const Passes& term, const Mat& src, Mat& sum, bool adds,
                                      ScratchPool& scratch) const
{
    std::unique_ptr<Intermediate<W>> last;
    Mat from = src;
    for (size_t i = 0; i + 1 < term.size(); i++)
    {
        auto next = std::make_unique<Intermediate<W>>(term[i].bank, from, scratch);
        term[i].apply(ArrayView(from), {ArrayView(next->array)}, scratch);
        last = std::move(next);
        from = last->array;
    }
    term.back().apply(ArrayView(from), {ArrayView(sum)}, scratch, adds);
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
