// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The order of a call: all checks, then the allocations, then the work. An error leaves every result as it was.

#include "arrays/call/array_call.hpp"

#include "arrays/array_memory.hpp"
#include "arrays/call/array_kind.hpp"
#include "runtime/cuda/call_device.hpp"
#include "arrays/overlap.hpp"

namespace cv { namespace recfilter {

namespace {

//! Outputs that take no memory of the heap.
constexpr size_t TYPICAL_OUTPUTS = 3;

//! Requires that no needed output before outputs[i] is the same array.
void checkNotTwice(const CallOutput* outputs, int i)
{
    for (int k = 0; k < i; k++)
        if (outputs[k].needed() && outputs[k].array.getObj() == outputs[i].array.getObj())
            CV_Error(Error::StsBadArg, format("%s and %s are the same array; each result must have its own",
                                              outputs[k].name, outputs[i].name));
}

//! Requires each needed output on the side of the source, and no array twice.
void checkOutputs(ArrayKind src, const CallOutput* outputs, int count, bool takesND)
{
    const bool onDevice = src == ArrayKind::GPU_MAT;
    for (int i = 0; i < count; i++)
    {
        if (outputs[i].element >= 0)
        {
            if (src == ArrayKind::GPU_MAT_ND)
                CV_Error(Error::StsBadArg,
                         format("%s is a list of %s and src a GpuMatND; one GpuMatND is accepted then", outputs[i].name,
                                outputs[i].array.isGpuMatVector() ? "GpuMat" : "Mat"));
            if (onDevice != outputs[i].array.isGpuMatVector())
                CV_Error(Error::StsBadArg,
                         format("%s is a list of %s and src a %s; both must be on the same side", outputs[i].name,
                                onDevice ? "Mat" : "GpuMat", onDevice ? "GpuMat" : "Mat"));
            continue;
        }
        if (!outputs[i].needed() && count > 1)
            continue;
        checkSameSide(src, outputs[i].array, outputs[i].name, takesND);
        checkNotTwice(outputs, i);
    }
}

//! Requires a list for each needed output, on the side of the source, and no list twice.
void checkLists(bool onDevice, const CallOutput* outputs, int count)
{
    for (int i = 0; i < count; i++)
    {
        const _OutputArray& array = outputs[i].array;
        if (!outputs[i].needed() && count > 1)
            continue;
        if (onDevice ? !array.isGpuMatVector() : !isHostList(array))
            CV_Error(Error::StsBadArg, format("%s is no list of %s, and src is; a list is accepted then",
                                              outputs[i].name, onDevice ? "GpuMat" : "Mat"));
        checkNotTwice(outputs, i);
    }
}

/** Refuses lists that create() cannot give `count` arrays of these sizes and type, before anything is written.
@param outputs of which every `stride`-th is an element of the list */
void checkList(const CallOutput* outputs, int count, size_t stride = 1)
{
    const _OutputArray& list = outputs[0].array;
    const size_t length = list.isGpuMatVector() ? list.getGpuMatVecRef().size() : list.total();
    if ((list.fixedSize() || list.kind() == _InputArray::STD_ARRAY_MAT) && length != size_t(count))
        CV_Error(Error::StsUnmatchedSizes, format("%s is a list of fixed length with %d arrays; %d are needed",
                                                  outputs[0].name, int(length), count));
    for (int i = 0; i < count; i++)
    {
        const CallOutput& output = outputs[size_t(i) * stride];
        const String name = output.text();
        if (list.fixedType() && !list.isGpuMatVector() && list.type() != output.type)
            CV_Error(Error::StsUnmatchedFormats,
                     format("%s has the fixed type %s; %s is needed", name.c_str(), typeToString(list.type()).c_str(),
                            typeToString(output.type).c_str()));
        if (!list.fixedSize())
            continue;
        const Extents sizes = list.isGpuMatVector() ? Extents(list.getGpuMatVecRef()[size_t(i)])
                              : list.isUMatVector() ? Extents(list.getUMat(i))
                                                    : Extents(list.getMat(i));
        if (sizes != output.sizes)
            CV_Error(Error::StsUnmatchedSizes, format("%s has the fixed size %s; %s is needed", name.c_str(),
                                                      sizes.text().c_str(), output.sizes.text().c_str()));
    }
}

//! Refuses results that would share memory. A result that gets new memory shares none.
template <typename Array, typename Header>
void checkApart(const CallOutput* outputs, int count, const Header& header)
{
    AutoBuffer<Array, TYPICAL_OUTPUTS> results(static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
    {
        results[i] = outputs[i].needed() ? header(outputs[i]) : Array();
        if (Extents(results[i]) != outputs[i].sizes || results[i].type() != outputs[i].type)
            results[i] = Array();
        for (int k = 0; k < i; k++)
            if (overlap(results[i], results[k]))
                CV_Error(Error::StsBadArg, format("%s and %s share memory; each result must have its own",
                                                  outputs[k].text().c_str(), outputs[i].text().c_str()));
    }
}

//! Whether the source shares memory with results that would overwrite it before all of it is read.
template <typename Array>
bool mustCopy(const Array& src, const Array* results, const CallOutput* outputs, int count)
{
    bool copies = false;
    for (int i = 0; i < count; i++)
        copies = copies || (outputs[i].allowed != Overlap::ANY && overlap(src, results[i]) &&
                            !(outputs[i].allowed == Overlap::SAME_PIXELS && samePixels(src, results[i])));
    return copies;
}

//! What an output on the host holds now; empty for a UMat.
Mat presentResult(const CallOutput& output)
{
    if (output.element < 0)
        return output.array.isMat() ? output.array.getMat() : Mat();
    const bool isThere =
        isHostList(output.array) && !output.array.isUMatVector() && size_t(output.element) < output.array.total();
    return isThere ? output.array.getMat(output.element) : Mat();
}

//! What an output on the GPU holds now. Without CUDA getGpuMat() throws another error than the promised one.
cuda::GpuMat presentOnDevice(const CallOutput& output)
{
    if (!output.needed())
        return cuda::GpuMat();
    if (output.element < 0)
        return *static_cast<const cuda::GpuMat*>(output.array.getObj());
    const std::vector<cuda::GpuMat>& list = output.array.getGpuMatVecRef();
    return size_t(output.element) < list.size() ? list[size_t(output.element)] : cuda::GpuMat();
}

//! What an output holds now if it is a GpuMatND.
cuda::GpuMatND presentND(const CallOutput& output)
{
    return gpuMatNDRef(output.array);
}

const uchar* endOf(const Mat& array)
{
    return array.dataend;
}
const uchar* endOf(const cuda::GpuMat& array)
{
    return array.data + size_t(array.rows - 1) * array.step + size_t(array.cols) * array.elemSize();
}

//! Refuses results of lists that share memory with each other, or with the source of another one.
template <typename Array>
void checkEachApart(const std::vector<Array>& sources, const std::vector<Array>& results,
                    const std::vector<CallOutput>& outputs)
{
    struct Place
    {
        const Array* array;
        int element;
        const char* result; //!< its name; null for a source

        String text() const { return format("%s[%d]", result ? result : "src", element); }
    };
    std::vector<Place> places;
    places.reserve(sources.size() + results.size());
    for (size_t i = 0; i < sources.size(); i++)
        places.push_back({&sources[i], int(i), nullptr});
    for (size_t i = 0; i < results.size(); i++)
        if (!results[i].empty())
            places.push_back({&results[i], outputs[i].element, outputs[i].name});
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return a.array->data != b.array->data ? a.array->data < b.array->data : a.result && !b.result;
    });
    for (auto a = places.begin(); a != places.end(); ++a)
        for (auto b = a + 1; b != places.end() && b->array->data < endOf(*a->array); ++b)
            if ((a->element != b->element ? a->result || b->result : a->result && b->result) &&
                overlap(*a->array, *b->array))
                CV_Error(Error::StsBadArg, format("%s and %s share memory; each result must have its own, or that of "
                                                  "its source",
                                                  a->text().c_str(), b->text().c_str()));
}

//! Those that an operator takes of an array.
int dimsOf(const _InputArray& src, int dims)
{
    return dims ? dims : std::max(src.dims(), 2);
}

//! A Mat with one dimension, which OpenCV has from version 5 on, is a row.
Mat asImage(const Mat& array)
{
    return array.dims == 1 ? array.reshape(0, 1) : array;
}

//! A result of the size of a row with one dimension has one, too, unless it has two already.
void allocate(const CallOutput& output, InputArray src)
{
    if (src.dims() == 1 && output.element < 0 && output.sizes == Extents(src) && output.array.dims() != 2)
        output.array.createSameSize(src, output.type);
    else
        output.array.create(output.sizes.axes(), output.sizes.last<MAX_AXES>().data() + MAX_AXES - output.sizes.axes(),
                            output.type, output.element);
}

} // namespace

String CallOutput::text() const
{
    return element < 0 ? String(name) : format("%s[%d]", name, element);
}

void ArrayOperator::call(InputArray src, int dims, CallOutput* outputs, int count, cuda::Stream* stream) const
{
    const ArrayKind kind = checkKind(src, "src", takesGpuMatND());
    const bool onDevice = kind != ArrayKind::HOST;
    checkOutputs(kind, outputs, count, takesGpuMatND());
    checkSource(src, "src", dimsOf(src, dims));
    describe(src, onDevice, outputs);
    for (int i = 0; i < count; i++)
        if (outputs[i].element < 0 && outputs[i].needed())
        {
            checkOneResult(outputs[i].array, outputs[i].name, outputs[i].sizes);
            checkDestination(outputs[i].array, outputs[i].name, outputs[i].sizes, outputs[i].type);
        }
    if (outputs[0].element >= 0)
        checkList(outputs, count);
    if (count > 1 && kind == ArrayKind::GPU_MAT_ND)
        checkApart<cuda::GpuMatND>(outputs, count, presentND);
    else if (count > 1 && onDevice)
        checkApart<cuda::GpuMat>(outputs, count, presentOnDevice);
    else if (count > 1)
        checkApart<Mat>(outputs, count, presentResult);
    if (!onDevice)
        return callOnHost(src, outputs, count);
    checkDevice("src", kind);
    cuda::Stream& queue = stream ? *stream : cuda::Stream::Null();
    if (kind == ArrayKind::GPU_MAT_ND)
        callOnDeviceND(src, outputs, count, queue);
    else
        callOnDevice(src, outputs, count, queue);
}

void ArrayOperator::callEach(InputArray src, int dims, CallOutput* outputs, int count, cuda::Stream* stream) const
{
    if (!isList(src))
        return call(src, dims, outputs, count, stream);
    const bool onDevice = src.isGpuMatVector();
    checkLists(onDevice, outputs, count);
    if (onDevice)
        return callEachOnDevice(*static_cast<const std::vector<cuda::GpuMat>*>(src.getObj()), dims, outputs, count,
                                stream);
    std::vector<Mat> sources(src.total());
    for (size_t i = 0; i < sources.size(); i++)
        sources[i] = asImage(src.getMat(int(i)));
    callEachOnHost(sources, dims, outputs, count);
}

template <typename Array>
std::vector<CallOutput> ArrayOperator::describeEach(const std::vector<Array>& sources, int dims,
                                                    const CallOutput* outputs, int count) const
{
    if (sources.empty())
        CV_Error(Error::StsBadArg, "src is an empty list; at least one array is needed");
    std::vector<CallOutput> all;
    all.reserve(sources.size() * size_t(count));
    for (size_t i = 0; i < sources.size(); i++)
    {
        const Array& source = sources[i];
        const String name = format("src[%zu]", i);
        checkSource(source, name.c_str(), dimsOf(source, dims));
        if (source.type() != sources[0].type())
            CV_Error(Error::StsUnmatchedFormats,
                     format("%s has the type %s and src[0] %s; arrays of one type are accepted", name.c_str(),
                            typeToString(source.type()).c_str(), typeToString(sources[0].type()).c_str()));
        for (int k = 0; k < count; k++)
            all.push_back({outputs[k].name, outputs[k].array, int(i)});
        describe(source, std::is_same<Array, cuda::GpuMat>::value, &all[i * size_t(count)]);
    }
    for (int k = 0; k < count; k++)
        if (outputs[k].needed())
            checkList(&all[size_t(k)], int(sources.size()), size_t(count));
    return all;
}

void ArrayOperator::callEachOnHost(const std::vector<Mat>& sources, int dims, const CallOutput* outputs,
                                   int count) const
{
    const size_t perSource = size_t(count);
    std::vector<CallOutput> all = describeEach(sources, dims, outputs, count);
    std::vector<Mat> results;
    results.reserve(all.size());
    for (const CallOutput& each : all)
        results.push_back(keptResult(presentResult(each), each.sizes, each.type));
    checkEachApart(sources, results, all);
    for (size_t k = 0; k < perSource; k++)
        if (all[k].needed())
            all[k].array.create(int(sources.size()), 1, all[k].type);
    for (size_t i = 0; i < all.size(); i++)
        if (all[i].needed())
        {
            allocate(all[i], sources[i / perSource]);
            all[i].isNew = results[i].empty() && !all[i].array.isUMatVector();
            results[i] = asImage(all[i].array.getMat(all[i].element));
        }
    for (size_t i = 0; i < sources.size(); i++)
    {
        Mat* const ofSource = &results[i * perSource];
        const CallOutput* const described = &all[i * perSource];
        runOnHost(mustCopy(sources[i], ofSource, described, count) ? sources[i].clone() : sources[i], ofSource,
                  described, count);
    }
}

void ArrayOperator::callEachOnDevice(const std::vector<cuda::GpuMat>& sources, int dims, const CallOutput* outputs,
                                     int count, cuda::Stream* stream) const
{
    const size_t perSource = size_t(count);
    const std::vector<CallOutput> all = describeEach(sources, dims, outputs, count);
    std::vector<cuda::GpuMat> results;
    std::vector<CallMemory> memory;
    memory.reserve(sources.size() + all.size());
    for (const cuda::GpuMat& source : sources)
        memory.push_back({"src", source.data});
    for (const CallOutput& each : all)
    {
        results.push_back(keptResult(presentOnDevice(each), each.sizes, each.type));
        memory.push_back({each.name, results.back().data});
    }
    checkEachApart(sources, results, all);
    if (const CallMemory auxiliary = auxiliaryMemory(); auxiliary.data)
        memory.push_back(auxiliary);
    checkDevice("src", ArrayKind::GPU_MAT);
    cuda::Stream& queue = stream ? *stream : cuda::Stream::Null();
    const CallDevice device(memory.data(), memory.size(), queue);
    for (size_t i = 0; i < all.size(); i++)
        if (all[i].needed())
            results[i] = deviceDestination(presentOnDevice(all[i]), all[i].sizes.image(), all[i].type);
    std::vector<DeviceFrame> frames;
    for (const cuda::GpuMat& source : sources)
    {
        const size_t first = frames.size();
        const bool copies = mustCopy(source, &results[first], &all[first], count);
        for (size_t k = 0; k < perSource; k++)
            frames.push_back({source, results[first + k], copies});
    }
    runEachOnDevice(frames, count, queue);
    for (size_t i = 0; i < all.size(); i++)
        if (all[i].needed())
        {
            std::vector<cuda::GpuMat>& list = all[i].array.getGpuMatVecRef();
            list.resize(sources.size());
            assignDevice(list[i / perSource], results[i]);
        }
}

void ArrayOperator::runEachOnDevice(const std::vector<DeviceFrame>& frames, int count, cuda::Stream& stream) const
{
    AutoBuffer<cuda::GpuMat, TYPICAL_OUTPUTS> results(static_cast<size_t>(count));
    for (size_t i = 0; i < frames.size(); i += size_t(count))
    {
        for (size_t k = 0; k < size_t(count); k++)
            results[k] = frames[i + k].dst;
        runOnDevice(frames[i].src, frames[i].mustCopy, results.data(), count, stream);
    }
}

void ArrayOperator::callOnHost(InputArray src, CallOutput* outputs, int count) const
{
    const Mat source = asImage(src.getMat());
    AutoBuffer<Mat, TYPICAL_OUTPUTS> results(static_cast<size_t>(count));
    if (outputs[0].element >= 0)
        outputs[0].array.create(count, 1, outputs[0].type);
    for (int i = 0; i < count; i++)
        if (outputs[i].needed())
        {
            const Mat* const mat = outputs[i].array.isMat() ? static_cast<Mat*>(outputs[i].array.getObj()) : nullptr;
            const uchar* const present = mat ? mat->data : nullptr;
            allocate(outputs[i], src);
            results[i] = asImage(outputs[i].array.getMat(outputs[i].element));
            outputs[i].isNew = mat && mat->data != present;
        }
    const bool copies = mustCopy(source, results.data(), outputs, count);
    runOnHost(copies ? source.clone() : source, results.data(), outputs, count);
}

void ArrayOperator::callOnDevice(InputArray src, CallOutput* outputs, int count, cuda::Stream& stream) const
{
    AutoBuffer<CallMemory, 2 + TYPICAL_OUTPUTS> memory(static_cast<size_t>(2 + count));
    memory[0] = {"src", src.getGpuMat().data};
    AutoBuffer<cuda::GpuMat, TYPICAL_OUTPUTS> present(static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
    {
        present[i] = presentOnDevice(outputs[i]);
        memory[1 + i] = {outputs[i].name, keptResult(present[i], outputs[i].sizes, outputs[i].type).data};
    }
    const CallMemory auxiliary = auxiliaryMemory();
    memory[1 + count] = auxiliary;
    const CallDevice device(memory.data(), size_t(1 + count) + (auxiliary.data ? 1 : 0), stream);
    const cuda::GpuMat source = src.getGpuMat();
    AutoBuffer<cuda::GpuMat, TYPICAL_OUTPUTS> results(static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
        if (outputs[i].needed())
            results[i] = deviceDestination(present[i], outputs[i].sizes.image(), outputs[i].type);
    runOnDevice(source, mustCopy(source, results.data(), outputs, count), results.data(), count, stream);
    if (outputs[0].element >= 0)
        outputs[0].array.getGpuMatVecRef().resize(size_t(count));
    for (int i = 0; i < count; i++)
        if (outputs[i].element >= 0)
            assignDevice(outputs[i].array.getGpuMatVecRef()[size_t(outputs[i].element)], results[i]);
        else if (outputs[i].needed())
            assignDevice(outputs[i].array.getGpuMatRef(), results[i]);
}

void ArrayOperator::callOnDeviceND(InputArray src, const CallOutput* outputs, int count, cuda::Stream& stream) const
{
    const cuda::GpuMatND source = gpuMatND(src);
    AutoBuffer<CallMemory, 2 + TYPICAL_OUTPUTS> memory(static_cast<size_t>(2 + count));
    memory[0] = {"src", source.getDevicePtr()};
    AutoBuffer<cuda::GpuMatND, TYPICAL_OUTPUTS> results(static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
    {
        if (outputs[i].needed())
            results[i] = keptResult(presentND(outputs[i]), outputs[i].sizes, outputs[i].type);
        memory[1 + i] = {outputs[i].name, results[i].getDevicePtr()};
    }
    const CallDevice device(memory.data(), size_t(1 + count), stream);
    AutoBuffer<bool, TYPICAL_OUTPUTS> isNew(static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
    {
        const CallOutput& output = outputs[i];
        const auto make = [&] { return cuda::GpuMatND(output.sizes.list(), output.type); };
        isNew[i] = output.needed() && results[i].empty();
        if (isNew[i])
            results[i] = newResult(output.sizes, "elements", make);
    }
    runOnDeviceND(source, results.data(), count, stream);
    for (int i = 0; i < count; i++)
        if (isNew[i])
            gpuMatNDRef(outputs[i].array) = results[i];
}

void ArrayOperator::runOnDeviceND(const cuda::GpuMatND&, const cuda::GpuMatND*, int, cuda::Stream&) const
{
    CV_Error(Error::StsInternal, "an operator that does not take a GpuMatND");
}

}} // namespace cv::recfilter
