#include "envs/overcooked/kitchen_file.hpp"

#include <algorithm>

#include "engine/error.hpp"

namespace starling::envs::overcooked::detail {
namespace {

constexpr std::string_view blanks = " \t";
constexpr std::size_t most_quoted_letters = 40;

/// '?' for every byte that would break a line or a terminal.
std::string printable(std::string_view text) {
  std::string letters(text);
  for (char& letter : letters) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  return letters;
}

}  // namespace

KitchenFile::KitchenFile(std::string_view text, const std::string& name) : name_(printable(name)) {
  if (text.size() > most_file_bytes) {
    refuse({}, "a file of more than " + std::to_string(most_file_bytes) + " bytes",
           "a kitchen file is no larger than that");
  }
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines_.push_back({line, static_cast<int>(lines_.size()) + 1});
    start = end + 1;
  }
}

void KitchenFile::refuse(Place place, const std::string& found, const std::string& allowed) const {
  throw Error(Refusal::Usage, name_ + ":" + std::to_string(place.line) + ":" +
                                  std::to_string(place.column) + ": found " + found + ", where " +
                                  allowed);
}

std::vector<Word> words_of(const Line& line) {
  std::vector<Word> words;
  std::size_t start = line.text.find_first_not_of(blanks);
  while (start < line.text.size() && line.text[start] != '#') {
    const std::size_t end = std::min(line.text.find_first_of(blanks, start), line.text.size());
    words.push_back({line.text.substr(start, end - start),
                     {.line = line.number, .column = static_cast<int>(start) + 1}});
    start = line.text.find_first_not_of(blanks, end);
  }
  return words;
}

Place end_of(const Line& line) {
  return {.line = line.number, .column = static_cast<int>(line.text.size()) + 1};
}

std::string quoted(std::string_view text) {
  std::string quote = "'";
  quote += printable(text.substr(0, most_quoted_letters));
  return quote += text.size() > most_quoted_letters ? "...'" : "'";
}

}  // namespace starling::envs::overcooked::detail
