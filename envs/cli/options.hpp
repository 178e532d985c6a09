/// Options that several commands take.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "envs/cli/numbers.hpp"

namespace starling::cli {

/// Adds an option that takes a number of the range; its help says so.
template <class Number>
void add_number(CLI::App& command, const std::string& option, Number& number, Range<Number> range,
                const std::string& help) {
  command
      .add_option_function<std::string>(
          option,
          [&number, option, range](const std::string& text) {
            number = parse_number(option, text, range);
          },
          fmt::format("{} ({} to {})", help, range.lowest, range.highest))
      ->type_name("N");
}

}  // namespace starling::cli
