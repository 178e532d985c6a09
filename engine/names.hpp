/// Names of types, functions and members, read off the compiler at compile time.
#pragma once

#include <string_view>

namespace starling::detail {

/// Cuts "ns::name<args>" to "name".
constexpr std::string_view unqualified(std::string_view name) {
  const auto arguments = name.find('<');
  name = name.substr(0, arguments);
  const auto scope = name.rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

/// What stands behind the first " = " of a compiler's pretty function name.
constexpr std::string_view template_argument(std::string_view pretty) {
  const auto begin = pretty.find(" = ") + 3;
  const auto end = pretty.find_first_of(";]", begin);
  auto argument = pretty.substr(begin, end - begin);
  while (!argument.empty() && (argument.front() == '&' || argument.front() == '(')) {
    argument.remove_prefix(1);
  }
  while (!argument.empty() && argument.back() == ')') {
    argument.remove_suffix(1);
  }
  return argument;
}

template <class T>
constexpr const char* pretty_type() {
  return __PRETTY_FUNCTION__;
}

template <auto value>
constexpr const char* pretty_value() {
  return __PRETTY_FUNCTION__;
}

/// Unqualified name of a type: "Cart".
template <class T>
constexpr std::string_view type_name() {
  return unqualified(template_argument(pretty_type<T>()));
}

/// Unqualified name of a function: "swing". The same on every compiler, since streams of random
/// numbers hang on it.
template <auto function>
constexpr std::string_view function_name() {
  return unqualified(template_argument(pretty_value<function>()));
}

}  // namespace starling::detail
