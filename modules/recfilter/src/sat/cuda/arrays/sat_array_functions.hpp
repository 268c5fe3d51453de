// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between sat_array_gpu.cpp and the kernels of tables along any dimensions. Includes no OpenCV header:
// nvcc reads it.

#ifndef OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_ARRAY_FUNCTIONS_HPP
#define OPENCV_RECFILTER_SAT_CUDA_ARRAYS_SAT_ARRAY_FUNCTIONS_HPP

#include "sat/cuda/sat_functions.hpp"

namespace cv { namespace recfilter { namespace sat {

/** Images of one size at equal distances. `exclusive` holds for the directions that are summed along: along rows a row
of the table is one pixel longer, along columns the table has the row of zeros above dst. */
struct Images : Image
{
    int64 count;
    int64 srcImageStep, dstImageStep; //!< bytes from image to image
    int64 columns;                    //!< elements of a row times images, of all batches of the pass
};

//! A pass over images, for one combination of depths and channels.
struct Pass
{
    size_t (*bytes)(const Images&, const Device&); //!< bytes of memory that run needs, aligned to 256
    void (*run)(const Images&, const Device&, unsigned char* memory, cudaStream_t);
};

struct ArrayFunctions
{
    Pass planes;  //!< sums along rows and columns
    Pass lines;   //!< sums along rows
    Pass columns; //!< sums along columns
    //! Whether `planes` takes the images. Others are tables of one image after the other.
    bool (*takesPlanes)(const Images&);
};

//! Depths as in OpenCV, 1 to 4 channels. nullptr if there is no such combination. A table is a source of its depth.
const ArrayFunctions* arrayFunctionsTo32S(int srcDepth, int channels);
const ArrayFunctions* arrayFunctionsTo32F(int srcDepth, int channels);
const ArrayFunctions* arrayFunctionsTo64F(int srcDepth, int channels);

}}} // namespace cv::recfilter::sat

#endif
