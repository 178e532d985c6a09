// The hash of a file is of what it holds, and 0 where it is none.
#include "engine/byte_hash.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include "tests/support/output_folder.hpp"

namespace starling {
namespace {

TEST(ByteHash, OfAFileIsOfItsBytes) {
  const tests::detail::OutputFolder folder;
  const std::string path = folder.out().string();
  constexpr std::string_view text = "ten  bytes";
  std::ofstream(path) << text;
  EXPECT_EQ(hash_of_file(path), hash_of_bytes(std::as_bytes(std::span(text))));
}

TEST(ByteHash, OfWhatIsNoFileIsZero) {
  for (const char* path : {"/dev/zero", "/", "/nowhere", ""})
    EXPECT_EQ(hash_of_file(path), 0U) << path;
}

}  // namespace
}  // namespace starling
