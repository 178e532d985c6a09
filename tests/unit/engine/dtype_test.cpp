/// Types of elements.
#include <gtest/gtest.h>

#include "engine/tensor.hpp"

namespace starling::tests {
namespace {

TEST(DType, KnowsItsSizeAndNumpysName) {
  EXPECT_STREQ(name_of(DType::Bool), "bool");
  EXPECT_STREQ(name_of(DType::UInt16), "uint16");
  EXPECT_STREQ(name_of(DType::Float64), "float64");
  EXPECT_EQ(size_bytes(DType::Bool), 1);
  EXPECT_EQ(size_bytes(DType::Int16), 2);
  EXPECT_EQ(size_bytes(DType::Float32), 4);
  EXPECT_EQ(size_bytes(DType::UInt64), 8);
}

}  // namespace
}  // namespace starling::tests
