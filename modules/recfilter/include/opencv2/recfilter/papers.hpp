// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PAPERS_HPP
#define OPENCV_RECFILTER_PAPERS_HPP

// For readers of the papers: their algorithms by number. RECURSIVE_AUTO and GAUSSIAN_ACCURATE are faster.

#include "opencv2/recfilter/recursive.hpp"

namespace cv { namespace cuda {

//! @addtogroup recfilter_papers
//! @{

/** @brief The numbered algorithms of Nehab et al. @cite Nehab2011 and of Nehab and Maximo @cite NehabMaximo2016, for
the algorithm argument of all factories of recursive filters.

They give the same result up to rounding, and differ in how often the image crosses the memory bus. An algorithm is a
list of steps. Each step reads the image in tiles, applies some passes (D down, U up, R to the right, L to the left) and
gathers what the next passes carry across the edges of tiles. A step that only gathers reads the image, one that applies
reads and writes it. D/U applies D and gathers for U; a dash is nothing. Section numbers are those of @cite Nehab2011.

| algorithm | steps | transfers | accepts |
|---|---|---|---|
| RT (Ruijters and Thevenaz @cite RuijtersThevenaz2012) | whole lines: D/-, U/-, R/-, L/- | 8 | all filters |
| 1 (section 4.2) | -/D, D/-, -/U, U/-, -/R, R/-, -/L, L/- | 12 | cascades |
| 2 (section 4.3) | -/D, D/U, U/R, R/L, L/- | 9 | cascades |
| 3 (section 4.4) | -/DU, DU/-, -/RL, RL/- | 6 | all filters |
| 4 (section 5.1) | -/DU, DU/RL, RL/- | 5 | all filters |
| 5 (section 5.2) | -/DURL, DURL/- | 3 | BORDER_CONSTANT with value 0 |
| 6 @cite NehabMaximo2016 | -/DURL, DURL/- | 3 | all filters but slow resonances along both axes |
| 6B | 5 on a padded image | 3 | poles up to 127/128 |
| 2X5_1 (section 8) | -/DURL, DURL/DURL, DURL/- | 5 | see below; two real poles |
| 5_4 (section 8) | -/DURL, DURL/DU, DU/RL, RL/- | 7 | see below |

Transfers are counted in images, for both axes together (@cite Nehab2011, table 1). RT reads the image once more for
each axis on the GPU, unless the border is a constant.

2X5_1 and 5_4 hand an image from one filter to another, and both must see the same border. They accept cascades with
BORDER_REFLECT, BORDER_REFLECT_101 or BORDER_WRAP whose passes have one feedforward tap, and the same poles in both
directions. They run in double where roundings between both filters would count in float, and refuse poles of the
second filter that amplify what the first one suppresses more than 9000 times. GAUSSIAN_VAN_VLIET_3 is the Gaussian of
@cite Nehab2011 with their cascade 5_1 + 4_2 as RECURSIVE_ALG_5_4, and their 5_3 as RECURSIVE_ALG_5 or RECURSIVE_ALG_6.

On the GPU, 5 and 6 take both axes at once if both are cascades with the same numbers of single poles and of pairs, at
most one of each, or both are added pairs. Other filters they compute in double there, and keep more carries. 4 computes
added pairs in double there, and so does RT.

6, 2X5_1 and 5_4 gather the carries of both axes at once. Pairs of poles next to the circle, and poles next to -1, along
both axes would amplify there what the other axis loses. Closer than 0.0002 to 0.001 to the circle, depending on the
angle, they are refused (StsBadArg); #RECURSIVE_AUTO, RT and 1 to 4 take them. */
enum PaperAlgorithm
{
    RECURSIVE_ALG_RT = 10,    //!< serial passes over whole lines, in parallel over lines
    RECURSIVE_ALG_1 = 11,     //!< one pass at a time, in parallel over tiles
    RECURSIVE_ALG_2 = 12,     //!< neighbouring passes fused
    RECURSIVE_ALG_3 = 13,     //!< causal and anticausal passes overlapped, one axis after the other
    RECURSIVE_ALG_4 = 14,     //!< the same, and the axes fused
    RECURSIVE_ALG_5 = 15,     //!< all passes overlapped, for zero borders
    RECURSIVE_ALG_6 = 16,     //!< algorithm 5 with exact borders: 6c, 6p or 6e by the border
    RECURSIVE_ALG_6B = 17,    //!< algorithm 5 on an image padded as far as the filter reaches
    RECURSIVE_ALG_2X5_1 = 18, //!< two first-order filters, each by algorithm 5, fused
    RECURSIVE_ALG_5_4 = 19    //!< first-order sections by algorithm 5, fused with second-order ones by algorithm 4
};

//! A row of the module's table of algorithms. See #recursiveAlgorithms.
struct CV_EXPORTS_W_SIMPLE RecursiveAlgorithmInfo
{
    CV_WRAP RecursiveAlgorithmInfo();

    //! One of #RecursiveAlgorithm or #PaperAlgorithm.
    CV_PROP int algorithm;
    //! As it is written in C++: "RECURSIVE_ALG_4".
    CV_PROP String name;
    //! Passes applied and gathered in each step, in the order of the steps: "-/DU, DU/RL, RL/-".
    CV_PROP String steps;
    //! Reads and writes of the image in all steps; 0 if they depend on the filter and the image.
    CV_PROP int transfers;
    //! What it needs of a filter: "zero borders", for example. Empty if it takes all filters.
    CV_PROP String needs;
    //! The paper and section.
    CV_PROP String origin;
    //! Whether it takes a Mat.
    CV_PROP bool onHost;
    //! Whether it takes a GpuMat.
    CV_PROP bool onDevice;
};

//! Every algorithm that a recursive filter can be asked for, as the module's own table has them.
CV_EXPORTS_W std::vector<RecursiveAlgorithmInfo> recursiveAlgorithms();

/** @brief Young and van Vliet's Gaussian (GAUSSIAN_YOUNG_VAN_VLIET) as C. W. Lee, J. Ko and T.-Y. Choe evaluate it in
parallel @cite Lee2014, for RecursiveGaussianParams::approximation.

Accepted are sigma from 0.5 to 1000, no derivatives, BORDER_REPLICATE (other borders are refused, the default too), and
RECURSIVE_AUTO. */
enum PaperGaussian
{
    //! One thread filters a line from end to end. The SNR away from the border is GAUSSIAN_YOUNG_VAN_VLIET's.
    GAUSSIAN_LEE_ONE_WAY = 10,
    /** Their two-way partition: both halves of a line run at once and meet at the pixel width / 2. That pixel gets the
    sampled Gaussian over 1.5 sigma on either side. Lines of fewer than 7 pixels are not split. The SNR is the same
    away from where the halves meet, 9 dB there. */
    GAUSSIAN_LEE_TWO_WAY = 11
};

/** @brief The spatial variants of A. Eklund and P. Dufort's dense filters @cite Eklund2013, for
NonSeparableParams::algorithm.

They take a GpuMat or GpuMatND of CV_32F with any number of channels, and real kernels with up to 17 taps along the last
two dimensions. A kernel of three or four dimensions is a sum of slices of two, one launch each. Results are CV_32F.
CONVOLUTION_AUTO is faster, but for small images, for which it takes the unrolled one. */
enum PaperConvolution
{
    //! A thread computes one result and reads every pixel of its window from a texture. The rows of all planes must fit
    //! into one, side by side where they are many: on an H100 65000 rows of 131072 numbers.
    CONVOLUTION_TEXTURE = 10,
    //! A block of threads copies its part of the image to shared memory. A thread computes one result.
    CONVOLUTION_SHARED = 11,
    /** The same with loops over the taps that the compiler unrolls, and several results of a thread. Takes kernels of
    3 x 3, 5 x 5, ..., 17 x 17 taps along the last two dimensions. */
    CONVOLUTION_SHARED_UNROLLED = 12
};

//! @}

}} // namespace cv::cuda

#endif
