/// The nearest rows are those that sorting all would give, alone as by a warp.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "systems/nearest.hpp"
#include "tests/support/warp_of_threads.hpp"

namespace starling::systems {
namespace {

constexpr std::size_t wanted = 12;
using Rows = std::array<std::uint32_t, wanted>;

Rows by_sorting(const std::vector<Nearness>& rows) {
  std::vector<Nearness> sorted = rows;
  std::sort(sorted.begin(), sorted.end(),
            [](const Nearness& a, const Nearness& b) { return a.is_before(b); });
  sorted.resize(std::max(sorted.size(), wanted));
  Rows nearest;
  for (std::size_t rank = 0; rank < wanted; ++rank)
    nearest[rank] = sorted[rank].row;
  return nearest;
}

template <class Threads>
Rows by_team(const std::vector<Nearness>& rows) {
  return nearest_rows<wanted>(Threads{}, static_cast<RowIndex>(rows.size()),
                              [&](RowIndex row) { return rows[static_cast<std::size_t>(row)]; });
}

void expect_nearest(const std::vector<Nearness>& rows) {
  const Rows expected = by_sorting(rows);
  EXPECT_EQ(by_team<kernels::SerialCrew>(rows), expected);
  std::array<Rows, 32> found;
  tests::run_as_warp(
      [&] { found[tests::WarpOfThreads::rank()] = by_team<tests::WarpOfThreads>(rows); });
  for (const Rows& of_thread : found)
    EXPECT_EQ(of_thread, expected);
}

/// Distances below `distances`: the fewer, the more ties that slots decide.
std::vector<Nearness> random_rows(std::size_t count, std::uint32_t distances) {
  std::mt19937 random(static_cast<std::uint32_t>(count) + distances);
  std::vector<std::uint32_t> slots(count);
  std::iota(slots.begin(), slots.end(), 0);
  std::shuffle(slots.begin(), slots.end(), random);
  std::vector<Nearness> rows;
  for (std::size_t row = 0; row < count; ++row) {
    rows.push_back({static_cast<std::uint32_t>(random() % distances), slots[row],
                    static_cast<std::uint32_t>(row)});
  }
  return rows;
}

TEST(Nearest, AreThoseOfSortingAll) {
  for (const std::size_t count : {0, 1, 5, 12, 13, 31, 32, 33, 64, 300, 512})
    expect_nearest(random_rows(count, 1000));
}

TEST(Nearest, AreToldApartBySlot) {
  for (const std::uint32_t distances : {1, 2, 7})
    expect_nearest(random_rows(200, distances));
}

/// One thread of a warp has all of them, and looks again and again.
TEST(Nearest, MayAllBeOfOneThread) {
  std::vector<Nearness> rows = random_rows(640, 1000);
  for (std::size_t row = 7; row < rows.size(); row += 32)
    rows[row].distance = 0;
  expect_nearest(rows);
}

}  // namespace
}  // namespace starling::systems
