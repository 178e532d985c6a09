/// Numbers and texts as bytes, the lowest byte first, and back, where no byte is trusted.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/options.hpp"

namespace starling {

/// Whether a byte of a text would break a line or steer a terminal.
inline bool is_control(char letter) {
  return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
}

/// Options of a run that are written or read: a few bytes may claim to be very many.
inline constexpr std::size_t most_options = 4096;

class ByteWriter {
 public:
  /// As many bytes as the type has.
  template <class Number>
  void number(Number value) {
    if constexpr (std::is_same_v<Number, double>) {
      low_bytes(std::bit_cast<std::uint64_t>(value), sizeof value);
    } else {
      static_assert(std::is_integral_v<Number>, "numbers are integers or doubles");
      low_bytes(static_cast<std::uint64_t>(value), sizeof value);
    }
  }

  void low_bytes(std::uint64_t bits, std::size_t size_bytes) {
    for (std::size_t byte = 0; byte < size_bytes; ++byte)
      bytes_.push_back(static_cast<std::byte>(bits >> 8 * byte & 0xffU));
  }

  /// Of a whole number, not negative: seven bits a byte, the lowest first.
  template <class Number>
  void varint(Number value) {
    static_assert(std::is_integral_v<Number>, "varints are integers");
    auto left = static_cast<std::uint64_t>(value);
    for (; left >= 0x80; left >>= 7)
      bytes_.push_back(static_cast<std::byte>((left & 0x7fU) | 0x80U));
    bytes_.push_back(static_cast<std::byte>(left));
  }

  /// With its length, a varint.
  void text(std::string_view text) {
    varint(text.size());
    letters(text);
  }

  /// With their number, a varint; each its name and its value. Throws Error (Usage) for so many
  /// that no reader takes them.
  void options(const OptionTexts& options) {
    if (options.size() > most_options) {
      throw Error(Refusal::Usage, "a run has " + std::to_string(options.size()) +
                                      " options, of which at most " + std::to_string(most_options) +
                                      " can be written");
    }
    varint(options.size());
    for (const auto& [name, value] : options) {
      text(name);
      text(value);
    }
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

  /// The next bytes, to be read apart.
  ByteReader part(std::size_t size_bytes) { return {take(size_bytes), what_}; }

  template <class Number>
  Number number() {
    const std::uint64_t bits = low_bytes(sizeof(Number));
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

  /// 8 bytes at most; the others of the word are 0.
  std::uint64_t low_bytes(std::size_t size_bytes) {
    std::uint64_t bits = 0;
    const std::span<const std::byte> taken = take(size_bytes);
    for (std::size_t byte = 0; byte < size_bytes; ++byte)
      bits |= static_cast<std::uint64_t>(taken[byte]) << 8 * byte;
    return bits;
  }

  double finite(const char* name) {
    const auto value = number<double>();
    if (!std::isfinite(value)) refuse("says that " + std::string(name) + " is no finite number");
    return value;
  }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = number<std::uint8_t>();
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    refuse("has a number of more than 64 bits");
  }

  /// One of [0, highest]. name: "the step of an event", of the refusal.
  std::int64_t varint(const char* name, std::int64_t highest) {
    const std::uint64_t value = varint();
    if (value > static_cast<std::uint64_t>(highest)) {
      refuse("says that " + std::string(name) + " is " + std::to_string(value) + ", not 0 to " +
             std::to_string(highest));
    }
    return static_cast<std::int64_t>(value);
  }

  /// A varint: how many things follow, of `least_bytes` each or more; never more than fit.
  std::size_t count(const char* name, std::size_t least_bytes = 1) {
    const std::size_t most = left() / least_bytes;
    return static_cast<std::size_t>(varint(name, static_cast<std::int64_t>(most)));
  }

  /// A text as it may stand in a sentence, never longer than the bytes that are there. name: "the
  /// policy", of the refusal.
  std::string text(const std::string& name) {
    const std::string text = letters(count(("the length of " + name).c_str()));
    if (std::any_of(text.begin(), text.end(), is_control))
      refuse("has control characters in " + name);
    return text;
  }

  OptionTexts options() {
    OptionTexts options(static_cast<std::size_t>(
        varint("the number of options", static_cast<std::int64_t>(most_options))));
    for (auto& [name, value] : options) {
      name = text("an option's name");
      value = text("an option's value");
    }
    return options;
  }

  std::string letters(std::size_t count) {
    const std::span<const std::byte> taken = take(count);
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

}  // namespace starling
