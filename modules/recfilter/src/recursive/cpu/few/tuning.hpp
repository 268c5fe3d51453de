// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CPU_FEW_TUNING_HPP
#define OPENCV_RECFILTER_RECURSIVE_CPU_FEW_TUNING_HPP

// Numbers tuned for the engine of few lines (few_lines.hpp), with how each was measured.

#include "precomp.hpp"

#include <algorithm>

namespace cv { namespace recfilter { namespace tuning {

/** Most lines that RECURSIVE_AUTO gives to the engine of few lines. Bands take the time of all lanes of a vector for
any number of rows, and the time of a tile for any number of columns. Lines of 1e5 samples, one direction
with taps, orders 1 to 8, AVX-512, one thread, ns for a sample of one line, few lines and bands:
  rows     4 floats 1.3 to 2.1   8 floats 3 to 10, as bands    16 floats 1.2 to 1.7, as bands
           4 doubles 2.5 to 4    8 doubles 2.6 to 4.4, as bands
  columns  4 floats 0.4 to 0.9   8 floats 0.4 to 1.0          16 floats 5 to 10, as bands
           2 doubles 0.7 to 2.2  8 doubles 1.2 to 2.2         16 doubles 8 to 20, as bands
A loop over the taps as SciPy's takes 5 ns. */
inline int fewRows(int lanes)
{
    return std::max(lanes / 2, 4);
}

/** With more columns, bands fill two vectors. Columns of 20000 floats, two threads of a Zen 4, ns, bands / few lines:
two poles causal, 17 columns 2.2 / 0.8, 24 1.5 / 0.6, 32 1.1 / 0.6; cubic B-spline 1.2 / 0.8, 0.9 / 0.7, 0.6 / 0.7.
Doubles, 24 columns: 1.7 / 1.7, 1.0 / 1.7. */
inline int fewColumns(int lanes)
{
    return std::max(2 * lanes - 1, 16);
}

//! Most bytes of a part of a long line (long_lines.hpp). Parts of a set do not lie multiples of 4 KB apart.
constexpr int64 PART_BYTES = 4160;

//! Vectors of parts that run side by side. Two hide more of the latency of recursions than one.
constexpr int PART_VECTORS = 2;

/** Least samples of a line, and most lines, that RECURSIVE_AUTO gives to the engine of long lines. ns for a sample of
one line, one thread of a Zen 4, AVX-512; with more threads only long lines run in parallel along a line:
                                    1 row                       8 rows              16 rows
  samples                           4096   16384  131072  1e6   16384  131072       16384  131072
  order 1 mirrored  bands           7.7    7.7    8.1     8.8   1.15   1.27         0.56   0.58
                    long lines      1.45   0.82   0.45    0.39  0.80   0.46         0.81   0.49
  order 1 causal    few lines       1.47   1.38   1.36    1.35  1.18   1.22         0.51   0.61 (bands)
                    long lines      1.46   0.55   0.35    0.31  0.53   0.37         0.53   0.39
  order 4 with taps, in double      1.67   1.58   1.56    1.56  1.80   1.90         1.69   2.98 (few lines, bands)
                    long lines      3.30   2.36   1.96    1.92  2.43   1.98         2.59   2.47
More lines, two threads, 100000 floats a line, bands / long lines: two poles causal, 17 rows 2.7 / 1.6, 32 1.6 / 1.5, 64
1.5 / 1.4; Gaussian, sigma 5, 4.3 / 1.3, 2.1 / 1.3, 2.0 / 1.1; doubles 7.8 / 2.6, 5.2 / 2.7, 5.1 / 1.9. Lines of 20000
that fit into L2 are faster in bands from 96 on (cubic B-spline, 0.4 / 0.8).
With four lanes or two, one thread takes longer than few lines do, up to twice as long: only more threads gain by them.
Lines side by side are channels, of which kernels keep four in registers. */
inline int64 longSamples(int lanes)
{
    return lanes >= 8 ? 1 << 14 : 1 << 20;
}

/** Least samples of lines that the engine of few lines does not take, and most of these lines: bands filter them in the
lanes of one vector. ns for a sample, one thread of a Zen 4, AVX-512, bands / long lines, floats:
  samples                       1000        2000        4000        8000        16000
  order 1 mirrored     1 row    9.3 / 4.9   11.4 / 4.2  7.9 / 2.8   7.1 / 1.4   7.7 / 1.4
                       4 rows   2.4 / 3.8   2.2 / 2.5   2.9 / 1.9   2.0 / 1.2   2.1 / 1.1
                       8 rows   1.3 / 3.5   1.7 / 2.3   1.1 / 1.7   1.1 / 1.2   1.6 / 1.2
  Gaussian, ACCURATE   1 row    12.5 / 7.7  15.2 / 4.3  15.2 / 3.7  15.2 / 1.9  11.1 / 1.4
                       4 rows   4.3 / 6.4   4.0 / 3.7   3.4 / 3.5   4.0 / 1.8   2.9 / 1.4 */
constexpr int64 LONE_SAMPLES = 1 << 11;

inline int64 loneLines(int lanes)
{
    return lanes >= 8 ? lanes / 4 : 0;
}

/** Modulus of added pairs up to which long lines run in float: Gaussians of sigma 208 (ACCURATE) and 171 (DERICHE).
Lines of 0.7 with noise of 1e-3, 20000 and 200000 samples, 8 to 40 rows, AVX-512, error as a share of the largest value,
ACCURATE / DERICHE; 2e-6 is promised to sigma 100 and 4e-6 beyond, and bands lose 1.8e-6 at most: sigma 100 9.8e-7, 300
1.4e-6 / 4.1e-6, 400 4.1e-6 / 1.4e-6, 500 7.8e-6 / 3.8e-6, 600 4.5e-6 / 9.2e-6, 1000 2.1e-5 / 1.2e-5. One line of 1e7
samples takes 48 ms in double, 37 in float, 173 in bands. */
constexpr double LONG_PAIR = 0.99;

constexpr int64 LONG_LINES = 64;
constexpr int64 LONG_CHANNELS = 4;

/** Least samples of a row with more channels that are filtered as columns. Order 3 forth, 7 channels, two threads of a
Zen 4, ns of a sample, as channels / columns: 2 rows of 100000 samples 10.8 / 0.5, 5 of 1000 3.8 / 0.7, 500 of 1000
0.59 / 0.57, 500 of 100 0.52 / 0.67. */
constexpr int64 COLUMN_SAMPLES = 256;

}}} // namespace cv::recfilter::tuning

#endif
