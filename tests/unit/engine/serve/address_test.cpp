// "[HOST:]PORT": loopback unless told, and nothing else.
#include <gtest/gtest.h>

#include "engine/serve/address.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

using serve::parse_address;

TEST(Address, IsTheLoopbackUnlessTold) {
  EXPECT_EQ(parse_address("--serve", "5555", 0).text(), "127.0.0.1:5555");
  EXPECT_EQ(parse_address("--serve", "localhost:5555", 0).text(), "127.0.0.1:5555");
  EXPECT_EQ(parse_address("--serve", "0", 0).port, 0);
}

TEST(Address, IsReadAsItIsWritten) {
  for (const char* text : {"*:1", "10.0.0.7:65535", "[::1]:5555", "[fe80::1%eth0]:80",
                           "gpu-7.example.org:5555", "eth0:5555"}) {
    EXPECT_EQ(parse_address("--serve", text, 0).text(), text);
  }
}

TEST(Address, OfNoHostOrPortIsRefused) {
  for (const char* text : {"",
                           ":",
                           ":5555",
                           "host",
                           "host:",
                           "5555x",
                           "-1",
                           "65536",
                           "1e3",
                           " 1",
                           "host:65536",
                           "::1",
                           "::1:5555",
                           "[::1]",
                           "[]:5555",
                           "[host]:5555",
                           "tcp://host:5555",
                           "a b:5555",
                           "127.0.0.1;10.0.0.1:5555",
                           "a\nb:1",
                           "99999999999999999999"}) {
    const std::string sentence =
        sentence_of(Refusal::Usage, [&] { parse_address("--serve", text, 0); });
    EXPECT_NE(sentence.find("--serve"), std::string::npos) << text;
  }
  expect_refused(Refusal::Usage, {"'0'", "1 to 65535"}, [] { parse_address("it", "0", 1); });
}

}  // namespace
}  // namespace starling::tests
