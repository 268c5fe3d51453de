// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Chooses the tiles of convolution by Fourier transforms.

#include "dense/cpu/fft/tiling.hpp"

#include "dense/cpu/direct/tuning.hpp"

namespace cv { namespace recfilter {

namespace {

//! What the search compares: sizes of a tile's window, and what follows from them.
class Search
{
public:
    Search(const AxisInts& kernelSizes, const Extents& resultSizes) : kernel(kernelSizes), results(resultSizes)
    {
        double least = 1; // elements of a tile of three kernels a side, or of the whole array
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
        {
            size[axis] = transforms(axis) ? std::min(goodSize(3 * int64(kernel[axis])), largest(axis))
                                          : std::min(tuning::CONV_FFT_ROWS, resultsAlong(axis));
            least *= size[axis];
        }
        most = std::max(least, tuning::CONV_FFT_TILE_ELEMENTS);
    }

    FftTiling run()
    {
        for (double before = DBL_MAX; time() < before;)
        {
            before = time();
            for (size_t axis = 0; axis < VIEW_AXES; axis++)
                if (transforms(axis))
                    improve(axis);
        }
        return tiling();
    }

private:
    bool transforms(size_t axis) const { return kernel[axis] > 1 || axis == VIEW_AXES - 1; }
    //! The next length that transforms take soon. Capped, so that there always is one.
    static int goodSize(int64 length) { return getOptimalDFTSize(int(std::min<int64>(length, 1 << 30))); }
    int resultsAlong(size_t axis) const { return int(results[int(axis)]); }
    int largest(size_t axis) const { return goodSize(int64(resultsAlong(axis)) + kernel[axis] - 1); }

    //! Takes the best size along an axis, the others as they are.
    void improve(size_t axis)
    {
        int best = size[axis];
        double leastTime = time();
        for (size[axis] = getOptimalDFTSize(kernel[axis]); size[axis] <= largest(axis);
             size[axis] = getOptimalDFTSize(size[axis] + 1))
        {
            const double now = time();
            if (elements() <= most && now < leastTime)
            {
                leastTime = now;
                best = size[axis];
            }
        }
        size[axis] = best;
    }

    double elements() const { return double(size[0]) * size[1] * size[2] * size[3]; }

    FftTiling tiling() const
    {
        FftTiling result;
        result.shape.size = size;
        for (size_t axis = 0; axis < VIEW_AXES; axis++)
        {
            result.shape.transforms[axis] = transforms(axis);
            result.step[axis] = size[axis] - kernel[axis] + 1;
            result.count[axis] = (resultsAlong(axis) + result.step[axis] - 1) / result.step[axis];
        }
        return result;
    }

    double time() const { return fftTaps(tiling(), results, tuning::CONV_FFT_WORKERS); }

    const AxisInts& kernel;
    const Extents& results;
    AxisInts size;
    double most; //!< elements of a tile
};

} // namespace

FftTiling chooseTiling(const AxisInts& kernel, const Extents& results)
{
    return Search(kernel, results).run();
}

double fftTaps(const FftTiling& tiling, const Extents& results, int workers)
{
    // Some threads take tiles in turn, so a few tiles more or less count as one more for all.
    const double rounds = std::ceil(double(tiling.tiles()) / workers) * workers;
    const double levels = std::log2(tiling.shape.gain());
    const double element = tuning::CONV_FFT_TAPS + tuning::CONV_FFT_LEVEL_TAPS * levels;
    return rounds * double(tiling.shape.elements()) * element / double(results.total());
}

}} // namespace cv::recfilter
