#include "engine/recording/world_list.hpp"

#include <charconv>

#include "engine/error.hpp"

namespace starling {
namespace {

/// A whole number at the front of `text`, which is taken off; -1 where there is none.
std::int64_t take_number(std::string_view& text) {
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || number < 0) return -1;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::vector<WorldRange> parse_world_list(const std::string& option, const std::string& text,
                                         std::int64_t worlds) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Refusal::Usage, option + " is '" + text + "', " + why);
  };
  std::vector<WorldRange> ranges;
  std::int64_t next = 0;
  for (std::string_view rest = text;;) {
    const std::int64_t first = take_number(rest);
    std::int64_t last = first;
    if (first >= 0 && rest.starts_with('-')) {
      rest.remove_prefix(1);
      last = take_number(rest);
    }
    if (first < 0 || last < first || !(rest.empty() || rest.starts_with(',')))
      refuse("which is no list of worlds such as 0-63,100");
    if (last >= worlds) {
      refuse("but world " + std::to_string(last) + " is not among the " + std::to_string(worlds) +
             " of this batch");
    }
    if (first < next) refuse("in which the worlds do not rise");
    if (!ranges.empty() && first == next) {
      ranges.back().worlds += last + 1 - first;
    } else {
      ranges.push_back({first, last + 1 - first});
    }
    next = last + 1;
    if (rest.empty()) return ranges;
    rest.remove_prefix(1);
  }
}

std::int64_t count_worlds(const std::vector<WorldRange>& ranges) {
  std::int64_t worlds = 0;
  for (const WorldRange& range : ranges)
    worlds += range.worlds;
  return worlds;
}

std::int64_t place_in(const std::vector<WorldRange>& ranges, std::int64_t world) {
  std::int64_t before = 0;
  for (const WorldRange& range : ranges) {
    if (world >= range.first && world < range.first + range.worlds)
      return before + world - range.first;
    before += range.worlds;
  }
  return -1;
}

std::int64_t world_at(const std::vector<WorldRange>& ranges, std::int64_t place) {
  for (const WorldRange& range : ranges) {
    if (place < range.worlds) return range.first + place;
    place -= range.worlds;
  }
  return -1;
}

}  // namespace starling
