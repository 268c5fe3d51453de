// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// Cuts images of short columns into pieces.

#include "recursive/cpu/short_lines.hpp"

#include "recursive/cpu/short/tuning.hpp"
#include "runtime/cpu/memory/parallel.hpp"

namespace cv { namespace recfilter {

//! Columns of a piece: whole cache lines of each row, for any depth. Images of short rows are one piece.
static int pieceColumns(const ShortAxis& axis, const Extents& image)
{
    if (axis.dimension == ALONG_ROWS)
        return int(image[ALONG_ROWS]);
    const int64 columns = tuning::CHUNK_ELEMENTS / (image[ALONG_COLUMNS] * image.channels());
    // An odd number of 64 columns, so that rows of a piece do not meet in the same sets of L1.
    return int(std::min((columns / 64 | 1) * 64, image[ALONG_ROWS]));
}

static Extents ofColumns(const Extents& image, int64 columns)
{
    return Size(int(columns), int(image[ALONG_COLUMNS]));
}

template <typename W>
ShortLinesPlan<W>::ShortLinesPlan(const ShortAxis& axis, const Extents& image)
    : pieceCols(pieceColumns(axis, image)), piece({axis}, ofColumns(image, pieceCols), image.channels()),
      lastPiece({axis}, ofColumns(image, (image[ALONG_ROWS] - 1) % pieceCols + 1), image.channels())
{
}

template <typename W>
void ShortLinesPlan<W>::run(const Mat& src, Mat& dst, const HostCall& call) const
{
    if (src.cols == pieceCols)
        return piece.run(src, dst, call.isLarge, call.scratch);
    parallelFor((src.cols - 1) / pieceCols + 1, [&](int64 begin, int64 end) {
        for (int64 i = begin; i < end; i++)
        {
            const Range columns(int(i * pieceCols), int(std::min<int64>((i + 1) * pieceCols, src.cols)));
            Mat result = dst.colRange(columns);
            (columns.end == src.cols ? lastPiece : piece)
                .run(src.colRange(columns), result, call.isLarge, call.scratch);
        }
    });
}

template class ShortLinesPlan<float>;
template class ShortLinesPlan<double>;

}} // namespace cv::recfilter
