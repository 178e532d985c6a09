/// Packed actions are the actions, also those that are no choices, in as few bytes as they can be.
#include "engine/recording/packed_actions.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

namespace starling::recording {
namespace {

ColumnDescription column_of(DType dtype, std::int64_t choices) {
  ColumnDescription described;
  described.role = ColumnRole::Input;
  described.rows_per_world = 2;
  described.size_bytes = 3 * static_cast<int>(size_bytes(dtype));
  for (int field = 0; field < 3; ++field)
    described.fields.push_back({"a", dtype, field * static_cast<int>(size_bytes(dtype))});
  if (choices != 0) described.choices = {choices, choices, choices};
  return described;
}

std::vector<std::byte> random_values(std::size_t values, std::size_t size, unsigned below,
                                     unsigned strangers) {
  std::mt19937 rng(2);
  std::vector<std::byte> bytes(values * size);
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    std::uint64_t value = below == 0 ? rng() : rng() % below;
    if (strangers != 0 && rng() % strangers == 0) value = ~std::uint64_t{rng()};
    std::memcpy(bytes.data() + at, &value, size);
  }
  return bytes;
}

TEST(PackedActions, AreTheActions) {
  for (const DType dtype : {DType::UInt8, DType::Int32, DType::Int64, DType::Float32}) {
    for (const unsigned choices : {0U, 1U, 2U, 5U, 6U, 11U, 16U, 17U, 255U, 256U, 300U}) {
      if (choices > 255 && dtype == DType::UInt8) continue;
      for (const int steps : {1, 2, 7, 64}) {
        const ColumnDescription described = column_of(dtype, choices);
        const ActionColumn column{0, 10, &described};
        const auto size = static_cast<std::size_t>(size_bytes(dtype));
        const auto actions =
            random_values(static_cast<std::size_t>(steps) * 30, size, choices, steps == 7 ? 9 : 0);
        ByteWriter to;
        pack_actions(to, column, steps, actions);
        ByteReader from(to.bytes(), "the block");
        const PackedActions packed(from, column, steps);
        from.expect_end();
        std::vector<std::byte> rows(30 * size);
        for (int step = 0; step < steps; ++step) {
          packed.read(step, rows);
          const auto begin = actions.begin() + static_cast<std::ptrdiff_t>(step * rows.size());
          ASSERT_TRUE(std::equal(rows.begin(), rows.end(), begin))
              << choices << " choices, " << steps << " steps, step " << step;
        }
      }
    }
  }
}

TEST(PackedActions, TakeABitOfTwoChoices) {
  const ColumnDescription described = column_of(DType::Int32, 2);
  const ActionColumn column{0, 1000, &described};
  ByteWriter to;
  pack_actions(to, column, 64, random_values(64 * 3000, 4, 2, 0));
  EXPECT_EQ(to.bytes().size(), 3U * (64 * 1000 / 8 + 1));
}

TEST(PackedActions, AreRefusedWhereTheyAreCutOrOfNoAgent) {
  const ColumnDescription described = column_of(DType::UInt8, 5);
  const ActionColumn column{0, 4, &described};
  ByteWriter to;
  pack_actions(to, column, 9, random_values(9 * 12, 1, 5, 4));
  for (std::size_t size = 0; size < to.bytes().size(); ++size) {
    ByteReader from(std::span(to.bytes()).first(size), "the block");
    EXPECT_THROW(PackedActions(from, column, 9), Error) << size;
  }
}

}  // namespace
}  // namespace starling::recording
