/// Names of types, functions and members, read off the compiler at compile time.
#pragma once

#include <cstddef>
#include <string_view>

namespace starling::detail {

/// Where the part of `name` behind its last "::" or blank begins, template arguments skipped.
constexpr std::size_t last_part(std::string_view name) {
  int depth = 0;
  for (std::size_t at = name.size(); at > 0; --at) {
    const char letter = name[at - 1];
    depth += letter == '>' ? 1 : letter == '<' ? -1 : 0;
    if (depth == 0 && (letter == ':' || letter == ' ')) return at;
  }
  return 0;
}

/// Cuts "ns::name<args>" and "void ns::name<args>(parameters)" to "name".
constexpr std::string_view unqualified(std::string_view name) {
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    depth += name[at] == '<' ? 1 : name[at] == '>' ? -1 : 0;
    if (depth == 0 && name[at] == '(') name = name.substr(0, at);
  }
  name = name.substr(last_part(name));
  return name.substr(0, name.find('<'));
}

/// What stands behind the first " = " of a compiler's pretty function name.
constexpr std::string_view template_argument(std::string_view pretty) {
  const auto begin = pretty.find(" = ") + 3;
  const auto end = pretty.find_first_of(";]", begin);
  auto argument = pretty.substr(begin, end - begin);
  while (argument.front() == '&' || argument.front() == '(')
    argument.remove_prefix(1);
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
