// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The checks of banded systems. Errors name the argument, its value and what is accepted.

#include "banded/model/banded_model.hpp"

#include "arrays/border_type.hpp"
#include "arrays/depths.hpp"

namespace cv { namespace recfilter {

static void checkBand(const std::vector<double>& band, const String& name)
{
    if (band.size() % 2 == 0)
        CV_Error(Error::StsBadArg,
                 format("%s has %d coefficients; an odd number is accepted: lower diagonals, the main "
                        "diagonal, as many upper ones",
                        name.c_str(), int(band.size())));
    if (band.size() > 2 * MAX_BANDED_ORDER + 1)
        CV_Error(Error::StsOutOfRange, format("%s has %d coefficients; up to %d are accepted", name.c_str(),
                                              int(band.size()), 2 * MAX_BANDED_ORDER + 1));
    double largest = 0;
    for (size_t i = 0; i < band.size(); i++)
    {
        if (!std::isfinite(band[i]))
            CV_Error(Error::StsBadArg,
                     format("%s[%d] is %g; coefficients must be finite", name.c_str(), int(i), band[i]));
        largest = std::max(largest, std::abs(band[i]));
    }
    const double least = 1e-30, most = 1e30;
    if (!(largest >= least && largest <= most))
        CV_Error(Error::StsOutOfRange, format("%s has %g as its largest coefficient; %g to %g are accepted",
                                              name.c_str(), largest, least, most));
}

static void refuse(const BandedMatrix& matrix, const String& name)
{
    const BandedFault& fault = matrix.fault;
    const String accepted = format(
        "its diagonal is %g and the sum of the others %g; matrices with a larger diagonal than that sum are accepted, "
        "and others whose factors without pivoting behave as well",
        matrix.diagonal(), matrix.others());
    const String of = format("%s with borderType %d: ", name.c_str(), matrix.borderType);
    const String lines = fault.length ? format("lines of %lld pixels", (long long)(fault.length)) : String("all lines");
    switch (fault.kind)
    {
    case BandedFault::NONE:
        return;
    case BandedFault::PIVOT:
        CV_Error(Error::StsOutOfRange,
                 of +
                     format("pivot %lld of %s is %.2g of the largest coefficient, %g is needed; ",
                            (long long)(fault.row), lines.c_str(), fault.value, BandedMatrix::LEAST_PIVOT) +
                     accepted);
    case BandedFault::ELIMINATION_GROWS:
        CV_Error(
            Error::StsOutOfRange,
            of +
                format("elimination reaches %.2g times the largest coefficient in row %lld of %s, %g is accepted; ",
                       fault.value, (long long)(fault.row), lines.c_str(), BandedMatrix::MOST_GROWTH) +
                accepted);
    case BandedFault::NOT_SETTLED:
        CV_Error(Error::StsOutOfRange,
                 of + format("its factors have not settled after %d rows; ", int(MAX_VARYING_ROWS)) + accepted);
    case BandedFault::SUBSTITUTION_GROWS:
        CV_Error(Error::StsOutOfRange, of + "substitution by its factors does not decay; " + accepted);
    }
}

BandedModel makeBandedModel(const std::vector<double>& bandX, int borderTypeX, const std::vector<double>& bandY,
                            int borderTypeY, int ddepth)
{
    checkResultDepth(ddepth);
    BandedModel model;
    model.ddepth = ddepth;
    const auto add = [&](ImageAxis axis, const std::vector<double>& band, int border, const String& suffix) {
        const int borderType = withoutIsolated(border);
        checkBorder(borderType, "borderType" + suffix);
        if (band.empty())
            return;
        checkBand(band, "band" + suffix);
        const auto matrix = std::make_shared<const BandedMatrix>(band, borderType);
        refuse(*matrix, "band" + suffix);
        model.axes[axis] = matrix;
        const auto isSet = [](double t) { return t != 0; };
        const auto first = std::find_if(band.begin(), band.end(), isSet);
        const auto last = std::find_if(band.rbegin(), band.rend(), isSet);
        model.states[axis] = std::max(0, int(band.size()) - 1 - int(first - band.begin()) - int(last - band.rbegin()));
        // The first and the last block of a periodic line do not meet in one y.
        const double most = borderType == BORDER_WRAP ? BANDED_FLOAT_AMPLIFICATION_WRAP : BANDED_FLOAT_AMPLIFICATION;
        model.inDouble = model.inDouble || std::max(matrix->gain[0], matrix->gain[1]) > BANDED_FLOAT_GAIN ||
                         matrix->drift > BANDED_FLOAT_DRIFT || matrix->growth > BANDED_FLOAT_GROWTH ||
                         matrix->amplification > most;
    };
    add(ALONG_ROWS, bandX, borderTypeX, "X");
    add(ALONG_COLUMNS, bandY, borderTypeY, "Y");
    return model;
}

}} // namespace cv::recfilter
