// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_CUDA_ENGINE_DEVICE_ENGINE_HPP
#define OPENCV_RECFILTER_RECURSIVE_CUDA_ENGINE_DEVICE_ENGINE_HPP

// Engines of a GPU as objects, and what the table of engines (filter_plan.cpp) makes them from. An engine is a folder
// and a row.

#include "recursive/cuda/io/tile_job.hpp"
#include "recursive/cuda/tables/axis_tables.hpp"
#include "recursive/plan/choice/facts.hpp"

#include <memory>

namespace cv { namespace recfilter { namespace gpu {

//! The arrays of a call, aligned to their elements.
struct EngineJob
{
    ImageView src, dst; //!< batches of as many images
    bool isApart;       //!< NEEDS_OUT_OF_PLACE
    bool isResult;      //!< dst is the caller's array, which this call does not read again
};

//! Where an engine queues its kernels.
struct EngineTarget
{
    uchar* carries;    //!< DeviceEngine::carryBytes() of it for each image, aligned to 256 bytes
    ImageView between; //!< in the working type, between rounds or steps. Those in the middle overwrite what they read
    cudaStream_t stream;
};

template <typename W>
struct Round;

//! An engine with its tables for one filter and one image shape on one device. Any number of threads may share it.
class DeviceEngine
{
public:
    virtual ~DeviceEngine() = default;

    //! Whether it takes the arrays of a call.
    virtual bool takes(const EngineJob&) const { return true; }
    //! Whether it takes batches of several images.
    virtual bool takesBatches() const { return false; }
    //! Whether these may be lists.
    virtual bool takesLists() const { return takesBatches(); }
    //! Of one image.
    virtual size_t carryBytes() const = 0;
    //! Whether it needs EngineTarget::between.
    virtual bool usesImage() const { return false; }
    //! Reads and writes of the image, if they are not those of the schedule; else 0.
    virtual int transfers() const { return 0; }
    //! Whether it has read the source before it writes the result.
    virtual bool mayOverlap() const { return false; }
    //! What it runs, if that is one round of both axes in float (two_read/twins); else null.
    virtual const Round<float>* wholeRound() const { return nullptr; }
    //! Queues the filter. False: the device refuses, and the next engine takes the call.
    virtual bool queue(const EngineJob& job, const EngineTarget& target) const = 0;
};

//! The tables of both axes of one filter of a schedule.
template <typename W>
struct AxesTables
{
    const AxisTables<W>*x, *y;
};

//! What a filter does to the source and to the result because of a constant border.
template <typename W>
struct FilterEnds
{
    W offset[4];   //!< taken off the source: the value of a constant border
    W restored[4]; //!< added to the result: the filter's answer to the offset

    template <typename Job>
    void setSource(Job& job) const
    {
        std::copy_n(offset, 4, job.offset);
    }
    template <typename Job>
    void setResult(Job& job) const
    {
        std::copy_n(restored, 4, job.restored);
    }
};

//! What an engine is made from.
template <typename W>
struct EngineInput
{
    const FilterModel& model; //!< the whole filter
    const Extents& shape;
    const Schedule& schedule; //!< what the engine runs of it
    const Facts& facts;
    //! Filters that the steps of the schedule name; none for engines of block states.
    const std::vector<AxesTables<W>>& filters;
    FilterEnds<W> ends;

    LineSpace rows() const { return shape.along(ALONG_ROWS); }
};

//! A row of the table of engines.
template <typename W>
struct DeviceEngineRow
{
    Engine engine;
    //! Null: it does not take the filter or the shape.
    std::unique_ptr<const DeviceEngine> (*make)(const EngineInput<W>&);
};

template <typename W>
std::unique_ptr<const DeviceEngine> makeOneRead(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makeOneReadInDouble(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makeOneLaunch(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makeMarch(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makeBlockStates(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makeLongLines(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makeTwoReads(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makeSteps(const EngineInput<W>& input);
template <typename W>
std::unique_ptr<const DeviceEngine> makePadded(const EngineInput<W>& input);

}}} // namespace cv::recfilter::gpu

#endif
