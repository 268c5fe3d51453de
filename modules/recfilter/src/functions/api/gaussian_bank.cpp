// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Several Gaussians of one image: arguments, one filter for each result, and the choice of CPU or GPU.

#include "opencv2/recfilter/scale_space.hpp"

#include "arrays/call/array_call.hpp"
#include "arrays/depths.hpp"
#include "functions/api/gaussian_function.hpp"
#include "functions/api/staged_image.hpp"
#include "recursive/api/gaussian_model.hpp"
#include "recursive/api/kept_filters.hpp"

namespace cv { namespace recfilter { namespace {

const size_t MOST_LEVELS = 1000;
const size_t LEVELS_ASKED = 16; //!< for which to ask how many run at once: more than do on any device

class GaussianBank final : private ArrayOperator
{
public:
    //! The parameters of a call.
    struct Key
    {
        std::vector<GaussianPlane> planes;
        int borderType, ddepth;

        bool operator==(const Key& other) const
        {
            return planes == other.planes && borderType == other.borderType && ddepth == other.ddepth;
        }
    };

    //! Refuses parameters that are not accepted.
    explicit GaussianBank(const Key& key) : ddepth(key.ddepth)
    {
        checkResultDepth(ddepth);
        for (const GaussianPlane& plane : key.planes)
        {
            if (ddepth != CV_64F)
                inFloat.push_back(filterOf(plane, key.borderType, CV_32F));
            if (ddepth != CV_32F)
                inDouble.push_back(filterOf(plane, key.borderType, CV_64F));
        }
    }

    //! @param stream null: the default stream
    void apply(InputArray src, OutputArrayOfArrays dst, cuda::Stream* stream) const
    {
        if (!dst.isMatVector() && !dst.isUMatVector() && !dst.isGpuMatVector())
            CV_Error(Error::StsBadArg, "dst is no list of arrays; a list is accepted");
        std::vector<CallOutput> outputs;
        const size_t count = std::max(inFloat.size(), inDouble.size());
        outputs.reserve(count);
        for (size_t i = 0; i < count; i++)
            outputs.push_back({"dst", dst, int(i)});
        call(src, 2, outputs.data(), int(count), stream);
    }

private:
    typedef std::vector<std::unique_ptr<ImageFilter>> Filters;

    int resultDepth(int depth) const { return ddepth >= 0 ? ddepth : depth == CV_64F ? CV_64F : CV_32F; }
    const Filters& filters(int depth) const { return resultDepth(depth) == CV_64F ? inDouble : inFloat; }

    void describe(InputArray src, bool, CallOutput* outputs) const override
    {
        checkDepth(src.depth(), "src");
        for (size_t i = 0; i < filters(src.depth()).size(); i++)
        {
            outputs[i].sizes = src.size();
            outputs[i].type = CV_MAKETYPE(resultDepth(src.depth()), src.channels());
            outputs[i].allowed = Overlap::NEVER; // all others are still to read it
        }
    }

    void runOnHost(const Mat& src, Mat* results, const CallOutput*, int count) const override
    {
        for (int i = 0; i < count; i++)
            filters(src.depth())[size_t(i)]->apply(src, results[i], false);
    }

    void runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* results, int count,
                     cuda::Stream& stream) const override
    {
        StagedImage source(src, mustCopy);
        std::vector<StagedImage> staged(results, results + count);
        StagedMemory::Images images = {&source};
        images.reserve(1 + staged.size());
        for (StagedImage& result : staged)
            images.push_back(&result);
        const std::vector<Levels> groups = groupsOf(filters(src.depth()), ImageBatch(src));
        size_t work = 0;
        for (const Levels& group : groups)
            work = std::max(work, group.size() > 1 ? ImageFilter::levelBytes(group, ImageBatch(src))
                                                   : group[0]->workBytes(ImageBatch(src)));
        const StagedMemory memory(work, images, stream);
        source.load(stream);
        std::vector<ImageBatch> to;
        to.reserve(staged.size());
        for (const StagedImage& result : staged)
            to.push_back(ImageBatch(result.image()));
        auto next = to.begin();
        for (const Levels& group : groups)
        {
            const auto first = next;
            next += std::ptrdiff_t(group.size());
            if (group.size() > 1)
                ImageFilter::applyLevels(group, memory.data(), ImageBatch(source.image()), {first, next}, stream);
            else
                group[0]->applyIn(memory.data(), ImageBatch(source.image()), *first, true, stream);
        }
        for (const StagedImage& result : staged)
            result.store(stream);
    }

    typedef std::vector<const ImageFilter*> Levels;

    //! Neighbours that run at once, in order.
    static std::vector<Levels> groupsOf(const Filters& all, const ImageBatch& src)
    {
        std::vector<Levels> groups;
        for (size_t first = 0; first < all.size(); first += groups.back().size())
        {
            Levels next;
            for (size_t i = first; i < std::min(all.size(), first + LEVELS_ASKED); i++)
                next.push_back(all[i].get());
            next.resize(ImageFilter::levelsAtOnce(next, src));
            groups.push_back(std::move(next));
        }
        return groups;
    }

    const int ddepth;
    Filters inFloat, inDouble; //!< by the depth of the result; empty if it cannot occur
};

//! Refuses lists of unlike lengths, and elements by their number.
std::vector<GaussianPlane> planesOf(const std::vector<double>& sigmas, const std::vector<int>& dx,
                                    const std::vector<int>& dy)
{
    if (sigmas.empty() || sigmas.size() > MOST_LEVELS)
        CV_Error(Error::StsBadArg, format("sigmas has %zu numbers; 1 to %zu are accepted", sigmas.size(), MOST_LEVELS));
    const std::pair<const char*, const std::vector<int>*> lists[] = {{"dx", &dx}, {"dy", &dy}};
    for (const auto& [name, orders] : lists)
    {
        if (!orders->empty() && orders->size() != sigmas.size())
            CV_Error(Error::StsUnmatchedSizes,
                     format("%s has %zu numbers and sigmas %zu; as many, or none, are accepted", name, orders->size(),
                            sigmas.size()));
        for (size_t i = 0; i < orders->size(); i++)
            if ((*orders)[i] < 0 || (*orders)[i] > 2)
                CV_Error(Error::StsOutOfRange, format("%s[%zu] is %d; 0, 1 and 2 are accepted", name, i, (*orders)[i]));
    }
    std::vector<GaussianPlane> planes;
    for (size_t i = 0; i < sigmas.size(); i++)
    {
        checkSigma(sigmas[i], format("sigmas[%zu]", i).c_str());
        planes.push_back({sigmas[i], sigmas[i], dx.empty() ? 0 : dx[i], dy.empty() ? 0 : dy[i]});
    }
    return planes;
}

void filterByBank(InputArray src, OutputArrayOfArrays dst, const std::vector<double>& sigmas,
                  const std::vector<int>& dx, const std::vector<int>& dy, int borderType, int ddepth,
                  cuda::Stream* stream)
{
    const GaussianBank::Key key = {planesOf(sigmas, dx, dy), borderType, ddepth};
    static auto* const kept = new FiltersByKey<GaussianBank::Key, const GaussianBank>;
    kept->getFor(key, stream, [&] { return std::make_shared<const GaussianBank>(key); })->apply(src, dst, stream);
}

}}} // namespace cv::recfilter::

namespace cv { namespace cuda {

void gaussianFilterBank(InputArray src, OutputArrayOfArrays dst, const std::vector<double>& sigmas,
                        const std::vector<int>& dx, const std::vector<int>& dy, int borderType, int ddepth)
{
    recfilter::filterByBank(src, dst, sigmas, dx, dy, borderType, ddepth, nullptr);
}

void gaussianFilterBank(InputArray src, OutputArrayOfArrays dst, const std::vector<double>& sigmas,
                        const std::vector<int>& dx, const std::vector<int>& dy, int borderType, int ddepth,
                        Stream& stream)
{
    recfilter::filterByBank(src, dst, sigmas, dx, dy, borderType, ddepth, &stream);
}

}} // namespace cv::cuda
