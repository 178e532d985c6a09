#include "engine/json_reader.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/error.hpp"

namespace starling {
namespace {

constexpr std::size_t text_limit = 4096;
constexpr int depth_limit = 32;

bool is_digit(int letter) {
  return letter >= '0' && letter <= '9';
}

void append_utf8(std::string& text, std::uint32_t point) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto add_tail = [&](int shift) { add(0x80 | (point >> shift & 0x3f)); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xc0 | point >> 6);
  } else {
    if (point < 0x10000) {
      add(0xe0 | point >> 12);
    } else {
      add(0xf0 | point >> 18);
      add_tail(12);
    }
    add_tail(6);
  }
  add_tail(0);
}

}  // namespace

void JsonReader::refuse(const std::string& reason) const {
  const std::int64_t byte = bytes_before_ + static_cast<std::int64_t>(next_);
  throw Error(Refusal::Usage,
              subject_ + " cannot be read: at byte " + std::to_string(byte) + " " + reason);
}

void JsonReader::fill() {
  bytes_before_ += static_cast<std::int64_t>(filled_);
  next_ = 0;
  filled_ = std::fread(buffer_.data(), 1, buffer_.size(), file_);
  if (filled_ == 0 && std::ferror(file_) != 0)
    throw Error(Refusal::Unavailable, subject_ + " cannot be read: " + std::strerror(errno));
}

int JsonReader::peek_after_space() {
  int letter = peek();
  while (letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t') {
    ++next_;
    letter = peek();
  }
  return letter;
}

bool JsonReader::next_is(char letter) {
  if (peek_after_space() != letter) return false;
  ++next_;
  return true;
}

void JsonReader::expect(char letter, const char* name) {
  if (!next_is(letter)) refuse(std::string("stands no ") + name);
}

bool JsonReader::continues(char end) {
  if (next_is(end)) return false;
  if (!next_is(',')) refuse(std::string("stands neither a comma nor '") + end + "'");
  return true;
}

std::string JsonReader::take_text() {
  std::string text;
  take_text(text);
  return text;
}

void JsonReader::take_text(std::string& text) {
  text.clear();
  expect('"', "text");
  for (int letter = get(); letter != '"'; letter = get()) {
    if (letter == end_of_file) refuse("the file ends inside a text");
    if (letter < 0x20) refuse("a text has a control character");
    if (text.size() >= text_limit) refuse("a text is longer than 4096 bytes");
    if (letter == '\\') {
      take_escape(text);
    } else {
      text += static_cast<char>(letter);
    }
  }
}

void JsonReader::take_escape(std::string& text) {
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view letters = "\"\\/\b\f\n\r\t";
  const int name = get();
  if (name == 'u') {
    std::uint32_t point = take_hexadecimal();
    if (point >= 0xd800 && point < 0xdc00) {
      const bool has_second = get() == '\\' && get() == 'u';
      const std::uint32_t second = has_second ? take_hexadecimal() : 0;
      if (second < 0xdc00 || second >= 0xe000) refuse("a text has half a surrogate pair");
      point = 0x10000 + ((point - 0xd800) << 10 | (second - 0xdc00));
    }
    if (point >= 0xdc00 && point < 0xe000) refuse("a text has half a surrogate pair");
    return append_utf8(text, point);
  }
  const std::size_t found =
      name == end_of_file ? std::string_view::npos : names.find(static_cast<char>(name));
  if (found == std::string_view::npos) refuse("a text has an unknown escape");
  text += letters[found];
}

std::uint32_t JsonReader::take_hexadecimal() {
  std::uint32_t number = 0;
  for (int digit = 0; digit < 4; ++digit) {
    const int letter = get();
    const int lower = letter | 0x20;
    if (is_digit(letter)) {
      number = number * 16 + static_cast<std::uint32_t>(letter - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      number = number * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
    } else {
      refuse("an escape has not four hexadecimal digits");
    }
  }
  return number;
}

double JsonReader::take_number() {
  std::array<char, 64> text;
  std::size_t size = 0;
  const auto take_letter = [&] {
    if (size == text.size()) refuse("a number is longer than 64 digits");
    text[size++] = static_cast<char>(get());
  };
  const auto take_digits = [&] {
    if (!is_digit(peek())) refuse("stands no number");
    while (is_digit(peek()))
      take_letter();
  };
  if (peek_after_space() == '-') take_letter();
  const bool begins_with_zero = peek() == '0';
  const std::size_t first = size;
  take_digits();
  if (begins_with_zero && size > first + 1) refuse("a number begins with a needless 0");
  if (peek() == '.') {
    take_letter();
    take_digits();
  }
  if (peek() == 'e' || peek() == 'E') {
    take_letter();
    if (peek() == '+' || peek() == '-') take_letter();
    take_digits();
  }
  double number = 0;
  const auto result = std::from_chars(text.data(), text.data() + size, number);
  if (result.ec != std::errc() || !std::isfinite(number)) refuse("a number is out of range");
  return number;
}

std::int64_t JsonReader::take_whole(std::int64_t least, std::int64_t most) {
  const double number = take_number();
  if (number != std::floor(number) || number < static_cast<double>(least) ||
      number > static_cast<double>(most)) {
    refuse("a number is not whole and from " + std::to_string(least) + " to " +
           std::to_string(most));
  }
  return static_cast<std::int64_t>(number);
}

void JsonReader::take_word(std::string_view word) {
  for (const char letter : word) {
    if (get() != letter) refuse("stands no value");
  }
}

bool JsonReader::take_null() {
  if (peek_after_space() != 'n') return false;
  take_word("null");
  return true;
}

void JsonReader::skip() {
  skip(0);
}

void JsonReader::skip(int depth) {
  if (depth == depth_limit) refuse("more than 32 arrays and objects stand in one another");
  switch (peek_after_space()) {
    case '{':
      return take_object([&](std::string_view) { skip(depth + 1); });
    case '[':
      return take_array([&] { skip(depth + 1); });
    case '"': {
      std::string ignored;
      return take_text(ignored);
    }
    case 't':
      return take_word("true");
    case 'f':
      return take_word("false");
    case 'n':
      return take_word("null");
    default:
      take_number();
  }
}

void JsonReader::take_end() {
  if (peek_after_space() != end_of_file) refuse("something follows the end");
}

}  // namespace starling
