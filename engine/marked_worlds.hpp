/// Lists the few worlds of many that are marked, without branches: which worlds they are cannot be
/// predicted.
#pragma once

#include <cstdint>
#include <cstring>

#include "kernels/platform.hpp"

namespace starling::detail {

/// Most worlds that are marked at a time: marks and list lie on the stack.
inline constexpr std::ptrdiff_t most_marks = 1024;

struct MarkedWorlds {
  alignas(64) std::uint8_t marks[most_marks];  ///< 1 or 0; 0 up to the next whole group.
  std::int32_t worlds[most_marks];             ///< Of those marked, in order.

  static constexpr std::ptrdiff_t group = 8;

  /// Unmarks what lies between `count` and the next whole group.
  void clear_after(std::ptrdiff_t count) {
    constexpr auto bytes = static_cast<std::size_t>(group);
    if (count % group != 0) std::memset(marks + count / group * group, 0, bytes);
  }

  /// Fills `worlds` from the first `count` marks; returns how many there are. First the groups that
  /// hold any, then the worlds of those: with a branch for each world CartPole lost a fifth.
  std::ptrdiff_t list(std::ptrdiff_t count) {
    std::int32_t groups[most_marks / group];
    std::ptrdiff_t group_count = 0;
    for (std::ptrdiff_t first = 0; first < count; first += group) {
      std::uint64_t any = 0;
      std::memcpy(&any, marks + first, sizeof any);
      groups[group_count] = static_cast<std::int32_t>(first);
      group_count += any != 0 ? 1 : 0;
    }
    std::ptrdiff_t listed = 0;
    for (std::ptrdiff_t index = 0; index < group_count; ++index) {
      STARLING_UNROLL
      for (std::int32_t member = 0; member < group; ++member) {
        worlds[listed] = groups[index] + member;
        listed += marks[groups[index] + member];
      }
    }
    return listed;
  }
};

}  // namespace starling::detail
