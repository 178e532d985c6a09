/// A trace small enough to be worked out by hand.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/trace_log.hpp"

namespace starling::viewer::tests {

/// Puts slices together, in the order in which a log has them.
class TraceMaker {
 public:
  explicit TraceMaker(Device device = Device::Cuda, int threads = 128) {
    log_.environment = "herd";
    log_.device_name = "a device";
    log_.device = device;
    log_.threads = threads;
    log_.level = TraceLevel::Stage;
    log_.stage_names = {{2, "move"}, {5, "eat, grow"}};
  }

  TraceMaker& lane(int processor, int lane) {
    processor_ = processor;
    lane_ = lane;
    return *this;
  }
  TraceMaker& tile(std::int64_t start_ns, std::int64_t end_ns, std::int64_t step, int index = 0,
                   int active_lanes = 128) {
    log_.slices.push_back({start_ns, end_ns, processor_, lane_, -1, index, step, 4, active_lanes});
    return *this;
  }
  TraceMaker& stage(std::int64_t start_ns, std::int64_t end_ns, std::int64_t step, int stage,
                    std::int64_t rows, int active_lanes) {
    const int tile = log_.slices.back().tile;
    log_.slices.push_back(
        {start_ns, end_ns, processor_, lane_, stage, tile, step, rows, active_lanes});
    return *this;
  }

  TraceLog& log() { return log_; }

 private:
  TraceLog log_;
  int processor_ = 0;
  int lane_ = 0;
};

/// Two multiprocessors, three blocks of 128 threads, two launches. A block of SM 4 records step 0
/// of its first tile: from 100 to 200 half of the warps, waits for 50, from 250 to 300 all of them.
///
///       0    100  200 250  300       600       800       1000     1200
///  0/0  |tile 0 .............................| tile 2....| - tile 3|
///  0/1  |tile 1 ..................|                      | - |
///  4/0  |    |move|-|eat |.....................................| - |
inline TraceLog small_trace() {
  TraceMaker maker;
  maker.lane(0, 0).tile(0, 800, 0, 0).tile(800, 1000, 0, 2).tile(1000, 1200, 64, 0);
  maker.lane(0, 1).tile(0, 600, 0, 1).tile(1000, 1100, 64, 1);
  maker.lane(4, 0)
      .tile(0, 900, 0, 3)
      .stage(100, 200, 0, 2, 10, 64)
      .stage(250, 300, 0, 5, 7, 128)
      .tile(1050, 1100, 64, 2);
  maker.log().tiles = 4;
  maker.log().lanes = 3;
  maker.log().stage_period = 64;
  maker.log().idle_share_in_launches = 0.125;
  return maker.log();
}

}  // namespace starling::viewer::tests
