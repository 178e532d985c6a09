/// The list of marked worlds is that of the marks, whatever they are.
#include "engine/marked_worlds.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "kernels/hash.hpp"

namespace starling::tests {
namespace {

using detail::MarkedWorlds;
using detail::most_marks;

/// Marks one in `one_in` of `count` worlds, and what lies behind too; returns those within.
std::vector<std::int32_t> mark(MarkedWorlds& marked, std::ptrdiff_t count, std::uint64_t one_in) {
  std::vector<std::int32_t> expected;
  for (std::ptrdiff_t world = 0; world < most_marks; ++world) {
    const auto index = static_cast<std::uint64_t>(world);
    const bool is_marked = kernels::mix64(index + one_in) % one_in == 0;
    marked.marks[world] = is_marked ? 1 : 0;
    if (is_marked && world < count) expected.push_back(static_cast<std::int32_t>(world));
  }
  return expected;
}

TEST(MarkedWorlds, AreListedInOrder) {
  const auto marked = std::make_unique<MarkedWorlds>();
  for (const std::uint64_t one_in : {1U, 2U, 7U, 100U, 5000U}) {
    for (const std::ptrdiff_t count : {1, 7, 8, 9, 31, 64, 1000, 1023, 1024}) {
      const std::vector<std::int32_t> expected = mark(*marked, count, one_in);
      for (std::ptrdiff_t world = count; world < most_marks && world % 8 != 0; ++world)
        marked->marks[world] = 0;
      const std::ptrdiff_t listed = marked->list(count);
      EXPECT_EQ(std::vector<std::int32_t>(marked->worlds, marked->worlds + listed), expected)
          << count << " worlds, one in " << one_in;
    }
  }
}

TEST(MarkedWorlds, BehindTheLastAreClearedUpToAWholeGroup) {
  const auto marked = std::make_unique<MarkedWorlds>();
  for (const std::ptrdiff_t count : {1, 7, 8, 9, 1000, 1023, 1024}) {
    mark(*marked, count, 1);
    marked->clear_after(count);
    for (std::ptrdiff_t world = 0; world < count; ++world)
      marked->marks[world] = 1;
    EXPECT_EQ(marked->list(count), count);
  }
}

}  // namespace
}  // namespace starling::tests
