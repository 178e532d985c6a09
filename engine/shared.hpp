/// Reading what all worlds of a run share: its rules, and tables that never change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/platform.hpp"

namespace starling {

/// Parameter of a system: the Ts that an environment's `set_up` made for the run. Read-only, and
/// the same for every world; `*shared` and `shared->` are the first.
template <class ConstT>
class Shared {
  static_assert(std::is_const_v<ConstT>, "what all worlds share is read only: Shared<const T>");

 public:
  STARLING_FN Shared(const std::byte* data, std::int64_t size)
      : data_(reinterpret_cast<ConstT*>(data)), size_(size) {}

  STARLING_FN std::int64_t size() const { return size_; }
  STARLING_FN ConstT& operator[](std::int64_t index) const { return data_[index]; }
  STARLING_FN ConstT& operator*() const { return *data_; }
  STARLING_FN ConstT* operator->() const { return data_; }

 private:
  ConstT* data_;
  std::int64_t size_;
};

}  // namespace starling
