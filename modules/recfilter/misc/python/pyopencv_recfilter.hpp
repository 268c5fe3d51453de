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

#ifdef HAVE_OPENCV_CUDEV

// Functions with a stream that may be left out: None in Python, null here.

static void cv_cuda_recursiveGaussianBlur(InputArray src, OutputArray dst, double sigmaX, double sigmaY, int borderType,
                                          int ddepth, const Ptr<cuda::Stream>& stream)
{
    stream ? cuda::recursiveGaussianBlur(src, dst, sigmaX, sigmaY, borderType, ddepth, *stream)
           : cuda::recursiveGaussianBlur(src, dst, sigmaX, sigmaY, borderType, ddepth);
}

static void cv_cuda_gaussianFilterBank(const Mat& src, std::vector<Mat>& dst, const std::vector<double>& sigmas,
                                       const std::vector<int>& dx, const std::vector<int>& dy, int borderType,
                                       int ddepth)
{
    cuda::gaussianFilterBank(src, dst, sigmas, dx, dy, borderType, ddepth);
}

static void cv_cuda_gaussianFilterBank(const cuda::GpuMat& src, std::vector<cuda::GpuMat>& dst,
                                       const std::vector<double>& sigmas, const std::vector<int>& dx,
                                       const std::vector<int>& dy, int borderType, int ddepth,
                                       const Ptr<cuda::Stream>& stream)
{
    stream ? cuda::gaussianFilterBank(src, dst, sigmas, dx, dy, borderType, ddepth, *stream)
           : cuda::gaussianFilterBank(src, dst, sigmas, dx, dy, borderType, ddepth);
}

static void cv_cuda_RecursiveFilter_apply(const Ptr<cuda::RecursiveFilter>& self, InputArray src, OutputArray dst,
                                          const Ptr<cuda::Stream>& stream)
{
    stream ? self->apply(src, dst, *stream) : self->apply(src, dst);
}

static void cv_cuda_SummedAreaTable_apply(const Ptr<cuda::SummedAreaTable>& self, InputArray src, OutputArray sum,
                                          const Ptr<cuda::Stream>& stream)
{
    stream ? self->apply(src, sum, *stream) : self->apply(src, sum);
}

static void cv_cuda_SummedAreaTable_applyAll(const Ptr<cuda::SummedAreaTable>& self, InputArray src, OutputArray sum,
                                             OutputArray sqsum, OutputArray tilted, int tables,
                                             const Ptr<cuda::Stream>& stream)
{
    stream ? self->applyAll(src, sum, sqsum, tilted, tables, *stream) : self->applyAll(src, sum, sqsum, tilted, tables);
}

static void cv_cuda_NonSeparableFilter_apply(const Ptr<cuda::NonSeparableFilter>& self, InputArray src,
                                             std::vector<Mat>& dst)
{
    self->apply(src, dst);
}

static void cv_cuda_NonSeparableFilter_apply(const Ptr<cuda::NonSeparableFilter>& self, const cuda::GpuMat& src,
                                             std::vector<cuda::GpuMat>& dst, const Ptr<cuda::Stream>& stream)
{
    stream ? self->apply(src, dst, *stream) : self->apply(src, dst);
}

#endif
#endif
