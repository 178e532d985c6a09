/// Numbers and texts as bytes, the lowest byte first, and back, where no byte is trusted.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/error.hpp"

namespace starling::serve {

class ByteWriter {
 public:
  template <class Number>
  void number(Number value) {
    std::uint64_t bits = 0;
    if constexpr (std::is_same_v<Number, double>) {
      bits = std::bit_cast<std::uint64_t>(value);
    } else {
      static_assert(std::is_integral_v<Number>, "numbers are integers or doubles");
      bits = static_cast<std::uint64_t>(value);
    }
    for (std::size_t byte = 0; byte < sizeof(Number); ++byte)
      bytes_.push_back(static_cast<std::byte>(bits >> 8 * byte & 0xffU));
  }

  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    letters(text);
  }

  /// A text whose length the reader knows.
  void letters(std::string_view text) { append(std::as_bytes(std::span(text))); }

  void append(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  void reserve(std::size_t size_bytes) { bytes_.reserve(size_bytes); }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Every read is refused with an Error (Usage) where the bytes do not have it.
class ByteReader {
 public:
  /// what: whose bytes these are, such as "a message about worlds".
  ByteReader(std::span<const std::byte> bytes, std::string what)
      : bytes_(bytes), what_(std::move(what)) {}

  std::span<const std::byte> take(std::size_t size_bytes) {
    if (size_bytes > left()) refuse("is cut off after " + std::to_string(bytes_.size()) + " bytes");
    const auto taken = bytes_.subspan(at_, size_bytes);
    at_ += size_bytes;
    return taken;
  }

  template <class Number>
  Number number() {
    std::uint64_t bits = 0;
    const std::span<const std::byte> taken = take(sizeof(Number));
    for (std::size_t byte = 0; byte < sizeof(Number); ++byte)
      bits |= static_cast<std::uint64_t>(taken[byte]) << 8 * byte;
    if constexpr (std::is_same_v<Number, double>) {
      return std::bit_cast<double>(bits);
    } else {
      return static_cast<Number>(bits);
    }
  }

  /// A whole number of [lowest, highest]. name: "steps", of the refusal.
  template <class Number>
  Number number(const char* name, Number lowest, Number highest) {
    const auto value = number<Number>();
    if (value < lowest || value > highest) {
      refuse("says that " + std::string(name) + " are " + std::to_string(value) + ", not " +
             std::to_string(lowest) + " to " + std::to_string(highest));
    }
    return value;
  }

  double finite(const char* name) {
    const auto value = number<double>();
    if (!std::isfinite(value)) refuse("says that " + std::string(name) + " is no finite number");
    return value;
  }

  /// A text, which is never longer than the bytes that are there.
  std::string text() {
    const std::span<const std::byte> taken = take(number<std::uint32_t>());
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }

  std::size_t left() const { return bytes_.size() - at_; }

  void expect_end() const {
    if (left() > 0) refuse("has " + std::to_string(left()) + " bytes too many");
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    throw Error(Refusal::Usage, what_ + " " + sentence);
  }

 private:
  std::span<const std::byte> bytes_;
  std::string what_;
  std::size_t at_ = 0;
};

}  // namespace starling::serve
