// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Arrays with one dimension are rows: vectors, and Mat from OpenCV 5 on. In OpenCV 4 a Mat of a vector is a column.

#include "recursive_common.hpp"

namespace opencv_test { namespace {

const int LENGTH = 300;

//! Rows and columns are told apart by what happens along them, and across one pixel.
Ptr<RecursiveFilter> unlikeAxes()
{
    return createRecursiveFilter(smoothing({0.8}, BORDER_REFLECT), smoothing({0.6}, BORDER_CONSTANT));
}

std::vector<float> someValues()
{
    const Mat row = noise(Size(LENGTH, 1), CV_32F);
    return std::vector<float>(row.begin<float>(), row.end<float>());
}

class Lines : public testing::Test
{
protected:
    std::vector<float> values = someValues();
    const Mat line = Mat(values, true);
    //! The same in two dimensions.
    const Mat image = Mat(line.size(), CV_32F, line.data);
    const Ptr<RecursiveFilter> filter = unlikeAxes();
    const Mat expected = filtered(filter, image);
};

TEST_F(Lines, vector_is_a_row)
{
    std::vector<float> result;
    filter->apply(values, result);
    ASSERT_EQ(values.size(), result.size());
    const Mat row(1, LENGTH, CV_32F, values.data());
    EXPECT_TRUE(identical(filtered(filter, row), Mat(1, LENGTH, CV_32F, result.data())));
}

TEST_F(Lines, mat_keeps_its_dimensions)
{
    if (line.dims == 1)
    {
        EXPECT_EQ(Size(LENGTH, 1), line.size());
    }
    Mat result, ofOtherSize(std::vector<float>(7), true), inPlace = line.clone();
    filter->apply(line, result);
    filter->apply(line, ofOtherSize);
    filter->apply(inPlace, inPlace);
    for (const Mat& m : {result, ofOtherSize, inPlace})
    {
        EXPECT_EQ(line.dims, m.dims);
        EXPECT_TRUE(identical(expected, m));
    }
}

TEST_F(Lines, destination_of_two_dimensions_stays_one)
{
    for (Size size : {Size(1, LENGTH), Size(LENGTH, 1), Size(3, 5)})
    {
        Mat result(size, CV_32F);
        filter->apply(line, result);
        EXPECT_EQ(2, result.dims);
        EXPECT_TRUE(identical(expected, result)) << size;
    }
}

TEST_F(Lines, tables)
{
    Mat inclusive, integral, fromImage;
    createSummedAreaTable(CV_64F, -1, SAT_INCLUSIVE)->apply(line, inclusive);
    createSummedAreaTable(CV_64F, -1, SAT_INCLUSIVE)->apply(image, fromImage);
    EXPECT_EQ(line.dims, inclusive.dims);
    EXPECT_TRUE(identical(fromImage, inclusive));
    createSummedAreaTable(CV_64F)->apply(line, integral);
    EXPECT_EQ(2, integral.dims);
    EXPECT_EQ(line.size() + Size(1, 1), integral.size());
}

//! OpenCV 5 has arrays without dimensions, which hold one number. OpenCV 4 makes an empty Mat of it.
TEST_F(Lines, no_dimension_is_refused)
{
    const int none = 0;
    Mat number, result;
    number.create(0, &none, CV_32F);
    expectError(Error::StsBadArg, "src", [&] { filter->apply(number, result); });
    EXPECT_TRUE(result.empty());
}

}} // namespace opencv_test
