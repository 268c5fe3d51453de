// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

// The table of algorithms, for users.

#include "precomp.hpp"

#include "opencv2/recfilter/papers.hpp"
#include "recursive/plan/schedule/schedule_text.hpp"

namespace cv { namespace cuda {

RecursiveAlgorithmInfo::RecursiveAlgorithmInfo()
    : algorithm(RECURSIVE_AUTO), transfers(0), onHost(false), onDevice(false)
{
}

std::vector<RecursiveAlgorithmInfo> recursiveAlgorithms()
{
    using namespace recfilter;
    std::vector<RecursiveAlgorithmInfo> list;
    for (const Schedule& row : schedules())
    {
        if (!row.isPublic())
            continue;
        RecursiveAlgorithmInfo info;
        info.algorithm = row.algorithm;
        info.name = row.name;
        info.steps = textOfSteps(row);
        info.transfers = row.transfers;
        info.needs = textOfNeeds(row.needs);
        info.origin = row.origin;
        info.onHost = row.onHost != Engine::NONE;
        info.onDevice = row.onDevice != Engine::NONE;
        list.push_back(info);
    }
    return list;
}

}} // namespace cv::cuda
