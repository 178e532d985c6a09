/// Into how many CUDA blocks attention's works go on Hopper, and in which order.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_hopper_work.hpp"

namespace starling::kernels {

struct AttentionPlan {
  AttentionOrder order;
  std::uint32_t blocks;  ///< Of the grid.
};

namespace detail {

/// Of keys and values that are worked with at a time: half of an H200's L2 cache.
inline constexpr std::int64_t section_bytes = std::int64_t{24} << 20;
inline constexpr std::int64_t most_heads_a_section = 1024;

inline std::uint32_t most_heads(const AttentionArguments& arguments) {
  const std::int64_t bytes_a_head = 4 * arguments.key_length * arguments.head_dim;
  const std::int64_t most = std::min(arguments.batch * arguments.heads, most_heads_a_section);
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(section_bytes / bytes_a_head, 1, most));
}

/// Slots for an even number of turns.
inline std::uint64_t slots_for(std::uint64_t works, std::uint32_t blocks) {
  const std::uint64_t two_turns = std::uint64_t{2} * blocks;
  return (works + two_turns - 1) / two_turns * two_turns;
}

}  // namespace detail

/// For arguments with queries and keys. `processors`: of the device, each of which takes one block
/// at a time.
///
/// A block that takes work after work fetches the next one's queries and keys while it ends the one
/// before. Without a causal mask works are alike, and every processor gets a block. With one they
/// are dealt out as AttentionOrder says, unless few heads leave too many slots without work: then
/// every work gets a block, and blocks go to whichever processor is free, which costs 5 to 8%.
template <class Tile>
AttentionPlan plan_attention(const AttentionArguments& arguments, std::uint32_t processors) {
  using Works = AttentionWorks<Tile>;
  const std::uint32_t works = Works::count(arguments);
  const std::uint32_t works_a_head = Works::row_blocks(arguments);
  if (!arguments.causal) return {{1, works_a_head}, std::min(works, processors)};
  const std::uint32_t most = detail::most_heads(arguments);
  const auto heads = static_cast<std::uint64_t>(arguments.batch * arguments.heads);
  std::uint64_t fewest = ~std::uint64_t{0};
  AttentionOrder best{};
  for (std::uint32_t own = 1; own <= most; ++own) {
    const std::uint64_t slots = detail::slots_for(std::uint64_t{own} * works_a_head, processors);
    const std::uint64_t all_slots = (heads + own - 1) / own * slots;
    if (all_slots >= fewest) continue;
    fewest = all_slots;
    best = {own, static_cast<std::uint32_t>(slots)};
  }
  if (fewest <= works + works / 8) return {best, processors};
  return {{most, most * works_a_head}, works};
}

}  // namespace starling::kernels
