/// Reading what all worlds of a run share: its rules, and tables that never change.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/platform.hpp"

namespace starling {

namespace detail {

template <class T>
struct UnchangingWords {
  using Word = std::conditional_t<sizeof(T) % 4 == 0, std::uint32_t, std::uint8_t>;
  Word words[sizeof(T) / sizeof(Word)];
};

/// The T at an address that nobody writes to meanwhile. What of it is not used is not read.
template <class T>
STARLING_FN T load_unchanging(const T* address) {
  using Words = UnchangingWords<T>;
  const auto* from = reinterpret_cast<const typename Words::Word*>(address);
  Words value;
  STARLING_UNROLL
  for (std::size_t word = 0; word < sizeof(T) / sizeof(*from); ++word)
    value.words[word] = kernels::read_unchanging(from + word);
  return std::bit_cast<T>(value);
}

}  // namespace detail

/// Parameter of a system: the Ts that an environment's `set_up` made for the run. Read-only, and
/// the same for every world; `*shared` and `shared->` are the first.
template <class ConstT>
class Shared {
  static_assert(std::is_const_v<ConstT>, "what all worlds share is read only: Shared<const T>");
  using T = std::remove_const_t<ConstT>;

 public:
  STARLING_FN Shared(const std::byte* data, std::int64_t size)
      : data_(reinterpret_cast<ConstT*>(data)), size_(size) {}

  STARLING_FN std::int64_t size() const { return size_; }
  STARLING_FN T operator[](std::int64_t index) const {
    if constexpr (kernels::compiled_for_cuda) return detail::load_unchanging(data_ + index);
    return data_[index];
  }
  STARLING_FN T operator*() const { return (*this)[0]; }

  /// For `shared->member`.
  struct Arrow {
    T value;

    STARLING_FN const T* operator->() const { return &value; }
  };
  STARLING_FN Arrow operator->() const { return {**this}; }

 private:
  ConstT* data_;
  std::int64_t size_;
};

}  // namespace starling
