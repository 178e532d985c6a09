/// Matrices of four rows and columns, laid out as OpenGL takes them.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/vector.hpp"

namespace starling::viewer {

/// Column after column: the element of a row and a column is elements[4 * column + row].
struct Mat4 {
  std::array<float, 16> elements{};

  float& at(std::size_t row, std::size_t column) { return elements[4 * column + row]; }
  float at(std::size_t row, std::size_t column) const { return elements[4 * column + row]; }
};

Mat4 identity_matrix();

/// First b, then a.
Mat4 operator*(const Mat4& a, const Mat4& b);

kernels::Vec4 operator*(const Mat4& a, kernels::Vec4 v);

/// The inverse, computed in double precision; all zeros where there is none.
Mat4 inverse(const Mat4& a);

}  // namespace starling::viewer
