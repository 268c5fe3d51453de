// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Filters the last axis and one other in one pass over images. Every further axis takes a pass over columns. Many small
// images are filtered axis by axis, as products.

#include "recursive/api/array_filter.hpp"

#include "arrays/call/array_call.hpp"
#include "arrays/call/array_kind.hpp"
#include "arrays/dimensions.hpp"
#include "arrays/image_walk.hpp"
#include "math/axis.hpp"
#include "recursive/api/image_filter.hpp"
#include "recursive/api/tuning.hpp"
#include "recursive/cpu/short/short_axes.hpp"
#include "recursive/cpu/short/tuning.hpp"
#include "recursive/plan/schedule/schedule_needs.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/memory/scratch.hpp"
#include "runtime/cpu/memory/tuning.hpp"
#include "runtime/plan_cache.hpp"

#include <memory>
#include <mutex>
#include <numeric>

namespace cv { namespace recfilter {

namespace {

//! One pass over the array: along one or two of its filtered axes, which are counted from the slowest; -1: none.
struct ArrayPass
{
    int y, x;
    std::unique_ptr<ImageFilter> filter;
};

//! How the last filtered axis runs.
enum LastAxis
{
    AS_COLUMNS,     //!< too many elements lie behind it
    AS_ROWS,        //!< it is the last one of the array
    AS_ROWS_OF_MANY //!< the elements behind it are channels, in arrays of one channel
};

double gainOf(const AxisModel& axis)
{
    return constantGain(decouple(axis.filter)) * axis.gain;
}

class ArrayFilter final : public cuda::RecursiveFilter, private ArrayOperator
{
public:
    ArrayFilter(const std::vector<int>& numbers, const FilterModel& m) : dimensions(numbers), model(m)
    {
        std::vector<size_t> order(numbers.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::sort(order.begin(), order.end(), [&](size_t i, size_t k) { return numbers[i] < numbers[k]; });
        for (size_t i = 0; i < order.size(); i++)
        {
            dimensions[i] = numbers[order[i]];
            model.axes[i] = m.axes[order[i]];
        }
        passesOf(AS_ROWS); // which refuses what its algorithm does not take
    }

    void apply(InputArray src, OutputArray dst) const override { applyOn(src, dst, nullptr); }
    void apply(InputArray src, OutputArray dst, cuda::Stream& stream) const override { applyOn(src, dst, &stream); }

    size_t estimateWorkspace(Size size, int type) const override
    {
        checkTypeNumber(type);
        checkArray(CV_MAT_DEPTH(type), 2, "type", "size");
        checkEstimate(size);
        checkSide(scheduleOf(model.algorithm), true);
        const ArrayPass* const pass = onlyPassOfImages();
        return pass ? pass->filter->workBytes(size, type) : 0;
    }

    String explain(Size size, int type, bool onDevice) const override
    {
        checkTypeNumber(type);
        checkArray(CV_MAT_DEPTH(type), 2, "type", "size");
        if (onDevice)
            checkEstimate(size);
        else if (size.width <= 0 || size.height <= 0)
            CV_Error(Error::StsBadArg,
                     format("size is %d x %d; at least one pixel is needed", size.width, size.height));
        checkSide(scheduleOf(model.algorithm), onDevice);
        return onlyPassOfImages()->filter->explain(size, type, onDevice);
    }

    void clear() override
    {
        for (const Passes& passes : variants)
            for (const ArrayPass& pass : passes.list)
                pass.filter->clear();
        shortInFloat.clear();
        shortInDouble.clear();
        scratch.clear();
    }

    int getAlgorithm() const override { return model.algorithm; }
    int getOrderX() const override { return orderOf(1); }
    int getOrderY() const override { return orderOf(0); }

private:
    struct Passes
    {
        std::once_flag made;
        std::vector<ArrayPass> list;
    };

    int orderOf(int dimension) const
    {
        const auto found = std::find(dimensions.begin(), dimensions.end(), dimension);
        return found == dimensions.end() ? 0 : model.axes[size_t(found - dimensions.begin())].order();
    }

    void applyOn(InputArray src, OutputArray dst, cuda::Stream* stream) const
    {
        CallOutput output = {"dst", dst};
        call(src, std::max(src.dims(), 2), &output, 1, stream);
    }

    void checkArray(int depth, int dims, const char* ofDepth, const char* ofDims) const
    {
        checkDepth(depth, ofDepth);
        checkArrayDimensions(dims, dimensions.back(), ofDims, "filter runs");
        if (model.ddepth < 0 && model.derivative.any() && (depth == CV_8U || depth == CV_16U))
            CV_Error(Error::StsBadArg,
                     format("ddepth is -1 and %s has depth %s, which cannot hold the negative results "
                            "of a derivative; CV_32F and CV_64F are accepted as ddepth then",
                            ofDepth, depthToString(depth)));
    }

    void describe(InputArray src, bool onDevice, CallOutput* outputs) const override
    {
        const int depth = src.depth();
        checkArray(depth, std::max(src.dims(), 2), "src", "src");
        outputs->sizes = Extents(src);
        outputs->type = CV_MAKETYPE(model.ddepth < 0 ? depth : model.ddepth, src.channels());
        outputs->allowed = Overlap::SAME_PIXELS;
        checkSide(scheduleOf(model.algorithm), onDevice);
    }

    ArrayPass passOf(int y, int x, const Scalar& borderValue) const
    {
        FilterModel ofImages = model;
        AxisModel none; // a cascade of nothing
        none.filter.causal.resize(1);
        none.filter.anticausal.resize(1);
        none.borderType = model.axes[size_t(std::max(x, y))].borderType;
        ofImages.axes = {y < 0 ? none : model.axes[size_t(y)], x < 0 ? none : model.axes[size_t(x)]};
        ofImages.borderValue = borderValue;
        checkSchedule(ofImages);
        return {y, x, std::make_unique<ImageFilter>(ofImages)};
    }

    //! What passes filter how, made when it is first needed: most filters only see arrays of one kind.
    const std::vector<ArrayPass>& passesOf(LastAxis last) const
    {
        Passes& passes = variants[size_t(last)];
        std::call_once(passes.made, [&] {
            Scalar outside = last == AS_ROWS_OF_MANY ? Scalar::all(model.borderValue[0]) : model.borderValue;
            int y = int(model.axes.size()) - 1;
            const auto add = [&](int ofY, int ofX) {
                passes.list.push_back(passOf(ofY, ofX, outside));
                // What lies around the array has passed the axes before, too.
                for (int axis : {ofY, ofX})
                    if (axis >= 0 && outside != Scalar())
                        outside *= gainOf(model.axes[size_t(axis)]);
            };
            if (last != AS_COLUMNS)
            {
                const int x = y--;
                add(y, x);
                y--;
            }
            for (; y >= 0; y--)
                add(y, -1);
        });
        return passes.list;
    }

    //! The pass over images of two dimensions.
    const ArrayPass* onlyPassOfImages() const
    {
        return &passesOf(dimensions.back() == 1 ? AS_ROWS : AS_COLUMNS).front();
    }

    //! How the last filtered axis of arrays runs, and their last axis then.
    LastAxis lastAxisOf(const OfBoth<Extents>& arrays, int channels) const
    {
        const int axes = arrays[0].axes(), last = dimensions.back();
        if (last == axes - 1)
            return AS_ROWS;
        int64 behind = 1;
        for (int i = axes - 1; i > last; i--)
        {
            const size_t side = size_t(behind);
            if (arrays[0][i] > 1 && (arrays[0].step(i) != side * arrays[0].step(axes - 1) ||
                                     arrays[1].step(i) != side * arrays[1].step(axes - 1)))
                return AS_COLUMNS;
            behind *= arrays[0][i];
        }
        const auto areNext = [&](const Extents& array) {
            return array[last] == 1 || array.step(last) == size_t(behind) * array.step(axes - 1);
        };
        const bool fits = channels == 1 && behind <= tuning::MOST_CHANNELS && areNext(arrays[0]) && areNext(arrays[1]);
        return fits ? AS_ROWS_OF_MANY : AS_COLUMNS;
    }

    /** How many of the last filtered axes run as products (ShortAxes): those whose lines are short, in arrays that would
    be many small images. */
    size_t shortAxesOf(const Extents& array, int channels, LastAxis last) const
    {
        if (model.algorithm != cuda::RECURSIVE_AUTO)
            return 0;
        const auto elementsFrom = [&](int dimension) {
            int64 elements = channels;
            for (int i = dimension; i < array.axes(); i++)
                elements *= array[i];
            return elements;
        };
        const int64 all = elementsFrom(0);
        // What other engines would filter at a time.
        int64 image = elementsFrom(dimensions.back());
        if (last != AS_COLUMNS && dimensions.size() > 1)
            image *= array[dimensions[dimensions.size() - 2]];
        if (image > tuning::SMALL_IMAGE || all < tuning::SHORT_BLOCKS * image || array.axes() < 3)
            return 0;
        size_t count = 0;
        for (; count < dimensions.size(); count++)
        {
            const int dimension = dimensions[dimensions.size() - 1 - count];
            const int64 block = elementsFrom(dimension);
            if (array[dimension] > tuning::SHORT_SAMPLES || block > tuning::SHORT_BLOCK ||
                all < tuning::SHORT_BLOCKS * block)
                break;
        }
        return count;
    }

    //! What lies outside of the array for an axis: it has passed the axes behind it.
    Scalar outsideOf(size_t axis) const
    {
        Scalar outside = model.borderValue;
        for (size_t i = axis + 1; i < model.axes.size() && outside != Scalar(); i++)
            outside *= gainOf(model.axes[i]);
        return outside;
    }

    //! A short axis, by what its filter makes of each sample alone, and of the border value.
    ShortAxis shortAxisOf(size_t axis, int length) const
    {
        const auto answerTo = [&](const Mat& samples, const Scalar& borderValue) {
            Mat_<double> answer(samples.size());
            passOf(-1, int(axis), borderValue).filter->apply(samples, answer, false);
            return answer;
        };
        ShortAxis result = {dimensions[axis],
                            Mat_<double>(answerTo(Mat::eye(length, length, CV_64F), Scalar()).t()),
                            outsideOf(axis),
                            {}};
        if (result.borderValue != Scalar())
            answerTo(Mat::zeros(1, length, CV_64F), Scalar::all(1)).copyTo(result.offset);
        return result;
    }

    template <typename W>
    void runShort(PlanCache<ShortAxes<W>>& plans, size_t count, const Mat& src, Mat& dst) const
    {
        const Extents shape = Extents::ofMemory(src, src.dims);
        const auto plan = plans.get({shape, src.channels()}, [&] {
            std::vector<ShortAxis> axes;
            for (size_t axis = dimensions.size() - count; axis < dimensions.size(); axis++)
                axes.push_back(shortAxisOf(axis, int(shape[dimensions[axis]])));
            return std::make_shared<const ShortAxes<W>>(axes, shape, src.channels());
        });
        plan->run(src, dst, dst.total() * dst.elemSize() >= size_t(tuning::NON_TEMPORAL_BYTES), scratch);
    }

    void runOnHost(const Mat& src, Mat* results, const CallOutput*, int) const override
    {
        Mat& dst = results[0];
        const int depth = src.depth() == CV_64F || dst.depth() == CV_64F || model.inDouble ? CV_64F : CV_32F;
        const OfBoth<Extents> arrays = {Extents::ofMemory(src, src.dims), Extents::ofMemory(dst, dst.dims)};
        LastAxis last = lastAxisOf(arrays, src.channels());
        const size_t asProducts = shortAxesOf(arrays[0], src.channels(), last);
        if (asProducts)
            last = AS_COLUMNS; // the axes before them
        const std::vector<ArrayPass>& passes = passesOf(last);
        // Several passes round once, at their end.
        const int type = CV_MAKETYPE(depth, src.channels());
        const bool isKept = passes.size() > std::max<size_t>(asProducts, 1) && dst.depth() != depth;
        ScratchPool::Lease lease(scratch, isKept ? src.total() * size_t(CV_ELEM_SIZE(type)) : 0);
        Mat between = isKept ? Mat(src.dims, src.size.p, type, lease.data()) : dst;
        if (asProducts)
        {
            Mat& products = asProducts == passes.size() ? dst : between;
            if (depth == CV_64F)
                runShort(shortInDouble, asProducts, src, products);
            else
                runShort(shortInFloat, asProducts, src, products);
        }
        for (size_t i = asProducts; i < passes.size(); i++)
            run(passes[i], last, i == 0 ? src : between, i + 1 == passes.size() ? dst : between);
    }

    //! Runs a pass over all images of an array, side by side if they are small.
    void run(const ArrayPass& pass, LastAxis last, const Mat& src, Mat& dst) const
    {
        OfBoth<Extents> arrays = {Extents::ofMemory(src, src.dims), Extents::ofMemory(dst, dst.dims)};
        int channels = src.channels();
        if (last == AS_ROWS_OF_MANY)
            for (Extents& array : arrays)
                channels = array.mergeBehind(dimensions.back());
        const auto dimensionOf = [&](int axis) { return axis < 0 ? -1 : dimensions[size_t(axis)]; };
        const int y = dimensionOf(pass.y), x = dimensionOf(pass.x);
        const int64 bytes = std::max<int64>({int64(src.elemSize()), int64(dst.elemSize()), int64(sizeof(float))});
        const ImageWalk walk(arrays, y, x, x >= 0 ? INT_MAX : tuning::pieceColumns(arrays[0][y], bytes));
        const Size first = walk.size(0);
        const int64 imageBytes = int64(first.width) * first.height * bytes;
        // In place, results replace pixels that are in the cache, if an image fits.
        const bool isLarge = dst.total() * dst.elemSize() >= size_t(tuning::NON_TEMPORAL_BYTES) &&
                             (src.data != dst.data || imageBytes >= tuning::NON_TEMPORAL_BYTES);
        const auto filterImages = [&](int64 begin, int64 end) {
            for (int64 i = begin; i < end; i++)
            {
                const Size size = walk.size(i);
                const OfBoth<size_t> at = walk.offsets(i), &steps = walk.rowSteps();
                const auto imageOf = [&](const Mat& array, size_t side) {
                    return Mat(size, CV_MAKETYPE(array.depth(), channels), array.data + at[side],
                               size.height == 1 ? size_t(Mat::AUTO_STEP) : steps[side]);
                };
                Mat image = imageOf(dst, 1);
                pass.filter->apply(imageOf(src, 0), image, isLarge);
            }
        };
        const int64 images = walk.images();
        // Within a parallel loop, the loops of the filter are not parallel.
        if (images >= getNumThreads() && imageBytes <= tuning::IMAGE_BYTES)
            parallelFor(images, filterImages, double(images));
        else
            filterImages(0, images);
    }

    void runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* dst, int,
                     cuda::Stream& stream) const override
    {
        onlyPassOfImages()->filter->apply(src, mustCopy, *dst, stream);
    }

    std::vector<int> dimensions; //!< from the slowest to the fastest
    FilterModel model;           //!< its axes likewise
    mutable std::array<Passes, 3> variants;
    mutable PlanCache<ShortAxes<float>> shortInFloat;
    mutable PlanCache<ShortAxes<double>> shortInDouble;
    mutable ScratchPool scratch; //!< of what lies between passes
};

} // namespace

void checkDimensions(const std::vector<int>& dimensions, size_t count, const char* values)
{
    if (!dimensions.empty() && dimensions.size() != count)
        CV_Error(Error::StsBadArg, format("dimensions has %d elements and %s %d; one for each dimension is needed",
                                          int(dimensions.size()), values, int(count)));
    checkDimensionNumbers(dimensions);
}

Ptr<cuda::RecursiveFilter> createArrayFilter(const std::vector<int>& dimensions, const FilterModel& model)
{
    return makePtr<ArrayFilter>(dimensions, model);
}

}} // namespace cv::recfilter
