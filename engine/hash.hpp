/// The hash of a world: every column, singleton and counter, independent of layout and order.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/access.hpp"
#include "engine/cells.hpp"
#include "engine/tile.hpp"
#include "kernels/hash.hpp"

namespace starling::detail {

/// Mixes the scalars of a component into `hash`, NaNs as one.
struct ScalarHash {
  std::uint64_t hash;

  template <class Scalar>
  STARLING_FN void operator()(const Scalar& scalar) {
    if constexpr (std::is_same_v<Scalar, float>) {
      add(kernels::canonical_bits(scalar));
    } else if constexpr (std::is_same_v<Scalar, double>) {
      add64(scalar == scalar ? std::bit_cast<std::uint64_t>(scalar) : 0x7ff8000000000000U);
    } else if constexpr (sizeof(Scalar) == 8) {
      add64(static_cast<std::uint64_t>(scalar));
    } else {
      add(static_cast<std::uint32_t>(scalar));
    }
  }
  STARLING_FN void add(std::uint32_t word) { hash = kernels::hash_bits(hash, word); }
  STARLING_FN void add64(std::uint64_t word) {
    add(static_cast<std::uint32_t>(word));
    add(static_cast<std::uint32_t>(word >> 32));
  }
};

/// Hash of one component in its place: column and row within the world.
template <class T>
STARLING_FN std::uint64_t hash_component(int column, RowIndex row, const T& value) {
  const std::uint64_t place =
      static_cast<std::uint64_t>(column) << 32 | static_cast<std::uint64_t>(row);
  ScalarHash hash{kernels::mix64(place + 1)};
  for_each_scalar(value, hash);
  return hash.hash;
}

/// A component from the row's cells if it is held there, else from memory.
template <int column, class Context, class Scope>
STARLING_FN auto component_at(const Context& context, Scope& scope, RowIndex index) {
  if constexpr (Scope::template has<column>) {
    return scope.template get<column>();
  } else {
    return context.tile.template read<column>(context.step, context.world, index);
  }
}

/// Whether the row's final observation is one: its own row, or its world, ended in this step.
template <class Env, int table, class Context, class Scope>
STARLING_FN bool holds_final(const Context& context, Scope& scope, RowIndex index) {
  using S = Schema<Env>;
  constexpr int own = S::template column_in<Ending>(table);
  constexpr int ending = own >= 0 ? own : S::template column_in<Ending>(0);
  if constexpr (ending >= 0) {
    const Ending value = component_at<ending>(context, scope, own >= 0 ? index : 0);
    return value.terminated || value.truncated;
  } else {
    return false;
  }
}

/// Hash of a row's strip, element by element, without the padding behind a final one.
template <int column, class Context>
STARLING_FN std::uint64_t hash_strip(const Context& context, RowIndex index,
                                     const std::byte* data) {
  using S = Schema<typename Context::Env>;
  using T = typename StripOf<typename S::template Component<column>>::type;
  using Element = typename T::Element;
  constexpr int unpadded = S::template column_in<T>(S::template ColumnAt<column>::table);
  const auto* elements = reinterpret_cast<const Element*>(data);
  const std::uint32_t size = context.tile.launch.columns[unpadded].row_bytes / sizeof(Element);
  const std::uint64_t place =
      static_cast<std::uint64_t>(column) << 32 | static_cast<std::uint64_t>(index);
  ScalarHash hash{kernels::mix64(place + 1)};
  for (std::uint32_t element = 0; element < size; ++element)
    hash(elements[element]);
  return hash.hash;
}

template <class Env, int column, class Context, class Scope>
STARLING_FN std::uint64_t hash_column(const Context& context, Scope& scope) {
  using S = Schema<Env>;
  using T = typename S::template Component<column>;
  constexpr int table = S::template ColumnAt<column>::table;
  const RowIndex rows = context.tile.template rows<table>(context.world);
  std::uint64_t hash = 0;
  for (RowIndex index = 0; index < rows; ++index) {
    if constexpr (is_final<T>) {
      if (!holds_final<Env, table>(context, scope, index)) continue;
      constexpr int ended = S::template column_in<EpisodesEnded>(0);
      const auto count = component_at<ended>(context, scope, 0).count;
      const RowIndex kept = context.tile.template final_row<table>(count - 1, context.world, index);
      if constexpr (is_strip<T>) {
        const ColumnPlace& place = context.tile.launch.columns[column];
        hash = kernels::hash_join(
            hash, hash_strip<column>(context, index,
                                     place.exported + std::int64_t{kept} * place.row_bytes));
      } else {
        const T value = load<T, Layout::Whole>(context.tile.template pointer<column>(), kept);
        hash = kernels::hash_join(hash, hash_component(column, index, value));
      }
    } else if constexpr (is_strip<T>) {
      hash = kernels::hash_join(hash, hash_strip<column>(context, index,
                                                         context.tile.template strip<column>(
                                                             context.step, context.world, index)));
    } else {
      const T value = component_at<column>(context, scope, index);
      hash = kernels::hash_join(hash, hash_component(column, index, value));
    }
  }
  return hash;
}

template <class Env, class Context, class Scope, int... columns>
STARLING_FN std::uint64_t hash_columns(const Context& context, Scope& scope,
                                       std::integer_sequence<int, columns...>) {
  std::uint64_t hash = 0;
  ((hash = kernels::hash_join(hash, hash_column<Env, columns>(context, scope))), ...);
  return hash;
}

template <class Env>
struct ColumnsToHash {
  static consteval ColumnSet value() { return columns_to_hash<Env>(); }
};

}  // namespace starling::detail
