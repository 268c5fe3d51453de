// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RUNTIME_CUDA_DEVICE_PLANS_HPP
#define OPENCV_RECFILTER_RUNTIME_CUDA_DEVICE_PLANS_HPP

// The plans that an object keeps for its image shapes and devices, in float and in double.

#include "runtime/cuda/workspace.hpp"
#include "runtime/plan_cache.hpp"

namespace cv { namespace recfilter {

//! @tparam Plan of a working type; made from a model and an image shape on the current device
template <template <typename> class Plan>
class DevicePlans
{
public:
    //! Of the plans of a working type, those of the last sizes.
    static constexpr size_t KEPT = PlanCache<Plan<float>>::MAX_VALUES;

    //! Calls body with a plan. @param isCaptured the plan then lives as long as the object: a graph may run it any time
    template <typename Model, typename Body>
    void with(const Model& model, const PlanKey& key, bool inDouble, bool isCaptured, const Body& body)
    {
        const auto find = [&](auto& cache) {
            typedef typename std::decay_t<decltype(cache)>::ValueType PlanOfType;
            const auto plan = cache.get(key, [&] { return std::make_shared<PlanOfType>(model, key.shape); });
            if (isCaptured)
                keep(plan);
            body(*plan);
        };
        if (inDouble)
            find(twice);
        else
            find(single);
    }

    //! Forgets all plans but those of captured graphs.
    void clear()
    {
        single.clear();
        twice.clear();
    }

    const std::shared_ptr<Workspace> workspace = Workspace::shared();

private:
    void keep(const std::shared_ptr<const void>& plan)
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (std::find(captured.begin(), captured.end(), plan) == captured.end())
            captured.push_back(plan);
    }

    PlanCache<Plan<float>> single;
    PlanCache<Plan<double>> twice;
    std::mutex mutex;
    std::vector<std::shared_ptr<const void>> captured;
};

}} // namespace cv::recfilter

#endif
