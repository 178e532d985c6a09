/// What tells one leaf of a graph from another at run time: its stream of random numbers, and its
/// number in an error word. Neither depends on what the engine puts around the declared graph.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/names.hpp"
#include "engine/system.hpp"
#include "kernels/hash.hpp"

namespace starling::detail {

/// Name of the system that a token calls; empty for all else.
template <class Token>
struct SystemName {
  static constexpr std::string_view value{};
};

template <auto system, class MaskList>
struct SystemName<LeafToken<Each<system>, MaskList>> {
  static constexpr std::string_view value = function_name<system>();
};

template <auto system, class MaskList>
struct SystemName<LeafToken<EachWorld<system>, MaskList>>
    : SystemName<LeafToken<Each<system>, MaskList>> {};

/// The engine's own systems on inputs, which stand before the declared graph.
constexpr bool is_input_system(std::string_view name) {
  return name == "draw_action" || name == "check_action";
}

/// Stream of the system at a token: its name, and how often the name stood before in the graph, so
/// that a system that is called twice does not draw the same numbers twice.
template <class... Tokens>
consteval std::uint64_t stream_of(TypeList<Tokens...>, int token) {
  const std::string_view names[] = {SystemName<Tokens>::value...};
  std::uint64_t before = 0;
  for (int other = 0; other < token; ++other)
    before += names[other] == names[token] ? 1 : 0;
  return kernels::hash_name(names[token]) + before * 0x9e3779b97f4a7c15U;
}

/// Number of the system at a token among those of the declared graph; 0 for the inputs' own.
template <class... Tokens>
consteval std::uint64_t node_of(TypeList<Tokens...>, int token) {
  const std::string_view names[] = {SystemName<Tokens>::value...};
  std::uint64_t node = 0;
  for (int other = 0; other < token; ++other) {
    node += !names[other].empty() && !is_input_system(names[other]) ? 1 : 0;
  }
  return node;
}

}  // namespace starling::detail
