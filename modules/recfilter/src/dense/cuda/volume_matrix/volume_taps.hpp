// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_TAPS_HPP
#define OPENCV_RECFILTER_DENSE_CUDA_VOLUME_MATRIX_VOLUME_TAPS_HPP

// The taps of a bank of volumes as tensor cores take them.

#include "dense/cuda/common/compiled_kernel.hpp"
#include "dense/cuda/common/compiled_size.hpp"
#include "dense/cuda/tensor/matrix_taps.hpp"
#include "dense/cuda/volume_matrix/volume_matrix_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! The lists of a bank as runVolumeMatrix() takes them.
class VolumeTaps
{
public:
    VolumeTaps(const KernelBank& bank_, const CompiledKernel& kernel_) : bank(bank_), kernel(kernel_) {}

    void append(const std::vector<double>& taps, double scale, std::vector<MatrixTaps>& list) const
    {
        withCompiledSize<3, tuning::VOLUME_KERNEL>(kernel.size, [&](auto k) { appendSize<k>(taps, scale, list); });
    }

private:
    //! For each plane along the other axis: the pairs of rows of all planes of the march, one pair after the other.
    template <int K>
    void appendSize(const std::vector<double>& taps, double scale, std::vector<MatrixTaps>& list) const
    {
        typedef MatrixWindow<K> Window;
        const size_t ofPair = size_t(Window::UNITS) * 32, ofPlane = ofPair * size_t(Window::PAIRS);
        const size_t before = list.size();
        list.resize(before + size_t(kernel.middle) * K * ofPlane);
        for (int middle = 0; middle < kernel.middle; middle++)
            for (int along = 0; along < K; along++)
            {
                std::vector<MatrixTaps> plane;
                appendMatrixTaps<K>(planeOf(taps, along, middle), scale, plane);
                for (size_t pair = 0; pair < size_t(Window::PAIRS); pair++)
                    join<Window>(&plane[pair * ofPair],
                                 &list[before + size_t(middle) * K * ofPlane + (pair * K + size_t(along)) * ofPair]);
            }
    }

    //! Puts the parts of every two units of a pair of rows together that one product takes.
    template <typename Window>
    static void join(const MatrixTaps* units, MatrixTaps* to)
    {
        const size_t lanes = 32, joined = Window::UNITS / 2 * 2;
        for (size_t unit = 0; unit < joined; unit += 2)
            for (size_t lane = 0; lane < lanes; lane++, to += 2)
            {
                const MatrixTaps &first = units[unit * lanes + lane], &second = units[(unit + 1) * lanes + lane];
                to[0] = {first.high, second.high};
                to[1] = {first.low, second.low};
            }
        std::copy_n(units + joined * lanes, (Window::UNITS - joined) * lanes, to);
    }

    //! A plane of taps, filled up with zeros right and below; zeros behind the last plane.
    std::vector<float> planeOf(const std::vector<double>& taps, int along, int middle) const
    {
        const int t = kernel.marchesT ? along : middle, z = kernel.marchesT ? middle : along;
        if (t >= bank.size[0] || z >= bank.size[1])
            return fillUp({}, bank.size[3], kernel.size);
        const size_t count = size_t(bank.size[2]) * size_t(bank.size[3]);
        const double* const first = taps.data() + (size_t(t) * size_t(bank.size[1]) + size_t(z)) * count;
        return fillUp({first, first + count}, bank.size[3], kernel.size);
    }

    const KernelBank& bank;
    const CompiledKernel& kernel;
};

}}} // namespace cv::recfilter::gpu

#endif
