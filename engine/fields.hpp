/// Decomposes a plain struct into its scalar fields at compile time, in declaration order.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "kernels/platform.hpp"

namespace starling::detail {

/// Stands for a value of any type while the initialisers of an aggregate are counted.
struct AnyValue {
  template <class T>
  constexpr operator T() const;
};

template <class T, class... Values>
consteval int count_members() {
  if constexpr (requires { T{Values{}..., AnyValue{}}; }) {
    return count_members<T, Values..., AnyValue>();
  } else {
    return static_cast<int>(sizeof...(Values));
  }
}

/// Most members a component may have; nest structs or use std::array beyond it.
inline constexpr int max_members = 24;

template <class T>
inline constexpr bool is_scalar_field =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>;

template <class T>
inline constexpr bool is_array_field = false;

template <class T, std::size_t size>
inline constexpr bool is_array_field<std::array<T, size>> = true;

/// Calls visit(members...) with references to the direct members of an aggregate.
template <class T, class Visit>
STARLING_FN constexpr decltype(auto) with_members(T& value, Visit&& visit) {
  constexpr int members = count_members<std::remove_cv_t<T>>();
  static_assert(members <= max_members,
                "a component has more than 24 members: nest structs or use std::array");
  if constexpr (members == 0) {
    return visit();
  } else if constexpr (members == 1) {
    auto& [f0] = value;
    return visit(f0);
  } else if constexpr (members == 2) {
    auto& [f0, f1] = value;
    return visit(f0, f1);
  } else if constexpr (members == 3) {
    auto& [f0, f1, f2] = value;
    return visit(f0, f1, f2);
  } else if constexpr (members == 4) {
    auto& [f0, f1, f2, f3] = value;
    return visit(f0, f1, f2, f3);
  } else if constexpr (members == 5) {
    auto& [f0, f1, f2, f3, f4] = value;
    return visit(f0, f1, f2, f3, f4);
  } else if constexpr (members == 6) {
    auto& [f0, f1, f2, f3, f4, f5] = value;
    return visit(f0, f1, f2, f3, f4, f5);
  } else if constexpr (members == 7) {
    auto& [f0, f1, f2, f3, f4, f5, f6] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6);
  } else if constexpr (members == 8) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7);
  } else if constexpr (members == 9) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8);
  } else if constexpr (members == 10) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9);
  } else if constexpr (members == 11) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10);
  } else if constexpr (members == 12) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11);
  } else if constexpr (members == 13) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12);
  } else if constexpr (members == 14) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13);
  } else if constexpr (members == 15) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14);
  } else if constexpr (members == 16) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15);
  } else if constexpr (members == 17) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16);
  } else if constexpr (members == 18) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17);
  } else if constexpr (members == 19) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18] =
        value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                 f18);
  } else if constexpr (members == 20) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18,
           f19] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                 f18, f19);
  } else if constexpr (members == 21) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
           f20] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                 f18, f19, f20);
  } else if constexpr (members == 22) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
           f20, f21] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                 f18, f19, f20, f21);
  } else if constexpr (members == 23) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
           f20, f21, f22] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                 f18, f19, f20, f21, f22);
  } else if constexpr (members == 24) {
    auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
           f20, f21, f22, f23] = value;
    return visit(f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
                 f18, f19, f20, f21, f22, f23);
  }
}

template <class Visit>
struct ForEachScalar;

/// Calls visit(scalar) for every scalar of value, arrays and nested structs included.
template <class T, class Visit>
STARLING_FN constexpr void for_each_scalar(T& value, Visit& visit) {
  using Value = std::remove_cv_t<T>;
  if constexpr (is_scalar_field<Value>) {
    visit(value);
  } else if constexpr (is_array_field<Value>) {
    STARLING_UNROLL_ON_CPU
    for (auto& element : value) {
      for_each_scalar(element, visit);
    }
  } else {
    with_members(value, ForEachScalar<Visit>{visit});
  }
}

template <class Visit>
struct ForEachScalar {
  Visit& visit;

  template <class... Members>
  STARLING_FN constexpr void operator()(Members&... members) const {
    (for_each_scalar(members, visit), ...);
  }
};

struct ScalarCounter {
  int scalars = 0;
  int size_bytes = 0;
  bool has_pointer = false;

  template <class Scalar>
  STARLING_FN constexpr void operator()(Scalar&) {
    has_pointer = has_pointer || std::is_pointer_v<Scalar>;
    ++scalars;
    size_bytes += static_cast<int>(sizeof(Scalar));
  }
};

/// Number of scalars in a component, and the bytes they take without padding.
template <class T>
consteval ScalarCounter count_scalars() {
  T value{};
  ScalarCounter counter;
  for_each_scalar(value, counter);
  return counter;
}

}  // namespace starling::detail
