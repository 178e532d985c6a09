/// Fingerprints differ where worlds, what they share or what they can be told differ.
#include "engine/fingerprint.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace starling {
namespace {

TEST(Fingerprint, IsTheSameOfTheSameWorlds) {
  for (const char* name : {"cartpole", "murmuration", "overcooked", "colony"}) {
    EXPECT_EQ(fingerprint_of(PreparedEnvironment(name, {})),
              fingerprint_of(PreparedEnvironment(name, {})));
  }
}

TEST(Fingerprint, DiffersByEnvironmentOptionsAndSharedData) {
  const std::set<std::uint64_t> fingerprints = {
      fingerprint_of(PreparedEnvironment("cartpole", {})),
      fingerprint_of(PreparedEnvironment("murmuration", {})),
      fingerprint_of(PreparedEnvironment("murmuration", {{"birds", "128"}})),
      fingerprint_of(PreparedEnvironment("overcooked", {{"layout", "cramped_room"}})),
      fingerprint_of(PreparedEnvironment("overcooked", {{"layout", "coordination_ring"}}))};
  EXPECT_EQ(fingerprints.size(), 5U);
}

/// Each change alone, to a description and to what all worlds share.
TEST(Fingerprint, DiffersByEverythingThatActionsAndSnapshotsAreReadBy) {
  const PreparedEnvironment made("overcooked", {});
  std::set<std::uint64_t> fingerprints{fingerprint_of(made)};
  const auto expect_other = [&](const auto& change, const char* what) {
    PreparedEnvironment changed = made;
    change(changed);
    EXPECT_TRUE(fingerprints.insert(fingerprint_of(changed)).second) << what;
  };
  auto input = made.description.columns.size();
  for (std::size_t column = 0; column < made.description.columns.size(); ++column) {
    if (!made.description.columns[column].choices.empty()) input = column;
  }
  ASSERT_LT(input, made.description.columns.size());
  ASSERT_FALSE(made.shared.empty());
  ASSERT_FALSE(made.shared[0].bytes.empty());
  using Prepared = PreparedEnvironment;
  expect_other(
      [](Prepared& to) { std::swap(to.description.columns[0], to.description.columns[1]); },
      "the order of columns");
  expect_other([](Prepared& to) { to.description.tables.back().rows_per_world += 1; }, "rows");
  expect_other([](Prepared& to) { to.description.tables.back().grows ^= true; }, "growth");
  expect_other([&](Prepared& to) { to.description.columns[input].size_bytes += 1; }, "a size");
  expect_other([&](Prepared& to) { to.description.columns[input].fields[0].path += "s"; },
               "a field's name");
  expect_other([&](Prepared& to) { to.description.columns[input].fields[0].offset_bytes += 1; },
               "a field's place");
  expect_other([&](Prepared& to) { to.description.columns[input].choices[0] += 1; }, "choices");
  expect_other([](Prepared& to) { to.shared[0].bytes[0] ^= std::byte{1}; }, "a shared byte");
  expect_other([](Prepared& to) { to.shared[0].bytes.push_back({}); }, "one shared byte more");
  expect_other([](Prepared& to) { to.shared.emplace_back(); }, "one shared array more");
}

}  // namespace
}  // namespace starling
