#include "viewer/render/matrix.hpp"

#include <cmath>
#include <utility>

namespace starling::viewer {
namespace {

/// A matrix and, to the right of it, what becomes its inverse.
using Augmented = std::array<std::array<double, 8>, 4>;

/// Gauss-Jordan with partial pivoting; false where a column has no pivot.
bool reduce(Augmented& rows) {
  for (std::size_t column = 0; column < 4; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < 4; ++row) {
      if (std::abs(rows[row][column]) > std::abs(rows[pivot][column])) pivot = row;
    }
    if (rows[pivot][column] == 0.0) return false;
    std::swap(rows[pivot], rows[column]);
    const double scale = 1.0 / rows[column][column];
    for (double& element : rows[column])
      element *= scale;
    for (std::size_t row = 0; row < 4; ++row) {
      if (row == column) continue;
      const double factor = rows[row][column];
      for (std::size_t k = 0; k < 8; ++k)
        rows[row][k] -= factor * rows[column][k];
    }
  }
  return true;
}

}  // namespace

Mat4 identity_matrix() {
  Mat4 result;
  for (std::size_t k = 0; k < 4; ++k)
    result.at(k, k) = 1.0F;
  return result;
}

Mat4 operator*(const Mat4& a, const Mat4& b) {
  Mat4 result;
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 4; ++row) {
      for (std::size_t k = 0; k < 4; ++k) {
        result.at(row, column) += a.at(row, k) * b.at(k, column);
      }
    }
  }
  return result;
}

kernels::Vec4 operator*(const Mat4& a, kernels::Vec4 v) {
  const auto row = [&](std::size_t r) {
    return kernels::dot(kernels::Vec4{a.at(r, 0), a.at(r, 1), a.at(r, 2), a.at(r, 3)}, v);
  };
  return {row(0), row(1), row(2), row(3)};
}

Mat4 inverse(const Mat4& a) {
  Augmented rows{};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column)
      rows[row][column] = a.at(row, column);
    rows[row][4 + row] = 1.0;
  }
  Mat4 result;
  if (!reduce(rows)) return result;
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      result.at(row, column) = static_cast<float>(rows[row][4 + column]);
    }
  }
  return result;
}

}  // namespace starling::viewer
