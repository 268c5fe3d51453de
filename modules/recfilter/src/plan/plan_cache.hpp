// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_PLAN_PLAN_CACHE_HPP
#define OPENCV_RECFILTER_PLAN_PLAN_CACHE_HPP

// Keeps the plans of the last image shapes. Any number of threads may share a cache.

#include "plan/line_space.hpp"

#include <list>
#include <memory>
#include <mutex>

namespace cv { namespace recfilter {

struct PlanKey
{
    ArrayShape shape;
    int device; //!< of a GPU; 0 for the CPU

    bool operator==(const PlanKey& other) const { return shape == other.shape && device == other.device; }
};

//! The last plans, most recent first. Calls share a plan with the cache, so the cache may drop it at any time.
template <typename Plan>
class PlanCache
{
public:
    typedef Plan PlanType;

    template <typename Make>
    std::shared_ptr<const Plan> get(const PlanKey& key, const Make& make)
    {
        if (const std::shared_ptr<const Plan> plan = find(key))
            return plan;
        std::shared_ptr<const Plan> made = make();
        std::list<Entry> dropped; // destroyed after the lock: a plan of a GPU waits for the device
        std::lock_guard<std::mutex> lock(mutex);
        if (const std::shared_ptr<const Plan> plan = findLocked(key))
            return plan; // another thread made it meanwhile
        entries.push_front({key, made});
        if (entries.size() > MAX_PLANS)
            dropped.splice(dropped.begin(), entries, std::prev(entries.end()));
        return made;
    }

    void clear()
    {
        std::list<Entry> dropped;
        std::lock_guard<std::mutex> lock(mutex);
        dropped.swap(entries);
    }

private:
    struct Entry
    {
        PlanKey key;
        std::shared_ptr<const Plan> plan;
    };
    enum
    {
        MAX_PLANS = 16
    };

    std::shared_ptr<const Plan> find(const PlanKey& key)
    {
        std::lock_guard<std::mutex> lock(mutex);
        return findLocked(key);
    }

    std::shared_ptr<const Plan> findLocked(const PlanKey& key)
    {
        for (auto entry = entries.begin(); entry != entries.end(); ++entry)
            if (entry->key == key)
            {
                entries.splice(entries.begin(), entries, entry);
                return entries.front().plan;
            }
        return nullptr;
    }

    std::mutex mutex;
    std::list<Entry> entries;
};

}} // namespace cv::recfilter

#endif
