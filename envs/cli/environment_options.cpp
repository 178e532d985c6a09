#include "envs/cli/environment_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "engine/simulator.hpp"

namespace starling::cli {
namespace {

bool is_option(const std::string& argument) {
  return argument.size() > 2 && argument.starts_with("--");
}

/// Whether an option of the command takes what follows it.
bool takes_next(const CLI::Option& option, const std::string& argument) {
  return option.get_items_expected_max() > 0 && argument.find('=') == std::string::npos;
}

}  // namespace

EnvironmentArguments take_environment_arguments(const CLI::App& command,
                                                std::vector<std::string>& arguments) {
  EnvironmentArguments given;
  std::vector<std::string> own;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& argument = arguments[at];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const CLI::Option* option = is_option(name) ? command.get_option_no_throw(name) : nullptr;
    const bool has_next = at + 1 < arguments.size();
    if (option != nullptr || !is_option(name)) {
      own.push_back(argument);
      if (option != nullptr && takes_next(*option, argument) && has_next)
        own.push_back(arguments[++at]);
    } else if (equals != std::string::npos) {
      given.options.emplace_back(name.substr(2), argument.substr(equals + 1));
    } else if (has_next && !is_option(arguments[at + 1])) {
      given.options.emplace_back(name.substr(2), arguments[++at]);
    } else {
      given.without_value = name;
    }
  }
  arguments = std::move(own);
  return given;
}

void require_values(const std::string& environment, const EnvironmentArguments& given) {
  if (given.without_value.empty()) return;
  std::string known;
  for (const OptionHelp& option : environment_options(environment))
    known += (known.empty() ? "" : ", ") + option.name;
  throw Error(Refusal::Usage,
              fmt::format("{} is no option of the command and has no value for "
                          "environment '{}', whose options are {}",
                          given.without_value, environment, known.empty() ? "none" : known));
}

std::string in_words(const OptionTexts& options) {
  std::string words;
  for (const auto& [name, value] : options)
    words += fmt::format("{}{}={}", words.empty() ? "" : ", ", name, value);
  return words;
}

}  // namespace starling::cli
