/// Takes JSON from a file value by value, strictly, and keeps none of it.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace starling {

/// The caller asks for the values that it expects, in order; what stands there instead is refused
/// with an Error (Usage) that names the file, the byte and what was expected. Memory does not grow
/// with the file.
class JsonReader {
 public:
  /// `what`: begins the sentence of a refusal, as "the trace file".
  JsonReader(std::FILE* file, const std::string& what, const std::string& path)
      : file_(file), subject_(what + " '" + path + "'") {}

  /// Takes an object or array. `take` is called before each value, which it must take: with the
  /// key, or without anything.
  template <class Take>
  void take_object(Take take) {
    expect('{', "object");
    if (next_is('}')) return;
    std::string key;
    do {
      take_text(key);
      expect(':', "colon");
      take(std::string_view(key));
    } while (continues('}'));
  }
  template <class Take>
  void take_array(Take take) {
    expect('[', "array");
    if (next_is(']')) return;
    do {
      take();
    } while (continues(']'));
  }

  /// A text of at most 4,096 bytes.
  std::string take_text();
  double take_number();
  /// Whole, and from `least` to `most`, which are at most 2^53.
  std::int64_t take_whole(std::int64_t least, std::int64_t most);
  /// Takes null where it stands next.
  bool take_null();
  /// Takes any value; of arrays and objects, at most 32 in one another.
  void skip();
  /// White space up to the end of the file.
  void take_end();

  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  static constexpr int end_of_file = -1;

  void take_text(std::string& text);
  void skip(int depth);
  int peek() {
    if (next_ == filled_) fill();
    return filled_ == 0 ? end_of_file : static_cast<unsigned char>(buffer_[next_]);
  }
  int get() {
    const int letter = peek();
    if (letter != end_of_file) ++next_;
    return letter;
  }
  int peek_after_space();
  void fill();
  bool next_is(char letter);
  /// Whether a comma comes next, and not the bracket that ends.
  bool continues(char end);
  void expect(char letter, const char* name);
  void take_word(std::string_view word);
  void take_escape(std::string& text);
  std::uint32_t take_hexadecimal();

  std::FILE* file_;
  std::string subject_;
  std::array<char, 1 << 16> buffer_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  std::int64_t bytes_before_ = 0;  ///< The buffer.
};

}  // namespace starling
