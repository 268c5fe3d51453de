// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Results in the memory of the source, in parts of it, and apart from it: every operator, on both sides.

#include "convolution_reference.hpp"
#include "device_common.hpp"

#include "dense/plan/conv_algorithms.hpp"

namespace opencv_test { namespace {

struct Operator
{
    String name;
    bool copiesSame, copiesShifted; //!< the source, if the result takes its pixels, or parts of its memory; on the host
    std::function<void(InputArray src, OutputArray dst, OutputArray other)> apply; //!< other: a second result
};

std::vector<Operator> operators(bool onDevice)
{
    std::vector<Operator> list;
    const auto add = [&](const String& name, const Ptr<RecursiveFilter>& filter, bool copiesShifted) {
        list.push_back({name, false, copiesShifted,
                        [filter](InputArray src, OutputArray dst, OutputArray) { filter->apply(src, dst); }});
    };
    using cv::recfilter::Schedule;
    for (int algorithm : algorithmsWithout(0, onDevice ? &Schedule::onDevice : &Schedule::onHost))
    {
        const Axis axis =
            smoothing({0.6, 0.4}, takesBorder(algorithm, BORDER_REFLECT) ? BORDER_REFLECT : BORDER_CONSTANT);
        add(cv::recfilter::scheduleOf(algorithm).name, createRecursiveFilter(axis, axis, Scalar(), -1, algorithm),
            true);
    }
    add("slow poles", createRecursiveFilter(smoothing(SLOW_POLES, BORDER_WRAP)), true);
    add("high order", createRecursiveFilter(smoothing(spreadPoles(6, 0.8), BORDER_REPLICATE)), true);
    add("banded", createBandedSolver({0.3, -0.4, 2, 0.7, -0.2}, BORDER_REFLECT), true);
    for (int approximation : {GAUSSIAN_LEE_ONE_WAY, GAUSSIAN_LEE_TWO_WAY})
        add("Lee", gaussianFilter(3, 2, 0, 0, BORDER_REPLICATE, Scalar(), approximation), false);
    for (const auto& row : cv::recfilter::convAlgorithms())
        if (onDevice ? row.onDevice : row.onHost)
        {
            NonSeparableParams params;
            params.algorithm = row.algorithm;
            const auto filter = createNonSeparableFilter(kernelOf({5, 5}, CV_32F), params);
            list.push_back({row.name, true, true,
                            [filter](InputArray src, OutputArray dst, OutputArray) { filter->apply(src, dst); }});
        }
    for (int algorithm : {SAT_AUTO, SAT_WAVEFRONT, SAT_OVERLAPPED})
        for (int layout : {SAT_INTEGRAL, SAT_INCLUSIVE})
        {
            const auto table = createSummedAreaTable(CV_32F, CV_32F, layout, algorithm);
            const bool canTakePixels = layout == SAT_INCLUSIVE;
            list.push_back({"sum", false, true,
                            [table](InputArray src, OutputArray dst, OutputArray) { table->apply(src, dst); }});
            list.push_back(
                {"sum with squares", canTakePixels, true, [table](InputArray src, OutputArray dst, OutputArray other) {
                     table->apply(src, dst, other, noArray());
                 }});
            list.push_back(
                {"sum of squares", canTakePixels, true, [table](InputArray src, OutputArray dst, OutputArray) {
                     table->apply(src, noArray(), dst, noArray());
                 }});
            list.push_back({"tilted sum", canTakePixels, true, [table](InputArray src, OutputArray dst, OutputArray) {
                                table->apply(src, noArray(), noArray(), dst);
                            }});
        }
    return list;
}

//! OpenCV's own allocator, and the largest array that it was asked for.
class LargestArray final : public MatAllocator
{
public:
    LargestArray() { Mat::setDefaultAllocator(this); }
    ~LargestArray() { Mat::setDefaultAllocator(Mat::getStdAllocator()); }

    UMatData* allocate(int dims, const int* sizes, int type, void* data, size_t* step, AccessFlag flags,
                       UMatUsageFlags usage) const override
    {
        UMatData* const memory = Mat::getStdAllocator()->allocate(dims, sizes, type, data, step, flags, usage);
        bytes = std::max(bytes, memory->size);
        return memory;
    }
    bool allocate(UMatData* data, AccessFlag flags, UMatUsageFlags usage) const override
    {
        return Mat::getStdAllocator()->allocate(data, flags, usage);
    }
    void deallocate(UMatData* data) const override { Mat::getStdAllocator()->deallocate(data); }

    mutable size_t bytes = 0;
};

void put(const Mat& image, Mat& array)
{
    image.copyTo(array);
}

void put(const Mat& image, GpuMat& array)
{
    array.upload(image);
}

//! One operator on one side.
template <typename Array>
class SharedMemory
{
public:
    SharedMemory(const Operator& o, double maxError) : op(o), tolerance(maxError)
    {
        put(image, source);
        op.apply(source, result, other);
        expected = Mat(result).clone();
        expectResult(source, result, false);
    }

    void expectShifted(Point shift)
    {
        const Rect place(Point(10, 10) + shift, expected.size());
        Mat frame = noise(Size(430, 330), CV_32F, 2);
        image.copyTo(frame(Rect(Point(10, 10), image.size())));
        Array memory;
        put(frame, memory);
        Array from = memory(Rect(Point(10, 10), image.size())), to = memory(place);
        const bool areSame = shift == Point() && place.size() == image.size();
        expectResult(from, to, areSame ? op.copiesSame : op.copiesShifted);
        Mat(to).copyTo(frame(place));
        EXPECT_TRUE(identical(frame, Mat(memory))) << "written outside of the result";
    }

private:
    //! Runs the operator. On the host, a copied source is an array of the size of the image.
    void expectResult(const Array& src, Array& dst, bool copies)
    {
        const uchar* const data = dst.data;
        const LargestArray largest;
        op.apply(src, dst, other);
        const bool hasCopied = largest.bytes >= image.total() * image.elemSize();
        EXPECT_EQ(copies && isHost, hasCopied);
        EXPECT_EQ(data, dst.data);
        EXPECT_LE(relativeError(Mat(dst), expected), tolerance);
    }

    static constexpr bool isHost = std::is_same<Array, Mat>::value;
    const Operator& op;
    const double tolerance;
    const Mat image = noise(Size(400, 300), CV_32F);
    Array source, result, other;
    Mat expected;
};

template <typename Array>
void expectSharedMemory(double tolerance)
{
    for (const Operator& op : operators(std::is_same<Array, GpuMat>::value))
    {
        SharedMemory<Array> call(op, tolerance);
        for (Point shift : {Point(0, 0), Point(3, 0), Point(0, 7), Point(5, 9), Point(-4, 2), Point(6, -8)})
        {
            SCOPED_TRACE(format("%s, shift %d, %d", op.name.c_str(), shift.x, shift.y));
            call.expectShifted(shift);
        }
    }
}

TEST(SharedMemory, host)
{
    expectSharedMemory<Mat>(0);
}

//! RECURSIVE_AUTO reads once only what neither overlaps nor is copied; all else it filters by another algorithm.
TEST(SharedMemory, device)
{
    needDevice();
    expectSharedMemory<GpuMat>(2e-6);
}

//! Volumes on a GPU: ConvolutionND.
TEST(SharedMemory, volumes)
{
    const auto filter = createNonSeparableFilter(kernelOf({3, 3, 3}, CV_32F));
    Mat memory = arrayOf({12, 30, 40}, CV_32F), expected;
    Mat from = memory({Range(0, 10), Range::all(), Range::all()}),
        to = memory({Range(2, 12), Range::all(), Range::all()});
    filter->apply(from.clone(), expected);
    Mat same = from.clone();
    filter->apply(same, same);
    EXPECT_TRUE(identical(flat(expected), flat(same)));
    filter->apply(from, to);
    EXPECT_TRUE(identical(flat(expected), flat(to)));
}

}} // namespace opencv_test::<anonymous>
