/// A view of consecutive items that can be indexed, and checked, on the host and on the device.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "kernels/check.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// A pointer and a number of items; does not own them. std::span would do but for one thing: its
/// bounds check cannot run on the device. The names are those of std::span.
template <class T>
class Span {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;

  constexpr Span() = default;
  STARLING_FN constexpr Span(T* data, std::size_t size) : data_(data), size_(size) {}

  template <std::size_t count>
  STARLING_FN constexpr Span(T (&items)[count]) : data_(items), size_(count) {}

  /// From a Span of non-const items, std::vector, std::array, and the like.
  template <class Container>
  requires(std::is_convertible_v<
           std::remove_pointer_t<decltype(std::declval<Container&>().data())> (*)[],
           T (*)[]>) constexpr Span(Container&& container)
      : data_(container.data()), size_(container.size()) {}

  STARLING_FN constexpr T* data() const { return data_; }
  STARLING_FN constexpr std::size_t size() const { return size_; }
  STARLING_FN constexpr std::size_t size_bytes() const { return size_ * sizeof(T); }
  STARLING_FN constexpr bool empty() const { return size_ == 0; }
  STARLING_FN constexpr T* begin() const { return data_; }
  STARLING_FN constexpr T* end() const { return data_ + size_; }

  /// Asserts index < size() in builds without NDEBUG.
  STARLING_FN constexpr T& operator[](std::size_t index) const {
    if constexpr (checked) STARLING_ASSERT(index < size_, "A Span is indexed within its size.");
    return data_[index];
  }

  /// `count` items from `offset`; asserts that they lie inside in builds without NDEBUG.
  STARLING_FN constexpr Span subspan(std::size_t offset, std::size_t count) const {
    if constexpr (checked) {
      STARLING_ASSERT(offset <= size_ && count <= size_ - offset, "A subspan lies in its Span.");
    }
    return Span(data_ + offset, count);
  }

  STARLING_FN constexpr Span first(std::size_t count) const { return subspan(0, count); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace starling::kernels
