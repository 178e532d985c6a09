#include "engine/kernel_report/kernel_usage.hpp"

#include <optional>
#include <regex>

namespace starling::kernel_report {
namespace {

/// The number before `unit` in a line, or nothing.
std::optional<int> number_of(const std::string& line, const std::string& unit) {
  std::smatch part;
  if (!std::regex_search(line, part, std::regex("(\\d+) " + unit))) return std::nullopt;
  return std::stoi(part[1]);
}

void read_frame(const std::string& line, bool of_kernel, KernelUsage& kernel) {
  if (of_kernel) kernel.stack_bytes = number_of(line, "bytes stack frame").value_or(0);
  kernel.spill_store_bytes += number_of(line, "bytes spill stores").value_or(0);
  kernel.spill_load_bytes += number_of(line, "bytes spill loads").value_or(0);
}

}  // namespace

ObjectUsage read_usage(std::istream& lines) {
  static const std::regex entry("Compiling entry function '(.+)' for '(.+)'");
  static const std::regex function("Function properties for (\\S+)");
  ObjectUsage usage;
  bool of_kernel = false;
  for (std::string line; std::getline(lines, line);) {
    std::smatch part;
    if (line.starts_with("compiled in ")) {
      usage.compile_s = number_of(line, "ms").value_or(0) / 1000.0;
    } else if (std::regex_search(line, part, entry)) {
      usage.kernels.push_back({.symbol = part[1], .architecture = part[2]});
    } else if (usage.kernels.empty()) {
      continue;
    } else if (std::regex_search(line, part, function)) {
      of_kernel = part[1] == usage.kernels.back().symbol;
    } else if (line.find("bytes stack frame") != std::string::npos) {
      read_frame(line, of_kernel, usage.kernels.back());
    } else if (const auto registers = number_of(line, "registers")) {
      usage.kernels.back().registers = *registers;
      usage.kernels.back().shared_bytes = number_of(line, "bytes smem").value_or(0);
    }
  }
  return usage;
}

}  // namespace starling::kernel_report
