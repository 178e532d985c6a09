/// Numbers and texts come back as they were written, or are refused where they are not whole.
#include "engine/bytes.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "engine/byte_hash.hpp"
#include "engine/compression.hpp"
#include "tests/support/refusal.hpp"

namespace starling {
namespace {

using tests::expect_refused;

constexpr std::uint64_t numbers[] = {
    0, 1, 127, 128, 16'383, 16'384, 0xffffffff, std::uint64_t{1} << 63, ~std::uint64_t{0}};

TEST(Bytes, AreTheLowestFirst) {
  ByteWriter writer;
  writer.number(std::uint32_t{0x04030201});
  writer.low_bytes(0x0605, 2);
  writer.varint(300);
  writer.text("ab");
  const std::vector<std::byte>& bytes = writer.bytes();
  const std::string expected("\1\2\3\4\5\6\xac\2\2ab");
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), expected);
}

TEST(Bytes, ComeBackAsTheyWere) {
  ByteWriter writer;
  for (const std::uint64_t number : numbers) {
    writer.number(number);
    writer.varint(number);
    writer.low_bytes(number, 3);
  }
  writer.number(std::int64_t{-5});
  writer.number(-0.25);
  writer.text("");
  writer.text("text");
  const OptionTexts options = {{"layout", "a"}, {"layout", ""}, {"", "ü"}};
  writer.options(options);
  ByteReader reader(writer.bytes(), "the bytes");
  for (const std::uint64_t number : numbers) {
    EXPECT_EQ(reader.number<std::uint64_t>(), number);
    EXPECT_EQ(reader.varint(), number);
    EXPECT_EQ(reader.low_bytes(3), number & 0xffffff);
  }
  EXPECT_EQ(reader.number<std::int64_t>(), -5);
  EXPECT_EQ(reader.finite("a number"), -0.25);
  EXPECT_EQ(reader.text("a text"), "");
  EXPECT_EQ(reader.text("a text"), "text");
  EXPECT_EQ(reader.options(), options);
  reader.expect_end();
}

TEST(Bytes, ThatAreNotThereAreRefused) {
  ByteWriter writer;
  writer.varint(~std::uint64_t{0});
  for (std::size_t size = 0; size < writer.bytes().size(); ++size) {
    ByteReader reader(std::span(writer.bytes()).first(size), "the block");
    expect_refused(Refusal::Usage, {"the block is cut off after " + std::to_string(size)},
                   [&] { reader.varint(); });
  }
  ByteReader reader(writer.bytes(), "the block");
  expect_refused(Refusal::Usage, {"the block has 10 bytes too many"}, [&] { reader.expect_end(); });
  expect_refused(Refusal::Usage, {"cut off"}, [&] { reader.take(11); });
  expect_refused(Refusal::Usage, {"cut off"},
                 [&] { reader.take(std::numeric_limits<std::size_t>::max()); });
  ByteReader part = reader.part(4);
  expect_refused(Refusal::Usage, {"the block is cut off after 4"}, [&] { part.varint(); });
}

TEST(Bytes, OfNumbersOutOfRangeAreRefused) {
  const std::vector<std::byte> ones(11, std::byte{0xff});
  expect_refused(Refusal::Usage, {"more than 64 bits"}, [&] { ByteReader(ones, "it").varint(); });
  ByteWriter writer;
  writer.varint(8);
  writer.number(std::uint64_t{0});
  expect_refused(Refusal::Usage, {"the step is 8, not 0 to 7"},
                 [&] { ByteReader(writer.bytes(), "it").varint("the step", 7); });
  EXPECT_EQ(ByteReader(writer.bytes(), "it").count("things"), 8U);  // 8 bytes follow
  expect_refused(Refusal::Usage, {"things is 8, not 0 to 4"},
                 [&] { ByteReader(writer.bytes(), "it").count("things", 2); });
}

TEST(Bytes, OfTextsThatMayStandInNoSentenceAreRefused) {
  for (const char letter : {'\n', '\x1b', '\x7f', '\0'}) {
    ByteWriter writer;
    writer.text(std::string("a") + letter);
    expect_refused(Refusal::Usage, {"the header has control characters in the policy's name"},
                   [&] { ByteReader(writer.bytes(), "the header").text("the policy's name"); });
  }
  ByteWriter cut;
  cut.varint(9);
  cut.letters("ab");
  expect_refused(Refusal::Usage, {"the length of the name is 9, not 0 to 3"},
                 [&] { ByteReader(cut.bytes(), "it").text("the name"); });
}

TEST(Bytes, OfTooManyOptionsAreNeitherWrittenNorRead) {
  ByteWriter writer;
  writer.options(OptionTexts(4096));
  EXPECT_EQ(ByteReader(writer.bytes(), "it").options().size(), 4096U);
  expect_refused(Refusal::Usage, {"4097", "4096"}, [&] { writer.options(OptionTexts(4097)); });
  ByteWriter hostile;
  hostile.varint(4097);
  hostile.append(std::vector<std::byte>(2 * 4097));
  expect_refused(Refusal::Usage, {"the number of options is 4097, not 0 to 4096"},
                 [&] { ByteReader(hostile.bytes(), "it").options(); });
}

TEST(Compression, GivesBackWhatWasCompressedAndNothingOfAnotherSize) {
  for (const std::size_t size : {0, 1, 1000, 1'000'000}) {
    std::vector<std::byte> plain(size);
    for (std::size_t at = 0; at < size; ++at)
      plain[at] = static_cast<std::byte>(at / 7);
    std::vector<std::byte> message(3, std::byte{9});
    append_compressed(message, plain);
    EXPECT_EQ(message[2], std::byte{9});
    const auto frame = std::span(message).subspan(3);
    EXPECT_EQ(decompress(frame, size), plain);
    EXPECT_EQ(decompress(frame, size + 1), std::nullopt);
    EXPECT_EQ(decompress(frame.first(frame.size() - 1), size), std::nullopt);
    EXPECT_EQ(decompress({}, size), std::nullopt);
  }
}

TEST(ByteHash, DependsOnEveryByteAndOnHowManyThereAre) {
  std::vector<std::byte> bytes(19, std::byte{0});
  const std::uint64_t hash = hash_of_bytes(bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] = std::byte{1};
    EXPECT_NE(hash_of_bytes(bytes), hash) << at;
    bytes[at] = std::byte{0};
  }
  EXPECT_EQ(hash_of_bytes(bytes), hash);
  bytes.push_back(std::byte{0});
  EXPECT_NE(hash_of_bytes(bytes), hash);
  EXPECT_NE(hash_bytes(1, bytes), hash_bytes(2, bytes));
  EXPECT_EQ(hash_of_file("/nowhere/file"), 0U);
}

}  // namespace
}  // namespace starling
