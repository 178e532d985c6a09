#include "engine/options.hpp"

#include <algorithm>
#include <charconv>

#include "engine/error.hpp"
#include "engine/quotes.hpp"

namespace starling {

const std::string* Options::only(const std::string& name) const {
  const std::string* found = nullptr;
  for (const auto& [given, value] : given_) {
    if (given != name) continue;
    if (found != nullptr) {
      throw Error(Refusal::Usage, "option '" + name + "' of environment '" + environment_ +
                                      "' is given twice; it takes one value");
    }
    found = &value;
  }
  return found;
}

std::int64_t Options::number(const std::string& name, const std::string& help, std::int64_t lowest,
                             std::int64_t highest, std::int64_t otherwise) {
  const std::string range = std::to_string(lowest) + " to " + std::to_string(highest);
  known_.push_back(
      {name, help + " (" + range + ", " + std::to_string(otherwise) + " unless given)"});
  const std::string* text = only(name);
  if (text == nullptr) return otherwise;
  std::int64_t number = 0;
  const char* end = text->data() + text->size();
  const auto [stop, failure] = std::from_chars(text->data(), end, number);
  if (failure == std::errc{} && stop == end && number >= lowest && number <= highest) return number;
  throw Error(Refusal::Usage, "option '" + name + "' of environment '" + environment_ + "' is " +
                                  in_quotes(*text) + "; it is a whole number from " + range);
}

std::size_t Options::choice(const std::string& name, const std::string& help,
                            const std::vector<std::string>& choices) {
  std::string list;
  for (const std::string& choice : choices)
    list += (list.empty() ? "" : ", ") + choice;
  known_.push_back({name, help + " (" + list + "; " + choices.front() + " unless given)"});
  const std::string* text = only(name);
  if (text == nullptr) return 0;
  const auto found = std::find(choices.begin(), choices.end(), *text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  throw Error(Refusal::Usage, "option '" + name + "' of environment '" + environment_ + "' is " +
                                  in_quotes(*text) + ", which is none of " + list);
}

std::vector<std::string> Options::texts(const std::string& name, const std::string& help) {
  known_.push_back({name, help});
  std::vector<std::string> values;
  for (const auto& [given, value] : given_) {
    if (given == name) values.push_back(value);
  }
  return values;
}

void Options::refuse_unknown() const {
  std::string list;
  for (const OptionHelp& option : known_)
    list += (list.empty() ? "" : ", ") + option.name;
  for (const auto& [given, value] : given_) {
    const bool is_known = std::any_of(known_.begin(), known_.end(), [&](const OptionHelp& option) {
      return option.name == given;
    });
    if (is_known) continue;
    throw Error(Refusal::Usage, "environment '" + environment_ + "' has no option " +
                                    in_quotes(given) + "; it has " +
                                    (list.empty() ? std::string("none") : list));
  }
}

}  // namespace starling
