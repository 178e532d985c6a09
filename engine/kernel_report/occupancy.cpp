#include "engine/kernel_report/occupancy.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace starling::kernel_report {
namespace {

constexpr int warp_threads = 32;
constexpr int quarters = 4;
constexpr int quarter_registers = 16 * 1024;
constexpr int register_unit = 256;      ///< Registers are given to a warp in units.
constexpr int shared_unit_bytes = 128;  ///< And shared memory to a block.
constexpr int shared_of_system_bytes = 1024;

constexpr int round_up_to(int value, int unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

std::optional<SmLimits> limits_of(const std::string& architecture) {
  constexpr int kib = 1024;
  static const std::map<int, SmLimits> known = {
      {80, {64, 32, 164 * kib}},  {86, {48, 16, 100 * kib}},  {87, {48, 16, 164 * kib}},
      {89, {48, 24, 100 * kib}},  {90, {64, 32, 228 * kib}},  {100, {64, 32, 228 * kib}},
      {103, {64, 32, 228 * kib}}, {120, {48, 24, 100 * kib}}, {121, {48, 24, 100 * kib}}};
  const auto digits = architecture.find_first_of("0123456789");
  if (digits == std::string::npos) return std::nullopt;
  const auto found = known.find(std::atoi(architecture.c_str() + digits));
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

int blocks_per_sm(const SmLimits& limits, int threads, int registers, int shared_bytes) {
  const int warps = (threads + warp_threads - 1) / warp_threads;
  const int warp_registers = round_up_to(std::max(registers, 1) * warp_threads, register_unit);
  const int by_registers =
      quarter_registers / warp_registers * quarters / round_up_to(warps, quarters);
  const int block_shared_bytes =
      round_up_to(shared_bytes + shared_of_system_bytes, shared_unit_bytes);
  return std::min({limits.blocks, limits.warps / warps, by_registers,
                   limits.shared_bytes / block_shared_bytes});
}

}  // namespace starling::kernel_report
