/// The file of a checkpoint: a batch of worlds at one moment, whatever machine and tiles had it.
///
/// A file is 12 bytes, magic and version, and then blocks. All numbers are little endian. A block
/// is
///
///   u64 stored_bytes  of the zstd frame
///   u64 plain_bytes   of what is in it
///   u64 checksum      of the block's index, both numbers and the stored bytes
///   a zstd frame
///
/// The first block is the header: see CheckpointHeader, field by field. Each other one is a part:
/// the next `part_worlds` worlds, the last one those that are left. A part has the columns in the
/// description's order but for the engine's own, each world by world, of tables that grow the rows
/// that live, and each row scalar by scalar without padding. Of exported columns it is what the
/// newest step wrote; of final observations zeros where no episode ended in it.
///
/// Nothing says how the worlds lay in memory: slabs, tiles and launches are the reader's own.
#pragma once

#include <cstdint>

namespace starling::checkpoint {

inline constexpr char magic[] = "starsave";  ///< Eight of its bytes.
inline constexpr std::uint32_t version = 1;
inline constexpr std::int64_t preamble_bytes = 12;

struct BlockHead {
  std::uint64_t stored_bytes = 0;
  std::uint64_t plain_bytes = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(BlockHead) == 24);

/// What a reader makes room for before it knows the environment.
inline constexpr std::uint64_t most_header_bytes = 4 << 20;

/// A part has as many worlds as fit, but one at least and never more than so many: few enough for
/// some of them to be read without the others, enough to be compressed well.
inline constexpr std::int64_t full_part_bytes = 4 << 20;
inline constexpr std::int64_t most_part_worlds = 4096;

}  // namespace starling::checkpoint
