/// A kitchen file as lines and words that know their place, and refusals that name it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace starling::envs::overcooked::detail {

inline constexpr std::size_t most_file_bytes = 1 << 16;

/// Line and column of a file, from 1; a column is a byte.
struct Place {
  int line = 1;
  int column = 1;
};

struct Word {
  std::string_view text;
  Place place;
};

/// A line without its end, be it LF or CR LF.
struct Line {
  std::string_view text;
  int number = 1;
};

class KitchenFile {
 public:
  /// Keeps views into `text`. Throws Error if it is larger than most_file_bytes.
  KitchenFile(std::string_view text, const std::string& name);

  const std::vector<Line>& lines() const { return lines_; }

  /// Throws Error: what was found at the place, and what is allowed there.
  [[noreturn]] void refuse(Place place, const std::string& found, const std::string& allowed) const;

 private:
  std::string name_;
  std::vector<Line> lines_;
};

/// Words between spaces and tabs; one that starts with '#' ends the line.
std::vector<Word> words_of(const Line& line);

/// Where a line ends.
Place end_of(const Line& line);

/// The text between quotes, in printable characters and not too many of them.
std::string quoted(std::string_view text);

}  // namespace starling::envs::overcooked::detail
