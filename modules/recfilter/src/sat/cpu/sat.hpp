// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Summed-area tables on the CPU: the job and the entry point.

#ifndef OPENCV_RECFILTER_SAT_CPU_SAT_HPP
#define OPENCV_RECFILTER_SAT_CPU_SAT_HPP

#include "sat/cpu/sat_kernels.hpp"
#include "runtime/cpu/memory/scratch.hpp"

namespace cv { namespace recfilter {

//! A checked call. Empty tables are not computed. With withZeros tables begin with a row and a column of zeros.
struct SatJob
{
    Mat src;
    Mat sum, sqsum, tilted;
    bool withZeros;
    int algorithm;      //!< cuda::SummedAreaAlgorithm
    bool isNew = false; //!< the memory of a table is new: its first touch brings its pages into the cache
};

//! Computes the tables on the CPU. The result does not depend on the number of threads.
void computeTables(const SatJob& job, ScratchPool& pool);

}} // namespace cv::recfilter

#endif
