// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_API_KEPT_FILTERS_HPP
#define OPENCV_RECFILTER_RECURSIVE_API_KEPT_FILTERS_HPP

// The filters that functions without an object keep from call to call.

#include "precomp.hpp"
#include "runtime/cuda/call_device.hpp"
#include "runtime/recent.hpp"

namespace cv { namespace recfilter {

//! What releaseWorkspaces() forgets. Never destroyed: at exit the CUDA driver may have gone before.
class KeptFilters
{
public:
    virtual void forget() = 0;
    static void forgetAll();

protected:
    ~KeptFilters() = default;
    void remember(); //!< by the constructor of a final class
};

/** The filters of the last sets of parameters: of more scales than images are looked at by. Filters that take turns
in a larger number are all made anew: with 16, blobs of 18 scales took four times as long a scale as of 16 (CPU). */
template <typename Key, typename Filter>
class FiltersByKey final : public KeptFilters, public Recent<Key, Filter, 128>
{
public:
    FiltersByKey() { remember(); }
    void forget() override { this->clear(); }

    /** The filter of a key for work on a stream. Those of captured streams are kept for good: nobody but their graphs
    knows how long they are needed. @param stream null: the default stream, which is never captured */
    template <typename Make>
    std::shared_ptr<Filter> getFor(const Key& key, const cuda::Stream* stream, const Make& make)
    {
        const std::shared_ptr<Filter> filter = this->get(key, make);
        if (stream && hasDevice() && isBeingCaptured(*stream))
        {
            const std::lock_guard<std::mutex> lock(mutex);
            if (std::find(captured.begin(), captured.end(), filter) == captured.end())
                captured.push_back(filter);
        }
        return filter;
    }

private:
    std::mutex mutex;
    std::vector<std::shared_ptr<Filter>> captured;
};

}} // namespace cv::recfilter

#endif
