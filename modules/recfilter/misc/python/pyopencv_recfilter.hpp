// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifdef HAVE_OPENCV_RECFILTER

#include <algorithm>
#include <iterator>

// The generator writes vector_T for a list of T.
typedef std::vector<cv::cuda::RecursivePass> vector_RecursivePass;
typedef std::vector<cv::cuda::RecursiveAxis> vector_RecursiveAxis;

// The generated methods leave the checks of their arguments to OpenCV's converters, which read some arrays wrongly. The
// package cv2.recfilter puts functions of Python in their place, which check the arguments first. Static types refuse
// assignments to their attributes, so that it takes the two functions below.

// RecursivePass._override(type, name, value): sets an attribute of a class of this module, one of those with checks.
static PyObject* recfilterOverride(PyObject*, PyObject* args)
{
    PyTypeObject* type = NULL;
    PyObject *name = NULL, *value = NULL;
    if (!PyArg_ParseTuple(args, "O!OO", &PyType_Type, &type, &name, &value))
        return NULL;
    PyTypeObject* const types[] = {pyopencv_cuda_RecursivePass_TypePtr, pyopencv_cuda_RecursiveAxis_TypePtr,
                                   pyopencv_cuda_RecursiveFilter_TypePtr, pyopencv_cuda_SummedAreaTable_TypePtr,
                                   pyopencv_cuda_NonSeparableFilter_TypePtr};
    if (std::find(std::begin(types), std::end(types), type) == std::end(types))
        return PyErr_Format(PyExc_TypeError, "type is %R; a class of recfilter that is checked in Python is accepted",
                            (PyObject*)type);
#ifdef Py_LIMITED_API
    if (PyObject_SetAttr((PyObject*)type, name, value) < 0)
        return NULL;
#else
    if (PyDict_SetItem(type->tp_dict, name, value) < 0)
        return NULL;
    PyType_Modified(type);
#endif
    Py_RETURN_NONE;
}

#ifndef Py_LIMITED_API

static PyObject* recfilterTapsCheck = NULL;
static initproc recfilterMakePass = NULL;

static int recfilterMakeCheckedPass(PyObject* self, PyObject* args, PyObject* keywords)
{
    PySafeObject accepted(PyObject_Call(recfilterTapsCheck, args, keywords));
    return accepted ? recfilterMakePass(self, args, keywords) : -1;
}

#endif

// RecursivePass._checkTaps(check): constructors call check(*arguments) first, which raises for what is not accepted.
static PyObject* recfilterCheckTaps(PyObject*, PyObject* check)
{
#ifndef Py_LIMITED_API // where classes are without slots
    if (!recfilterMakePass)
    {
        recfilterMakePass = pyopencv_cuda_RecursivePass_TypePtr->tp_init;
        pyopencv_cuda_RecursivePass_TypePtr->tp_init = recfilterMakeCheckedPass;
    }
    Py_INCREF(check);
    Py_XDECREF(recfilterTapsCheck);
    recfilterTapsCheck = check;
#else
    (void)check;
#endif
    Py_RETURN_NONE;
}

#define PYOPENCV_EXTRA_METHODS_cuda_RecursivePass                                                                      \
    {"_override", recfilterOverride, METH_VARARGS | METH_STATIC, "_override(type, name, value) -> None (Internal)"},   \
        {"_checkTaps", recfilterCheckTaps, METH_O | METH_STATIC, "_checkTaps(check) -> None (Internal)"},

// An array on the GPU, in Python (address, type, lengths, steps).
struct RecfilterMemory
{
    size_t address = 0;
    int type = 0;
    std::vector<int> size;
    std::vector<size_t> step;

    bool parse(PyObject* layout)
    {
        PyObject *pointer = NULL, *lengths = NULL, *steps = NULL;
        return PyArg_ParseTuple(layout, "OiOO", &pointer, &type, &lengths, &steps) &&
               pyopencv_to(pointer, address, ArgInfo("address", 0)) &&
               pyopencv_to(lengths, size, ArgInfo("lengths", 0)) && pyopencv_to(steps, step, ArgInfo("steps", 0));
    }

    cuda::GpuMatND array() const { return cuda::GpuMatND(size, type, reinterpret_cast<void*>(address), step); }
};

static void recfilterApplyToMemory(const cuda::RecursiveFilter& filter, const RecfilterMemory& source,
                                   const RecfilterMemory& result, cuda::Stream* stream)
{
    const cuda::GpuMatND src = source.array(), dst = result.array();
    if (stream)
        filter.apply(src, dst, *stream);
    else
        filter.apply(src, dst);
}

// RecursiveFilter._applyToMemory(src, dst[, stream]): filters arrays on the GPU of any dimension. OpenCV has no way to
// make a GpuMatND in Python.
static PyObject* recfilterApplyToMemory(PyObject* self, PyObject* args)
{
    PyObject *source = NULL, *result = NULL, *queue = NULL;
    Ptr<cuda::RecursiveFilter>* filter = NULL;
    Ptr<cuda::Stream> stream;
    RecfilterMemory src, dst;
    if (!PyArg_ParseTuple(args, "O!O!|O", &PyTuple_Type, &source, &PyTuple_Type, &result, &queue) ||
        (queue && !pyopencv_to(queue, stream, ArgInfo("stream", 0))))
        return NULL;
    if (!pyopencv_cuda_RecursiveFilter_getp(self, filter))
        return failmsgp("Incorrect type of self (must be 'cuda_RecursiveFilter' or its derivative)");
    if (!src.parse(source) || !dst.parse(result))
        return NULL;
    ERRWRAP2(recfilterApplyToMemory(**filter, src, dst, stream.get()));
    Py_RETURN_NONE;
}

#define PYOPENCV_EXTRA_METHODS_cuda_RecursiveFilter                                                                    \
    {"_applyToMemory", recfilterApplyToMemory, METH_VARARGS, "_applyToMemory(src, dst[, stream]) -> None (Internal)"},

// Images that NumPy holds from the start. Others would be copied when the list becomes one of arrays.
static void recfilterReserve(std::vector<Mat>& list, size_t count)
{
    list.resize(count);
    for (Mat& image : list)
        if (image.empty())
            image.allocator = &GetNumpyAllocator();
}

#ifdef HAVE_OPENCV_CUDEV

static void recfilterReserve(std::vector<cuda::GpuMat>&, size_t) {}

#endif

template <typename Source, typename List, typename... Arguments>
static void recfilterFilterBank(Source& src, List& dst, std::vector<double>& sigmas, Arguments&... arguments)
{
    recfilterReserve(dst, sigmas.size());
    cuda::gaussianFilterBank(src, dst, sigmas, arguments...);
}

template <typename Source, typename List, typename... Arguments>
static void recfilterApplyKernels(Ptr<cuda::NonSeparableFilter>& self, Source& src, List& dst, Arguments&... arguments)
{
    recfilterReserve(dst, size_t(self->getFilterCount()));
    self->apply(src, dst, arguments...);
}

#ifdef HAVE_OPENCV_CUDEV

// Functions with a stream, which comes last and may be left out: None in Python, null here. The generated code calls
// cv_cuda_NAME. An overload without a stream is called as it is.

template <int COUNT> // of the arguments before the last one
struct RecfilterCall
{
    // Moves the first argument behind the last one.
    template <typename Function, typename First, typename... Others>
    static void run(First& first, Others&... others)
    {
        RecfilterCall<COUNT - 1>::template run<Function>(others..., first);
    }
};

template <>
struct RecfilterCall<0>
{
    template <typename Function, typename... Others>
    static void run(Ptr<cuda::Stream>& last, Others&... others)
    {
        last ? Function::run(others..., *last) : Function::run(others...);
    }

    template <typename Function, typename Last, typename... Others>
    static void run(Last& last, Others&... others)
    {
        Function::run(others..., last);
    }
};

template <typename Class, typename... Arguments>
static void recfilterApply(Class& self, Arguments&... arguments)
{
    self->apply(arguments...);
}

template <typename Class, typename... Arguments>
static void recfilterApplyAll(Class& self, Arguments&... arguments)
{
    self->applyAll(arguments...);
}

#define RECFILTER_ON_STREAM(name, function)                                                                            \
    struct Recfilter_##name                                                                                            \
    {                                                                                                                  \
        template <typename... Arguments>                                                                               \
        static void run(Arguments&... arguments)                                                                       \
        {                                                                                                              \
            function(arguments...);                                                                                    \
        }                                                                                                              \
    };                                                                                                                 \
    template <typename... Arguments>                                                                                   \
    static void cv_cuda_##name(Arguments&... arguments)                                                                \
    {                                                                                                                  \
        RecfilterCall<int(sizeof...(Arguments)) - 1>::template run<Recfilter_##name>(arguments...);                    \
    }

RECFILTER_ON_STREAM(RecursiveFilter_apply, recfilterApply)
RECFILTER_ON_STREAM(SummedAreaTable_apply, recfilterApply)
RECFILTER_ON_STREAM(SummedAreaTable_applyAll, recfilterApplyAll)
RECFILTER_ON_STREAM(NonSeparableFilter_apply, recfilterApplyKernels)
RECFILTER_ON_STREAM(recursiveGaussianBlur, cuda::recursiveGaussianBlur)
RECFILTER_ON_STREAM(gaussianGradientMagnitude, cuda::gaussianGradientMagnitude)
RECFILTER_ON_STREAM(laplacianOfGaussian, cuda::laplacianOfGaussian)
RECFILTER_ON_STREAM(differenceOfGaussians, cuda::differenceOfGaussians)
RECFILTER_ON_STREAM(unsharpMask, cuda::unsharpMask)
RECFILTER_ON_STREAM(structureTensor, cuda::structureTensor)
RECFILTER_ON_STREAM(hessianOfGaussian, cuda::hessianOfGaussian)
RECFILTER_ON_STREAM(symmetricEigenvalues, cuda::symmetricEigenvalues)
RECFILTER_ON_STREAM(planarGaussianBlur, cuda::planarGaussianBlur)
RECFILTER_ON_STREAM(maskedGaussianBlur, cuda::maskedGaussianBlur)
RECFILTER_ON_STREAM(maskedBoxFilter, cuda::maskedBoxFilter)
RECFILTER_ON_STREAM(boxFilter, cuda::boxFilter)
RECFILTER_ON_STREAM(boxFilterByRadius, cuda::boxFilterByRadius)
RECFILTER_ON_STREAM(localMeanVariance, cuda::localMeanVariance)
RECFILTER_ON_STREAM(splineWarpAffine, cuda::splineWarpAffine)
RECFILTER_ON_STREAM(splineRemap, cuda::splineRemap)
RECFILTER_ON_STREAM(gaussianFilterBank, recfilterFilterBank)

#else

template <typename... Arguments>
static void cv_cuda_gaussianFilterBank(Arguments&... arguments)
{
    recfilterFilterBank(arguments...);
}

template <typename... Arguments>
static void cv_cuda_NonSeparableFilter_apply(Arguments&... arguments)
{
    recfilterApplyKernels(arguments...);
}

#endif
#endif
