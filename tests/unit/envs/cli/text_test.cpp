#include "envs/cli/text.hpp"

#include <gtest/gtest.h>

namespace starling::cli {
namespace {

TEST(Text, GroupsDigitsByThousands) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(-123456), "-123,456");
}

TEST(Text, KeepsThreeDigitsAndAPrefix) {
  EXPECT_EQ(with_prefix(0), "0");
  EXPECT_EQ(with_prefix(12.34), "12.3");
  EXPECT_EQ(with_prefix(999.6), "1 k");
  EXPECT_EQ(with_prefix(1.234e9), "1.23 G");
  EXPECT_EQ(with_prefix(5e15), "5e+03 T");
}

TEST(Text, WritesBytesInBinaryUnits) {
  EXPECT_EQ(as_bytes(0), "0 B");
  EXPECT_EQ(as_bytes(1536), "1.5 KiB");
  EXPECT_EQ(as_bytes(std::int64_t{3} << 30), "3.0 GiB");
}

}  // namespace
}  // namespace starling::cli
