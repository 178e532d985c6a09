/// Memory that the threads of a team share while they work on a world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/platform.hpp"

namespace starling {

namespace detail {

/// The memory of a call, and what the call says of it.
struct ScratchMemory {
  std::byte* begin = nullptr;
  bool is_whole = false;     ///< All that the teams of a warp have.
  bool wants_whole = false;  ///< Set by the call: to be made again, with all of it.
};

}  // namespace detail

/// Teams of so many lanes that are in a warp.
constexpr std::uint32_t teams_a_warp(std::uint32_t lanes) {
  return 32 / lanes;
}

/// Parameter of a system that EachWorldTeam calls: one T for the team, on a GPU in shared memory,
/// on a CPU on the stack of its thread. What it holds when the system is called is nothing that may
/// be read, and it is lost when the system returns: it is no part of the world.
///
/// Its size decides how many worlds a multiprocessor works on at a time: an H200 has 227 KB for
/// all. So T is best as much as most worlds need. One that needs more asks for the whole: the
/// system returns with its world as it was, and is called once more, when the other teams of its
/// warp have no use for theirs. On a CPU a team has the whole at once.
template <class T>
class Scratch {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16,
                "scratch memory is plain data, aligned to 16 bytes at most");

 public:
  STARLING_FN explicit Scratch(detail::ScratchMemory& memory) : memory_(&memory) {}

  STARLING_FN T& operator*() const { return *reinterpret_cast<T*>(memory_->begin); }
  STARLING_FN T* operator->() const { return reinterpret_cast<T*>(memory_->begin); }

  /// Whether there are as many Ts as a warp has teams.
  STARLING_FN bool is_whole() const { return memory_->is_whole; }
  /// All threads of the team ask, or none. Not where it is whole.
  STARLING_FN void ask_for_whole() const { memory_->wants_whole = true; }

 private:
  detail::ScratchMemory* memory_;
};

namespace detail {

/// Bytes from one team's scratch memory to the next, of teams of so many lanes: as many more words
/// than a multiple of 32 as a team has lanes, so that the lanes of all teams of a warp meet
/// different banks when each reads the same of its own.
consteval std::uint32_t scratch_stride_bytes(std::uint32_t bytes, std::uint32_t lanes) {
  if (bytes == 0) return 0;
  const std::uint32_t words = (bytes + 3) / 4;
  const std::uint32_t beyond = lanes % 32;
  return 4 * ((words + 31 - beyond) / 32 * 32 + beyond);
}
static_assert(scratch_stride_bytes(4, 8) == 32 && scratch_stride_bytes(36, 8) == 160 &&
              scratch_stride_bytes(128, 32) == 128 && scratch_stride_bytes(132, 32) == 256);

}  // namespace detail
}  // namespace starling
