/// What a component is, and how its scalars are named: the one description of a struct's fields.
#pragma once

#include <array>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "engine/fields.hpp"
#include "engine/names.hpp"
#include "engine/tensor.hpp"

namespace starling {

/// One scalar of a component. Offsets follow from the order, since padding is refused.
struct FieldDescription {
  std::string path;  ///< "x_m", "velocity.x", "lidar[3]"
  DType dtype = DType::Float32;
  int offset_bytes = 0;
};

namespace detail {

/// Refuses, with a sentence, a type that cannot be a component.
template <class T>
consteval bool check_component() {
  static_assert(std::is_trivially_copyable_v<T> && std::is_aggregate_v<T>,
                "a component must be a plain, trivially copyable struct: no constructors, no "
                "virtual functions, no owning members");
  static_assert(!count_scalars<T>().has_pointer,
                "a component holds a pointer: use indices, since memory moves between host, device "
                "and files");
  static_assert(std::is_empty_v<T> || count_scalars<T>().size_bytes == sizeof(T),
                "a component has padding: reorder its fields by size or add explicit ones, since "
                "padding bytes have no value to hash, save or compare");
  return true;
}

template <class T>
consteval DType dtype_of() {
  if constexpr (std::is_enum_v<T>) {
    return dtype_of<std::underlying_type_t<T>>();
  } else if constexpr (std::is_same_v<T, bool>) {
    return DType::Bool;
  } else if constexpr (std::is_floating_point_v<T>) {
    static_assert(sizeof(T) <= 8, "a component's floating-point field is float or double");
    return sizeof(T) == 4 ? DType::Float32 : DType::Float64;
  } else {
    constexpr DType of_signed[] = {DType::Int8, DType::Int16, DType::Int32, DType::Int64};
    constexpr DType of_unsigned[] = {DType::UInt8, DType::UInt16, DType::UInt32, DType::UInt64};
    constexpr int index = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return std::is_signed_v<T> ? of_signed[index] : of_unsigned[index];
  }
}

template <class T>
struct Holder {
  T value;
};

/// An object whose members' addresses, as template arguments, tell their names.
template <class T>
inline constexpr Holder<T> named_object{};

struct TieAddresses {
  template <class... Members>
  constexpr auto operator()(Members&... members) const {
    return std::tuple<Members*...>{&members...};
  }
};

template <auto address>
std::string member_name() {
  std::string_view name = template_argument(pretty_value<address>());
  name = name.substr(name.rfind("::") + 2);
  return std::string(name.substr(0, name.find(')')));
}

struct FieldCollector {
  std::vector<FieldDescription> fields;

  template <class T>
  void add(const std::string& path) {
    if constexpr (is_scalar_field<T>) {
      const int offset = fields.empty()
                             ? 0
                             : fields.back().offset_bytes +
                                   static_cast<int>(starling::size_bytes(fields.back().dtype));
      fields.push_back({path, dtype_of<T>(), offset});
    } else if constexpr (is_array_field<T>) {
      for (std::size_t index = 0; index < std::tuple_size_v<T>; ++index) {
        add<typename T::value_type>(path + "[" + std::to_string(index) + "]");
      }
    } else {
      constexpr auto addresses = with_members(named_object<T>.value, TieAddresses{});
      add_members<T>(path, std::make_index_sequence<std::tuple_size_v<decltype(addresses)>>{});
    }
  }

  template <class T, std::size_t... indices>
  void add_members(const std::string& path, std::index_sequence<indices...>) {
    (add_member<std::get<indices>(with_members(named_object<T>.value, TieAddresses{}))>(path), ...);
  }

  template <auto address>
  void add_member(const std::string& path) {
    using Member = std::remove_cv_t<std::remove_pointer_t<decltype(address)>>;
    add<Member>(path.empty() ? member_name<address>() : path + "." + member_name<address>());
  }
};

}  // namespace detail

/// Every scalar of a component in order, with names as the source has them.
template <class T>
std::vector<FieldDescription> describe_fields() {
  detail::FieldCollector collector;
  collector.add<T>("");
  return collector.fields;
}

}  // namespace starling
