/// Numbers and texts as the bytes of a block, and back, with nothing believed that runs past the
/// end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace starling::recording {

class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(std::byte{value}); }
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  void count(std::size_t value) { number(value); }
  void signed_number(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
  void word(std::uint64_t value, int size_bytes = 8) {
    for (int at = 0; at < size_bytes; ++at)
      byte(static_cast<std::uint8_t>(value >> 8 * at));
  }
  void text(std::string_view value) {
    count(value.size());
    raw(std::as_bytes(std::span(value.data(), value.size())));
  }
  void raw(std::span<const std::byte> value) {
    bytes_.insert(bytes_.end(), value.begin(), value.end());
  }

  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Thrown by a ByteReader: what is wrong, to be completed with file and offset.
struct BadBytes {
  std::string reason;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint8_t byte() { return std::to_integer<std::uint8_t>(raw(1)[0]); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7fU} << shift;
      if ((next & 0x80U) == 0) return value;
    }
    throw BadBytes{"a number has more than 64 bits"};
  }
  /// A number from 0 to `most`.
  std::int64_t number(const char* what, std::int64_t most) {
    const std::uint64_t value = number();
    if (value <= static_cast<std::uint64_t>(most)) return static_cast<std::int64_t>(value);
    throw BadBytes{std::string(what) + " is " + std::to_string(value) + "; it may be " +
                   std::to_string(most)};
  }
  /// How many things follow that take `least_bytes` each or more.
  std::size_t count(const char* what, std::int64_t least_bytes = 1) {
    return static_cast<std::size_t>(number(what, left() / least_bytes));
  }
  std::uint64_t word(int size_bytes = 8) {
    const std::span<const std::byte> bytes = raw(size_bytes);
    std::uint64_t value = 0;
    for (int at = 0; at < size_bytes; ++at)
      value |= std::to_integer<std::uint64_t>(bytes[static_cast<std::size_t>(at)]) << 8 * at;
    return value;
  }
  std::string text(const char* what) {
    const std::span<const std::byte> bytes = raw(static_cast<std::int64_t>(count(what)));
    for (const std::byte byte : bytes) {  // it may stand in a sentence
      if (byte < std::byte{0x20} || byte == std::byte{0x7f})
        throw BadBytes{"a text has bytes that are no letters"};
    }
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::span<const std::byte> raw(std::int64_t size_bytes) {
    if (size_bytes > left()) {
      throw BadBytes{"it ends where " + std::to_string(size_bytes) +
                     " bytes more are wanted, and " + std::to_string(left()) + " are left"};
    }
    const auto bytes = bytes_.subspan(at_, static_cast<std::size_t>(size_bytes));
    at_ += static_cast<std::size_t>(size_bytes);
    return bytes;
  }
  std::int64_t left() const { return static_cast<std::int64_t>(bytes_.size() - at_); }
  void expect_end() const {
    if (left() != 0) throw BadBytes{std::to_string(left()) + " bytes too many follow"};
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace starling::recording
