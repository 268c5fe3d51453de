// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PERF_PAPERS_HPP
#define OPENCV_RECFILTER_PERF_PAPERS_HPP

// The figures of the papers as lists of filters to be timed, for both backends. perf/plot_papers.py draws them.

#include "perf_filters.hpp"

#include "opencv2/recfilter/papers.hpp"

#include <functional>

namespace opencv_test {

//! A point of a curve of a figure.
struct PaperCase
{
    std::string figure, method;
    int border;
    Size size;
    double parameter; //!< order, sigma or blocks of 32 pixels until the response has faded, by the figure
    int transfers;    //!< of images; 0 where they depend on the filter
    std::function<Ptr<RecursiveFilter>()> create;

    //! What float may lose: cascades of slow poles 2e-4 (gaussian.hpp), many poles as much as their states cancel.
    double tolerance() const { return figure == "wide_gaussian" || figure == "orders" ? 2e-4 : 2e-5; }
};

inline void PrintTo(const PaperCase& test, std::ostream* out)
{
    *out << '"' << test.figure << "\", " << test.size.width << "x" << test.size.height << ", " << test.method
         << ", border " << test.border << ", " << test.parameter;
}

//! Makes the case a row of a table (perf/paper_tables.py).
inline void recordPaperCase(const std::string& figure, const std::string& method, int border, Size size,
                            double parameter, int transfers)
{
    const auto record = [](const char* name, const std::string& value) {
        ::testing::Test::RecordProperty(name, value.c_str());
    };
    record("figure", figure);
    record("method", method);
    record("border", cv::format("%d", border));
    record("width", cv::format("%d", size.width));
    record("height", cv::format("%d", size.height));
    record("parameter", cv::format("%g", parameter));
    if (transfers)
    {
        record("transfers", cv::format("%d", transfers));
        record("bytes_per_pixel", cv::format("%d", transfers * int(sizeof(float))));
    }
}

//! The filter of a case. The case is skipped if its algorithm does not take it.
inline Ptr<RecursiveFilter> filterOf(const PaperCase& test)
{
    recordPaperCase(test.figure, test.method, test.border, test.size, test.parameter, test.transfers);
    try
    {
        return test.create();
    }
    catch (const cv::Exception& refusal)
    {
        if (refusal.code == Error::StsBadArg)
            throw SkipTestException(refusal.err);
        throw;
    }
}

//! Sides in steps of 3/2 and 4/3.
inline std::vector<int> sidesUpTo(int largest)
{
    std::vector<int> sides;
    for (int side = 64; side <= largest; side *= 2)
    {
        sides.push_back(side);
        if (side / 2 * 3 <= largest)
            sides.push_back(side / 2 * 3);
    }
    return sides;
}

//! Pairs of poles around the circle, and a real one if the order is odd.
inline std::vector<double> feedbackOfOrder(int order)
{
    std::vector<double> a = order % 2 ? std::vector<double>{1, -0.85} : std::vector<double>{1};
    for (int k = 0; k < order / 2; k++)
    {
        const double a1 = -2 * 0.85 * std::cos(CV_PI * (k + 0.5) / (order / 2)), a2 = 0.85 * 0.85;
        a.resize(a.size() + 2, 0);
        for (size_t i = a.size() - 1; i > 0; i--)
            a[i] += a1 * a[i - 1] + (i > 1 ? a2 * a[i - 2] : 0);
    }
    return a;
}

inline Ptr<RecursiveFilter> unitFilter(const std::vector<double>& feedback, int border, int algorithm)
{
    double gain = 0;
    for (double tap : feedback)
        gain += tap;
    return createRecursiveFilter(RecursiveAxis::symmetric({gain}, feedback, border), Scalar(), -1, algorithm);
}

//! A pole whose powers fall to 2^-24 within so many blocks of 32 pixels.
inline double poleOfBlocks(double blocks)
{
    return std::pow(2., -24 / (32 * blocks));
}

//! The cases of all figures of the three papers.
class PaperFigures
{
public:
    typedef cv::recfilter::Engine cv::recfilter::Schedule::*Side;

    PaperFigures(Side side_, int largest) : side(side_)
    {
        for (int length : sidesUpTo(largest))
        {
            addSplines(Size(length, length));
            addGaussians(Size(length, length));
            addBorders(Size(length, length));
            addWideGaussians(Size(length, length));
        }
        addOrders(Size(4096, 4096));
        addDecays(Size(2048, 2048));
        for (Size size : {Size(512, 512), Size(1280, 720), Size(1920, 1080), Size(4096, 4096)})
            addLee(size);
    }

    std::vector<PaperCase> cases;

private:
    //! Calls fn for each algorithm of the table that runs on the side and needs none of these.
    template <typename Fn>
    void forAlgorithms(unsigned without, const Fn& fn)
    {
        for (int algorithm : cv::recfilter::algorithmsOf(side))
            if (!(cv::recfilter::scheduleOf(algorithm).needs & without))
                fn(algorithm);
    }

    template <typename Create>
    void add(const char* figure, Size size, double parameter, int algorithm, int border, const Create& create,
             const std::string& name = std::string())
    {
        const cv::recfilter::Schedule& row = cv::recfilter::scheduleOf(algorithm);
        if (row.*side != cv::recfilter::Engine::NONE)
            cases.push_back({figure, name.empty() ? row.name : name, border, size, parameter, row.transfers,
                             [=] { return create(algorithm, border); }});
    }

    //! Nehab et al. 2011, figure 4: the problems of bicubic and biquintic B-splines.
    void addSplines(Size size)
    {
        const auto spline = [](int degree) {
            return [=](int algorithm, int border) { return createBSplinePrefilter(degree, border, -1, algorithm); };
        };
        forAlgorithms(cv::recfilter::NEEDS_MIRRORED_POLES, [&](int algorithm) {
            const int border = Algorithm{algorithm}.border();
            add("first_order", size, 1, algorithm, border, spline(3));
            add("second_order", size, 2, algorithm, border, spline(5));
        });
        add("second_order", size, 2, RECURSIVE_ALG_2X5_1, BORDER_REFLECT, spline(5));
    }

    //! Figure 6: sigma 5. The cascade of 5_1 and 4_2, all of order 3 at once, and what this module offers.
    void addGaussians(Size size)
    {
        const auto gaussian = [](int approximation) {
            return [=](int algorithm, int border) { return gaussianFilter(5, border, approximation, algorithm); };
        };
        for (int algorithm : std::vector<int>{RECURSIVE_ALG_5_4, RECURSIVE_ALG_6, RECURSIVE_AUTO})
            add("gaussian", size, 5, algorithm, BORDER_REFLECT, gaussian(GAUSSIAN_VAN_VLIET_3));
        add("gaussian", size, 5, RECURSIVE_ALG_5, BORDER_CONSTANT, gaussian(GAUSSIAN_VAN_VLIET_3));
        add("gaussian", size, 5, RECURSIVE_AUTO, BORDER_REFLECT, gaussian(GAUSSIAN_ACCURATE), "GAUSSIAN_ACCURATE");
    }

    //! Nehab and Maximo 2016, figure 10: bicubic B-splines by exact borders, by padding and by varying coefficients.
    void addBorders(Size size)
    {
        const auto spline = [](int algorithm, int border) { return createBSplinePrefilter(3, border, -1, algorithm); };
        const auto banded = [](int, int border) { return createBandedSolver({1 / 6., 4 / 6., 1 / 6.}, border); };
        add("borders", size, 1, RECURSIVE_ALG_6, BORDER_REPLICATE, spline, "6c");
        add("borders", size, 1, RECURSIVE_ALG_6, BORDER_WRAP, spline, "6p");
        add("borders", size, 1, RECURSIVE_ALG_6, BORDER_REFLECT, spline, "6e");
        add("borders", size, 1, RECURSIVE_ALG_6, BORDER_REFLECT_101, spline, "6, REFLECT_101");
        add("borders", size, 1, RECURSIVE_ALG_6B, BORDER_REFLECT, spline, "6b");
        add("borders", size, 1, RECURSIVE_ALG_5, BORDER_CONSTANT, spline, "5, zero border");
        add("borders", size, 1, RECURSIVE_AUTO, BORDER_REFLECT, spline, "RECURSIVE_AUTO");
        addVarying("borders", size, 1, BORDER_REFLECT, banded);
    }

    //! Figure 11: sigma is a sixth of the side.
    void addWideGaussians(Size size)
    {
        const double sigma = size.width / 6.;
        const auto gaussian = [sigma](int approximation) {
            return [=](int algorithm, int border) { return gaussianFilter(sigma, border, approximation, algorithm); };
        };
        const auto third = gaussian(GAUSSIAN_VAN_VLIET_3);
        add("wide_gaussian", size, sigma, RECURSIVE_ALG_6, BORDER_REPLICATE, third, "6c");
        add("wide_gaussian", size, sigma, RECURSIVE_ALG_6, BORDER_WRAP, third, "6p");
        add("wide_gaussian", size, sigma, RECURSIVE_ALG_6, BORDER_REFLECT, third, "6e");
        add("wide_gaussian", size, sigma, RECURSIVE_ALG_6B, BORDER_REFLECT, third, "6b");
        add("wide_gaussian", size, sigma, RECURSIVE_ALG_5_4, BORDER_REFLECT, third, "5_1 + 4_2");
        add("wide_gaussian", size, sigma, RECURSIVE_AUTO, BORDER_REFLECT, gaussian(GAUSSIAN_ACCURATE),
            "GAUSSIAN_ACCURATE");
    }

    //! Figure 8, and beyond its order 5.
    void addOrders(Size size)
    {
        for (int order = 1; order <= 20; order++)
            forAlgorithms(cv::recfilter::NEEDS_TWO_POLES, [&](int algorithm) {
                add("orders", size, order, algorithm, Algorithm{algorithm}.border(),
                    [order](int value, int border) { return unitFilter(feedbackOfOrder(order), border, value); });
            });
    }

    //! Figure 9: one pole, whose response takes more and more blocks to fade.
    void addDecays(Size size)
    {
        for (double blocks : {1., 2., 4., 8., 16., 32., 64.})
        {
            const double pole = poleOfBlocks(blocks);
            const auto first = [pole](int algorithm, int border) { return unitFilter({1, -pole}, border, algorithm); };
            add("decay", size, blocks, RECURSIVE_ALG_6, BORDER_REFLECT, first, "6e");
            add("decay", size, blocks, RECURSIVE_ALG_6B, BORDER_REFLECT, first, "6b");
            add("decay", size, blocks, RECURSIVE_AUTO, BORDER_REFLECT, first, "RECURSIVE_AUTO");
            const double gain = (1 - pole) * (1 - pole);
            addVarying("decay", size, blocks, BORDER_REFLECT, [=](int, int border) {
                return createBandedSolver({-pole / gain, (1 + pole * pole) / gain, -pole / gain}, border);
            });
        }
    }

    //! Lee, Ko and Choe 2014, figure 11, with a window of 30 x 30, and ours beside them.
    void addLee(Size size)
    {
        const std::pair<int, const char*> methods[] = {{GAUSSIAN_LEE_ONE_WAY, "one-way"},
                                                       {GAUSSIAN_LEE_TWO_WAY, "two-way"},
                                                       {GAUSSIAN_YOUNG_VAN_VLIET, "GAUSSIAN_YOUNG_VAN_VLIET"},
                                                       {GAUSSIAN_ACCURATE, "GAUSSIAN_ACCURATE"}};
        for (const auto& method : methods)
        {
            const int approximation = method.first;
            add(
                "lee", size, 30, RECURSIVE_AUTO, BORDER_REPLICATE,
                [=](int algorithm, int border) { return gaussianFilter(30, border, approximation, algorithm); },
                method.second);
        }
    }

    //! Algorithm 5v, which is no row of the table: two reads and a write, on the GPU for each axis (banded.hpp).
    template <typename Create>
    void addVarying(const char* figure, Size size, double parameter, int border, const Create& create)
    {
        add(figure, size, parameter, RECURSIVE_AUTO, border, create, "5v");
        cases.back().transfers = side == &cv::recfilter::Schedule::onHost ? 3 : 6;
    }

    const Side side;
};

} // namespace opencv_test

#endif
