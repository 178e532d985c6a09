/// What others wrote stands in a sentence without breaking it.
#include "engine/quotes.hpp"

#include <gtest/gtest.h>

namespace starling {
namespace {

TEST(Quotes, AreOfOneLineAndShort) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("cramped_room"), "'cramped_room'");
  EXPECT_EQ(in_quotes("küche"), "'küche'");
  EXPECT_EQ(in_quotes(std::string("a\n\x1b[2J\0\x7f", 8)),
            "'a?"
            "?[2J?"
            "?'");
  const std::string longest(80, 'x');
  EXPECT_EQ(in_quotes(longest), "'" + longest + "'");
  EXPECT_EQ(in_quotes(longest + "y"), "'" + longest + "...'");
}

}  // namespace
}  // namespace starling
