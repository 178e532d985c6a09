/// Attention of a warp's rows to ranges of rows in shared memory, by a warp of fibers, against the
/// reference.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "kernels/attention_reference.hpp"
#include "kernels/random.hpp"
#include "kernels/row_attention.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::tests {
namespace {

using kernels::Bfloat16;
using kernels::Span;

constexpr std::uint32_t warp_rows = 16;

/// Which rows a query sees.
struct Seen {
  std::uint32_t begin;
  std::uint32_t count;
};

/// Queries [16, width], and keys and values [rows, width], in bf16. Of rows that nobody sees, those
/// of blocks that are looked at come from NaN, and the others are NaN.
template <int width>
struct RowProblem {
  using Rows = kernels::SwizzledRows<width>;

  RowProblem(std::uint32_t row_count, const std::vector<Seen>& ranges)
      : rows(row_count), seen(ranges) {
    for (std::uint32_t i = 0; i < warp_rows * width; ++i)
      queries.push_back(rounded(2.0F * random.normal()));
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (int column = 0; column < width; ++column) {
        keys.push_back(is_seen(row) ? rounded(random.normal()) : nan);
        values.push_back(is_seen(row) ? rounded(random.normal()) : nan);
      }
    }
  }

  bool is_seen(std::uint32_t row) const {
    for (const Seen& range : seen)
      if (row >= range.begin && row < range.begin + range.count) return true;
    return false;
  }
  kernels::RowBlocks blocks() const {
    kernels::RowBlocks all{~0U, 0};
    for (const Seen& range : seen) {
      if (range.count == 0) continue;
      all.first = std::min(all.first, range.begin / 16 * 16);
      all.end = std::max(all.end, range.begin + range.count);
    }
    return all.end == 0 ? kernels::RowBlocks{0, 0} : all;
  }

  /// [16, width]
  std::vector<float> attended(std::uint32_t order) const {
    std::vector<float> out(warp_rows * width);
    EmulatedSharedMemory shared(2 * rows * Rows::row_bytes);
    BlockOfFibers(32, order).run([&] { attend(shared.data(), out); });
    return out;
  }

  void expect_right(std::uint32_t order = 0) const {
    const std::vector<float> got = attended(order);
    std::vector<float> sizes = values;
    for (float& size : sizes)
      size = std::abs(size);
    for (std::uint32_t row = 0; row < warp_rows; ++row) {
      const std::vector<double> want = reference(row, values);
      const std::vector<double> mean_sizes = reference(row, sizes);
      for (std::size_t column = 0; column < width; ++column)
        EXPECT_TRUE(matches_attention(got[row * width + column], want[column], mean_sizes[column]))
            << "width " << width << ", row " << row << ", column " << column << ": "
            << got[row * width + column] << " instead of " << want[column];
    }
  }

  static constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  static float rounded(float number) { return to_float(kernels::to_bfloat16(number)); }

  std::uint32_t rows;
  std::vector<Seen> seen;
  kernels::Random random{{5, 0}, 0, 0, 0, 0};
  std::vector<float> queries, keys, values;

 private:
  /// The numbers of 16 rows from `first` on that a lane holds.
  static void load(const std::vector<float>& from, std::uint32_t first,
                   kernels::WarpSums<width>& sums) {
    for_each_own([&](std::uint32_t row, std::uint32_t column, int t, int i) {
      sums.of[t][i] = from[(first + row) * width + column];
    });
  }
  template <class Act>
  static void for_each_own(Act act) {
    for (int t = 0; t < width / 8; ++t)
      for (int i = 0; i < 4; ++i)
        act(kernels::thread_index() / 4 + static_cast<std::uint32_t>(i / 2 * 8),
            static_cast<std::uint32_t>(8 * t + i % 2) + kernels::own_column(), t, i);
  }

  void attend(std::byte* shared, std::vector<float>& out) const {
    std::byte* const shared_values = shared + rows * Rows::row_bytes;
    kernels::WarpSums<width> sums;
    const kernels::RowBlocks looked_at = blocks();
    for (std::uint32_t first = looked_at.first; first == looked_at.first || first < looked_at.end;
         first += 16) {
      load(keys, first, sums);
      kernels::store_finite_rows<0, width>(sums, shared + first * Rows::row_bytes);
      load(values, first, sums);
      kernels::store_finite_rows<0, width>(sums, shared_values + first * Rows::row_bytes);
    }
    load(queries, 0, sums);
    kernels::WarpFactor<width> factor;
    kernels::round_to_factor(sums, factor);
    const std::uint32_t own = kernels::thread_index() / 4;
    const kernels::SeenRows own_rows{{seen[own].begin, seen[own + 8].begin},
                                     {seen[own].count, seen[own + 8].count}};
    kernels::sync_block();
    kernels::attend_rows(factor,
                         {kernels::shared_address(shared), kernels::shared_address(shared_values)},
                         own_rows, looked_at, factor);
    for_each_own([&](std::uint32_t row, std::uint32_t column, int t, int i) {
      const std::uint32_t word = factor.of[t / 2][t % 2 * 2 + i / 2];
      out[row * width + column] =
          to_float(Bfloat16{static_cast<std::uint16_t>(word >> i % 2 * 16)});
    });
  }

  std::vector<double> reference(std::uint32_t row, const std::vector<float>& of) const {
    std::vector<double> out(width);
    const auto part = [&](const std::vector<float>& all) {
      return Span<const float>(all).subspan(seen[row].begin * width, seen[row].count * width);
    };
    kernels::attention_row_reference(Span<const float>(queries).subspan(row * width, width),
                                     part(keys), part(of), {}, std::numbers::ln2, out);
    return out;
  }
};

template <class Act>
void with_every_width(Act act) {
  act.template operator()<16>();
  act.template operator()<32>();
  act.template operator()<64>();
}

TEST(EmulatedRowAttention, OfRowsThatSeeAllIsTheReferences) {
  with_every_width([]<int width>() {
    for (const std::uint32_t rows : {16U, 64U})
      RowProblem<width>(rows, std::vector<Seen>(warp_rows, {0, rows})).expect_right();
  });
}

/// Three sequences one after the other, as agents lie in a block, of which the warp's rows begin
/// amid the first.
TEST(EmulatedRowAttention, OfSequencesSideBySideIsTheReferences) {
  with_every_width([]<int width>() {
    std::vector<Seen> seen;
    for (std::uint32_t row = 0; row < warp_rows; ++row)
      seen.push_back(row < 5 ? Seen{13, 8} : row < 12 ? Seen{21, 7} : Seen{28, 20});
    const RowProblem<width> problem(64, seen);
    problem.expect_right();
    for (const std::uint32_t order : {1U, 6U})
      EXPECT_EQ(problem.attended(order), problem.attended(0));
  });
}

TEST(EmulatedRowAttention, HearsNothingOfRowsThatAreNotSeen) {
  with_every_width([]<int width>() {
    std::vector<Seen> seen(warp_rows, Seen{35, 1});
    seen[3] = {40, 5};
    seen[9] = {60, 4};
    seen[15] = {34, 30};
    RowProblem<width>(80, seen).expect_right();  // 35 and 40 to 44 alone, for most rows
    seen[15] = {35, 2};
    RowProblem<width>(80, seen).expect_right();  // NaN between those that are seen
  });
}

TEST(EmulatedRowAttention, OfRowsThatSeeNothingIsZero) {
  with_every_width([]<int width>() {
    std::vector<Seen> seen(warp_rows, Seen{16, 3});
    seen[7] = {0, 0};
    RowProblem<width>(32, seen).expect_right();
    for (const float number : RowProblem<width>(16, std::vector<Seen>(warp_rows)).attended(0))
      EXPECT_EQ(number, 0.0F);
  });
}

}  // namespace
}  // namespace starling::tests
