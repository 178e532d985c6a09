/// Printing from a system, for debugging, on both backends.
#pragma once

#include <cstdint>
#include <cstdio>

#include "kernels/platform.hpp"

namespace starling {

/// Parameter of a system: prints a line to the standard output, headed by world, step and row.
///
/// `print("speed %f of %d", speed, limit)`: the format is printf's. Lines of different rows come in
/// any order. On CUDA they appear when the host next waits, and beyond the device's print buffer
/// (1 MB) the oldest are lost.
class Print {
 public:
  STARLING_FN Print(std::uint32_t world, std::uint64_t step, std::uint32_t row)
      : world_(world), step_(static_cast<unsigned long long>(step)), row_(row) {}

  template <class... Values>
  STARLING_FN void operator()(const char* format, Values... values) const {
    std::printf("world %u step %llu row %u: ", world_, step_, row_);
    if constexpr (sizeof...(Values) == 0) {
      std::printf("%s", format);
    } else {
      std::printf(format, values...);
    }
    std::printf("\n");
  }

 private:
  std::uint32_t world_;
  unsigned long long step_;
  std::uint32_t row_;
};

}  // namespace starling
