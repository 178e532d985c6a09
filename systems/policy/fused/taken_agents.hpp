/// Which agents a block takes at a time, and which token each of its rows is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// A row of the block.
struct Row {
  std::uint32_t agent = 0;  ///< Of those that the block has taken.
  std::uint32_t token = 0;  ///< Of the agent.
  std::uint32_t begin = 0;  ///< The agent's rows.
  std::uint32_t count = 0;  ///< 0: there is no such row.
};

/// Takes agents in their order, as many as have room with their present tokens one after the other.
/// `rows`: of the block, at most its threads. Every thread of the block makes the same calls.
template <int rows, int warps>
class TakenAgents {
 public:
  static_assert(rows <= 32 * warps && rows <= 512);

  /// `ends`: 4 bytes a row and 128 more. `tokens`: 2 bytes a row, which may be used for other
  /// things between the last call of row() and the next of take(), with a sync before and after.
  STARLING_FN TakenAgents(std::byte* ends, std::byte* tokens)
      : ends_(reinterpret_cast<std::uint32_t*>(ends)),
        totals_(ends_ + rows),
        tokens_(reinterpret_cast<std::uint16_t*>(tokens)) {}

  /// Takes agents from `next` on, which is less than `end`. Other threads see them when it returns;
  /// a sync must lie between their last reading of those before and this call.
  STARLING_FN void take(const ObservedTokens& observed, std::int64_t next, std::int64_t end) {
    const std::uint32_t thread = kernels::thread_index();
    const bool is_candidate = thread < most_agents(observed) && next + thread < end;
    std::uint64_t present = is_candidate ? present_tokens(observed, next + thread) : 0;
    const std::uint32_t count = is_candidate ? bits_of(present) : 0;
    std::uint32_t sum = count;  // of the warp's threads up to this
    STARLING_UNROLL
    for (std::uint32_t step = 1; step < 32; step *= 2) {
      const std::uint32_t lane = thread % 32;
      const std::uint32_t below = kernels::warp_read(sum, lane - step);
      sum += lane >= step ? below : 0;
    }
    if (thread % 32 == 31) totals_[thread / 32] = sum;
    kernels::sync_block();
    for (std::uint32_t warp = 0; warp < thread / 32; ++warp)
      sum += totals_[warp];
    const bool has_room = is_candidate && sum <= rows;
    if (thread < rows) ends_[thread] = has_room ? sum : rows + 1;
    if (has_room) {
      for (std::uint32_t row = sum - count; row < sum; ++row, present &= present - 1) {
        const std::uint32_t token = bits_of((present & (~present + 1)) - 1);
        tokens_[row] = static_cast<std::uint16_t>(thread << 6 | token);
      }
    }
    kernels::sync_block();
    agents_ = agents_with_room();
    taken_rows_ = agents_ == 0 ? 0 : ends_[agents_ - 1];
  }

  STARLING_FN std::uint32_t agents() const { return agents_; }
  STARLING_FN std::uint32_t taken_rows() const { return taken_rows_; }
  /// Rows of an agent are [begin, end).
  STARLING_FN std::uint32_t begin(std::uint32_t agent) const {
    return agent == 0 ? 0 : ends_[agent - 1];
  }
  STARLING_FN std::uint32_t end(std::uint32_t agent) const { return ends_[agent]; }

  STARLING_FN Row row(std::uint32_t index) const {
    if (index >= taken_rows_) return {};
    const std::uint32_t agent = tokens_[index] >> 6;
    return {agent, tokens_[index] & 63U, begin(agent), end(agent) - begin(agent)};
  }

 private:
  STARLING_FN static std::uint32_t bits_of(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
    return static_cast<std::uint32_t>(__popcll(word));
#else
    return static_cast<std::uint32_t>(__builtin_popcountll(word));
#endif
  }

  STARLING_FN static std::uint32_t most_agents(const ObservedTokens& observed) {
    return observed.mask == nullptr ? rows / static_cast<std::uint32_t>(observed.tokens) : rows;
  }

  /// Bit t: token t of an agent is there.
  STARLING_FN static std::uint64_t present_tokens(const ObservedTokens& observed,
                                                  std::int64_t agent) {
    if (observed.mask == nullptr) return ~std::uint64_t{0} >> (64 - observed.tokens);
    const std::uint8_t* mask = observed.mask + agent * observed.mask_stride;
    std::uint64_t present = 1;
    for (std::int32_t token = 1; token < observed.tokens; ++token)
      present |= static_cast<std::uint64_t>(mask[token] != 0) << token;
    return present;
  }

  STARLING_FN std::uint32_t agents_with_room() const {
    std::uint32_t low = 0;
    std::uint32_t high = rows;
    while (low < high) {
      const std::uint32_t middle = (low + high) / 2;
      if (ends_[middle] > rows) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  std::uint32_t* ends_;    ///< [rows]: where a candidate's rows end; beyond all if it has no room.
  std::uint32_t* totals_;  ///< [warps]
  std::uint16_t* tokens_;  ///< [rows]: an agent, 10 bits, and a token of it, 6.
  std::uint32_t agents_ = 0;
  std::uint32_t taken_rows_ = 0;
};

}  // namespace starling::policy
