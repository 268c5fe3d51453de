// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The list of what is kept.

#include "recursive/api/kept_filters.hpp"

#include <mutex>
#include <vector>

namespace cv { namespace recfilter {

namespace {

struct Registry
{
    std::mutex mutex;
    std::vector<KeptFilters*> all;
};

Registry& registry()
{
    static auto* const list = new Registry;
    return *list;
}

} // namespace

void KeptFilters::remember()
{
    const std::lock_guard<std::mutex> lock(registry().mutex);
    registry().all.push_back(this);
}

void KeptFilters::forgetAll()
{
    const std::lock_guard<std::mutex> lock(registry().mutex);
    for (KeptFilters* const kept : registry().all)
        kept->forget();
}

}} // namespace cv::recfilter
