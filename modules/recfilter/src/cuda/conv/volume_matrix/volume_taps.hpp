// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_CUDA_CONV_VOLUME_MATRIX_VOLUME_TAPS_HPP
#define OPENCV_RECFILTER_CUDA_CONV_VOLUME_MATRIX_VOLUME_TAPS_HPP

// The taps of a bank of volumes as tensor cores take them.

#include "cuda/conv/common/compiled_size.hpp"
#include "cuda/conv/tensor/matrix_taps.hpp"
#include "cuda/conv/volume/plane_taps.hpp"
#include "cuda/conv/volume_matrix/volume_matrix_job.hpp"

namespace cv { namespace recfilter { namespace gpu {

//! The lists of a bank as runVolumeMatrix() takes them.
class VolumeTaps
{
public:
    std::vector<double> scales; //!< of each list

    //! @param isPossible whether there is a compiled kernel
    VolumeTaps(const KernelBank& bank, const PlaneKernel& shape, bool isPossible)
    {
        if (!isPossible)
            return;
        for (const std::vector<double>& taps : bank.taps)
        {
            double largest = 0;
            for (double tap : taps)
                largest = std::max(largest, std::abs(tap));
            scales.push_back(matrixScale(largest));
            withCompiledSize<3, tuning::VOLUME_KERNEL>(shape.size,
                                                       [&](auto k) { append<k>(bank, shape, taps, scales.back()); });
        }
    }

    size_t perList() const { return scales.empty() ? 0 : list.size() / scales.size(); }

    bool areScaled() const { return std::all_of(scales.begin(), scales.end(), isMatrixScale); }

    std::vector<uchar> packed() const
    {
        const uchar* const first = reinterpret_cast<const uchar*>(list.data());
        return std::vector<uchar>(first, first + list.size() * sizeof(MatrixTaps));
    }

private:
    //! For each plane along the other axis: the pairs of rows of all planes of the march, one pair after the other.
    template <int K>
    void append(const KernelBank& bank, const PlaneKernel& shape, const std::vector<double>& taps, double scale)
    {
        typedef MatrixWindow<K> Window;
        const size_t ofPair = size_t(Window::UNITS) * 32, ofPlane = ofPair * size_t(Window::PAIRS);
        const size_t before = list.size();
        list.resize(before + size_t(shape.middle) * K * ofPlane);
        for (int middle = 0; middle < shape.middle; middle++)
            for (int along = 0; along < K; along++)
            {
                std::vector<MatrixTaps> plane;
                appendMatrixTaps<K>(planeOf(bank, shape, taps, along, middle), scale, plane);
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
    static std::vector<float> planeOf(const KernelBank& bank, const PlaneKernel& shape, const std::vector<double>& taps,
                                      int along, int middle)
    {
        std::vector<float> plane(size_t(shape.size) * size_t(shape.size));
        const int t = shape.marchesT ? along : middle, z = shape.marchesT ? middle : along;
        if (t >= bank.size[0] || z >= bank.size[1])
            return plane;
        const double* tap =
            taps.data() + (size_t(t) * size_t(bank.size[1]) + size_t(z)) * size_t(bank.size[2]) * size_t(bank.size[3]);
        for (int y = 0; y < bank.size[2]; y++)
            for (int x = 0; x < bank.size[3]; x++)
                plane[size_t(y) * size_t(shape.size) + size_t(x)] = float(*tap++);
        return plane;
    }

    std::vector<MatrixTaps> list;
};

}}} // namespace cv::recfilter::gpu

#endif
