// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Recursive filters on the GPU against the reference and the CPU.

#include "recursive_device.hpp"

namespace opencv_test { namespace {

class Recursive_Cuda : public OnSchedule<int>
{
protected:
    int schedule() const override { return GetParam(); }
};

INSTANTIATE_TEST_CASE_P(schedule, Recursive_Cuda, testing::ValuesIn(SCHEDULES));

class Recursive_CudaBorder : public OnSchedule<tuple<int, int>>
{
protected:
    int border() const { return get<0>(GetParam()); }
    int schedule() const override { return get<1>(GetParam()); }
};

//! The parameter is a seed.
class Recursive_CudaRandom : public OnSchedule<int>
{
protected:
    int schedule() const override { return SCHEDULES[size_t(GetParam()) % SCHEDULES.size()]; }
};

INSTANTIATE_TEST_CASE_P(/**/, Recursive_CudaBorder,
                        testing::Combine(testing::ValuesIn(BORDERS), testing::ValuesIn(SCHEDULES)));

// ---- Sizes: tiles are 64 x 128 pixels in float, 32 x 64 in double ----

TEST_P(Recursive_CudaBorder, sizes_around_tiles)
{
    needDevice();
    for (Size size : {Size(1, 1), Size(2, 1), Size(1, 2), Size(3, 3), Size(63, 31), Size(64, 32), Size(65, 33),
                      Size(127, 63), Size(128, 64), Size(129, 65), Size(191, 127), Size(193, 129), Size(257, 193)})
        for (int depth : {CV_32F, CV_64F})
            for (int order : {1, 2, 3, 5})
            {
                const Axis axis = smoothing(polesOfOrder(order), border());
                expectReferenceOnDevice(axis, axis, noise(size, depth), tolerance(depth));
            }
}

TEST_P(Recursive_CudaBorder, one_row_and_one_column)
{
    needDevice();
    for (Size size : {Size(1, 1000), Size(1000, 1), Size(2, 777), Size(777, 2)})
        for (int depth : {CV_32F, CV_64F})
            expectReferenceOnDevice(smoothing(SLOW_POLES, border()), smoothing(SLOW_POLE, border()), noise(size, depth),
                                    tolerance(depth));
}

TEST_P(Recursive_CudaBorder, tall_and_wide)
{
    needDevice();
    for (Size size : {Size(70000, 8), Size(8, 70000)})
    {
        const Axis axis = smoothing(SLOW_POLES, border());
        expectSameAsHost(create(axis), noise(size, CV_32F));
    }
}

/** Row carries have as many rows as an image, in whole groups of 16 bytes, up to the 64 or 32 of a tile. Widths for one
launch, for row moments in shared memory, and for rows too wide for that: cascades from 10000 pixels on, pairs from
16384. */
TEST_P(Recursive_CudaBorder, fewer_rows_than_a_tile)
{
    needDevice();
    const Pole slow = std::polar(0.95, 0.1), fast = std::polar(0.8, 0.6);
    const auto odd = create(mirroredPairs({slow, fast}, MIRRORINGS[1], border()), BORDER_VALUES);
    std::vector<Ptr<RecursiveFilter>> filters = {
        odd, create(mirroredPairs({slow, fast}, MIRRORINGS[2], border()), BORDER_VALUES),
        gaussianFilter(20, 20, 0, 0, border(), BORDER_VALUES), gaussianFilter(20, 0, 0, 0, border(), BORDER_VALUES)};
    for (int order : {1, 2, 3, 5})
    {
        const Axis axis = smoothing(polesOfOrder(order), border());
        filters.push_back(create(axis, BORDER_VALUES));
        filters.push_back(create(axis, Axis(), BORDER_VALUES));
    }
    for (int width : {300, 12000, 17000})
        for (int height : {1, 2, 3, 4, 5, 7, 8, 15, 17, 31, 32, 33, 63, 64})
            for (int type : {CV_32FC1, CV_64FC1, CV_8UC3})
            {
                if (width > 300 && (type == CV_8UC3 || (height > 5 && height != 17 && height != 63)))
                    continue; // to save time
                const Mat src = noise(Size(width, height), type);
                // An odd filter gives zero for one row, and for two that the border repeats in turn.
                const bool inTurn = border() == BORDER_WRAP || border() == BORDER_REFLECT_101;
                for (const Ptr<RecursiveFilter>& filter : filters)
                    if (filter != odd || height > (inTurn ? 2 : 1))
                        expectSameAsHost(filter, src);
            }
}

//! Carries cross many tiles: more than a segment has, and more than shared memory holds row moments of.
TEST_P(Recursive_CudaBorder, large)
{
    needDevice();
    // 1600 and 3900 rows: four and eight segments in one launch. The last sizes: as many tiles as a thread keeps of one
    // and of two moments, more tiles, and rows of more than 64 tiles.
    for (Size size :
         {Size(2100, 3001), Size(4300, 90), Size(500, 4200), Size(4300, 4200), Size(90, 9000), Size(90, 40000),
          Size(300, 1600), Size(500, 3900), Size(12000, 90), Size(20000, 90), Size(70000, 90)})
        for (int type : {CV_32FC1, CV_64FC1, CV_32FC2})
        {
            if (size.area() > 10000000 && type != CV_32FC1)
                continue; // of the same kind as the one before
            const Mat src = noise(size, type);
            for (int order : {1, 2, 3})
                expectSameAsHost(create(smoothing(polesOfOrder(order), border())), src);
        }
}

TEST_P(Recursive_CudaBorder, poles_slower_than_the_image)
{
    needDevice();
    const Axis axis = smoothing({0.995}, border());
    for (Size size : {Size(300, 100), Size(100, 300)})
        expectReferenceOnDevice(axis, axis, noise(size, CV_64F), 1e-11);
}

class Recursive_CudaHuge : public Recursive_Cuda
{
protected:
    /** Filters a square image of 8 bits. Compares corners, the middle and the surroundings of `places`: 200 pixels away
    nothing of other pixels is left. */
    void expectReference(int n, int type, std::vector<Point> places,
                         const std::vector<std::vector<Pole>>& filters) const
    {
        GpuMat src(n, n, type), dst(n, n, type, Scalar::all(0));
        for (int y = 0; y < n; y += 400)
            src.rowRange(y, std::min(y + 400, n)).upload(noise(Size(n, std::min(400, n - y)), type, uint64(y)));
        places.insert(places.end(),
                      {Point(0, 0), Point(n - 1, 0), Point(0, n - 1), Point(n - 1, n - 1), Point(n / 2, n / 2)});
        for (const auto& poles : filters)
        {
            const Axis axis = smoothing(poles, BORDER_REFLECT);
            create(axis)->apply(src, dst);
            for (Point centre : places)
                expectReference(src, dst, centre, axis);
        }
    }

private:
    static void expectReference(const GpuMat& src, const GpuMat& dst, Point centre, const Axis& axis)
    {
        const Rect image(Point(), src.size()), region = Rect(centre - Point(20, 20), Size(41, 41)) & image,
                                               around = Rect(centre - Point(220, 220), Size(441, 441)) & image;
        const Mat expected = reference(Mat(src(around)), axis, axis)(region - around.tl());
        EXPECT_LE(largestError(Mat(dst(region)), expected), 0.501) << region;
    }
};

INSTANTIATE_TEST_CASE_P(schedule, Recursive_CudaHuge, testing::ValuesIn(SCHEDULES));

//! Two reads, one read, and two reads of three poles, where the index of a pixel passes 2^31.
TEST_P(Recursive_CudaHuge, more_than_2_31_elements)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_VERYLONG);
    expectReference(46400, CV_8U, {Point(100, 46282), Point(45248, 46281), Point(40000, 46300)},
                    {{0.8}, {0.3}, {0.7, std::polar(0.8, 0.1)}});
}

//! The index passes 2^31 in row 26512.
TEST_P(Recursive_CudaHuge, more_than_2_31_elements_of_several_channels)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_VERYLONG);
    expectReference(27000, CV_8UC3, {Point(100, 26513), Point(26000, 26511), Point(13000, 26600)}, {{0.8}, {0.3}});
}

#ifdef HAVE_RECFILTER_CUDA
//! Rows at any address, further apart or longer than a device copies in two dimensions. They are copied one by one.
class Recursive_CudaLongCopies : public Recursive_Cuda
{
protected:
    static void read(const GpuMat& image, Point at, Mat& part)
    {
        for (int y = 0; y < part.rows; y++)
            EXPECT_EQ(cudaSuccess, cudaMemcpy(part.ptr(y), placeOf(image, at + Point(0, y)),
                                              size_t(part.cols) * part.elemSize(), cudaMemcpyDeviceToHost));
    }

    static void write(const Mat& part, Point at, GpuMat& image)
    {
        for (int y = 0; y < part.rows; y++)
            EXPECT_EQ(cudaSuccess, cudaMemcpy(placeOf(image, at + Point(0, y)), part.ptr(y),
                                              size_t(part.cols) * part.elemSize(), cudaMemcpyHostToDevice));
    }

    //! Compares around some columns. 200 pixels away nothing of other pixels is left.
    static void expectReference(const GpuMat& src, const GpuMat& dst, const Axis& axis, const std::vector<int>& columns)
    {
        const int n = src.cols;
        for (int column : columns)
        {
            const int first = std::max(column - 20, 0), end = std::min(column + 21, n);
            const int from = std::max(first - 200, 0), to = std::min(end, n - 200) + 200;
            Mat around(src.rows, to - from, src.type()), actual(src.rows, end - first, src.type());
            read(src, Point(from, 0), around);
            read(dst, Point(first, 0), actual);
            const Mat expected = reference(around, axis, axis).colRange(first - from, end - from);
            EXPECT_LE(relativeError(actual, expected), tolerance(CV_32F)) << column;
        }
    }

private:
    static uchar* placeOf(const GpuMat& image, Point at)
    {
        return image.data + size_t(at.y) * image.step + size_t(at.x) * image.elemSize();
    }
};

INSTANTIATE_TEST_CASE_P(schedule, Recursive_CudaLongCopies, testing::ValuesIn(SCHEDULES));

//! A row of 2^31 bytes and more. First the source lies where no kernel can use it, then the result.
TEST_P(Recursive_CudaLongCopies, row_of_more_than_2_31_bytes)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_VERYLONG);
    const int n = (1 << 29) + 4099, piece = 4194301;
    GpuMat memory(1, n + 1, CV_32F), even(1, n, CV_32F), odd(1, n, CV_32F, memory.data + 1);
    const Mat pixels = noise(Size(piece, 1), CV_32F);
    for (int x = 0; x < n; x += piece)
        write(pixels.colRange(0, std::min(piece, n - x)), Point(x, 0), odd);
    const std::vector<int> columns = {0, 1000, piece, n / 2, 1 << 29, n - 1};
    const Axis axis = smoothing({0.8}, BORDER_REFLECT);
    const Ptr<RecursiveFilter> filter = create(axis);
    filter->apply(odd, even);
    expectReference(odd, even, axis, columns);
    const uchar* const data = odd.data;
    filter->apply(even, odd);
    EXPECT_EQ(data, odd.data);
    expectReference(even, odd, axis, columns);
}

TEST_P(Recursive_CudaLongCopies, rows_more_than_2_31_bytes_apart)
{
    needDevice();
    applyTestTag(CV_TEST_TAG_MEMORY_6GB, CV_TEST_TAG_VERYLONG);
    const size_t step = (size_t(1) << 31) + 4096;
    GpuMat memory(1, (1 << 29) + 4096, CV_32F), far(2, 2500, CV_32F, memory.data + 1, step), near;
    write(noise(far.size(), CV_32F), Point(0, 0), far);
    const Axis axis = smoothing({0.8}, BORDER_REFLECT);
    const Ptr<RecursiveFilter> filter = create(axis);
    filter->apply(far, near);
    expectReference(far, near, axis, {0, 1200, 2499});
    const uchar* const data = far.data;
    filter->apply(near, far);
    EXPECT_EQ(data, far.data);
    expectReference(near, far, axis, {0, 1200, 2499});
}
#endif

// ---- Filters ----

TEST_P(Recursive_CudaBorder, high_orders)
{
    needDevice();
    for (int order : {4, 5, 8, 12, 20})
    {
        const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), border()));
        // The host is held to 5 times the tolerance (Recursive_Border.high_orders). Both sides may lose as much.
        for (int depth : {CV_32F, CV_64F})
            expectSameAsHost(filter, noise(Size(200, 150), depth), 10);
    }
}

TEST_P(Recursive_CudaBorder, splines_of_degrees_2_to_9)
{
    needDevice();
    for (int degree = 2; degree <= 9; degree++)
    {
        const Axis axis = cascadeOf(splinePoles(degree), border());
        expectSameAsHost(create(axis), noise(Size(150, 200), CV_32F));
    }
}

TEST_P(Recursive_CudaBorder, different_axes)
{
    needDevice();
    const Mat src = noise(Size(200, 150), CV_32FC2);
    const Axis one = smoothing(SLOW_POLE, border()), three = smoothing(SLOW_POLES, BORDER_WRAP), none;
    for (const Axis& x : {one, three, none})
        for (const Axis& y : {one, three, none})
            expectSameAsHost(create(x, y, BORDER_VALUES), src);
}

/** Cascades without a kernel of their own, beside axes of fewer poles. A pass for every pole: taps of five slow poles,
multiplied out, are known to 1e-12 only. */
TEST_P(Recursive_CudaBorder, cascades_in_parts)
{
    needDevice();
    const std::vector<Pole> two = {0.9, 0.8}, four = POLES_IN_PARTS, five = {0.9, four[0], four[1]};
    for (int depth : {CV_32F, CV_64F})
    {
        for (int other : {border(), int(BORDER_CONSTANT)})
            for (const auto& poles : {two, four, five})
                for (const auto& others : {SLOW_POLE, two, five})
                    expectReferenceOnDevice(cascadeOf(poles, border()), cascadeOf(others, other),
                                            noise(Size(150, 100), CV_MAKETYPE(depth, 2)), tolerance(depth));
        for (Size size :
             {Size(1, 1), Size(2, 3), Size(3, 2), Size(1, 70), Size(2300, 1900)}) // the last one not on chip
        {
            const Mat src = noise(size, depth);
            expectReferenceOnDevice(cascadeOf(four, border()), cascadeOf(five, border()), src, tolerance(depth));
            const Ptr<RecursiveFilter> filter = create(cascadeOf(five, border()));
            GpuMat image(src);
            filter->apply(image, image);
            EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(image))) << "in place, " << size;
        }
    }
}

//! The same chain along both axes, which are filtered at once, with different borders; on chip, and not.
TEST_P(Recursive_CudaBorder, different_borders)
{
    needDevice();
    for (int depth : {CV_32F, CV_64F})
        for (int order : {1, 2, 3})
            for (int other : BORDERS)
            {
                const Mat src = noise(Size(391, 257), depth);
                const Axis x = smoothing(polesOfOrder(order), border()), y = smoothing(polesOfOrder(order), other);
                expectReferenceOnDevice(x, y, src, tolerance(depth));
                const Ptr<RecursiveFilter> filter = create(x, y, BORDER_VALUES);
                GpuMat image(src);
                filter->apply(image, image);
                EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(image))) << "in place, border of y " << other;
            }
}

TEST_P(Recursive_CudaBorder, parallel_deriche)
{
    needDevice();
    for (int depth : {CV_32F, CV_64F})
        expectReferenceOnDevice(deriche(0.2, border()), deriche(0.3, border()), noise(Size(150, 200), depth),
                                tolerance(depth));
}

//! Steps that apply one filter and gather the carries of the next one.
TEST(Recursive_CudaAlgorithms, filters_one_after_the_other)
{
    needDevice();
    const std::vector<Pole> mixed = {0.9, 0.6, std::polar(0.9, 0.3), std::polar(0.7, 1.2)};
    const auto expect = [](int algorithm, const std::vector<Pole>& poles, const std::vector<Pole>& otherPoles) {
        for (int border : {BORDER_REFLECT, BORDER_REFLECT_101, BORDER_WRAP})
            for (int type : {CV_32FC1, CV_64FC3, CV_32FC4})
                // The last ones are lower than a tile, by whole vectors of 2 or 4 rows.
                for (Size size : {Size(1, 1), Size(2, 65), Size(64, 63), Size(129, 200), Size(391, 257), Size(3, 2),
                                  Size(70, 4), Size(9, 30), Size(70, 32), Size(65, 60)})
                {
                    const Axis axis = smoothing(poles, border), other = smoothing(otherPoles, border);
                    const Mat src = noise(size, type);
                    for (const auto& axes : {std::make_pair(axis, axis), {axis, other}, {Axis(), axis}, {axis, Axis()}})
                    {
                        const auto filter = createRecursiveFilter(axes.first, axes.second, Scalar(), -1, algorithm);
                        EXPECT_LE(relativeError(filteredOnDevice(filter, src), reference(src, axes.first, axes.second)),
                                  tolerance(CV_MAT_DEPTH(type)))
                            << algorithm << ", border " << border << ", " << size << ", type " << typeToString(type);
                    }
                }
    };
    for (const auto& poles : {SLOW_POLES, mixed, SLOW_POLE, polesOfOrder(2), polesOfOrder(3)})
        expect(RECURSIVE_ALG_5_4, poles, {0.8});
    for (int degree = 6; degree <= 7; degree++)
        expect(RECURSIVE_ALG_5_4, splinePoles(degree), {0.8});
    expect(RECURSIVE_ALG_2X5_1, {0.9, 0.6}, {0.8, -0.3});
}

//! Every algorithm that takes them, for orders with kernels of their own (1 to 3) and without.
//! Zero feedforward taps, and poles that lie close together: in sections as exact as on the host.
TEST(Recursive_CudaAlgorithms, zero_taps_and_close_poles)
{
    needDevice();
    const Mat src = noise(Size(300, 200), CV_64F);
    const Axis zeros({Pass({0, 0}, {1, -0.5})}, BORDER_CONSTANT), other = smoothing({0.8}, BORDER_REFLECT);
    EXPECT_EQ(0, largestValue(filteredOnDevice(createRecursiveFilter(zeros, other), src)));
    EXPECT_EQ(0, largestValue(filteredOnDevice(createRecursiveFilter(other, zeros), src)));
    // Eight poles amplify a rounding as often as the results, to which errors relate, but for the order of the
    // sections.
    const Pass close({1e-7}, feedbackOf(std::vector<Pole>(8, 0.9)));
    for (int border : {BORDER_CONSTANT, BORDER_REFLECT})
        expectSameAsHost(createRecursiveFilter(Axis({close}, border), other), src, 1e3);
}

TEST(Recursive_CudaAlgorithms, zero_borders)
{
    needDevice();
    for (int algorithm : cv::recfilter::algorithmsOf(&cv::recfilter::Schedule::onDevice))
    {
        if (!takesBorder(algorithm, BORDER_CONSTANT))
            continue;
        for (int order : {1, 2, 3, 5, 8})
            for (int type : {CV_32FC1, CV_64FC1, CV_32FC3})
                for (Size size : {Size(5, 3), Size(64, 64), Size(200, 129), Size(391, 257)})
                {
                    const Axis axis = smoothing(polesOfOrder(order), BORDER_CONSTANT);
                    const Mat src = noise(size, type);
                    const auto filter = createRecursiveFilter(axis, axis, Scalar(), -1, algorithm);
                    EXPECT_LE(relativeError(filteredOnDevice(filter, src), reference(src, axis, axis)),
                              tolerance(CV_MAT_DEPTH(type)))
                        << algorithm << ", order " << order << ", " << size << ", type " << typeToString(type);
                }
    }
}

//! As Recursive_Algorithms.algorithm_6b, with a value beyond constant borders.
TEST(Recursive_CudaAlgorithms, algorithm_6b)
{
    needDevice();
    for (int border : BORDERS)
        for (int type : {CV_32FC1, CV_64FC3, CV_32FC4})
            for (Size size : {Size(1, 1), Size(2, 65), Size(64, 63), Size(129, 200), Size(300, 1)})
            {
                const Mat src = noise(size, type);
                const auto expect = [&](const Axis& x, const Axis& y) {
                    const auto padded = createRecursiveFilter(x, y, BORDER_VALUES, -1, RECURSIVE_ALG_6B);
                    EXPECT_LE(relativeError(filteredOnDevice(padded, src), reference(src, x, y, BORDER_VALUES)),
                              tolerance(CV_MAT_DEPTH(type)))
                        << "border " << border << ", " << size << ", type " << typeToString(type);
                };
                const Axis other = smoothing({0.6}, border == BORDER_WRAP ? BORDER_REPLICATE : BORDER_WRAP);
                expect(smoothing(SLOW_POLES, border), other);
                expect(other, smoothing({0.97}, border));
                expect(smoothing(polesOfOrder(5), border), smoothing(splinePoles(9), border));
                expect(Axis({Pass({0.3, 0.1, -0.2, 0.05, 0.4}, {1, -0.5})}, border), Axis());
            }
}

//! Integers are rounded once, pixels around a ROI are not read, and the result may lie over the source.
TEST(Recursive_CudaAlgorithms, algorithm_6b_and_arrays)
{
    needDevice();
    for (int type : {CV_8UC3, CV_16SC1, CV_16FC2})
    {
        const auto padded = createRecursiveFilter(smoothing({0.8}, BORDER_REFLECT), Scalar(), -1, RECURSIVE_ALG_6B);
        const GpuMat frame(noise(Size(140, 110), type));
        const Rect place(13, 7, 97, 75);
        const Mat src = Mat(frame)(place).clone(), expected = filtered(padded, src);
        for (Point shift : {Point(0, 0), Point(3, 5)})
        {
            const GpuMat memory = frame.clone();
            GpuMat dst = memory(place + shift);
            padded->apply(memory(place), dst);
            const Mat result(dst);
            EXPECT_LE(largestError(result, expected), CV_MAT_DEPTH(type) == CV_16F ? 1e-3 : 1) << shift;
        }
        EXPECT_LT(size_t(75 * 97), padded->estimateWorkspace(place.size(), type));
    }
}

//! Mirrored pairs have kernels of their own, in runs of 64 pixels (32 in double). Two runs share a row of a tile.
TEST_P(Recursive_CudaBorder, parallel_of_mirrored_pairs)
{
    needDevice();
    const Pole slow = std::polar(0.95, 0.1), fast = std::polar(0.8, 0.6), third = std::polar(0.9, 0.3);
    const int otherBorder = border() == BORDER_REFLECT_101 ? BORDER_REPLICATE : BORDER_REFLECT_101;
    for (const auto& poles : {std::vector<Pole>{slow, fast}, {slow, third, fast}})
        for (const Mirroring& mirroring : MIRRORINGS)
        {
            const Axis axis = mirroredPairs(poles, mirroring, border());
            const Axis otherPoles = mirroredPairs({slow, third}, MIRRORINGS[0], border());
            const Axis sameElsewhere = mirroredPairs(poles, mirroring, otherBorder);
            for (int depth : {CV_32F, CV_64F})
            {
                for (Size size : {Size(7, 9), Size(31, 33), Size(33, 65), Size(63, 80), Size(65, 31), Size(127, 64),
                                  Size(129, 49), Size(145, 143), Size(391, 257)})
                    expectReferenceOnDevice(axis, axis, noise(size, depth), tolerance(depth));
                for (const Axis& other : {Axis(), otherPoles, sameElsewhere})
                {
                    expectReferenceOnDevice(axis, other, noise(Size(391, 257), depth), tolerance(depth));
                    expectReferenceOnDevice(other, axis, noise(Size(391, 257), depth), tolerance(depth));
                }
                const Mat pixel = noise(Size(1, 1), depth);
                if (mirroring.direct)
                    expectReferenceOnDevice(axis, axis, pixel, tolerance(depth));
                else // an odd filter gives zero for a single pixel
                    EXPECT_LE(largestValue(filteredOnDevice(create(axis, BORDER_VALUES), pixel)), tolerance(depth));
            }
        }
}

TEST_P(Recursive_CudaBorder, one_sided)
{
    needDevice();
    const Mat src = noise(Size(200, 150), CV_32F);
    const Axis forth({unitPass(SLOW_POLES)}, border()), back({unitPass(SLOW_POLE, true)}, border());
    expectReferenceOnDevice(forth, back, src, 1e-5);
    expectReferenceOnDevice(back, forth, src, 1e-5);
}

TEST_P(Recursive_Cuda, poles_that_float_cannot_hold)
{
    needDevice();
    const double a = 0.9999;
    const Axis axis({Pass({1e-8}, {1, -2 * a, a * a})}, BORDER_REFLECT);
    // Both sides compute in double: 1e-6 leaves room for the last rounding only.
    for (int type : {CV_8UC1, CV_16SC3, CV_32FC1, CV_32FC4})
        expectSameAsHost(create(axis, Axis()), noise(Size(301, 203), type), 0.1);
}

TEST_P(Recursive_Cuda, prefix_sums)
{
    needDevice();
    const Mat src = noise(Size(333, 190), CV_8UC1);
    const Axis sum({Pass({1}, {1, -1})}, BORDER_CONSTANT);
    expectSameAsHost(create(sum, Scalar(), CV_64F), src);
}

INSTANTIATE_TEST_CASE_P(seed, Recursive_CudaRandom, testing::Range(0, 150));

TEST_P(Recursive_CudaRandom, agrees_with_reference)
{
    needDevice();
    RandomFilter random(GetParam());
    const Mat src = noise(random.size, random.type);
    const Mat expected = reference(src, random.x, random.y, BORDER_VALUES);
    const Mat host = filtered(random.x, random.y, src, BORDER_VALUES);
    const Mat actual = filteredOnDevice(create(random.x, random.y, BORDER_VALUES), src);
    EXPECT_LE(relativeError(actual, expected), std::max(tolerance(src.depth()), 3 * relativeError(host, expected)))
        << "borders " << random.x.borderType << " " << random.y.borderType << " size " << random.size << " type "
        << typeToString(random.type);
}

TEST_P(Recursive_CudaRandom, types_and_rois)
{
    needDevice();
    RandomFilter random(GetParam() + 1000);
    const int depths[] = {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F};
    const Mat src = noise(random.size, CV_MAKETYPE(depths[random.rng.uniform(0, 6)], random.rng.uniform(1, 5)));
    const int ddepth = random.rng.uniform(0, 2) ? CV_64F : CV_32F;
    const Ptr<RecursiveFilter> filter = create(random.x, random.y, BORDER_VALUES, ddepth);
    const bool single = src.depth() != CV_64F && ddepth != CV_64F;
    const Mat expected = reference(src, random.x, random.y, BORDER_VALUES), host = filtered(filter, src);
    const GpuMat from = cvtest::loadMat(src, random.rng.uniform(0, 2) == 1);
    GpuMat to = cvtest::createMat(src.size(), CV_MAKETYPE(ddepth, src.channels()), random.rng.uniform(0, 2) == 1);
    filter->apply(from, to);
    EXPECT_LE(relativeError(Mat(to), expected),
              std::max(tolerance(single || ddepth == CV_32F ? CV_32F : CV_64F), 3 * relativeError(host, expected)))
        << "size " << src.size() << " type " << typeToString(src.type()) << " to " << depthToString(ddepth);
}

// ---- Accuracy ----

TEST_P(Recursive_CudaBorder, accuracy)
{
    needDevice();
    const Mat src = noise(Size(700, 600), CV_32F);
    const auto error = [&](const Axis& axis) {
        return relativeError(filteredOnDevice(create(axis), src), reference(src, axis, axis));
    };
    EXPECT_LE(error(cascadeOf(splinePoles(3), border())), 3e-7);
    EXPECT_LE(error(smoothing(SLOW_POLE, border())), 5e-6);
    EXPECT_LE(error(smoothing(SLOW_POLES, border())), 1e-5);
}

// ---- Depths, channels, layout ----

TEST_P(Recursive_CudaBorder, depths_and_channels)
{
    needDevice();
    const Axis axis = smoothing(SLOW_POLES, border()), high = smoothing(polesOfOrder(5), border());
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F, CV_64F})
        for (int channels = 1; channels <= 6; channels++)
            for (int ddepth : {-1, CV_32F, CV_64F})
                for (const Axis& each : {axis, high})
                    expectSameAsHost(create(each, each, BORDER_VALUES, ddepth),
                                     noise(Size(141, 77), CV_MAKETYPE(depth, channels)));
}

//! An image inside a larger one, at an offset that no vector load is aligned to.
GpuMat insideLarger(const Mat& image, GpuMat& larger)
{
    larger.create(image.rows + 5, image.cols + 7, image.type());
    larger.setTo(Scalar::all(77));
    GpuMat inside = larger(Rect(3, 2, image.cols, image.rows));
    inside.upload(image);
    return inside;
}

TEST_P(Recursive_Cuda, roi)
{
    needDevice();
    for (int type : {CV_8UC1, CV_8UC3, CV_32FC1, CV_64FC2})
        for (Size size : {Size(129, 65), Size(300, 200)})
        {
            const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_REFLECT_101));
            const Mat src = noise(size, type);
            GpuMat largerSrc, largerDst;
            const GpuMat from = insideLarger(src, largerSrc);
            GpuMat to = insideLarger(Mat(size, type, Scalar::all(0)), largerDst);
            const GpuMat before = largerDst.clone();
            filter->apply(from, to);
            EXPECT_EQ(largerDst.data + 2 * largerDst.step + 3 * largerDst.elemSize(), to.data) << "reallocated";
            EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(to)));
            Mat around(largerDst), expected(before);
            Mat(to).copyTo(expected(Rect(3, 2, size.width, size.height)));
            EXPECT_TRUE(identical(expected, around)) << "written outside the ROI";
        }
}

//! Parts that begin at a group of pixels and end within one.
TEST_P(Recursive_Cuda, aligned_roi)
{
    needDevice();
    const Rect part(64, 5, 301, 203);
    for (int type : {CV_8UC1, CV_8UC3, CV_16UC1, CV_32FC1, CV_32FC4, CV_64FC1})
        for (const Ptr<RecursiveFilter>& filter :
             {create(smoothing(splinePoles(3), BORDER_REFLECT_101)), create(smoothing(SLOW_POLES, BORDER_REPLICATE)),
              createRecursiveGaussianFilter(5)})
        {
            const Mat src = noise(part.size(), type);
            const GpuMat larger(Size(448, 256), type, Scalar::all(77));
            GpuMat to = larger(part);
            filter->apply(GpuMat(src), to);
            Mat expected(larger.size(), type, Scalar::all(77));
            filteredOnDevice(filter, src).copyTo(expected(part));
            EXPECT_TRUE(identical(expected, Mat(larger))) << "type " << type;
        }
}

#ifdef HAVE_RECFILTER_CUDA
//! @param corner of the result in a larger image, beside which nothing is written.
void expectSameAsHostInPart(const Ptr<RecursiveFilter>& filter, const Mat& src, Point corner)
{
    Mat expected = filtered(filter, src);
    Mat around(src.rows + 9, src.cols + 32, CV_32F, Scalar::all(77)), actual;
    around.convertTo(around, expected.depth());
    GpuMat larger(around);
    const Rect part(corner, src.size());
    GpuMat result = larger(part);
    filter->apply(GpuMat(src), result);
    larger.download(actual);
    const double same =
        expected.depth() < CV_32F ? 1 : (expected.depth() == CV_16F ? 2e-3 : 1e-5) * largestValue(expected);
    EXPECT_LE(largestError(actual(part), expected), same)
        << src.size() << " " << typeToString(src.type()) << " to " << typeToString(expected.type());
    actual(part).copyTo(around(part));
    EXPECT_TRUE(identical(around, actual)) << "beside the result";
}

/** L2 evict-first hints by image size over L2 size: none, on results, on both, on pixels. Results of other types and at
other places have none. */
TEST(Recursive_CudaCache, results_and_pixels_that_leave_first)
{
    needDevice();
    int cache = 0;
    ASSERT_EQ(cudaSuccess, cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, getDevice()));
    const auto sizeOf = [&](double caches) {
        const int side = int(std::sqrt(caches * cache / 4));
        return Size(side / 4 * 4 + 4, side);
    };
    const Axis axis = smoothing(SLOW_POLES, BORDER_REFLECT);
    for (double caches : {0.2, 0.4, 0.7, 4.5})
    {
        const Mat src = noise(sizeOf(caches), CV_32F);
        for (const auto& filter : {createRecursiveFilter(axis), createRecursiveGaussianFilter(30)})
            expectSameAsHostInPart(filter, src, Point(16, 5));
    }
    const Size both = sizeOf(0.7);
    for (int depth : {CV_8U, CV_16U, CV_16F})
        expectSameAsHostInPart(createRecursiveFilter(axis), noise(both, depth), Point(16, 5));
    expectSameAsHostInPart(createRecursiveFilter(axis, Scalar(), CV_32F), noise(both, CV_8U), Point(16, 5));
    expectSameAsHostInPart(createRecursiveFilter(axis, Scalar(), CV_64F), noise(both, CV_32F), Point(16, 5));
    expectSameAsHostInPart(createRecursiveFilter(axis), noise(both, CV_32F), Point(3, 5));
}
#endif

TEST_P(Recursive_CudaBorder, in_place)
{
    needDevice();
    for (int order : {1, 3, 5})
        for (int type : {CV_8UC1, CV_32FC1, CV_32FC3})
        {
            const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), border()));
            const Mat src = noise(Size(300, 200), type);
            GpuMat image(src);
            const uchar* data = image.data;
            filter->apply(image, image);
            EXPECT_EQ(data, image.data);
            EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(image)));
        }
}

TEST_P(Recursive_Cuda, overlapping_roi)
{
    needDevice();
    const Mat src = noise(Size(300, 200), CV_32F);
    for (int order : {1, 5})
    {
        const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), BORDER_REPLICATE));
        GpuMat image(src);
        GpuMat from = image(Rect(0, 0, 250, 150)), to = image(Rect(20, 30, 250, 150));
        filter->apply(from, to);
        EXPECT_TRUE(identical(filteredOnDevice(filter, src(Rect(0, 0, 250, 150))), Mat(to)));
    }
}

//! Rows at any address, which no kernel could read or write.
TEST_P(Recursive_Cuda, memory_that_is_not_aligned)
{
    needDevice();
    for (int type : {CV_16UC1, CV_32FC1, CV_32FC3, CV_64FC1})
        for (int order : {1, 5})
        {
            const Mat src = noise(Size(301, 203), type);
            const size_t step = size_t(src.cols) * src.elemSize() + 7;
            GpuMat memory(2, int(step) * (src.rows + 1), CV_8U, Scalar(0));
            GpuMat odd(src.size(), type, memory.ptr(0) + 1, step), result(src.size(), type, memory.ptr(1) + 3, step);
            odd.upload(src);
            const Ptr<RecursiveFilter> filter = create(smoothing(polesOfOrder(order), BORDER_REFLECT));
            const Mat expected = filteredOnDevice(filter, src);
            GpuMat even;
            filter->apply(odd, even);
            EXPECT_TRUE(identical(expected, Mat(even))) << typeToString(type);
            const uchar* const data = result.data;
            filter->apply(odd, result);
            EXPECT_EQ(data, result.data);
            EXPECT_TRUE(identical(expected, Mat(result))) << typeToString(type);
            filter->apply(odd, odd);
            EXPECT_TRUE(identical(expected, Mat(odd))) << typeToString(type);
        }
}

//! Algorithm 5 is the schedule of algorithm 6 for zero borders.
TEST(Recursive_CudaAlgorithm, algorithm_5)
{
    needDevice();
    for (int order : {1, 2, 3, 5})
    {
        const Axis axis = smoothing(polesOfOrder(order), BORDER_CONSTANT);
        expectSameAsHost(createRecursiveFilter(axis, Scalar(), -1, RECURSIVE_ALG_5), noise(Size(501, 403), CV_32F));
    }
}

TEST_P(Recursive_Cuda, same_array_of_another_depth)
{
    needDevice();
    const Mat src = noise(Size(200, 100), CV_8U);
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLE, BORDER_REFLECT), Scalar(), CV_32F);
    GpuMat image(src);
    filter->apply(image, image);
    EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(image)));
}

TEST_P(Recursive_Cuda, not_a_number_does_not_crash)
{
    needDevice();
    Mat src = noise(Size(200, 150), CV_32F);
    src.at<float>(70, 100) = std::numeric_limits<float>::quiet_NaN();
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLES, BORDER_REFLECT));
    const Mat result = filteredOnDevice(filter, src);
    EXPECT_TRUE(cvIsNaN(result.at<float>(70, 100)));
    expectSameAsHost(filter, noise(Size(200, 150), CV_32F));
}

// ---- Errors: test_recursive_errors.cpp has the table, which needs no GPU ----

TEST_P(Recursive_Cuda, goes_on_after_an_error)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = create(smoothing(SLOW_POLE, BORDER_REFLECT));
    Mat host(10, 10, CV_32F, Scalar(5));
    GpuMat device(10, 10, CV_32F, Scalar(5));
    expectError(Error::StsBadArg, "dst is a GpuMat and src a Mat", [&] { filter->apply(host, device); });
    expectError(Error::StsBadArg, "dst is a Mat and src a GpuMat", [&] { filter->apply(device, host); });
    expectError(Error::StsBadArg, "src is empty", [&] { filter->apply(GpuMat(), device); });
    expectError(Error::StsUnsupportedFormat, "src has depth CV_32S",
                [&] { filter->apply(GpuMat(10, 10, CV_32S), device); });
    EXPECT_TRUE(identical(Mat(device), Mat(10, 10, CV_32F, Scalar(5))));
    EXPECT_TRUE(identical(host, Mat(10, 10, CV_32F, Scalar(5))));
    filter->apply(device, device);
    EXPECT_LE(relativeError(Mat(device), host), tolerance(CV_32F));
}

// ---- Invariants ----

TEST_P(Recursive_CudaBorder, invariants)
{
    needDevice();
    for (const auto& poles : {SLOW_POLE, SLOW_POLES, splinePoles(3), polesOfOrder(5)})
    {
        const Axis x = smoothing(poles, border()), y = smoothing({0.6}, border());
        const Mat src = noise(Size(403, 271), CV_64FC2), other = noise(src.size(), src.type(), 2);
        const Mat result = filteredOnDevice(create(x, y), src);
        const double same = tolerance(CV_64F);
        EXPECT_LE(relativeError(filteredOnDevice(create(y, x), src.t()), result.t()), same) << "transposed";
        Mat turned;
        cv::flip(src, turned, -1);
        turned = filteredOnDevice(create(x, y), turned);
        cv::flip(turned, turned, -1);
        EXPECT_LE(relativeError(turned, result), same) << "turned";
        EXPECT_LE(relativeError(filteredOnDevice(create(x, y), 2 * src - 0.5 * other),
                                2 * result - 0.5 * filteredOnDevice(create(x, y), other)),
                  same)
            << "a sum";
        if (border() != BORDER_CONSTANT)
        {
            const Mat constant(src.size(), CV_32F, Scalar(3));
            EXPECT_LE(relativeError(filteredOnDevice(create(x, y), constant), constant), 1e-5) << "a constant";
        }
        if (border() == BORDER_WRAP)
        {
            const auto shifted = [](const Mat& image) {
                Mat moved(image.size(), image.type());
                for (int row = 0; row < image.rows; row++)
                    image.row(row).copyTo(moved.row((row + 100) % image.rows));
                return moved;
            };
            EXPECT_LE(relativeError(filteredOnDevice(create(x, y), shifted(src)), shifted(result)), same) << "shifted";
        }
    }
}

// ---- The one-read path ----

//! A fifth of tolerance(): those poles remember a rounding for twenty pixels, these for two.
const double FAST_POLES_TOLERANCE = 2e-6;

class Recursive_CudaOneRead : public testing::TestWithParam<int>
{
protected:
    //! Compares with the host, and with the schedule of large images, which reads twice.
    void expectSame(const std::vector<Pole>& poles, const Mat& src, int ddepth = -1) const
    {
        needDevice();
        const Axis axis = smoothing(poles, GetParam());
        const auto create = [&](int algorithm) {
            return createRecursiveFilter(axis, BORDER_VALUES, ddepth, algorithm);
        };
        expectSameAsHost(create(RECURSIVE_AUTO), src);
        const Mat one = filteredOnDevice(create(RECURSIVE_AUTO), src),
                  two = filteredOnDevice(create(RECURSIVE_ALG_6), src);
        const bool isInteger = one.depth() != CV_32F && one.depth() != CV_16F;
        if (isInteger)
            EXPECT_LE(largestError(one, two), 1) << src.size() << " " << typeToString(src.type());
        else
            EXPECT_LE(relativeError(one, two), one.depth() == CV_32F ? 1e-6 : 2e-3)
                << src.size() << " " << typeToString(src.type());
    }
};

INSTANTIATE_TEST_CASE_P(border, Recursive_CudaOneRead, testing::ValuesIn(BORDERS));

/** Blocks go down several steps if an image has more tiles than blocks run at once. With 132 multiprocessors these
sizes are cut in every way there is: a few steps for all; long blocks at once, then short ones; many blocks, with short
ones last, in the middle or at the lower border. */
TEST_P(Recursive_CudaOneRead, blocks_of_several_steps)
{
    expectSame(splinePoles(3), noise(Size(4001, 3100), CV_32F));
    expectSame(splinePoles(3), noise(Size(4001, 3999), CV_32F));
    expectSame(splinePoles(3), noise(Size(3100, 2050), CV_8UC3), CV_32F);
    for (int depth : {CV_8U, CV_16F})
        expectSame(splinePoles(3), noise(Size(4001, 3100), depth));
    expectSame(splinePoles(5), noise(Size(4098, 3100), CV_32F));
    expectSame({0.55}, noise(Size(4098, 3100), CV_32F));
    expectSame(splinePoles(3), noise(Size(8200, 8101), CV_32F));
    expectSame({0.55}, noise(Size(8200, 8101), CV_32F));
    expectSame(splinePoles(3), noise(Size(26000, 700), CV_32F));
    expectSame(splinePoles(3), noise(Size(26000, 500), CV_32F));
    expectSame(splinePoles(3), noise(Size(1921, 1081), CV_32F));
}

//! Strips are 128 pixels wide, steps 32 high. A line may be shorter than the halo around it.
TEST_P(Recursive_CudaOneRead, sizes)
{
    needDevice();
    for (Size size :
         {Size(1, 1), Size(2, 1), Size(1, 2), Size(5, 3), Size(16, 17), Size(31, 33), Size(127, 31), Size(128, 32),
          Size(129, 33), Size(257, 65), Size(1, 1000), Size(1000, 1), Size(70000, 8), Size(8, 70000)})
        for (int type : {CV_32FC1, CV_8UC3})
            for (const auto& poles :
                 {splinePoles(3), std::vector<Pole>{std::polar(0.4, 0.9)}, std::vector<Pole>{std::polar(0.5, 0.9)},
                  std::vector<Pole>{0.5, std::polar(0.45, 1.3)}})
            {
                const Axis axis = smoothing(poles, GetParam());
                const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis, axis, BORDER_VALUES, CV_32F);
                EXPECT_LE(relativeError(filteredOnDevice(filter, noise(size, type)),
                                        reference(noise(size, type), axis, axis, BORDER_VALUES)),
                          FAST_POLES_TOLERANCE)
                    << size << " " << typeToString(type);
            }
}

TEST_P(Recursive_CudaOneRead, in_place_and_overlap)
{
    needDevice();
    const Ptr<RecursiveFilter> filter = createRecursiveFilter(smoothing(splinePoles(3), GetParam()));
    const Mat src = noise(Size(700, 501), CV_32F);
    const Mat expected = filteredOnDevice(filter, src);
    GpuMat image(src);
    filter->apply(image, image);
    EXPECT_LE(relativeError(Mat(image), expected), 1e-6);
    GpuMat large(Size(710, 520), CV_32F);
    for (Point shift : {Point(3, 0), Point(0, 7), Point(5, 9)})
    {
        GpuMat from = large(Rect(Point(0, 0), src.size())), to = large(Rect(shift, src.size()));
        from.upload(src);
        filter->apply(from, to);
        EXPECT_LE(relativeError(Mat(to), expected), 1e-6) << shift;
    }
}

TEST_P(Recursive_CudaOneRead, different_axes)
{
    needDevice();
    const Mat src = noise(Size(391, 257), CV_32F);
    for (int other : BORDERS)
    {
        for (double pole : {0.45, 0.55})
        {
            const Axis x = smoothing(splinePoles(3), GetParam()), y = smoothing({pole}, other);
            EXPECT_LE(relativeError(filteredOnDevice(createRecursiveFilter(x, y, BORDER_VALUES), src),
                                    reference(src, x, y, BORDER_VALUES)),
                      FAST_POLES_TOLERANCE)
                << other;
        }
    }
}

//! Pixels are copied as they are, which a border other than 0 does not allow.
TEST(Recursive_Cuda, one_read_of_a_zero_border)
{
    needDevice();
    for (Size size : {Size(5, 3), Size(129, 33), Size(700, 501)})
        for (const auto& poles : {splinePoles(3), splinePoles(5), std::vector<Pole>{0.5, std::polar(0.45, 1.3)}})
        {
            const Axis axis = smoothing(poles, BORDER_CONSTANT);
            const Mat src = noise(size, CV_32F);
            EXPECT_LE(relativeError(filteredOnDevice(createRecursiveFilter(axis), src), reference(src, axis, axis)),
                      FAST_POLES_TOLERANCE)
                << size;
        }
}

//! The same in blocks of several steps, and with that border along one axis only. Halos of 16, 24 and 32 pixels.
TEST(Recursive_Cuda, one_read_of_a_zero_border_in_several_steps)
{
    needDevice();
    const Mat src = noise(Size(4001, 3100), CV_32F);
    for (const auto& poles : {splinePoles(3), splinePoles(5), std::vector<Pole>{0.55}})
    {
        const Axis zero = smoothing(poles, BORDER_CONSTANT), other = smoothing(poles, BORDER_REFLECT);
        expectSameAsHost(createRecursiveFilter(zero), src);
        expectSameAsHost(createRecursiveFilter(zero, other), src);
        expectSameAsHost(createRecursiveFilter(other, zero), src);
    }
}

/** Only the source, or only the result, is a part of a larger image, at any offset from an aligned address. Nothing
beside the result is written. Halos of 16, 24 and 32 pixels. */
TEST_P(Recursive_CudaOneRead, parts_of_larger_images)
{
    needDevice();
    const Size size(301, 135);
    for (int type : {CV_32FC1, CV_8UC1, CV_8UC3})
        for (const auto& poles : {std::vector<Pole>{0.3}, std::vector<Pole>{0.45}, std::vector<Pole>{0.55}})
        {
            const Ptr<RecursiveFilter> filter = createRecursiveFilter(smoothing(poles, GetParam()));
            const Mat src = noise(size, type), expected = filteredOnDevice(filter, src);
            const double same = src.depth() == CV_32F ? 1e-6 * cvtest::norm(expected, NORM_INF) : 1;
            for (int x : {0, 1, 4})
            {
                const Rect part(x, 2, size.width, size.height);
                const Mat around(Size(size.width + 9, size.height + 5), type, Scalar::all(77));
                GpuMat source(around), destination(around), whole;
                source(part).upload(src);
                filter->apply(source(part), whole);
                EXPECT_LE(largestError(Mat(whole), expected), same) << "source at " << x;
                GpuMat result = destination(part);
                filter->apply(GpuMat(src), result);
                Mat left(destination);
                EXPECT_LE(largestError(left(part), expected), same) << "result at " << x;
                around(part).copyTo(left(part));
                EXPECT_TRUE(identical(left, around)) << "beside the result at " << x;
            }
        }
}

//! Shared memory holds data of the block before. NaN must not come from places without a pixel.
TEST_P(Recursive_CudaOneRead, after_an_image_of_nan)
{
    needDevice();
    const Mat nothing(Size(1200, 1200), CV_32F, Scalar::all(std::numeric_limits<double>::quiet_NaN()));
    for (const auto& poles : {std::vector<Pole>{0.3}, std::vector<Pole>{0.45}, std::vector<Pole>{0.55}})
    {
        const Ptr<RecursiveFilter> filter = createRecursiveFilter(smoothing(poles, GetParam()));
        for (int width : {20, 129, 130, 161, 193})
        {
            const Mat src = noise(Size(width, 97), CV_32F);
            filteredOnDevice(filter, nothing);
            expectSameAsHost(filter, src);
        }
    }
}

/** Beside a line of pixels of 1, every pixel within reach gets its value, however small. Dropped values lie further
away. Poles that fade to 2^-27 just within 16 and 24 pixels, and just beyond; all orders that have a kernel. */
TEST(Recursive_Cuda, one_read_sees_all_within_reach)
{
    needDevice();
    struct
    {
        std::vector<Pole> poles;
        int reach;
    } const cases[] = {{{0.31}, 16},  {{0.2, 0.1}, 16}, {{0.2, 0.1, 0.05}, 16}, {{0.311}, 24},
                       {{0.458}, 24}, {{0.4, 0.2}, 24}, {{0.4, 0.2, 0.1}, 24},  {{0.459}, 32},
                       {{0.555}, 32}, {{0.5, 0.3}, 32}, {{0.5, 0.3, 0.2}, 32}};
    const Size size(300, 270);
    for (const auto& c : cases)
    {
        const Axis axis = smoothing(c.poles, BORDER_REFLECT);
        const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis);
        for (int at = 96; at < 160; at++) // every place in a run of 32 pixels, on either side of the edge of a strip
            for (bool alongX : {true, false})
            {
                Mat src = Mat::zeros(size, CV_32F);
                (alongX ? src.col(at) : src.row(at)).setTo(1);
                const Rect near = alongX ? Rect(at - c.reach, 0, 2 * c.reach + 1, size.height)
                                         : Rect(0, at - c.reach, size.width, 2 * c.reach + 1);
                Mat quotient;
                cv::divide(asDouble(filteredOnDevice(filter, src))(near), asDouble(reference(src, axis, axis))(near),
                           quotient);
                EXPECT_LE(largestError(quotient, Mat::ones(near.size(), CV_64F)), 1e-3)
                    << c.poles[0] << " of " << c.poles.size() << ", at " << at << (alongX ? " along x" : " along y");
            }
    }
}

//! The cubic spline needs 16 pixels, these need 24 and 32.
TEST_P(Recursive_CudaOneRead, wide_halo)
{
    for (Size size : {Size(129, 33), Size(700, 501)})
    {
        expectSame({0.45}, noise(size, CV_32F));
        expectSame({0.55}, noise(size, CV_32F));
        expectSame({std::polar(0.4, 0.9)}, noise(size, CV_32F));
        expectSame({std::polar(0.5, 0.9)}, noise(size, CV_32F));
        expectSame({0.35, std::polar(0.3, 1.3)}, noise(size, CV_32F));
        expectSame({0.5, std::polar(0.45, 1.3)}, noise(size, CV_32F));
    }
}

TEST_P(Recursive_CudaOneRead, depths_and_channels)
{
    for (int depth : {CV_8U, CV_16U, CV_16S, CV_16F, CV_32F})
        for (int channels = 1; channels <= 4; channels++)
            for (const auto& poles : {splinePoles(3), std::vector<Pole>{0.2, std::polar(0.2, 1.)},
                                      std::vector<Pole>{0.5, std::polar(0.45, 1.3)}})
                for (int ddepth : {-1, CV_32F})
                    expectSame(poles, noise(Size(301, 203), CV_MAKETYPE(depth, channels)), ddepth);
}

// ---- As OpenCV's own tests: whole matrices and parts of larger ones ----

PARAM_TEST_CASE(Recursive_CudaLayout, Size, MatType, cvtest::UseRoi){};

TEST_P(Recursive_CudaLayout, source_and_destination)
{
    needDevice();
    const Size size = GET_PARAM(0);
    const int type = GET_PARAM(1);
    const bool useRoi = GET_PARAM(2);
    const Mat src = noise(size, type);
    for (const auto& poles : {splinePoles(3), SLOW_POLE, polesOfOrder(2), SLOW_POLES, polesOfOrder(5)})
        for (int schedule : SCHEDULES)
        {
            const Axis axis = smoothing(poles, BORDER_REFLECT);
            const Ptr<RecursiveFilter> filter = createRecursiveFilter(axis, Scalar(), -1, schedule);
            GpuMat dst = cvtest::createMat(size, type, useRoi);
            const uchar* const data = dst.data;
            filter->apply(cvtest::loadMat(src, useRoi), dst);
            EXPECT_EQ(data, dst.data);
            EXPECT_TRUE(identical(filteredOnDevice(filter, src), Mat(dst))) << "schedule " << schedule;
        }
}

INSTANTIATE_TEST_CASE_P(CUDA, Recursive_CudaLayout,
                        testing::Combine(testing::Values(Size(128, 128), Size(113, 113), Size(700, 301)),
                                         testing::Values(MatType(CV_8UC1), MatType(CV_8UC4), MatType(CV_16UC3),
                                                         MatType(CV_32FC1), MatType(CV_32FC4), MatType(CV_64FC1)),
                                         WHOLE_SUBMAT));

}} // namespace opencv_test
