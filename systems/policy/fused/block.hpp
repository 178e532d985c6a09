/// What one CUDA block does of a network: whole agents, from their observations to their answers,
/// with their tokens in registers all the while.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gelu.hpp"
#include "kernels/layer_norm.hpp"
#include "kernels/panel.hpp"
#include "kernels/row_attention.hpp"
#include "systems/policy/fused/answers.hpp"
#include "systems/policy/fused/arguments.hpp"
#include "systems/policy/fused/observed_rows.hpp"
#include "systems/policy/fused/shape.hpp"
#include "systems/policy/fused/slabs.hpp"
#include "systems/policy/fused/taken_agents.hpp"

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

  /// Comes first; reads nothing but weights.
  STARLING_FN void prepare() { slabs_.begin(); }

  /// Agents [begin, end).
  STARLING_FN void run(std::int64_t begin, std::int64_t end) {
    for (first_agent_ = begin; first_agent_ < end; first_agent_ += taken_.agents()) {
      taken_.take(arguments_.observed, first_agent_, end);
      slabs_.rewind();
      constexpr std::uint32_t together = Products::threads / 32 * Shape::warp_rows;
      if (first_row() / together * together < taken_.taken_rows()) {
        work();
      } else {
        idle();
      }
    }
    slabs_.end();
  }

 private:
  static constexpr int d_model = Shape::d_model;
  static constexpr int width = Shape::head_width;

  using Products = typename Shape::Products;
  using Tokens = kernels::WarpSums<d_model>;
  using Normal = kernels::WarpFactor<d_model>;
  using HeadFactor = kernels::WarpFactor<width>;

  STARLING_FN static std::uint32_t first_row() {
    return kernels::thread_index() / 32 * Shape::warp_rows;
  }

  STARLING_FN void work() {
    Tokens tokens{};
    embed(tokens);
    const float* biases = arguments_.biases;
    for (std::int32_t layer = 0; layer < arguments_.layers; ++layer) {
      attend(biases, tokens);
      run_mlp(biases, tokens);
    }
    Normal normal;
    kernels::normalize_rows(tokens, arguments_.norm_eps, normal);
    answer(&normal);
  }

  /// The part of warps without rows: to be there where the others wait. It is apart from work()
  /// because nvcc serializes a warpgroup's products where its threads might part ways.
  STARLING_FN void idle() {
    kernels::sync_block();
    for (std::int32_t layer = 0; layer < arguments_.layers; ++layer) {
      for (std::int32_t head = 0; head < arguments_.heads_a_layer; ++head) {
        for (int slab = 0; slab < Shape::head_slabs; ++slab)
          slabs_.next();
        kernels::sync_block();
      }
      for (std::int32_t slab = 0; slab < 2 * arguments_.slices; ++slab)
        slabs_.next();
    }
    answer(nullptr);
  }

  STARLING_FN void embed(Tokens& tokens) {
    constexpr int at_once = 4;  // so that their loads wait for memory together
    const std::uint32_t own = first_row() + kernels::thread_index() % 32 / 4;
    const Row rows[2] = {taken_.row(own), taken_.row(own + 8)};
    see(rows);
    const ObservedRows observed(arguments_.observed, first_agent_, rows);
    kernels::sync_block();  // keys are written where tokens of rows lay
    for (std::int32_t first = 0; first < arguments_.embed_blocks; first += at_once) {
      kernels::WarpFactor<16> factors[at_once];
      STARLING_UNROLL
      for (int block = 0; block < at_once; ++block)
        observed.read(16 * (first + block), factors[block]);
      STARLING_UNROLL
      for (int block = 0; block < at_once; ++block) {
        if (first + block >= arguments_.embed_blocks) break;
        kernels::WarpProducts::multiply(
            factors[block], arguments_.embed + (first + block) * kernels::panel_bytes(16, d_model),
            tokens);
      }
    }
  }

  /// Whom the lane's rows see, and in which blocks those lie whom the warp's do.
  STARLING_FN void see(const Row (&rows)[2]) {
    seen_ = {{rows[0].begin, rows[1].begin}, {rows[0].count, rows[1].count}};
    blocks_ = {0, 0};
    const std::uint32_t all = taken_.taken_rows();
    if (first_row() >= all) return;
    const std::uint32_t last = first_row() + Shape::warp_rows - 1;
    const Row end = taken_.row(last < all ? last : all - 1);
    blocks_ = {taken_.row(first_row()).begin / 16 * 16, end.begin + end.count};
  }

  /// `normal`: normalized tokens, from which is computed what is added to them; its bias is added
  /// at once.
  STARLING_FN void normalize(const float* bias, Tokens& tokens, Normal& normal) const {
    const auto row = kernels::read_row<d_model>(bias);
    kernels::normalize_rows(tokens, arguments_.norm_eps, normal);
    kernels::add_to_rows(row, tokens);
  }

  /// tokens += attention(norm(tokens)); moves `biases` on.
  STARLING_FN void attend(const float*& biases, Tokens& tokens) {
    const float* query_biases = biases;
    biases += arguments_.heads_a_layer * width;
    Normal normal;
    normalize(biases, tokens, normal);
    biases += d_model;
    for (std::int32_t head = 0; head < arguments_.heads_a_layer; ++head) {
      // Those of two heads lie apart, so that one may be written while the other is read.
      std::byte* const keys = head_memory_ + head % 2 * (2 * Shape::head_bytes);
      HeadFactor queries;
      const std::byte* panel = project(normal, query_biases, keys, queries);
      query_biases += width;
      kernels::sync_block();
      const kernels::SharedHead shared{kernels::shared_address(keys),
                                       kernels::shared_address(keys + Shape::head_bytes)};
      HeadFactor attended;
      kernels::attend_rows(queries, shared, seen_, blocks_, attended);
      Products::multiply(attended, panel, tokens);
    }
  }

  /// Queries of a head, and keys and values into shared memory. Returns the panel of its output.
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

  /// Of queries, keys and values those that lie in one panel.
  template <int first, int parts>
  STARLING_FN static void project_parts(const Normal& normal, const std::byte* panel,
                                        const float* query_biases, std::byte* keys,
                                        HeadFactor& queries) {
    kernels::WarpSums<parts * width> sums;
    if constexpr (first == 0) kernels::set_rows(kernels::read_row<width>(query_biases), sums);
    Products::template multiply<first == 0>(normal, panel, sums);
    if constexpr (first == 0) kernels::round_to_factor(sums, queries);
    std::byte* const own = keys + first_row() * kernels::SwizzledRows<width>::row_bytes;
    if constexpr (first <= 1 && first + parts > 1)
      kernels::store_finite_rows<(1 - first) * width, width>(sums, own);
    if constexpr (first + parts > 2)
      kernels::store_finite_rows<(2 - first) * width, width>(sums, own + Shape::head_bytes);
  }

  /// tokens += mlp(norm(tokens)); moves `biases` on.
  STARLING_FN void run_mlp(const float*& biases, Tokens& tokens) {
    const float* hidden_biases = biases;
    biases += arguments_.slices * fused_slice;
    Normal normal;
    normalize(biases, tokens, normal);
    auto bias = kernels::read_row<fused_slice>(hidden_biases);
    for (std::int32_t slice = 0; slice < arguments_.slices; ++slice) {
      kernels::WarpSums<fused_slice> hidden;
      kernels::WarpFactor<fused_slice> units;
      kernels::set_rows(bias, hidden);
      hidden_biases += fused_slice;  // of the next; behind the last lies what may be read too
      bias = kernels::read_row<fused_slice>(hidden_biases);
      Products::multiply(normal, slabs_.next(), hidden);
      kernels::round_double_gelu(hidden, units);
      Products::multiply(units, slabs_.next(), tokens);
    }
    biases += d_model;
  }

  /// Of each row first, since the heads are linear; then the mean over an agent's rows.
  /// `normal`: null where the warp has none.
  STARLING_FN void answer(const Normal* normal) {
    kernels::sync_block();  // keys and values have been read
    for (std::int32_t first = 0; first < arguments_.outputs; first += answers_at_once) {
      // [rows, answers_at_once]; two take turns
      auto* const of_rows = reinterpret_cast<float*>(head_memory_ + first / answers_at_once % 2 *
                                                                        (2 * Shape::head_bytes));
      if (normal != nullptr) {
        kernels::WarpSums<answers_at_once> sums{};
        kernels::WarpProducts::multiply(
            *normal, arguments_.heads + first * kernels::panel_bytes(d_model, 1), sums);
        store_answers(sums, of_rows + first_row() * answers_at_once);
      }
      kernels::sync_block();
      average_answers<Shape::threads>(arguments_, taken_, first_agent_, first, of_rows);
    }
    kernels::sync_block();
  }

  const FusedArguments& arguments_;
  Slabs<Shape> slabs_;
  std::byte* head_memory_;  ///< Keys and values of two heads; or answers of rows.
  TakenAgents<Shape::rows, Shape::warps> taken_;
  std::int64_t first_agent_ = 0;
  kernels::SeenRows seen_ = {};
  kernels::RowBlocks blocks_ = {};
};

}  // namespace starling::policy
