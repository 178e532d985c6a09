/// What one launch of a program is given: where the columns lie and which worlds to step.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/column_set.hpp"
#include "kernels/platform.hpp"

namespace starling {

/// Threads of the largest CUDA block that the engine launches,
inline constexpr int max_block_threads = 384;
/// and where no threads share a world.
inline constexpr int plain_block_threads = 256;

/// The same for a kernel of so many lanes a world, of which a warp is enough: its groups never
/// leave it. 0: a block steps a tile.
constexpr int most_block_threads(int lanes) {
  return lanes > 1 ? 32 : plain_block_threads;
}

/// Most threads of a block that steps tiles in shared memory where tables grow or a run sets their
/// rows.
inline constexpr int walking_threads = 128;

/// Where a column lies.
struct ColumnPlace {
  std::byte* exported = nullptr;  ///< An exported column, at the first slot.
  std::uint32_t offset = 0;       ///< A state column, within a slab; a strip, where it is staged.
  std::uint32_t row_bytes = 0;    ///< Of a strip.
};

/// The rows of a table.
struct TableShape {
  std::int32_t plane_rows = 0;    ///< Of a tile, padded to whole warps.
  std::int32_t rows = 0;          ///< Of a world; the most where the table grows.
  std::int32_t first_entity = 0;  ///< Of a world: the number of its first entity.
};

/// Read-only data that all worlds of a run share.
struct SharedArray {
  const std::byte* data = nullptr;
  std::int64_t size = 0;  ///< Elements.
};

/// Most types of shared data of an environment.
inline constexpr int max_shared = 12;

/// Plain data, handed to CPU threads by reference and to a CUDA kernel by value.
struct Launch {
  std::byte* slabs = nullptr;  ///< One slab a tile, `slab_bytes` apart.
  std::int64_t slab_bytes = 0;
  std::uint32_t staging_bytes = 0;  ///< Of the strips of a tile, in shared memory behind its slab.
  std::int64_t worlds = 0;
  std::int32_t tile_worlds = 0;
  std::int32_t tiles = 0;
  std::int32_t steps = 1;
  std::int32_t slots = 1;        ///< Slots of the exports: the most steps of a launch.
  std::uint32_t first_step = 0;  ///< Steps done before, for error words,
  const std::uint32_t* steps_before = nullptr;  ///< plus this word, where a launch is replayed.
  std::int32_t steps_begun = 0;   ///< Steps of the same launch that were queued apart, before this.
  std::uint32_t first_world = 0;  ///< Number of the batch's first world: see Settings.
  std::uint64_t seed = 0;
  const std::int32_t* tile_order = nullptr;  ///< Order in which tiles are taken, or null.
  bool has_waves = false;                    ///< CUDA: more blocks than the device holds at once.

  SharedArray shared[max_shared] = {};
  TableShape tables[max_tables] = {};
  ColumnPlace columns[max_columns] = {};
};

/// Steps done before step `step` of a launch, for error words: modulo 2^32.
STARLING_FN std::uint64_t step_number(const Launch& launch, std::int32_t step) {
  const std::uint32_t before = launch.steps_before != nullptr ? *launch.steps_before : 0;
  return (launch.first_step + before) + std::uint64_t(step);
}

/// As much of a Launch as an environment of so many columns needs: what a kernel is handed. Smaller
/// parameters make shorter launches.
template <int columns>
struct alignas(Launch) LaunchPrefix {
  std::byte bytes[offsetof(Launch, columns) + columns * sizeof(ColumnPlace)];
};

/// What the engine can run on an environment. The first two make and restart worlds.
enum class ProgramKind : std::uint8_t {
  Create,   ///< Sets every state column to T{}.
  Reset,    ///< Starts a fresh episode in the worlds whose ResetRequest is set.
  Step,     ///< One step a turn, actions from the tensors.
  Rollout,  ///< One step a turn, actions drawn uniformly and written to the tensors.
  Verify,   ///< Rollout, and every world hashed after every step.
  Hash,     ///< Hashes every world.
  Draw,     ///< Draws the actions of the next step into the tensors; nothing else changes.
};

inline constexpr int program_kinds = 7;

}  // namespace starling
