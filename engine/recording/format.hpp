/// The file of a recording: all that a run depended on, from which it is simulated again.
///
/// A file is 12 bytes, magic and version, and then blocks, appended while the run goes on, so that
/// a file that was cut anywhere holds the run up to its last whole block. All numbers are little
/// endian. A block is
///
///   u32 kind          Header, Steps or End
///   u32 steps         that the block holds; 0 but for Steps
///   u32 stored_bytes  of what follows the checksum
///   u32 plain_bytes   of that once it is decompressed
///   u64 checksum      of the block's index, the four numbers and the stored bytes
///   a zstd frame
///
/// Inside, whole numbers are varints (seven bits a byte, the lowest first), texts are a length and
/// bytes, and hashes eight bytes.
///
/// Header, the first block and no other: see RecordingHeader, field by field.
///
/// Steps: the events of these steps, in the order in which they happened: how many; of each the
/// steps of the block done before it, a byte that says what it is, and what RecordedEvent has of
/// it. Then a byte: 0, the actions were drawn inside the steps and follow from the seed; 1, they
/// are here, of all input columns in the description's order, field by field:
///
///   A field of `choices` choices has digits, as many of them in a byte as fit: base^digits <= 256.
///   The digits of a byte are those of one agent in successive steps, the first step's lowest:
///   agents that do the same again give the same bytes again. First come all full bytes, agent by
///   agent, then a byte an agent for the steps that are left, then the values that are no choices:
///   how many, and of each its place (step * agents + agent) less the one before, and its bytes.
///   Random actions of 1,000 steps of 4,096 worlds take 529 KB in CartPole and 2.77 MB in
///   Overcooked, whose entropies are 512 KB and 2.65 MB; zstd alone, a byte a choice, takes 766 KB
///   and 2.86 MB.
///
///   Other fields lie byte by byte: the lowest byte of all values, agent by agent and step by step,
///   then the next.
///
/// End: the steps of the whole run. Its presence says that the run ended as it should.
#pragma once

#include <cstdint>

namespace starling::recording {

inline constexpr char magic[] = "starling";  ///< Eight of its bytes.
inline constexpr std::uint32_t version = 1;
inline constexpr std::int64_t preamble_bytes = 12;

enum class BlockKind : std::uint32_t { Header = 0, Steps = 1, End = 2 };

/// What stands before a block's frame.
struct BlockHead {
  BlockKind kind = BlockKind::Steps;
  std::uint32_t steps = 0;
  std::uint32_t stored_bytes = 0;
  std::uint32_t plain_bytes = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(BlockHead) == 24);

/// What a reader allocates for one block at the most, and a writer fills.
inline constexpr std::int64_t max_plain_bytes = 64 << 20;

/// A block ends with the launch that makes it as long: what a crash loses, at the most.
inline constexpr std::int64_t full_block_steps = 64;
inline constexpr std::int64_t full_block_bytes = 8 << 20;  ///< Of actions before they are packed.

/// What the actions of one step may take, and a hash with them.
inline constexpr std::int64_t max_step_bytes = 32 << 20;

inline constexpr std::int64_t max_block_steps = 1 << 16;

/// Runs of consecutive worlds, each of which a replay makes a simulator of.
inline constexpr std::size_t max_ranges = 256;

}  // namespace starling::recording
