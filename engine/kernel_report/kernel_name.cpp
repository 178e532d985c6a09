#include "engine/kernel_report/kernel_name.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <iterator>
#include <memory>
#include <regex>

#include "engine/names.hpp"

namespace starling::kernel_report {
namespace {

constexpr const char* kind_names[] = {"create", "reset", "step", "rollout",
                                      "verify", "hash",  "draw"};
static_assert(std::size(kind_names) == program_kinds, "every kind of program has a name");

/// "room::warm(float)" of "_ZN4room4warmEf".
std::string demangle(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? std::string(name.get()) : symbol;
}

}  // namespace

std::string program_in_words(const ProgramName& name) {
  return std::string(kind_names[static_cast<int>(name.kind)]) + (name.fused ? "" : ", unfused") +
         (name.traced ? ", traced" : "");
}

std::string residency_in_words(const ProgramName& name) {
  std::string words = name_of(name.residency);
  if (name.lanes > 0) {
    words += ", " + std::to_string(name.lanes) + (name.lanes == 1 ? " lane" : " lanes");
  }
  return words + (name.one_step ? ", 1 step" : "");
}

std::string short_name(const std::string& symbol) {
  std::string name = std::regex_replace(
      demangle(symbol), std::regex(R"(^void |\(anonymous namespace\)::|\w+::)"), "");
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    depth += name[at] == '<' ? 1 : name[at] == '>' ? -1 : 0;
    if (depth == 0 && name[at] == '(') name.resize(at);
  }
  return name;
}

std::optional<ProgramName> program_of(const std::string& symbol) {
  static const std::regex program(
      R"(::ProgramOf<(.*), \(starling::ProgramKind\)(\d), (true|false)>, )"
      R"(\(starling::Residency\)(\d), (\d+)(, true)?)");
  const std::string name = demangle(symbol);
  std::smatch part;
  if (!std::regex_search(name, part, program)) return std::nullopt;
  return ProgramName{.environment = std::string(detail::unqualified(part.str(1))),
                     .kind = static_cast<ProgramKind>(std::stoi(part[2])),
                     .fused = part[3] == "true",
                     .residency = static_cast<Residency>(std::stoi(part[4])),
                     .lanes = std::stoi(part[5]),
                     .one_step = part[6].matched,
                     .traced = name.find("::trace_on_cuda<") != std::string::npos};
}

}  // namespace starling::kernel_report
