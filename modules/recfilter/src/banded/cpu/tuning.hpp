// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_BANDED_CPU_TUNING_HPP
#define OPENCV_RECFILTER_BANDED_CPU_TUNING_HPP

// Sizes of the CPU engine of banded systems. Not tuned: chosen for the caches of usual processors.

namespace cv { namespace recfilter { namespace tuning {

enum
{
    //! Bytes of a pixel of all rows of a band: two cache lines, so that a band has 32 rows of floats.
    BANDED_BUNDLE_BYTES = 128,
    //! Bytes of a row of a strip, which is as high as the band: 32 KB for floats.
    BANDED_STRIP_BYTES = 1024,
    //! Columns whose carries are propagated at once.
    BANDED_COLUMNS = 512
};

}}} // namespace cv::recfilter::tuning

#endif
