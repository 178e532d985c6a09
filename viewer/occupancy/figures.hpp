/// What a trace says in numbers: where the time of the lanes goes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace_log.hpp"

namespace starling::viewer {

class Occupancy;

/// Sums over all recorded runs of a stage.
struct StageFigures {
  int token = 0;  ///< TraceSlice::stage
  std::string name;
  std::int64_t runs = 0;
  std::int64_t time_ns = 0;  ///< Of all lanes together.
  std::int64_t rows = 0;
  double share = 0;         ///< Of the time in all stages.
  double mean_ns = 0;       ///< Of a run.
  double active_share = 0;  ///< Of a crew's warps, those with a row; mean over time.
};

/// All lanes, from the first tile's start to the last one's end.
struct LaunchFigures {
  std::int64_t first_step = 0;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t tiles = 0;
  std::int64_t lanes = 0;  ///< That can have a tile at the same time.
  bool is_whole = true;    ///< All its tiles are in the trace; without that, what follows is 0.

  std::int64_t tail_ns = 0;    ///< From when the first lane has no more tiles, to the end.
  double tail_share = 0;       ///< Of the launch.
  double tail_idle_share = 0;  ///< Of the time of all lanes, what they wait for the last one.
  double waves = 0;            ///< Tiles a lane.
  double last_wave_empty = 0;  ///< Of the lanes, those without a tile in the last wave.
};

/// Nothing where it was not recorded.
struct Figures {
  /// As in TraceLog: of the time of all lanes inside launches, that without a tile.
  std::optional<double> idle_share;
  /// Of the warps of lanes with a tile, those with a row; mean over time. Parts of a tile whose
  /// stages were not recorded count as the stages of the tile that were; a tile without any counts
  /// by the most threads that had a row in it.
  std::optional<double> active_share;
  /// Of the time from the first stage of a recorded step to the last, what is in no stage: barriers
  /// and what stands between stages, and the trace's own cost. A lane's stage ends when its crew's
  /// first thread has done its rows, so that waiting for slower threads counts here. The way from
  /// one recorded step to the very next belongs to it.
  std::optional<double> waiting_share;
  std::int64_t waiting_ns = 0;
  std::int64_t staged_ns = 0;

  std::vector<LaunchFigures> launches;  ///< By time.
  std::int64_t whole_launches = 0;
  /// Over whole launches: means, of shares weighted by their time.
  std::optional<double> tail_ns;
  std::optional<double> tail_share;
  std::optional<double> tail_idle_share;
  std::optional<double> waves;
  std::optional<double> last_wave_empty;
};

/// Whether the time between two slices of a tile, one right after the other, is waiting: both are
/// stages, of one step or of two that follow each other.
bool is_wait(const TraceSlice& before, const TraceSlice& after);

/// All but the shares of stages, which the occupancy knows already.
Figures figures_of(const Occupancy& occupancy);

}  // namespace starling::viewer
