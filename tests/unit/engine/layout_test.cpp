/// The columns of a tile have room in their slab, and none lies in another.
#include "engine/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/registry.hpp"

namespace starling::tests {
namespace {

/// First byte and one past the last of every column in a slab, in order of place.
std::vector<std::pair<std::int64_t, std::int64_t>> extents(
    const EnvironmentDescription& description, const SlabLayout& layout) {
  std::vector<std::pair<std::int64_t, std::int64_t>> extents;
  for (std::size_t column = 0; column < description.columns.size(); ++column) {
    const ColumnDescription& described = description.columns[column];
    if (described.is_exported()) continue;
    const std::int64_t begin = layout.column_offset[column];
    const std::int64_t rows = layout.plane_rows[static_cast<std::size_t>(described.table)];
    extents.emplace_back(begin, begin + rows * described.size_bytes);
  }
  std::sort(extents.begin(), extents.end());
  return extents;
}

/// Calls visit(description, tile worlds, layout) for every environment and many tiles.
template <class Visit>
void for_each_layout(Visit visit) {
  for (const auto& [name, environment] : registry()) {
    for (const std::int64_t tile_worlds : {1, 7, 32, 33, 1000, 1 << 20}) {
      visit(environment.description, tile_worlds,
            make_layout(environment.description, tile_worlds));
    }
  }
}

TEST(Layout, GivesEveryColumnBytesOfItsOwn) {
  for_each_layout([](const auto& description, std::int64_t tile_worlds, const SlabLayout& layout) {
    std::int64_t taken = 0;
    for (const auto& [begin, end] : extents(description, layout)) {
      EXPECT_GE(begin, taken) << description.name << ", tiles of " << tile_worlds;
      taken = end;
    }
    EXPECT_LE(taken, layout.slab_bytes) << description.name << ", tiles of " << tile_worlds;
  });
}

TEST(Layout, HasRoomForWholeWarpsOfRows) {
  for_each_layout([](const auto& description, std::int64_t tile_worlds, const SlabLayout& layout) {
    ASSERT_EQ(layout.plane_rows.size(), description.tables.size());
    for (std::size_t table = 0; table < description.tables.size(); ++table) {
      EXPECT_GE(layout.plane_rows[table], tile_worlds * description.tables[table].rows_per_world);
      EXPECT_EQ(layout.plane_rows[table] % row_padding, 0);
    }
  });
}

TEST(Layout, AlignsColumnsAndSlabs) {
  for_each_layout([](const auto&, std::int64_t, const SlabLayout& layout) {
    for (const std::int64_t offset : layout.column_offset)
      EXPECT_EQ(offset % column_alignment_bytes, 0);
    EXPECT_EQ(layout.slab_bytes % column_alignment_bytes, 0);
  });
}

TEST(Layout, KeepsExportedColumnsOutOfTheSlab) {
  EnvironmentDescription description;
  description.tables = {{"world", 1}};
  ColumnDescription state{
      .component = "Kept", .tensor_name = "kept", .size_bytes = 8, .fields = {}};
  ColumnDescription output = state;
  output.role = ColumnRole::Output;
  description.columns = {state};
  const std::int64_t alone = make_layout(description, 100).slab_bytes;
  description.columns = {output, state, output};
  EXPECT_EQ(make_layout(description, 100).slab_bytes, alone);
}

}  // namespace
}  // namespace starling::tests
