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
        for (int k = 0; k < i; k++)
            if (outputs[k].needed() && outputs[k].array.getObj() == outputs[i].array.getObj())
                CV_Error(Error::StsBadArg, format("%s and %s are the same array; each result must have its own",
                                                  outputs[k].name, outputs[i].name));
    }
}

//! Refuses lists that create() cannot give `count` arrays of these sizes and type, before anything is written.
void checkList(const CallOutput* outputs, int count)
{
    const _OutputArray& list = outputs[0].array;
    const size_t length = list.isGpuMatVector() ? list.getGpuMatVecRef().size() : list.total();
    if ((list.fixedSize() || list.kind() == _InputArray::STD_ARRAY_MAT) && length != size_t(count))
        CV_Error(Error::StsUnmatchedSizes, format("%s is a list of fixed length with %d arrays; %d are needed",
                                                  outputs[0].name, int(length), count));
    for (int i = 0; i < count; i++)
    {
        const String name = outputs[i].text();
        if (list.fixedType() && !list.isGpuMatVector() && list.type() != outputs[i].type)
            CV_Error(Error::StsUnmatchedFormats,
                     format("%s has the fixed type %s; %s is needed", name.c_str(), typeToString(list.type()).c_str(),
                            typeToString(outputs[i].type).c_str()));
        if (!list.fixedSize())
            continue;
        const Extents sizes = list.isGpuMatVector() ? Extents(list.getGpuMatVecRef()[size_t(i)])
                              : list.isUMatVector() ? Extents(list.getUMat(i))
                                                    : Extents(list.getMat(i));
        if (sizes != outputs[i].sizes)
            CV_Error(Error::StsUnmatchedSizes, format("%s has the fixed size %s; %s is needed", name.c_str(),
                                                      sizes.text().c_str(), outputs[i].sizes.text().c_str()));
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

//! Refuses results of a list that share memory with each other, or with the source of another one.
template <typename Array>
void checkEachApart(const std::vector<Array>& sources, const std::vector<Array>& results, const char* name)
{
    struct Place
    {
        const Array* array;
        size_t element;
        bool isResult;

        String text(const char* ofResult) const { return format("%s[%zu]", isResult ? ofResult : "src", element); }
    };
    std::vector<Place> places;
    for (size_t i = 0; i < sources.size(); i++)
        for (const Place& place : {Place{&sources[i], i, false}, Place{&results[i], i, true}})
            if (!place.array->empty())
                places.push_back(place);
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.array->data < b.array->data; });
    for (auto a = places.begin(); a != places.end(); ++a)
        for (auto b = a + 1; b != places.end() && b->array->data < endOf(*a->array); ++b)
            if ((a->isResult || b->isResult) && a->element != b->element && overlap(*a->array, *b->array))
                CV_Error(Error::StsBadArg, format("%s and %s share memory; each result must have its own, or that of "
                                                  "its source",
                                                  a->text(name).c_str(), b->text(name).c_str()));
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

void ArrayOperator::callEach(InputArray src, int dims, const CallOutput& output, cuda::Stream* stream) const
{
    const bool onDevice = src.isGpuMatVector();
    const char* const element = onDevice ? "GpuMat" : "Mat";
    if (onDevice ? !output.array.isGpuMatVector() : !isHostList(output.array))
        CV_Error(Error::StsBadArg,
                 format("%s is no list of %s, and src is; a list is accepted then", output.name, element));
    if (onDevice)
        return callEachOnDevice(*static_cast<const std::vector<cuda::GpuMat>*>(src.getObj()), dims, output, stream);
    std::vector<Mat> sources(src.total());
    for (size_t i = 0; i < sources.size(); i++)
        sources[i] = asImage(src.getMat(int(i)));
    callEachOnHost(sources, dims, output);
}

template <typename Array>
std::vector<CallOutput> ArrayOperator::describeEach(const std::vector<Array>& sources, int dims,
                                                    const CallOutput& output) const
{
    if (sources.empty())
        CV_Error(Error::StsBadArg, "src is an empty list; at least one array is needed");
    std::vector<CallOutput> outputs;
    outputs.reserve(sources.size());
    for (const Array& source : sources)
    {
        const String name = format("src[%zu]", outputs.size());
        checkSource(source, name.c_str(), dimsOf(source, dims));
        if (source.type() != sources[0].type())
            CV_Error(Error::StsUnmatchedFormats,
                     format("%s has the type %s and src[0] %s; arrays of one type are accepted", name.c_str(),
                            typeToString(source.type()).c_str(), typeToString(sources[0].type()).c_str()));
        outputs.push_back({output.name, output.array, int(outputs.size())});
        describe(source, std::is_same<Array, cuda::GpuMat>::value, &outputs.back());
    }
    checkList(outputs.data(), int(outputs.size()));
    return outputs;
}

void ArrayOperator::callEachOnHost(const std::vector<Mat>& sources, int dims, const CallOutput& output) const
{
    std::vector<CallOutput> outputs = describeEach(sources, dims, output);
    std::vector<Mat> results;
    results.reserve(outputs.size());
    for (const CallOutput& each : outputs)
        results.push_back(keptResult(presentResult(each), each.sizes, each.type));
    checkEachApart(sources, results, output.name);
    output.array.create(int(outputs.size()), 1, outputs[0].type);
    for (size_t i = 0; i < outputs.size(); i++)
    {
        allocate(outputs[i], sources[i]);
        results[i] = asImage(output.array.getMat(int(i)));
    }
    for (size_t i = 0; i < outputs.size(); i++)
        runOnHost(mustCopy(sources[i], &results[i], &outputs[i], 1) ? sources[i].clone() : sources[i], &results[i],
                  &outputs[i], 1);
}

void ArrayOperator::callEachOnDevice(const std::vector<cuda::GpuMat>& sources, int dims, const CallOutput& output,
                                     cuda::Stream* stream) const
{
    const std::vector<CallOutput> outputs = describeEach(sources, dims, output);
    checkDevice("src", ArrayKind::GPU_MAT);
    cuda::Stream& queue = stream ? *stream : cuda::Stream::Null();
    std::vector<cuda::GpuMat> kept;
    std::vector<CallMemory> memory;
    for (size_t i = 0; i < outputs.size(); i++)
    {
        kept.push_back(keptResult(presentOnDevice(outputs[i]), outputs[i].sizes, outputs[i].type));
        memory.push_back({"src", sources[i].data});
        memory.push_back({output.name, kept[i].data});
    }
    checkEachApart(sources, kept, output.name);
    const CallDevice device(memory.data(), memory.size(), queue);
    std::vector<DeviceFrame> frames;
    for (size_t i = 0; i < outputs.size(); i++)
    {
        const cuda::GpuMat result =
            deviceDestination(presentOnDevice(outputs[i]), outputs[i].sizes.image(), outputs[i].type);
        frames.push_back({sources[i], result, mustCopy(sources[i], &result, &outputs[i], 1)});
    }
    runEachOnDevice(frames, queue);
    std::vector<cuda::GpuMat>& list = output.array.getGpuMatVecRef();
    list.resize(frames.size());
    for (size_t i = 0; i < frames.size(); i++)
        assignDevice(list[i], frames[i].dst);
}

void ArrayOperator::runEachOnDevice(const std::vector<DeviceFrame>& frames, cuda::Stream& stream) const
{
    for (const DeviceFrame& frame : frames)
    {
        cuda::GpuMat result = frame.dst;
        runOnDevice(frame.src, frame.mustCopy, &result, 1, stream);
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
    AutoBuffer<CallMemory, 1 + TYPICAL_OUTPUTS> memory(static_cast<size_t>(1 + count));
    memory[0] = {"src", src.getGpuMat().data};
    AutoBuffer<cuda::GpuMat, TYPICAL_OUTPUTS> present(static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
    {
        present[i] = outputs[i].needed() ? presentOnDevice(outputs[i]) : cuda::GpuMat();
        memory[1 + i] = {outputs[i].name, keptResult(present[i], outputs[i].sizes, outputs[i].type).data};
    }
    const CallDevice device(memory.data(), size_t(1 + count), stream);
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
    AutoBuffer<CallMemory, 1 + TYPICAL_OUTPUTS> memory(static_cast<size_t>(1 + count));
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
