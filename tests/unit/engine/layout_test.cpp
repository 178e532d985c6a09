/// The columns of a tile have room in their slab, and none lies in another.
#include "engine/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/registry.hpp"
#include "engine/rows.hpp"

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
  for (const auto& [name, registered] : registry()) {
    const PreparedEnvironment environment(name, {});
    for (const std::int64_t tile_worlds : {1, 7, 32, 33, 1000, 1 << 20}) {
      for (const Layout layout : {Layout::Whole, Layout::Planes}) {
        visit(environment.description, tile_worlds,
              make_layout(environment.description, tile_worlds, layout));
      }
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
      if (layout.layout == Layout::Planes) continue;
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

/// A description of one table with one column of two scalars.
EnvironmentDescription two_scalars(int rows_per_world) {
  EnvironmentDescription description;
  description.tables = {{"table", rows_per_world}};
  ColumnDescription column{.component = "Kept",
                           .tensor_name = "kept",
                           .rows_per_world = rows_per_world,
                           .size_bytes = 8,
                           .fields = {}};
  column.fields.resize(2);
  column.fields[0].dtype = column.fields[1].dtype = DType::Float32;
  column.fields[1].offset_bytes = 4;
  description.columns = {column};
  return description;
}

TEST(Layout, KeepsWholeStructsWorldByWorld) {
  const EnvironmentDescription description = two_scalars(3);
  const ColumnDescription& column = description.columns[0];
  const SlabLayout layout = make_layout(description, 10, Layout::Whole);
  EXPECT_EQ(layout.offset_of(column, column.fields[1], 4, 2), (4 * 3 + 2) * 8 + 4);
}

TEST(Layout, KeepsARowOfAllWorldsTogetherInPlanes) {
  const EnvironmentDescription description = two_scalars(3);
  const ColumnDescription& column = description.columns[0];
  for (const std::int64_t tile_worlds : {1, 10, 16, 32, 100, 256}) {
    const SlabLayout layout = make_layout(description, tile_worlds, Layout::Planes);
    const auto offset = [&](std::size_t field, std::int64_t world, std::int64_t row) {
      return layout.offset_of(column, column.fields[field], world, row);
    };
    const std::int64_t apart = offset(0, 0, 1);
    EXPECT_EQ(offset(0, 1, 2) - offset(0, 0, 2), 4);
    EXPECT_EQ(offset(1, 0, 0), 3 * apart);
    EXPECT_GE(apart, 4 * tile_worlds);
    EXPECT_TRUE(tile_worlds < 16 || apart % 128 == 64) << "an odd number of cache lines";
  }
}

struct Pair {
  float first = 0.0F;
  float second = 0.0F;
};

// Rows of exported columns are whole structs, also where a CPU keeps state in planes.
TEST(Layout, RowsReadEachSegmentAsItLies) {
  std::array<float, 6> planes = {1.0F, 2.0F, 3.0F, 10.0F, 20.0F, 30.0F};  // [2 scalars, 3 rows]
  std::array<float, 4> structs = {4.0F, 40.0F, 5.0F, 50.0F};
  Rows<const Pair, Layout::Planes> rows{};
  rows.segments[0] = {{reinterpret_cast<std::byte*>(planes.data()), 3}, 0, 2, 2, Layout::Planes};
  rows.segments[1] = {{reinterpret_cast<std::byte*>(structs.data()), 0}, 0, 2, 1, Layout::Whole};
  ASSERT_EQ(rows.size(), 4);
  const std::array<float, 4> firsts = {1.0F, 3.0F, 4.0F, 5.0F};
  for (RowIndex row = 0; row < 4; ++row) {
    EXPECT_EQ(rows[row].first, firsts[static_cast<std::size_t>(row)]);
    EXPECT_EQ(rows[row].second, 10.0F * rows[row].first);
  }
}

TEST(Layout, KeepsExportedColumnsOutOfTheSlab) {
  EnvironmentDescription description;
  description.tables = {{"world", 1}};
  ColumnDescription state{
      .component = "Kept", .tensor_name = "kept", .size_bytes = 8, .fields = {}};
  ColumnDescription output = state;
  output.role = ColumnRole::Output;
  description.columns = {state};
  const std::int64_t alone = make_layout(description, 100, Layout::Whole).slab_bytes;
  description.columns = {output, state, output};
  EXPECT_EQ(make_layout(description, 100, Layout::Whole).slab_bytes, alone);
}

}  // namespace
}  // namespace starling::tests
