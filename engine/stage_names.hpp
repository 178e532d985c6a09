/// What the stages of a program call, in words for a trace. Host code only.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/leaf_identity.hpp"
#include "engine/program.hpp"

namespace starling::detail {

/// "swing", "clear Reward", "keep Observation"
template <class Token>
struct TokenName {
  static std::string value() { return std::string(SystemName<Token>::value); }
};

template <class T, class MaskList>
struct TokenName<LeafToken<Clear<T>, MaskList>> {
  static std::string value() { return "clear " + std::string(type_name<T>()); }
};

template <class T, class MaskList>
struct TokenName<LeafToken<KeepFinal<T>, MaskList>> {
  static std::string value() { return "keep " + std::string(type_name<T>()); }
};

template <class MaskList>
struct TokenName<LeafToken<Commit, MaskList>> {
  static std::string value() { return "commit"; }
};

/// Joins the names of a stage: those of systems where it calls any, else all. A long list is cut,
/// and says by how many.
std::string join_stage_name(const std::vector<std::string>& names);

template <class... Tokens>
std::vector<std::string> token_names(TypeList<Tokens...>) {
  return {TokenName<Tokens>::value()...};
}

/// Of the stages [token, ends[token]) that start where `ends` is not 0.
template <class Program, class Ends>
std::map<int, std::string> name_stages(const Ends& ends) {
  const std::vector<std::string> names = token_names(typename Program::Tokens{});
  std::map<int, std::string> stages;
  for (int token = 0; token < Program::size; ++token) {
    const int end = ends[static_cast<std::size_t>(token)];
    if (end > 0) stages[token] = join_stage_name({names.begin() + token, names.begin() + end});
  }
  return stages;
}

}  // namespace starling::detail
