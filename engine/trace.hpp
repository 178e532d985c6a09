/// What a crew notes of its work, tile by tile and stage by stage, in records of its own.
///
/// An executor takes the tracer as a template parameter and calls its hooks. Those of NoTrace are
/// empty, so that a program that is not traced is the same code as without hooks (which a test
/// compares); those of CrewTrace write records, by one thread of the crew and without atomics.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/platform.hpp"

namespace starling {

enum class TraceKind : std::uint16_t {
  Count,  ///< The first of a lane's records: `start` records follow, `end` more were dropped.
  Begin,  ///< A crew starts a launch: at `start` ticks and `end` ns, on processor `tile`, after
          ///< `rows` steps.
  Tile,   ///< A crew stepped a tile of `rows` worlds for the whole launch.
  Stage,  ///< A crew ran stage `stage` in step `step`, on `rows` rows of the tile that follows.
  Busy,   ///< At the end of a launch: `start` ticks with a tile, the last until `end`; `rows`
          ///< records dropped.
  End     ///< A crew ends a launch: at `start` ticks and `end` ns.
};

/// Times are ticks of the crew's clock unless said otherwise.
struct TraceRecord {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::int32_t tile = 0;
  std::uint32_t rows = 0;
  std::uint16_t step = 0;   ///< Of the launch.
  std::uint16_t stage = 0;  ///< Index of its first token.
  std::uint16_t lanes = 0;  ///< Threads of the crew that had a row; of stages.
  TraceKind kind = TraceKind::Count;
};
static_assert(sizeof(TraceRecord) == 32, "a record is two words of 16 bytes");

/// Where records go. Every lane, which is a CUDA block or a CPU thread, has as many slots.
struct TraceTarget {
  TraceRecord* records = nullptr;  ///< [lanes, lane_records]
  std::int64_t total_records = 0;  ///< Room for all lanes together.
  std::int32_t lanes = 0;
  std::uint32_t lane_records = 0;
  bool stages = false;          ///< A record for each stage, not only for each tile,
  std::uint32_t step_mask = 0;  ///< in those steps of a launch that have none of these bits.
};

/// Gives each of `lanes` lanes as many slots of the target.
inline void share_out(TraceTarget& target, int lanes) {
  target.lanes = lanes;
  target.lane_records = static_cast<std::uint32_t>(target.total_records / lanes);
}

/// Where a crew stands in its lane: a block's in shared memory, a thread's apart from others'.
/// Without initialisers, as shared memory wants it; `launch_begin` sets all.
struct alignas(64) TraceCursor {
  std::uint64_t tile_start;
  std::uint64_t tile_end;
  std::uint64_t stage_start;
  std::uint64_t busy;            ///< Ticks with a tile in this launch.
  std::uint32_t next;            ///< Slot of the next record.
  std::uint32_t limit;           ///< End of the slots for tiles and stages; 0 where there are none.
  std::uint32_t dropped;         ///< Records in this launch that had no slot.
  std::uint32_t dropped_before;  ///< And in all launches before.
};

/// Traces nothing.
struct NoTrace {
  STARLING_FN void tile_begin() const {}
  STARLING_FN void tile_end(std::int32_t, std::int64_t) const {}
  template <int stage>
  STARLING_FN void stage_begin(std::int32_t) const {}
  template <int stage>
  STARLING_FN void stage_end(std::int32_t, std::int64_t, std::int64_t) const {}
};

/// Traces one crew. `Machine` knows the time and which thread of the crew writes:
/// `ticks()`, `nanoseconds()`, `is_writer()`.
template <class Machine>
class CrewTrace {
 public:
  STARLING_FN CrewTrace(const TraceTarget& target, TraceCursor& cursor, std::int32_t lane)
      : target_(target), cursor_(cursor), lane_(lane) {}

  /// To be called when a crew starts a launch, before all else. Three slots at the end are kept for
  /// `launch_end` and the launch's own beginning.
  STARLING_FN void launch_begin(std::int32_t processor, std::uint32_t first_step) const {
    if (!Machine::is_writer()) return;
    const TraceRecord count = slot(0);
    const auto used = static_cast<std::uint32_t>(count.start);
    const bool has_room = used + 4 <= target_.lane_records;
    cursor_ = {};
    cursor_.next = used + 1;
    cursor_.dropped_before = static_cast<std::uint32_t>(count.end);
    cursor_.limit = has_room ? target_.lane_records - 2 : 0;
    const std::uint64_t now = Machine::ticks();
    add({.start = now,
         .end = Machine::nanoseconds(),
         .tile = processor,
         .rows = first_step,
         .kind = TraceKind::Begin});
    cursor_.tile_end = now;
  }

  /// Around a tile: which, and its worlds.
  STARLING_FN void tile_begin() const {
    if (Machine::is_writer()) cursor_.tile_start = Machine::ticks();
  }
  STARLING_FN void tile_end(std::int32_t tile, std::int64_t worlds) const {
    if (!Machine::is_writer()) return;
    cursor_.tile_end = Machine::ticks();
    cursor_.busy += cursor_.tile_end - cursor_.tile_start;
    add({.start = cursor_.tile_start,
         .end = cursor_.tile_end,
         .tile = tile,
         .rows = static_cast<std::uint32_t>(worlds),
         .kind = TraceKind::Tile});
  }

  /// The first step from `step` on of which stages are recorded. An executor of short steps asks
  /// for it, instead of at every stage.
  STARLING_FN std::int32_t next_recorded(std::int32_t step) const {
    constexpr std::int32_t never = 0x7fffffff;
    const auto mask = static_cast<std::int32_t>(target_.step_mask);
    return target_.stages ? (step + mask) & ~mask : never;
  }

  /// Around a stage of the tile at hand: in which step, its rows, and how many threads had one.
  template <int stage>
  STARLING_FN void stage_begin(std::int32_t step) const {
    if (is_recorded(step)) cursor_.stage_start = Machine::ticks();
  }
  template <int stage>
  STARLING_FN void stage_end(std::int32_t step, std::int64_t rows, std::int64_t lanes) const {
    static_assert(stage >= 0 && stage < (1 << 16), "a record has 16 bits for a stage");
    if (!is_recorded(step)) return;
    add({.start = cursor_.stage_start,
         .end = Machine::ticks(),
         .tile = 0,
         .rows = static_cast<std::uint32_t>(rows),
         .step = static_cast<std::uint16_t>(step),
         .stage = static_cast<std::uint16_t>(stage),
         .lanes = static_cast<std::uint16_t>(lanes),
         .kind = TraceKind::Stage});
  }

  /// To be called when a crew ends a launch, after all else.
  STARLING_FN void launch_end() const {
    if (!Machine::is_writer()) return;
    if (cursor_.limit > 0) {
      cursor_.limit = target_.lane_records;
      add({.start = cursor_.busy,
           .end = cursor_.tile_end,
           .rows = cursor_.dropped,
           .kind = TraceKind::Busy});
      const std::uint64_t now = Machine::ticks();
      add({.start = now, .end = Machine::nanoseconds(), .kind = TraceKind::End});
    }
    store(slot(0), {.start = cursor_.next - 1, .end = cursor_.dropped_before + cursor_.dropped});
  }

 private:
  STARLING_FN bool is_recorded(std::int32_t step) const {
    return target_.stages && (static_cast<std::uint32_t>(step) & target_.step_mask) == 0 &&
           Machine::is_writer();
  }

  /// nvcc writes a struct word by word, but these whole.
  struct alignas(16) Half {
    std::uint64_t words[2];
  };
  struct Halves {
    Half halves[2];
  };

  STARLING_FN static void store(TraceRecord& to, const TraceRecord& record) {
    const auto halves = std::bit_cast<Halves>(record);
    auto* place = reinterpret_cast<Half*>(&to);
    place[0] = halves.halves[0];
    place[1] = halves.halves[1];
  }

  STARLING_FN TraceRecord& slot(std::uint32_t index) const {
    return target_.records[static_cast<std::int64_t>(lane_) * target_.lane_records + index];
  }

  STARLING_FN void add(const TraceRecord& record) const {
    if (cursor_.next < cursor_.limit) {
      store(slot(cursor_.next++), record);
    } else {
      ++cursor_.dropped;
    }
  }

  const TraceTarget& target_;
  TraceCursor& cursor_;
  std::int32_t lane_;
};

namespace detail {

struct ThreadMachine;
using ThreadTrace = CrewTrace<ThreadMachine>;

}  // namespace detail

}  // namespace starling
