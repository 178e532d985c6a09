/// Outputs of a length that a run decides: images, planes, scans.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/archetype.hpp"
#include "engine/column_memory.hpp"

namespace starling {

namespace detail {

/// A strip is an output component without members that says what it is made of:
/// `struct Planes { using Element = std::uint8_t; static constexpr auto length = &Rules::bytes; };`
template <class T>
concept StripComponent = std::is_empty_v<T> && requires {
  typename T::Element;
  T::length;
};

}  // namespace detail

/// Parameter of a system: the row's own strip, to be written. Like every output it starts a step as
/// zeros.
template <detail::StripComponent T, Layout layout = native_layout>
class Strip {
 public:
  using Element = typename T::Element;

  STARLING_FN Strip(std::byte* data, std::uint32_t size_bytes)
      : data_(reinterpret_cast<Element*>(data)),
        size_(static_cast<RowIndex>(size_bytes / sizeof(Element))) {}

  STARLING_FN RowIndex size() const { return size_; }
  STARLING_FN Element& operator[](RowIndex index) const { return data_[index]; }

  /// Sets every element to zero.
  STARLING_FN void clear() const {
    if constexpr (!kernels::on_device()) {
      std::memset(static_cast<void*>(data_), 0, static_cast<std::size_t>(size_) * sizeof(Element));
    } else {
      auto* at = reinterpret_cast<unsigned char*>(data_);
      auto* const end = reinterpret_cast<unsigned char*>(data_ + size_);
      while (at < end && reinterpret_cast<std::uintptr_t>(at) % 8 != 0)
        *at++ = 0;
      for (; end - at >= 8; at += 8)
        *reinterpret_cast<std::uint64_t*>(at) = 0;
      while (at < end)
        *at++ = 0;
    }
  }

 private:
  Element* data_;
  RowIndex size_;
};

}  // namespace starling
