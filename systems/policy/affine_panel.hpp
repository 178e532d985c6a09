/// Weights of affine functions, rounded to bf16, as panels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernels/bfloat16.hpp"
#include "kernels/panel.hpp"
#include "systems/policy/affine.hpp"

namespace starling::policy {

/// Some inputs or outputs.
struct Range {
  std::int64_t first;
  std::int64_t count;
  std::int64_t padded;  ///< A multiple of 16.
};

/// A panel at the end of some bytes, zero where nothing is set.
template <class Products>
class Panel {
 public:
  /// Of a panel.
  struct Place {
    std::int64_t row = 0;
    std::int64_t column = 0;
  };

  Panel(std::vector<std::byte>& to, std::int64_t rows, std::int64_t columns)
      : to_(to), begin_(to.size()), rows_(rows), columns_(columns) {
    to.resize(begin_ + static_cast<std::size_t>(kernels::panel_bytes(rows, columns)));
  }

  /// An affine function's weights, transposed, so that rows are inputs; from a place on.
  void set(const Affine& function, Range inputs, Range outputs, Place at = {}) {
    for (std::int64_t row = 0; row < inputs.count; ++row) {
      for (std::int64_t column = 0; column < outputs.count; ++column) {
        const auto number = kernels::to_bfloat16(
            static_cast<float>(function.at(outputs.first + column, inputs.first + row)));
        const auto offset = static_cast<std::size_t>(
            Products::offset(at.row + row, at.column + column, rows_, columns_));
        std::memcpy(to_.data() + begin_ + offset, &number, sizeof number);
      }
    }
  }

 private:
  std::vector<std::byte>& to_;
  std::size_t begin_;
  std::int64_t rows_;
  std::int64_t columns_;
};

template <class Products>
void append_panel(std::vector<std::byte>& to, const Affine& function, Range inputs, Range outputs) {
  Panel<Products>(to, inputs.padded, outputs.padded).set(function, inputs, outputs);
}

/// Rounded to float32.
inline void append(std::vector<float>& to, const std::vector<double>& from) {
  for (const double number : from)
    to.push_back(static_cast<float>(number));
}

}  // namespace starling::policy
