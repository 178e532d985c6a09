/// The other row of a pair.
#pragma once

#include <type_traits>

#include "kernels/platform.hpp"

namespace starling {

/// Parameter of a system that EachPair calls: the T of the pair's other row, read only.
/// `Other<const Entity>` is its handle.
template <class ConstT>
class Other {
  static_assert(std::is_const_v<ConstT>, "the other row of a pair is read only: Other<const T>");
  using T = std::remove_const_t<ConstT>;

 public:
  STARLING_FN explicit Other(const T& value) : value_(value) {}

  STARLING_FN const T& operator*() const { return value_; }
  STARLING_FN const T* operator->() const { return &value_; }

 private:
  T value_;
};

}  // namespace starling
