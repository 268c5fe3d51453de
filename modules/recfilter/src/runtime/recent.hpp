// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_RECENT_HPP
#define OPENCV_RECFILTER_RUNTIME_RECENT_HPP

// Keeps what was made for the last keys. Any number of threads may share it.

#include <list>
#include <memory>
#include <mutex>

namespace cv { namespace recfilter {

//! The last MOST values, most recent first. Calls share a value with it, so it may drop one at any time.
template <typename Key, typename Value, size_t MOST = 16>
class Recent
{
public:
    typedef Value ValueType;

    //! The value of a key, made by `make` unless it is kept. What `make` throws is passed on.
    template <typename Make>
    std::shared_ptr<Value> get(const Key& key, const Make& make)
    {
        std::list<Entry> dropped; // destroyed after the lock: what is on a GPU waits for the device
        std::unique_lock<std::mutex> lock(mutex);
        if (const std::shared_ptr<Value> value = find(key))
            return value;
        lock.unlock();
        std::shared_ptr<Value> made = make();
        lock.lock();
        if (const std::shared_ptr<Value> value = find(key))
            return value; // another thread made it meanwhile
        entries.push_front({key, made});
        if (entries.size() > MAX_VALUES)
            dropped.splice(dropped.begin(), entries, std::prev(entries.end()));
        return made;
    }

    void clear()
    {
        std::list<Entry> dropped;
        std::lock_guard<std::mutex> lock(mutex);
        dropped.swap(entries);
    }

    static constexpr size_t MAX_VALUES = MOST;

private:
    struct Entry
    {
        Key key;
        std::shared_ptr<Value> value;
    };

    //! Under the lock.
    std::shared_ptr<Value> find(const Key& key)
    {
        for (auto entry = entries.begin(); entry != entries.end(); ++entry)
            if (entry->key == key)
            {
                entries.splice(entries.begin(), entries, entry);
                return entries.front().value;
            }
        return nullptr;
    }

    std::mutex mutex;
    std::list<Entry> entries;
};

}} // namespace cv::recfilter

#endif
