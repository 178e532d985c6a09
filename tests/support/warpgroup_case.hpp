/// Products of a warpgroup in every variant, as a block of one warpgroup computes them, and whether
/// the sums are right.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/bfloat16.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/random.hpp"
#include "kernels/warpgroup.hpp"

namespace starling::tests {

/// Where a factor lies; in shared memory along which of its sizes and in which layout.
enum class FactorAt { Registers, Panels, PanelsTransposed, Cores, CoresTransposed };

inline constexpr int warpgroup_depth = 128;  ///< Of the tests' products: two panels.

/// sums = a b + a b, of A [64, depth] and B [depth, columns].
template <FactorAt a_place, FactorAt b_place, int columns>
struct WarpgroupCase {
  static constexpr int panel_columns = (columns + 63) / 64 * 64;

  template <FactorAt place, int size, int panel_size>
  struct Factor {
    static constexpr bool in_panels =
        place == FactorAt::Panels || place == FactorAt::PanelsTransposed;
    static constexpr bool transposed =
        place == FactorAt::PanelsTransposed || place == FactorAt::CoresTransposed;
    static constexpr kernels::Major major = transposed ? kernels::Major::MN : kernels::Major::K;
    using Along = std::conditional_t<in_panels, kernels::SwizzledPanels<size, warpgroup_depth>,
                                     kernels::CoreMatrices<size, warpgroup_depth>>;
    using Across =
        std::conditional_t<in_panels, kernels::SwizzledPanels<warpgroup_depth, panel_size>,
                           kernels::CoreMatrices<warpgroup_depth, size>>;
    using Layout = std::conditional_t<transposed, Across, Along>;

    /// Where the number of an m or n and a k lies.
    STARLING_FN static std::uint32_t offset(int mn, int k) {
      const auto row = static_cast<std::uint32_t>(transposed ? k : mn);
      const auto column = static_cast<std::uint32_t>(transposed ? mn : k);
      return Layout::offset(row, column);
    }
    STARLING_FN static kernels::MatrixDescriptor at(kernels::SharedAddress first, int k) {
      if constexpr (transposed) return Layout::mn_major(first, k);
      if constexpr (!transposed) return Layout::k_major(first, k);
    }
  };

  static constexpr bool a_in_registers = a_place == FactorAt::Registers;
  using A = Factor<a_in_registers ? FactorAt::Cores : a_place, kernels::warpgroup_rows,
                   kernels::warpgroup_rows>;
  using B = Factor<b_place, columns, panel_columns>;

  /// Layouts in panels begin at multiples of 1024.
  static constexpr std::uint32_t b_begins = (A::Layout::size_bytes + 1023) / 1024 * 1024;
  static constexpr std::uint32_t shared_bytes = b_begins + B::Layout::size_bytes;

  /// In every thread of a warpgroup. a: [64, depth], b: [depth, columns], sums: [64, columns], all
  /// row-major. `shared`: shared_bytes, aligned to 1024.
  STARLING_FN static void run(const kernels::Bfloat16* a, const kernels::Bfloat16* b, float* sums,
                              std::byte* shared) {
    const auto thread = static_cast<int>(kernels::thread_index());
    for (int i = thread; i < kernels::warpgroup_rows * warpgroup_depth; i += 128)
      *reinterpret_cast<kernels::Bfloat16*>(
          shared + A::offset(i / warpgroup_depth, i % warpgroup_depth)) = a[i];
    for (int i = thread; i < warpgroup_depth * columns; i += 128)
      *reinterpret_cast<kernels::Bfloat16*>(shared + b_begins +
                                            B::offset(i % columns, i / columns)) = b[i];
    kernels::fence_stores_for_engines();
    kernels::sync_block();

    const kernels::SharedAddress first = kernels::shared_address(shared);
    const int row = thread / 32 * 16 + thread % 32 / 4;
    const int pair = thread % 4 * 2;
    kernels::WarpgroupSums<columns> own;
    std::uint32_t words[warpgroup_depth / 16][4];
    if constexpr (a_in_registers) {
      STARLING_UNROLL
      for (int k = 0; k < warpgroup_depth / 16; ++k) {
        STARLING_UNROLL
        for (int word = 0; word < 4; ++word)
          words[k][word] = *reinterpret_cast<const std::uint32_t*>(
              a + (row + word % 2 * 8) * warpgroup_depth + 16 * k + word / 2 * 8 + pair);
      }
    }
    // A batch that replaces the sums, then one that adds the same.
    STARLING_UNROLL
    for (int batch = 0; batch < 2; ++batch) {
      kernels::settle(own);
      kernels::fence_products();
      STARLING_UNROLL
      for (int k = 0; k < warpgroup_depth / 16; ++k) {
        const bool adds = batch > 0 || k > 0;
        const kernels::MatrixDescriptor b_at = B::at(first + b_begins, 16 * k);
        if constexpr (a_in_registers) {
          kernels::start_product<B::major>(words[k], b_at, adds, own);
        } else {
          kernels::start_product<A::major, B::major>(A::at(first, 16 * k), b_at, adds, own);
        }
      }
      kernels::commit_products();
    }
    kernels::wait_for_products<0>();
    kernels::settle(own);
    STARLING_UNROLL
    for (int t = 0; t < columns / 8; ++t) {
      STARLING_UNROLL
      for (int i = 0; i < 4; ++i)
        sums[(row + i / 2 * 8) * columns + 8 * t + pair + i % 2] = own.of[t][i];
    }
  }
};

/// Small whole numbers, whose products and sums are exact in any order.
inline std::vector<kernels::Bfloat16> draw_whole_numbers(std::size_t count, std::uint32_t seed) {
  kernels::Random random({seed, 0}, 0, 0, 0, 0);
  std::vector<kernels::Bfloat16> numbers(count);
  for (kernels::Bfloat16& number : numbers)
    number = kernels::to_bfloat16(static_cast<float>(random.below(17)) - 8);
  return numbers;
}

/// The factors and sums of a case, and the plain product.
struct WarpgroupProblem {
  explicit WarpgroupProblem(int columns_of_b)
      : columns(static_cast<std::size_t>(columns_of_b)),
        a(draw_whole_numbers(rows * depth, 1)),
        b(draw_whole_numbers(depth * columns, 2)),
        sums(rows * columns, -1.0F) {}

  void expect_right(const float* got, const std::string& what) const {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows * columns; ++i) {
      float want = 0;
      for (std::size_t k = 0; k < depth; ++k)
        want += 2 * kernels::to_float(a[i / columns * depth + k]) *
                kernels::to_float(b[k * columns + i % columns]);
      if (got[i] == want) continue;
      if (wrong++ == 0)
        ADD_FAILURE() << what << ": row " << i / columns << ", column " << i % columns << " is "
                      << got[i] << " instead of " << want;
    }
    EXPECT_EQ(wrong, 0U) << what << ", of " << rows * columns;
  }

  static constexpr std::size_t rows = kernels::warpgroup_rows;
  static constexpr std::size_t depth = warpgroup_depth;
  std::size_t columns;
  std::vector<kernels::Bfloat16> a, b;
  std::vector<float> sums;
};

/// Calls act.operator()<a_place, b_place, columns>() for every variant.
template <class Act>
void for_each_warpgroup_case(Act act) {
  const auto of_columns = [&]<FactorAt a_place, FactorAt b_place, int... columns>(
      std::integer_sequence<int, columns...>) {
    (act.template operator()<a_place, b_place, columns>(), ...);
  };
  using Few = std::integer_sequence<int, 8, 96, 128>;
  using All = std::integer_sequence<int, 8, 16, 24, 32, 48, 64, 96, 128, 160, 176, 192, 256>;
  const auto of_b = [&]<FactorAt a_place, class Columns>(Columns sizes) {
    of_columns.template operator()<a_place, FactorAt::Panels>(sizes);
    of_columns.template operator()<a_place, FactorAt::PanelsTransposed>(sizes);
    of_columns.template operator()<a_place, FactorAt::Cores>(sizes);
    of_columns.template operator()<a_place, FactorAt::CoresTransposed>(sizes);
  };
  of_b.template operator()<FactorAt::Registers>(All{});
  of_b.template operator()<FactorAt::Panels>(All{});
  of_b.template operator()<FactorAt::PanelsTransposed>(Few{});
  of_b.template operator()<FactorAt::Cores>(Few{});
  of_b.template operator()<FactorAt::CoresTransposed>(Few{});
}

inline std::string name_of(FactorAt a_place, FactorAt b_place, int columns) {
  const char* names[] = {"registers", "panels", "panels transposed", "cores", "cores transposed"};
  return std::string("A in ") + names[static_cast<int>(a_place)] + ", B in " +
         names[static_cast<int>(b_place)] + ", " + std::to_string(columns) + " columns";
}

}  // namespace starling::tests
