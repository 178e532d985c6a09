/// Printing from a system, for debugging, on both backends.
#pragma once

#include <cstdint>
#include <cstdio>

#include "kernels/check.hpp"
#include "kernels/platform.hpp"

namespace starling {

/// Parameter of a system: prints a line to the standard output, headed by world, step and row.
///
/// `print("speed %f of %d", speed, limit)`: the format is printf's, of at most 200 characters.
/// Lines of different rows come in any order, each in one piece. On CUDA they appear when the host
/// next waits, and beyond the device's print buffer (1 MB) the oldest are lost.
class Print {
 public:
  STARLING_FN Print(std::uint32_t world, std::uint64_t step, std::uint32_t row)
      : world_(world), step_(static_cast<unsigned long long>(step)), row_(row) {}

  template <class... Values>
  STARLING_FN void operator()(const char* format, Values... values) const {
    if constexpr (sizeof...(Values) == 0) {
      std::printf("world %u step %llu row %u: %s\n", world_, step_, row_, format);
    } else {
      const Line line(format);
      std::printf(line.text, world_, step_, row_, values...);
    }
  }

 private:
  /// Head, format and end of line as one format: the lines of threads mix, call by call.
  struct Line {
    static constexpr int most_characters = 200;

    STARLING_FN explicit Line(const char* format) {
      int end = append(0, "world %u step %llu row %u: ", most_characters);
      end = append(end, format, most_characters);
      append(end, "\n", 1);
    }
    STARLING_FN int append(int end, const char* part, int most) {
      int length = 0;
      for (; part[length] != '\0'; ++length) {
        STARLING_ASSERT(length < most, "a format of Print has at most 200 characters");
        text[end + length] = part[length];
      }
      text[end + length] = '\0';
      return end + length;
    }

    char text[2 * most_characters];
  };

  std::uint32_t world_;
  unsigned long long step_;
  std::uint32_t row_;
};

}  // namespace starling
