/// The options of a run, read by the environment that they are for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace starling {

/// Names and values as the user gave them; a name may stand several times.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

/// What an option is, for a user.
struct OptionHelp {
  std::string name;
  std::string help;  ///< "Birds of a flock at the start (64 to 4096, 256 unless given)"
};

/// Reads options; each that is read becomes known. Every refusal is an Error (Usage) of one
/// sentence.
class Options {
 public:
  Options(std::string environment, OptionTexts given)
      : environment_(std::move(environment)), given_(std::move(given)) {}

  /// A whole number in [lowest, highest], or `otherwise` where the option is not given.
  std::int64_t number(const std::string& name, const std::string& help, std::int64_t lowest,
                      std::int64_t highest, std::int64_t otherwise);
  /// One of the choices; the first where the option is not given. Returns its index.
  std::size_t choice(const std::string& name, const std::string& help,
                     const std::vector<std::string>& choices);
  /// Every value given under a name, in order.
  std::vector<std::string> texts(const std::string& name, const std::string& help);

  /// Refuses what was given and is not known.
  void refuse_unknown() const;
  const std::vector<OptionHelp>& known() const { return known_; }

 private:
  /// The value of an option that may be given once, or null.
  const std::string* only(const std::string& name) const;

  std::string environment_;
  OptionTexts given_;
  std::vector<OptionHelp> known_;
};

}  // namespace starling
