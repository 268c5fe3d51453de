// This file is part of OpenCV project.
// It is subject to the license terms in the LICENSE file found in the top-level directory
// of this distribution and at http://opencv.org/license.html.

#ifndef OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_HPP
#define OPENCV_RECFILTER_RECURSIVE_PLAN_SCHEDULE_SCHEDULE_HPP

// The table of algorithms. Both backends run its steps; checks, error texts, documents, tests and benchmarks read it.

#include "build_options.hpp"
#include "recursive/plan/schedule/pass.hpp"

#include "opencv2/recfilter/papers.hpp"

#include <cstring>
#include <vector>

namespace cv { namespace recfilter {

constexpr Pass operator|(Pass a, Pass b)
{
    return Pass(unsigned(a) | unsigned(b));
}

/** One pass over all tiles: load a tile, apply the passes of one set with exact carries, gather the carries of the
next set, store the tile if anything was applied. Between steps the gathered carries are propagated. */
struct Step
{
    Pass apply, gather;
    int applied = 0, gathered = 0; //!< the filter of each set, if several run one after the other
};

/** The engine that runs the steps of a row on one side: the host or the device. It has a row in the table of engines of
that side, too (recursive/cpu/engine/host_engine.hpp, recursive/cuda/engine/device_engine.hpp). */
struct Engine
{
    const char* name;

    static const Engine NONE;        //!< none yet
    static const Engine CHOICE;      //!< that of the first of Schedule::choices whose needs are met
    static const Engine BANDS;       //!< tiles as wide as the image (recursive/cpu/band)
    static const Engine FEW_LINES;   //!< a few lines, sample by sample (recursive/cpu/few)
    static const Engine LONG_LINES;  //!< long lines, in parallel along them (recursive/cpu/few, recursive/cuda/blocks)
    static const Engine SHORT_LINES; //!< lines of a few samples, as products with a matrix (recursive/cpu/short)
    static const Engine CHANNEL_COLUMNS; //!< rows of many channels as images of columns (recursive/cpu)
    static const Engine AXES_APART;      //!< one axis after the other, each by its own engine (recursive/cpu)
    static const Engine TILES;           //!< tiles as in the papers (papers/cpu/tiles, papers/cuda/tiles)
    static const Engine
        PADDED; //!< tiles of an image that is padded, and cropped afterwards (papers/cpu/tiles, papers/cuda/padded)
    static const Engine WHOLE_LINES;        //!< a line from end to end (recursive/cpu/lines, papers/cuda/tiles)
    static const Engine BLOCKS;             //!< blocks of pixels, by states of any filter (recursive/cuda/blocks)
    static const Engine MARCH;              //!< lines from end to end, read once (recursive/cuda/blocks)
    static const Engine TWO_READS;          //!< a kernel each for gather, propagate and apply (recursive/cuda/two_read)
    static const Engine ONE_LAUNCH;         //!< every tile stays on the chip (recursive/cuda/one_launch)
    static const Engine ONE_READ;           //!< every tile reads its surroundings (recursive/cuda/one_read)
    static const Engine ONE_READ_OF_LINES;  //!< every piece of a line does (recursive/cuda/one_read)
    static const Engine ONE_READ_IN_DOUBLE; //!< one read of float pixels by doubles (recursive/cuda/one_read)
};

inline constexpr Engine Engine::NONE = {"-"};
inline constexpr Engine Engine::CHOICE = {"the first that fits"};
inline constexpr Engine Engine::BANDS = {"bands"};
inline constexpr Engine Engine::FEW_LINES = {"few lines"};
inline constexpr Engine Engine::LONG_LINES = {"long lines"};
inline constexpr Engine Engine::SHORT_LINES = {"short lines"};
inline constexpr Engine Engine::CHANNEL_COLUMNS = {"channels as columns"};
inline constexpr Engine Engine::AXES_APART = {"axes apart"};
inline constexpr Engine Engine::TILES = {"tiles"};
inline constexpr Engine Engine::PADDED = {"padded tiles"};
inline constexpr Engine Engine::WHOLE_LINES = {"whole lines"};
inline constexpr Engine Engine::BLOCKS = {"block states"};
inline constexpr Engine Engine::MARCH = {"march"};
inline constexpr Engine Engine::TWO_READS = {"two reads"};
inline constexpr Engine Engine::ONE_LAUNCH = {"one launch"};
inline constexpr Engine Engine::ONE_READ = {"one read"};
inline constexpr Engine Engine::ONE_READ_OF_LINES = {"one read of lines"};
inline constexpr Engine Engine::ONE_READ_IN_DOUBLE = {"one read in double"};

inline bool operator==(const Engine& a, const Engine& b)
{
    return std::strcmp(a.name, b.name) == 0;
}

inline bool operator!=(const Engine& a, const Engine& b)
{
    return !(a == b);
}

//! What a row needs of a filter, as flags. schedule_needs.cpp checks them and has the error texts.
enum Needs : unsigned
{
    NEEDS_NOTHING = 0,
    NEEDS_CASCADE = 1,          //!< passes that filter the result of the pass before
    NEEDS_ZERO_BORDER = 2,      //!< constant, with the value 0
    NEEDS_REPEATING_BORDER = 4, //!< a filtered image has the same border as the image
    NEEDS_MIRRORED_POLES = 8,   //!< all-pole passes, the same in both directions
    NEEDS_DECAY = 1024,         //!< responses that decay within a padding of sensible size
    NEEDS_TWO_POLES = 2048,     //!< two real poles in a direction
    // What RECURSIVE_AUTO asks before it makes a choice (recursive/plan/choice/facts.cpp).
    NEEDS_FADING = 16,         //!< a state fades within a few pixels: 64 rows on the host, 32 pixels on the device
    NEEDS_ALIKE_CASCADES = 64, //!< both axes have the same kind of cascade
    NEEDS_FLOAT = 128,         //!< computed in float
    NEEDS_ROOM_ON_CHIP = 256,  //!< all tiles fit on the chip at once
    NEEDS_OUT_OF_PLACE = 512,  //!< source and result are different arrays, not staged; columns alone may be in place
    NEEDS_MILD_POLES = 32768,  //!< the carries of both axes may be gathered at once (recursive/model/joint_loss.hpp)
    NEEDS_FEW_LINES = 65536,   //!< a cascade along one axis of a few lines, on the host (recursive/cpu/few/tuning.hpp)
    NEEDS_BLOCKS = 131072,     //!< passes without kernels of their own; block states take any filter
    NEEDS_ONE_DIRECTION = 262144, //!< a filter along one axis in one direction, as a march takes it; on the device only
    NEEDS_COPIES = 524288,        //!< images of the working type with whole vectors of 16 bytes
    NEEDS_LONG_LINES = 1048576,   //!< a filter along one axis of a few long lines
    NEEDS_ONE_CASCADE = 16777216, //!< a cascade along one axis alone, whose lines are long and many enough
    NEEDS_SHORT_LINES = 2097152,  //!< lines of a few samples along the only filtered axis, on the host
    NEEDS_MANY_CHANNELS = 8388608, //!< a filter along a few rows of many channels, on the host
    NEEDS_WIDE_CASCADES =
        33554432,               //!< three or four poles of both axes, alike, which fade soon, in double; on the device
    NEEDS_AXES_APART = 4194304, //!< both axes, of an image of a few long rows or columns, on the host
    // Known in a call only: the engine answers, and if it refuses, the next choice runs.
    NEEDS_OF_CALL = NEEDS_ROOM_ON_CHIP | NEEDS_OUT_OF_PLACE | NEEDS_COPIES
};

//! Rows that only RECURSIVE_AUTO chooses.
enum AutoAlgorithm
{
    BAND_LOOK_AHEAD = -1,
    ONE_LAUNCH = -2,
    ONE_READ = -3,
    FEW_LINES = -4,
    BLOCK_STATES = -5,
    MARCH = -6,
    LONG_LINES = -7,
    SHORT_LINES = -8,
    AXES_APART = -9,
    CHANNEL_COLUMNS = -10,
    ONE_READ_OF_LINES = -11,
    ONE_READ_IN_DOUBLE = -12
};

//! A row that another one may run as.
struct Choice
{
    int algorithm;
    unsigned needs;        //!< #Needs, besides those of the row
    bool byBlocks = false; //!< on the device block states run its passes: its own engine lacks kernels for the filter

    const Engine& onDevice() const;
};

struct Schedule
{
    int algorithm;    //!< cuda::RecursiveAlgorithm or AutoAlgorithm
    const char* name; //!< as users write it
    std::vector<Step> steps;
    Engine onHost, onDevice;
    unsigned needs;
    int transfers; //!< reads and writes of the image; 0 where they depend on what is chosen
    const char* origin;
    std::vector<Choice> choices = {}; //!< of Engine::CHOICE, the preferred one first

    bool isPublic() const { return algorithm >= 0; }
    bool isOfPaper() const
    {
        return isPublic() && algorithm != cuda::RECURSIVE_AUTO && algorithm != cuda::RECURSIVE_BAND;
    }
    bool isBuilt() const { return onHost != Engine::NONE || onDevice != Engine::NONE; }
};

/** A step that applies costs a read and a write of the image. A step that only gathers costs a read. RECURSIVE_ALG_5
closes lines by zeros, RECURSIVE_ALG_6 by the borders of Nehab and Maximo 2016 (6c, 6p, 6e). RECURSIVE_ALG_5_4 has
filter 0, the first-order sections, and filter 1, the second-order ones; RECURSIVE_ALG_2X5_1 has two first-order
sections (schedule_filters.hpp). They share a step where they meet. The function is as long as its table. */
inline const std::vector<Schedule>& schedules()
{
    using namespace cuda;
    constexpr Pass NONE = Pass::NONE, D = Pass::D, U = Pass::U, R = Pass::R, L = Pass::L;
    constexpr Pass DU = Pass::DU, RL = Pass::RL, DURL = Pass::DURL;
    constexpr Engine NOT_YET = Engine::NONE, CHOICE = Engine::CHOICE, BANDS = Engine::BANDS,
                     LINES = Engine::WHOLE_LINES, TWO_READS = Engine::TWO_READS;
    // papers/ has these engines.
    constexpr Engine TILES = HAS_PAPERS ? Engine::TILES : NOT_YET, PADDED = HAS_PAPERS ? Engine::PADDED : NOT_YET,
                     LINES_ON_DEVICE = HAS_PAPERS ? LINES : NOT_YET;
    // clang-format off
    static const std::vector<Schedule> table = {
        {RECURSIVE_AUTO, "RECURSIVE_AUTO", {}, CHOICE, CHOICE, NEEDS_NOTHING, 0, "the fastest by measurement",
         {{ONE_READ_OF_LINES, NEEDS_ONE_CASCADE | NEEDS_FADING | NEEDS_FLOAT | NEEDS_OUT_OF_PLACE},
          {AXES_APART, NEEDS_AXES_APART},
          {CHANNEL_COLUMNS, NEEDS_MANY_CHANNELS},
          {LONG_LINES, NEEDS_LONG_LINES},
          {FEW_LINES, NEEDS_FEW_LINES},
          {SHORT_LINES, NEEDS_SHORT_LINES},
          {BAND_LOOK_AHEAD, NEEDS_FADING},
          {RECURSIVE_BAND, NEEDS_NOTHING},
          {ONE_READ, NEEDS_FADING | NEEDS_ALIKE_CASCADES | NEEDS_FLOAT | NEEDS_OUT_OF_PLACE},
          {ONE_READ_IN_DOUBLE, NEEDS_WIDE_CASCADES | NEEDS_OUT_OF_PLACE},
          {ONE_LAUNCH, NEEDS_ALIKE_CASCADES | NEEDS_MILD_POLES | NEEDS_ROOM_ON_CHIP},
          {MARCH, NEEDS_ONE_DIRECTION | NEEDS_COPIES},
          {BLOCK_STATES, NEEDS_BLOCKS},
          {RECURSIVE_ALG_6, NEEDS_MILD_POLES},
          {RECURSIVE_ALG_3, NEEDS_NOTHING}}},
        {RECURSIVE_ALG_RT, "RECURSIVE_ALG_RT", {{D, NONE}, {U, NONE}, {R, NONE}, {L, NONE}},
         LINES, LINES_ON_DEVICE, NEEDS_NOTHING, 8, "Ruijters and Thevenaz 2012"},
        {RECURSIVE_ALG_1, "RECURSIVE_ALG_1",
         {{NONE, D}, {D, NONE}, {NONE, U}, {U, NONE}, {NONE, R}, {R, NONE}, {NONE, L}, {L, NONE}},
         TILES, TILES, NEEDS_CASCADE, 12, "Nehab et al. 2011, section 4.2"},
        {RECURSIVE_ALG_2, "RECURSIVE_ALG_2", {{NONE, D}, {D, U}, {U, R}, {R, L}, {L, NONE}},
         TILES, TILES, NEEDS_CASCADE, 9, "Nehab et al. 2011, section 4.3"},
        {RECURSIVE_ALG_3, "RECURSIVE_ALG_3", {{NONE, DU}, {DU, NONE}, {NONE, RL}, {RL, NONE}},
         TILES, TWO_READS, NEEDS_NOTHING, 6, "Nehab et al. 2011, section 4.4"},
        {RECURSIVE_ALG_4, "RECURSIVE_ALG_4", {{NONE, DU}, {DU, RL}, {RL, NONE}},
         TILES, TILES, NEEDS_NOTHING, 5, "Nehab et al. 2011, section 5.1"},
        {RECURSIVE_ALG_5, "RECURSIVE_ALG_5", {{NONE, DURL}, {DURL, NONE}},
         TILES, TWO_READS, NEEDS_ZERO_BORDER, 3, "Nehab et al. 2011, section 5.2"},
        {RECURSIVE_ALG_6, "RECURSIVE_ALG_6", {{NONE, DURL}, {DURL, NONE}},
         TILES, TWO_READS, NEEDS_NOTHING, 3, "Nehab and Maximo 2016"},
        {RECURSIVE_ALG_6B, "RECURSIVE_ALG_6B", {{NONE, DURL}, {DURL, NONE}},
         PADDED, PADDED, NEEDS_DECAY, 3, "Nehab and Maximo 2016, section 6: algorithm 5 on a padded image"},
        {RECURSIVE_ALG_2X5_1, "RECURSIVE_ALG_2X5_1", {{NONE, DURL, 0, 0}, {DURL, DURL, 0, 1}, {DURL, NONE, 1, 1}},
         TILES, TILES, NEEDS_CASCADE | NEEDS_REPEATING_BORDER | NEEDS_MIRRORED_POLES | NEEDS_TWO_POLES, 5,
         "Nehab et al. 2011, section 8"},
        {RECURSIVE_ALG_5_4, "RECURSIVE_ALG_5_4",
         {{NONE, DURL, 0, 0}, {DURL, DU, 0, 1}, {DU, RL, 1, 1}, {RL, NONE, 1, 1}},
         TILES, TILES, NEEDS_CASCADE | NEEDS_REPEATING_BORDER | NEEDS_MIRRORED_POLES, 7,
         "Nehab et al. 2011, section 8"},
        {RECURSIVE_BAND, "RECURSIVE_BAND", {{NONE, DU}, {DURL, NONE}},
         BANDS, NOT_YET, NEEDS_NOTHING, 3, "algorithm 6 with tiles as wide as the image"},
        {BAND_LOOK_AHEAD, "bands that look ahead", {{DURL, NONE}},
         BANDS, NOT_YET, NEEDS_NOTHING, 2, "bands, where carries from below fade within a few rows"},
        {FEW_LINES, "few lines", {{DURL, NONE}},
         Engine::FEW_LINES, NOT_YET, NEEDS_NOTHING, 2, "recursions sample by sample, where lines do not fill vectors"},
        {LONG_LINES, "long lines", {{NONE, DURL}, {DURL, NONE}},
         Engine::LONG_LINES, Engine::LONG_LINES, NEEDS_NOTHING, 3,
         "algorithm 3 along one axis, propagated from tile to tile and from part to part of a line"},
        {SHORT_LINES, "short lines", {{DURL, NONE}},
         Engine::SHORT_LINES, NOT_YET, NEEDS_NOTHING, 2, "each line times the matrix of its filter"},
        {CHANNEL_COLUMNS, "channels as columns", {{DURL, NONE}},
         Engine::CHANNEL_COLUMNS, NOT_YET, NEEDS_NOTHING, 2, "each row as an image whose columns are its channels"},
        {AXES_APART, "axes apart", {{DU, NONE}, {RL, NONE}},
         Engine::AXES_APART, NOT_YET, NEEDS_NOTHING, 4, "columns, then rows, each by the engine of its axis alone"},
        {ONE_LAUNCH, "one launch", {{DURL, NONE}},
         NOT_YET, Engine::ONE_LAUNCH, NEEDS_NOTHING, 2, "algorithm 6, where all tiles are on the chip at once"},
        {BLOCK_STATES, "block states", {{NONE, DURL}, {DURL, NONE}},
         NOT_YET, Engine::BLOCKS, NEEDS_NOTHING, 3, "algorithm 6 for any filter, by blocks of pixels"},
        {MARCH, "march", {{DURL, NONE}},
         NOT_YET, Engine::MARCH, NEEDS_NOTHING, 2, "lines from end to end, where they are filtered in one direction"},
        {ONE_READ, "one read", {{DURL, NONE}},
         NOT_YET, Engine::ONE_READ, NEEDS_NOTHING, 2,
         "tiles that read their surroundings, where the filter fades soon"},
        {ONE_READ_OF_LINES, "one read of lines", {{DURL, NONE}},
         NOT_YET, Engine::ONE_READ_OF_LINES, NEEDS_NOTHING, 2, "the same along one axis alone"},
        {ONE_READ_IN_DOUBLE, "one read in double", {{DURL, NONE}},
         NOT_YET, Engine::ONE_READ_IN_DOUBLE, NEEDS_NOTHING, 2, "one read of pixels up to float, computed in double"},
    };
    // clang-format on
    return table;
}

inline const Schedule* findSchedule(int algorithm, const std::vector<Schedule>& table = schedules())
{
    for (const Schedule& row : table)
        if (row.algorithm == algorithm)
            return &row;
    return nullptr;
}

//! The row of an algorithm that has been checked.
inline const Schedule& scheduleOf(int algorithm, const std::vector<Schedule>& table = schedules())
{
    const Schedule* const row = findSchedule(algorithm, table);
    CV_Assert(row);
    return *row;
}

inline const Engine& Choice::onDevice() const
{
    return byBlocks ? Engine::BLOCKS : scheduleOf(algorithm).onDevice;
}

//! The rows that may run a row on a side: itself, or its choices there, the preferred one first.
inline std::vector<Choice> choicesOf(const Schedule& row, Engine Schedule::*side,
                                     const std::vector<Schedule>& table = schedules())
{
    if (row.*side != Engine::CHOICE)
        return {{row.algorithm, NEEDS_NOTHING}};
    std::vector<Choice> list;
    for (const Choice& choice : row.choices)
        if (scheduleOf(choice.algorithm, table).*side != Engine::NONE)
            list.push_back(choice);
    return list;
}

//! The numbers of the public rows that run on a side, for tests and benchmarks.
inline std::vector<int> algorithmsOf(Engine Schedule::*side)
{
    std::vector<int> list;
    for (const Schedule& row : schedules())
        if (row.isPublic() && row.*side != Engine::NONE)
            list.push_back(row.algorithm);
    return list;
}

}} // namespace cv::recfilter

#endif
