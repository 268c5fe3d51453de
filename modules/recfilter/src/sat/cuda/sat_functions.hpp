// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The interface between sat_gpu.cpp and the kernels of summed-area tables. Includes no OpenCV header: nvcc reads it.

#ifndef OPENCV_RECFILTER_SAT_CUDA_SAT_FUNCTIONS_HPP
#define OPENCV_RECFILTER_SAT_CUDA_SAT_FUNCTIONS_HPP

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace cv { namespace recfilter { namespace sat {

typedef int64_t int64;

/** One image and one table in device memory. Columns are counted in elements: channels times pixels. In the layout of
cv::integral (exclusive) a row of the table is one pixel longer. Each element is then the sum of those before it, and
the last pixel has the sum of the whole row. So image and table have the same x. */
struct Image
{
    const unsigned char* src;
    unsigned char* dst; //!< the table's row of the image's first row
    int64 srcStep, dstStep;
    int64 srcCols, dstCols;
    int rows;
    bool exclusive;  //!< the table also has the row above dst, of zeros
    bool squared;    //!< sums squares of pixels
    bool srcAligned; //!< every row can be read 16 bytes at a time
    bool dstAligned; //!< every row can be written 16 bytes at a time
};

//! The properties of a device that the algorithms need.
struct Device
{
    int multiprocessors;
    int sharedBytes;  //!< a block may have
    bool cooperative; //!< can run blocks that wait for each other
};

//! One algorithm for a table, for one combination of depths and channels.
struct Algorithm
{
    size_t (*bytes)(const Image&, const Device&); //!< bytes of memory that run needs, aligned to 256
    //! Queues the work. False if the device refuses it after all: other programs hold a share of it.
    bool (*run)(const Image&, const Device&, unsigned char* memory, cudaStream_t);
};

struct Functions
{
    Algorithm overlapped, resident, wavefront, tilted;
    bool (*fitsResident)(const Image&, const Device&);
    bool (*fitsWavefront)(const Image&, const Device&);
    bool (*prefersWavefront)(const Image&, const Device&); //!< to overlapped
};

//! Depths as in OpenCV, 1 to 4 channels. nullptr if there is no such combination.
const Functions* functionsTo32S(int srcDepth, int channels);
const Functions* functionsTo32F(int srcDepth, int channels);
const Functions* functionsTo64F(int srcDepth, int channels);

}}} // namespace cv::recfilter::sat

#endif
