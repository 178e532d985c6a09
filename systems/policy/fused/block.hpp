/// What one CUDA block does of a network: whole agents, from their observations to their answers,
/// with their tokens in registers all the while.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/gelu.hpp"
#include "kernels/layer_norm.hpp"
#include "kernels/panel.hpp"
#include "kernels/row_attention.hpp"
#include "systems/policy/fused/arguments.hpp"
#include "systems/policy/fused/rows.hpp"
#include "systems/policy/fused/shape.hpp"
#include "systems/policy/fused/slabs.hpp"

namespace starling::policy {

/// One block of a grid. Every thread of the block makes the same calls.
template <class Shape>
class FusedBlock {
 public:
  /// `shared`: Shape::slabs_at bytes and arguments.slots slabs, aligned to 128.
  STARLING_FN FusedBlock(const FusedArguments& arguments, std::byte* shared)
      : arguments_(arguments),
        slabs_(arguments, shared),
        head_memory_(shared),
        taken_(shared + Shape::ends_at, shared) {}

  /// Agents [begin, end).
  STARLING_FN void run(std::int64_t begin, std::int64_t end) {
    slabs_.begin();
    for (std::int64_t next = begin; next < end; next += taken_.agents()) {
      taken_.take(arguments_.observed, next, end);
      slabs_.rewind();
      if (first_row_together() < taken_.taken_rows()) {
        work(next);
      } else {
        idle(next);
      }
    }
    slabs_.end();
  }

 private:
  static constexpr int d_model = Shape::d_model;
  static constexpr int width = Shape::head_width;
  static constexpr int tiles = Shape::tiles;
  static constexpr int slice = Shape::slice;
  static constexpr int outputs_at_once = 16;

  using Products = typename Shape::Products;
  using Tokens = kernels::WarpSums<tiles, d_model>;
  using Normal = kernels::WarpFactor<tiles, d_model>;
  using Hidden = kernels::WarpSums<tiles, slice>;
  using Units = kernels::WarpFactor<tiles, slice>;
  using HeadFactor = kernels::WarpFactor<tiles, width>;

  /// Where the features of a lane's row lie among the columns that are embedded.
  struct Features {
    const float* data;  ///< Of column 0.
    std::int32_t first;
    std::int32_t end;  ///< Here lies a 1, for the bias; then nothing.
  };

  STARLING_FN void work(std::int64_t next) {
    find_rows(next);
    kernels::sync_block();  // keys are written where tokens of rows lay
    Tokens tokens{};
    embed(tokens);
    const float* biases = arguments_.biases;
    for (std::int32_t layer = 0; layer < arguments_.layers; ++layer) {
      attend(biases, tokens);
      run_mlp(biases, tokens);
    }
    Normal normal;
    kernels::normalize_rows(tokens, arguments_.norm_eps, normal);
    answer(next, &normal);
  }

  /// The part of warps without rows: to be there where the others wait. It is apart because a
  /// warpgroup's products are not started where threads might not be together.
  STARLING_FN void idle(std::int64_t next) {
    kernels::sync_block();
    for (std::int32_t layer = 0; layer < arguments_.layers; ++layer) {
      for (std::int32_t head = 0; head < arguments_.heads_a_layer; ++head) {
        for (int slab = 0; slab < 4 * width / slab_columns; ++slab)
          slabs_.next();
        kernels::sync_block();
      }
      for (std::int32_t slab = 0; slab < arguments_.slices * slice * 2 / slab_columns; ++slab)
        slabs_.next();
    }
    answer(next, nullptr);
  }

  STARLING_FN static std::uint32_t lane() { return kernels::thread_index() % 32; }
  STARLING_FN static std::uint32_t first_row() {
    return kernels::thread_index() / 32 * Shape::warp_rows;
  }

  /// Of the warps that work together.
  STARLING_FN static std::uint32_t first_row_together() {
    return kernels::thread_index() / Products::threads * (Products::threads / 32) *
           Shape::warp_rows;
  }

  /// Of the warp's rows: whom they see, and where their features lie.
  STARLING_FN void find_rows(std::int64_t next) {
    STARLING_UNROLL
    for (int i = 0; i < tiles; ++i) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        const Row row =
            taken_.row(first_row() + static_cast<std::uint32_t>(16 * i + 8 * half) + lane() / 4);
        seen_.begin[i][half] = row.begin;
        seen_.count[i][half] = row.count;
        features_[i][half] = row.count == 0 ? Features{nullptr, 0, -1} : features_of(next, row);
      }
    }
    const std::uint32_t last = first_row() + Shape::warp_rows - 1;
    const std::uint32_t rows = taken_.taken_rows();
    blocks_.first = kernels::warp_read(seen_.begin[0][0], 0) / 16 * 16;
    const Row end = taken_.row(last < rows ? last : rows - 1);
    blocks_.end = first_row() < rows ? end.begin + end.count : 0;
  }

  STARLING_FN Features features_of(std::int64_t next, const Row& row) const {
    const ObservedTokens& observed = arguments_.observed;
    auto entity = static_cast<std::int32_t>(row.token);
    std::int32_t column = 0;
    std::int32_t type = 0;
    for (; entity >= observed.types[type].count; ++type) {
      entity -= observed.types[type].count;
      column += observed.types[type].features + 1;
    }
    const ObservedType& own = observed.types[type];
    const float* data =
        own.data + (next + row.agent) * own.stride + std::int64_t{entity} * own.features - column;
    return {data, column, column + own.features};
  }

  /// A number of the embedded columns; only what a token that is there observes is read.
  STARLING_FN static float feature(const Features& own, std::int32_t column) {
    float number = column == own.end ? 1.0F : 0.0F;
    if (column >= own.first && column < own.end) number = own.data[column];
    return number;
  }

  STARLING_FN void embed(Tokens& tokens) const {
    constexpr int at_once = 4;  // loads that wait for memory together
    for (std::int32_t first = 0; first < arguments_.embed_blocks; first += at_once) {
      kernels::WarpFactor<tiles, 16> factors[at_once];
      STARLING_UNROLL
      for (int block = 0; block < at_once; ++block)
        read_features(16 * (first + block), factors[block]);
      STARLING_UNROLL
      for (int block = 0; block < at_once; ++block) {
        if (first + block >= arguments_.embed_blocks) break;
        kernels::WarpProducts::start(
            factors[block], arguments_.embed + (first + block) * kernels::panel_bytes(16, d_model),
            tokens);
      }
    }
  }

  STARLING_FN void read_features(std::int32_t column,
                                 kernels::WarpFactor<tiles, 16>& factor) const {
    STARLING_UNROLL
    for (int i = 0; i < tiles; ++i) {
      STARLING_UNROLL
      for (int word = 0; word < 4; ++word) {
        const std::int32_t own =
            column + static_cast<std::int32_t>(kernels::own_column()) + word / 2 * 8;
        const Features& features = features_[i][word % 2];
        factor.of[i][0][word] =
            kernels::pack_bfloat16(feature(features, own), feature(features, own + 1));
      }
    }
  }

  /// tokens += attention(norm(tokens)); moves `biases` on.
  STARLING_FN void attend(const float*& biases, Tokens& tokens) {
    Normal normal;
    const float* query_biases = biases;
    biases += arguments_.heads_a_layer * width;
    normalize(biases, tokens, normal);
    biases += d_model;
    for (std::int32_t head = 0; head < arguments_.heads_a_layer; ++head) {
      std::byte* const keys = head_memory_ + head % 2 * (2 * Shape::head_bytes);
      HeadFactor queries;
      const std::byte* panel = project(normal, query_biases, keys, queries);
      query_biases += width;
      kernels::sync_block();
      const kernels::SharedHead shared{kernels::shared_address(keys),
                                       kernels::shared_address(keys + Shape::head_bytes)};
      HeadFactor attended;
      kernels::attend_rows<Shape::key_chunk>(queries, shared, seen_, blocks_, attended);
      Products::start(attended, panel, tokens);
      Products::template wait_for<0>(tokens);
    }
  }

  /// What follows is computed from `normal`, and added to tokens, as is its bias already.
  STARLING_FN void normalize(const float* biases, Tokens& tokens, Normal& normal) const {
    const auto bias = kernels::read_row<d_model>(biases);
    kernels::normalize_rows(tokens, arguments_.norm_eps, normal);
    kernels::add_to_rows(bias, tokens);
  }

  /// Queries of a head, and keys and values into shared memory. Returns the panel of the output.
  STARLING_FN const std::byte* project(const Normal& normal, const float* query_biases,
                                       std::byte* keys, HeadFactor& queries) {
    constexpr std::int64_t part_bytes = kernels::panel_bytes(d_model, width);
    const std::byte* panel = slabs_.next();
    if constexpr (width == 16) {
      project_parts<0, 3>(normal, panel, query_biases, keys, queries);
      return panel + 3 * part_bytes;
    } else if constexpr (width == 32) {
      project_parts<0, 2>(normal, panel, query_biases, keys, queries);
      panel = slabs_.next();
      project_parts<2, 1>(normal, panel, query_biases, keys, queries);
      return panel + part_bytes;
    } else {
      project_parts<0, 1>(normal, panel, query_biases, keys, queries);
      project_parts<1, 1>(normal, slabs_.next(), query_biases, keys, queries);
      project_parts<2, 1>(normal, slabs_.next(), query_biases, keys, queries);
      return slabs_.next();
    }
  }

  /// Of queries, keys and values those parts that lie in one panel.
  template <int first, int parts>
  STARLING_FN void project_parts(const Normal& normal, const std::byte* panel,
                                 const float* query_biases, std::byte* keys,
                                 HeadFactor& queries) const {
    kernels::WarpSums<tiles, parts * width> sums;
    if constexpr (first == 0) kernels::set_rows(kernels::read_row<width>(query_biases), sums);
    Products::template start<first == 0>(normal, panel, sums);
    Products::template wait_for<0>(sums);
    if constexpr (first == 0) kernels::round_to_factor(sums, queries);
    std::byte* const own = keys + first_row() * kernels::SwizzledRows<width>::row_bytes;
    if constexpr (first <= 1 && first + parts > 1)
      kernels::store_finite_rows<(1 - first) * width, width>(sums, own);
    if constexpr (first + parts > 2)
      kernels::store_finite_rows<(2 - first) * width, width>(sums, own + Shape::head_bytes);
  }

  /// tokens += mlp(norm(tokens)); moves `biases` on.
  STARLING_FN void run_mlp(const float*& biases, Tokens& tokens) {
    Normal normal;
    const float* hidden_biases = biases;
    biases += arguments_.slices * slice;
    normalize(biases, tokens, normal);
    biases += d_model;
    if constexpr (Shape::ahead) {
      run_slices_ahead(hidden_biases, normal, tokens);
    } else {
      run_slices(hidden_biases, normal, tokens);
    }
  }

  /// The next panel of the MLP's; `index` counts them.
  STARLING_FN const std::byte* mlp_panel(std::int32_t index, const std::byte* before) {
    if constexpr (slice == slab_columns) return slabs_.next();
    return index % 2 == 0 ? slabs_.next() : before + Shape::slab_bytes / 2;
  }

  STARLING_FN void run_slices(const float* biases, const Normal& normal, Tokens& tokens) {
    const std::byte* panel = nullptr;
    auto bias = kernels::read_row<slice>(biases);
    for (std::int32_t at = 0; at < arguments_.slices; ++at) {
      Hidden hidden;
      Units units;
      panel = mlp_panel(2 * at, panel);
      kernels::set_rows(bias, hidden);
      Products::start(normal, panel, hidden);
      if (at + 1 < arguments_.slices) biases += slice;
      bias = kernels::read_row<slice>(biases);
      Products::template wait_for<0>(hidden);
      kernels::round_double_gelu(hidden, units);
      panel = mlp_panel(2 * at + 1, panel);
      Products::start(units, panel, tokens);
      Products::template wait_for<0>(tokens);
    }
  }

  /// While a slice's units are rounded, those of the next are computed.
  struct Slices {
    Hidden hidden[2];
    Units units;
    kernels::RowPairs<slice> bias;  ///< Of the next slice.
    const std::byte* panel;
  };

  STARLING_FN void run_slices_ahead(const float* biases, const Normal& normal, Tokens& tokens) {
    Slices slices;
    slices.bias = kernels::read_row<slice>(biases);
    slices.panel = mlp_panel(0, nullptr);
    kernels::set_rows(slices.bias, slices.hidden[0]);
    Products::start(normal, slices.panel, slices.hidden[0]);
    if (arguments_.slices > 1) slices.bias = kernels::read_row<slice>(biases + slice);
    std::int32_t at = 0;
    for (; at + 2 < arguments_.slices; at += 2) {
      run_slice<0, true>(at, biases, normal, slices, tokens);
      run_slice<1, true>(at + 1, biases, normal, slices, tokens);
    }
    if (at + 2 == arguments_.slices) {
      run_slice<0, true>(at, biases, normal, slices, tokens);
      run_slice<1, false>(at + 1, biases, normal, slices, tokens);
    } else {
      run_slice<0, false>(at, biases, normal, slices, tokens);
    }
    Products::template wait_for<0>(tokens);
  }

  template <int which, bool has_next>
  STARLING_FN void run_slice(std::int32_t at, const float* biases, const Normal& normal,
                             Slices& slices, Tokens& tokens) {
    if constexpr (has_next) slices.panel = mlp_panel(2 * at + 1, slices.panel);
    Products::template wait_for<0>(slices.hidden[which]);
    if constexpr (has_next) {
      kernels::set_rows(slices.bias, slices.hidden[1 - which]);
      Products::start(normal, slices.panel, slices.hidden[1 - which]);
      const std::int32_t after = at + 2 < arguments_.slices ? at + 2 : at + 1;
      slices.bias = kernels::read_row<slice>(biases + after * slice);
    }
    kernels::round_double_gelu(slices.hidden[which], slices.units);
    slices.panel = mlp_panel(2 * at + 1 + has_next, slices.panel);
    Products::start(slices.units, slices.panel, tokens);
  }

  /// Of each row first, since the heads are linear; then the mean over an agent's rows.
  /// `normal`: null where the warp has none.
  STARLING_FN void answer(std::int64_t next, const Normal* normal) {
    kernels::sync_block();  // keys and values have been read
    for (std::int32_t first = 0; first < arguments_.outputs; first += outputs_at_once) {
      // [rows, outputs_at_once]; two take turns
      auto* const of_rows = reinterpret_cast<float*>(head_memory_ + first / outputs_at_once % 2 *
                                                                        (2 * Shape::head_bytes));
      if (normal != nullptr) {
        kernels::WarpSums<tiles, outputs_at_once> sums{};
        kernels::WarpProducts::start(
            *normal, arguments_.heads + first * kernels::panel_bytes(d_model, 1), sums);
        store(sums, of_rows);
      }
      kernels::sync_block();
      average(next, first, of_rows);
    }
    kernels::sync_block();
  }

  STARLING_FN static void store(const kernels::WarpSums<tiles, outputs_at_once>& sums,
                                float* of_rows) {
    STARLING_UNROLL
    for (int i = 0; i < tiles; ++i) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        const std::uint32_t row =
            first_row() + static_cast<std::uint32_t>(16 * i + 8 * half) + lane() / 4;
        STARLING_UNROLL
        for (int at = 0; at < 4; ++at)
          of_rows[row * outputs_at_once + kernels::own_column() +
                  static_cast<std::uint32_t>(at / 2 * 8 + at % 2)] =
              sums.of[i].of[at / 2][2 * half + at % 2];
      }
    }
  }

  STARLING_FN void average(std::int64_t next, std::int32_t first, const float* of_rows) const {
    const std::int32_t output =
        first + static_cast<std::int32_t>(kernels::thread_index() % outputs_at_once);
    if (output >= arguments_.outputs) return;
    for (std::uint32_t agent = kernels::thread_index() / outputs_at_once; agent < taken_.agents();
         agent += Shape::threads / outputs_at_once) {
      float sum = 0.0F;
      const std::uint32_t end = taken_.end(agent);
      const std::uint32_t begin = taken_.begin(agent);
      for (std::uint32_t row = begin; row < end; ++row)
        sum += of_rows[row * outputs_at_once + kernels::thread_index() % outputs_at_once];
      arguments_.answers[(next + agent) * arguments_.outputs + output] =
          sum / static_cast<float>(end - begin) + arguments_.output_biases[output];
    }
  }

  const FusedArguments& arguments_;
  SlabsOf<Shape> slabs_;
  std::byte* head_memory_;  ///< Keys, then values of a head; or answers of rows.
  TakenAgents<Shape::rows, Shape::warps> taken_;
  kernels::SeenRows<tiles> seen_;
  kernels::RowBlocks blocks_;
  Features features_[tiles][2];
};

}  // namespace starling::policy
