#include "envs/cli/numbers.hpp"

#include <gtest/gtest.h>

namespace starling::cli {
namespace {

TEST(Numbers, TakeBothEndsOfTheirRange) {
  EXPECT_EQ(parse_number("--worlds", "1", world_range), 1);
  EXPECT_EQ(parse_number("--worlds", "2147483647", world_range), 2147483647);
  EXPECT_EQ(parse_number("--seed", "18446744073709551615", seed_range),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(Numbers, RefuseWhatIsNoWholeNumberOfTheRange) {
  for (const char* text : {"", " 1", "1 ", "+1", "0", "-1", "1.0", "0x1", "1e3", "2147483648"}) {
    EXPECT_THROW(parse_number("--worlds", text, world_range), Error) << text;
  }
}

TEST(Numbers, NameTheValueAndTheLimits) {
  try {
    parse_number("--threads", "5000", thread_range);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--threads is '5000', which is not a whole number from 1 to 1024");
  }
}

}  // namespace
}  // namespace starling::cli
