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
#include "recursive/cpu/few/tuning.hpp"
#include "recursive/cpu/short/short_axes.hpp"
#include "recursive/cpu/short/tuning.hpp"
#include "recursive/plan/schedule/schedule_needs.hpp"
#include "runtime/cpu/memory/parallel.hpp"
#include "runtime/cpu/memory/scratch.hpp"
#include "runtime/cpu/memory/tuning.hpp"
#include "runtime/cuda/io/array_scratch.hpp"
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
        checkAsked(size, type, true);
        return onlyPassOfImages()->filter->workBytes(size, type);
    }

    size_t estimateWorkspace(const std::vector<int>& size, int type) const override
    {
        if (size.size() == 2)
            return estimateWorkspace(Size(size[1], size[0]), type);
        const Extents lengths = lengthsOf(size);
        checkAsked(lengths, type, true);
        DeviceArrays arrays = arraysOf(ArrayMemory(nullptr, type, lengths), resultOf(lengths, type));
        return arrays.workBytes + arrays.inScratch(nullptr);
    }

    String explain(Size size, int type, bool onDevice) const override
    {
        checkAsked(size, type, onDevice);
        if (!onDevice && takesChannelsAsColumns(size, type))
            return explain(std::vector<int>{size.height, size.width}, type, onDevice);
        return onlyPassOfImages()->filter->explain(size, type, onDevice);
    }

    String explain(const std::vector<int>& size, int type, bool onDevice) const override
    {
        const Extents lengths = lengthsOf(size);
        checkAsked(lengths, type, onDevice);
        if (!onDevice && takesChannelsAsColumns(lengths, type))
        {
            std::vector<int> all = size;
            all.push_back(CV_MAT_CN(type));
            return explain(all, CV_MAT_DEPTH(type), onDevice);
        }
        if (size.size() == 2)
            return explain(Size(size[1], size[0]), type, onDevice);
        ArrayMemory src(nullptr, type, lengths);
        const ArrayMemory dst = resultOf(lengths, type);
        LastAxis last = lastAxisOf({src.sizes, dst.sizes}, CV_MAT_CN(type));
        const size_t asProducts = onDevice ? 0 : shortAxesOf(lengths, CV_MAT_CN(type), last);
        if (asProducts)
            last = AS_COLUMNS;
        const std::vector<ArrayPass>& passes = passesOf(last);
        const int depth = depthBetween(CV_MAT_DEPTH(type), CV_MAT_DEPTH(dst.type));
        const int64 bytes = std::max({CV_ELEM_SIZE(src.type), CV_ELEM_SIZE(dst.type), int(sizeof(float))});
        String text;
        for (const ArrayPass& pass : passes)
        {
            if (&pass < &passes[0] + asProducts)
            {
                text += format("pass: dimension %d, as products with a matrix\n", dimensions[size_t(pass.y)]);
                continue;
            }
            const PassImages images = imagesOf(pass, last, src, dst, !onDevice, bytes);
            if (&pass == &passes[0] + asProducts && asProducts)
                src.type = CV_MAKETYPE(depth, CV_MAT_CN(type));
            const Size first = images.walk.size(0);
            String along;
            for (int axis : {pass.y, pass.x})
                if (axis >= 0)
                    along += format(along.empty() ? "%d" : ", %d", dimensions[size_t(axis)]);
            const int64 count = images.walk.images();
            text += format("pass: dimensions %s, as %s of %d x %d\n", along.c_str(),
                           count == 1 ? "one image" : (std::to_string(count) + " images").c_str(), first.width,
                           first.height);
            text += pass.filter->explain(first, CV_MAKETYPE(CV_MAT_DEPTH(src.type), images.channels), onDevice);
            src.type = CV_MAKETYPE(depth, CV_MAT_CN(type));
        }
        return text;
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
        callEach(src, ANY_DIMS, &output, 1, stream);
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

    //! What estimateWorkspace() and explain() refuse.
    void checkAsked(const Extents& size, int type, bool onDevice) const
    {
        checkTypeNumber(type);
        checkArray(CV_MAT_DEPTH(type), size.axes(), "type", "size");
        if (onDevice)
            checkEstimate(size);
        else if (size.isEmpty())
            CV_Error(Error::StsBadArg, format("size is %s; at least one pixel is needed", size.text().c_str()));
        checkSide(scheduleOf(model.algorithm), onDevice);
    }

    //! With two dimensions at least. Too many are refused.
    static Extents lengthsOf(const std::vector<int>& size)
    {
        if (size.empty() || size.size() > size_t(MAX_AXES))
            CV_Error(Error::StsBadArg,
                     format("size has %d dimensions; 1 to %d are accepted", int(size.size()), MAX_AXES));
        return size.size() == 1 ? Extents(Size(size[0], 1)) : Extents::of(size);
    }

    ArrayMemory resultOf(const Extents& lengths, int type) const
    {
        return {nullptr, CV_MAKETYPE(model.ddepth < 0 ? CV_MAT_DEPTH(type) : model.ddepth, CV_MAT_CN(type)), lengths};
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

    //! Of results of passes in between.
    int depthBetween(int src, int dst) const
    {
        return src == CV_64F || dst == CV_64F || model.inDouble ? CV_64F : CV_32F;
    }

    /** How many of the last filtered axes run as products (ShortAxes). Their lines are short, and the array would be
    many small images. */
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

    ShortAxis shortAxisOf(size_t axis, int length) const
    {
        return makeShortAxis(dimensions[axis], length, outsideOf(axis), [&](const Mat& samples, const Scalar& outside) {
            Mat_<double> answer(samples.size());
            passOf(-1, int(axis), outside).filter->apply(samples, answer, false);
            return answer;
        });
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

    /** Whether the channels of rows become the last axis of the array: then lines are columns. Kernels of rows have few
    lines side by side then. A border value other than 0 would be that of a channel. */
    bool takesChannelsAsColumns(const Extents& array, int type) const
    {
        const int last = array.axes() - 1;
        const bool hasOneValue = model.axes[0].borderType != BORDER_CONSTANT || model.borderValue == Scalar();
        return dimensions.size() == 1 && dimensions[0] == last && array.axes() < MAX_AXES && hasOneValue &&
               CV_MAT_CN(type) > tuning::MOST_CHANNELS && array[last] >= tuning::COLUMN_SAMPLES &&
               model.algorithm == cuda::RECURSIVE_AUTO;
    }

    static Mat channelsAsAxis(const Mat& array)
    {
        std::vector<int> sizes(array.size.p, array.size.p + array.dims);
        std::vector<size_t> steps(array.step.p, array.step.p + array.dims);
        sizes.push_back(array.channels());
        return {sizes, array.depth(), array.data, steps.data()};
    }

    void runOnHost(const Mat& src, Mat* results, const CallOutput* outputs, int count) const override
    {
        if (takesChannelsAsColumns(ArrayMemory(src).sizes, src.type()))
        {
            Mat columns = channelsAsAxis(results[0]);
            return runOnHost(channelsAsAxis(src), &columns, outputs, count);
        }
        Mat& dst = results[0];
        const int depth = depthBetween(src.depth(), dst.depth());
        const OfBoth<Extents> arrays = {ArrayMemory(src).sizes, ArrayMemory(dst).sizes};
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

    //! The images that a pass filters.
    struct PassImages
    {
        ImageWalk walk;
        int channels;
    };

    //! @param cuts images of which only columns are filtered into pieces @param bytes of an element
    PassImages imagesOf(const ArrayPass& pass, LastAxis last, const ArrayMemory& src, const ArrayMemory& dst, bool cuts,
                        int64 bytes) const
    {
        OfBoth<Extents> arrays = {src.sizes, dst.sizes};
        int channels = CV_MAT_CN(src.type);
        if (last == AS_ROWS_OF_MANY)
            for (Extents& array : arrays)
                channels = array.mergeBehind(dimensions.back());
        const auto dimensionOf = [&](int axis) { return axis < 0 ? -1 : dimensions[size_t(axis)]; };
        const int y = dimensionOf(pass.y), x = dimensionOf(pass.x);
        return {ImageWalk(arrays, y, x, cuts && x < 0 ? tuning::pieceColumns(arrays[0][y], bytes) : INT_MAX), channels};
    }

    //! Runs a pass over all images of an array, side by side if they are small.
    void run(const ArrayPass& pass, LastAxis last, const Mat& src, Mat& dst) const
    {
        const int64 bytes = std::max<int64>({int64(src.elemSize()), int64(dst.elemSize()), int64(sizeof(float))});
        const PassImages images = imagesOf(pass, last, ArrayMemory(src), ArrayMemory(dst), true, bytes);
        const ImageWalk& walk = images.walk;
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
                    return Mat(size, CV_MAKETYPE(array.depth(), images.channels), array.data + at[side],
                               size.height == 1 ? size_t(Mat::AUTO_STEP) : steps[side]);
                };
                Mat image = imageOf(dst, 1);
                pass.filter->apply(imageOf(src, 0), image, isLarge);
            }
        };
        const int64 count = walk.images();
        // Within a parallel loop, the loops of the filter are not parallel.
        if (count >= getNumThreads() && imageBytes <= tuning::IMAGE_BYTES)
            parallelFor(count, filterImages, double(count));
        else
            filterImages(0, count);
    }

    void runOnDevice(const cuda::GpuMat& src, bool mustCopy, cuda::GpuMat* dst, int,
                     cuda::Stream& stream) const override
    {
        onlyPassOfImages()->filter->apply(src, mustCopy, *dst, stream);
    }

    void runEachOnDevice(const std::vector<DeviceFrame>& frames, int, cuda::Stream& stream) const override
    {
        onlyPassOfImages()->filter->apply(frames, stream);
    }

    bool takesGpuMatND() const override { return true; }

    void runOnDeviceND(const cuda::GpuMatND& source, const cuda::GpuMatND* results, int,
                       cuda::Stream& stream) const override
    {
        const ArrayMemory src(source), dst(*results);
        DeviceArrays arrays = arraysOf(src, dst);
        const ArrayScratch memory(arrays.workBytes + arrays.inScratch(nullptr), stream);
        arrays.inScratch(memory.data() + arrays.workBytes);
        const ArrayPass* const lastPass = &passesOf(arrays.last).back();
        if (arrays.copiesSource)
            copyOnDevice(src, arrays.src, stream);
        forBatches(arrays, [&](const ArrayPass& pass, const ImageBatch& from, const ImageBatch& to) {
            pass.filter->applyIn(memory.data(), from, to, &pass == lastPass, stream);
        });
        if (arrays.copiesResult)
            copyOnDevice(arrays.dst, dst, stream);
    }

    //! What the passes of a call on a GPU filter: arrays without gaps in working memory stand in where they must.
    struct DeviceArrays
    {
        LastAxis last;
        ArrayMemory src, between, dst;
        bool copiesSource, keepsBetween, copiesResult; //!< which arrays are in working memory
        size_t workBytes;                              //!< of the filters of images

        //! Puts the arrays into memory. Returns the bytes that they take.
        size_t inScratch(uchar* memory)
        {
            size_t bytes = 0;
            if (copiesSource)
                placeInScratch(src, memory, bytes);
            if (keepsBetween)
                placeInScratch(between, memory, bytes);
            if (copiesResult)
                placeInScratch(dst, memory, bytes);
            if (!keepsBetween)
                between = dst;
            return bytes;
        }
    };

    DeviceArrays arraysOf(const ArrayMemory& src, const ArrayMemory& dst) const
    {
        const bool copiesSource = !src.isAligned() || (overlap(src, dst) && !samePixels(src, dst));
        const auto inScratch = [](const ArrayMemory& array, int depth) {
            return ArrayMemory(nullptr, CV_MAKETYPE(depth, CV_MAT_CN(array.type)), array.sizes);
        };
        const ArrayMemory from = copiesSource ? inScratch(src, CV_MAT_DEPTH(src.type)) : src;
        const ArrayMemory to = dst.isAligned() ? dst : inScratch(dst, CV_MAT_DEPTH(dst.type));
        const LastAxis last = lastAxisOf({from.sizes, to.sizes}, CV_MAT_CN(src.type));
        const int depth = depthBetween(CV_MAT_DEPTH(src.type), CV_MAT_DEPTH(dst.type));
        const bool isKept = passesOf(last).size() > 1 && depth != CV_MAT_DEPTH(dst.type);
        DeviceArrays arrays = {
            last, from, isKept ? inScratch(dst, depth) : to, to, copiesSource, isKept, !dst.isAligned(), 0};
        forBatches(arrays, [&](const ArrayPass& pass, const ImageBatch& batch, const ImageBatch&) {
            arrays.workBytes = std::max(arrays.workBytes, alignSize(pass.filter->workBytes(batch), 256));
        });
        return arrays;
    }

    //! Calls body(pass, batch, results) for all images that the passes filter on a GPU, pass after pass.
    template <typename Body>
    void forBatches(const DeviceArrays& arrays, const Body& body) const
    {
        const std::vector<ArrayPass>& passes = passesOf(arrays.last);
        for (const ArrayPass& pass : passes)
        {
            const ArrayMemory& src = &pass == &passes.front() ? arrays.src : arrays.between;
            const ArrayMemory& dst = &pass == &passes.back() ? arrays.dst : arrays.between;
            const PassImages images = imagesOf(pass, arrays.last, src, dst, false, 0);
            const OfBoth<size_t>& rowSteps = images.walk.rowSteps();
            const Size size = images.walk.size(0);
            images.walk.forBatches([&](const OfBoth<size_t>& at, int64 count, const OfBoth<size_t>& steps) {
                const auto batchOf = [&](const ArrayMemory& array, size_t side) {
                    return ImageBatch(array.data + at[side], rowSteps[side], size,
                                      CV_MAKETYPE(CV_MAT_DEPTH(array.type), images.channels), count,
                                      int64(steps[side]));
                };
                body(pass, batchOf(src, 0), batchOf(dst, 1));
            });
        }
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
