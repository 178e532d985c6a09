/// Writes a schedule as a line of text: stages in brackets, barriers as bars, loops as "3x( ... )".
#pragma once

#include <string>

#include "engine/programs.hpp"

namespace starling::tests {

template <class Token>
struct TokenText {
  static std::string text() { return std::string(detail::SystemName<Token>::value); }
};

template <class T, class MaskList>
struct TokenText<detail::LeafToken<Clear<T>, MaskList>> {
  static std::string text() { return "clear"; }
};

template <class T, class MaskList>
struct TokenText<detail::LeafToken<KeepFinal<T>, MaskList>> {
  static std::string text() { return "keep"; }
};

template <class MaskList>
struct TokenText<detail::LeafToken<detail::HashWorlds, MaskList>> {
  static std::string text() { return "hash"; }
};

template <class MaskList>
struct TokenText<detail::LeafToken<Commit, MaskList>> {
  static std::string text() { return "commit"; }
};

template <class MaskList>
struct TokenText<detail::LeafToken<detail::DropTemporary, MaskList>> {
  static std::string text() { return "drop"; }
};

/// "[blow] | [find_centre]": find_centre waits for all of blow.
template <int size>
std::string write_schedule(const detail::Plan<size>& plan,
                           const std::array<std::string, size>& names) {
  using detail::TokenKind;
  std::string text;
  int stage_end = 0;
  for (int token = 0; token < size; ++token) {
    const auto at = static_cast<std::size_t>(token);
    const bool starts = plan.stage_end[at] > 0;
    if (token > 0 && plan.tokens[at].kind != TokenKind::LoopEnd) text += ' ';
    if (starts && plan.barrier_before[static_cast<std::size_t>(plan.first_leaf(token))])
      text += "| ";
    if (starts) {
      text += '[';
      stage_end = plan.stage_end[at];
    }
    if (plan.tokens[at].kind == TokenKind::LoopBegin) {
      text += std::to_string(plan.tokens[at].times) + "x(";
    }
    text += plan.tokens[at].kind == TokenKind::LoopEnd ? ")" : names[at];
    if (token + 1 == stage_end) text += ']';
  }
  return text;
}

/// The schedule of a graph on an environment's tables.
template <class Env, class Graph, bool fused = true>
std::string schedule_text() {
  return []<class... Tokens>(TypeList<Tokens...> list) {
    constexpr int size = static_cast<int>(sizeof...(Tokens));
    const std::array<std::string, size> names = {TokenText<Tokens>::text()...};
    return write_schedule<size>(detail::PlanOf<Env, decltype(list)>::make(fused), names);
  }(detail::Flatten<Graph>{});
}

}  // namespace starling::tests
