#include "viewer/occupancy/time_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace starling::viewer {
namespace {

struct Unit {
  double ns;
  const char* name;
};
constexpr std::array units = {Unit{1, "ns"}, Unit{1e3, "\xc2\xb5s"}, Unit{1e6, "ms"},
                              Unit{1e9, "s"}};

/// The greatest unit of which there is at least one.
const Unit& unit_of(double ns) {
  std::size_t unit = units.size() - 1;
  while (unit > 0 && std::abs(ns) < units[unit].ns)
    --unit;
  return units[unit];
}

}  // namespace

std::string number_text(double number, int decimals) {
  std::array<char, 64> text;
  const int size = std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return {text.data(), static_cast<std::size_t>(std::clamp(size, 0, 63))};
}

std::string time_text(double ns) {
  const Unit& unit = unit_of(ns);
  const double number = ns / unit.ns;
  const int decimals = unit.ns == 1 || std::abs(number) >= 99.95 ? 0
                       : std::abs(number) >= 9.995               ? 1
                                                                 : 2;
  return number_text(number, decimals) + " " + unit.name;
}

std::string tick_text(double ns, double step_ns) {
  if (ns == 0) return "0";
  const Unit& unit = unit_of(std::max(std::abs(ns), step_ns));
  const double digits = std::ceil(-std::log10(step_ns / unit.ns) - 1e-9);
  const int decimals = static_cast<int>(std::clamp(digits, 0.0, 9.0));
  return number_text(ns / unit.ns, decimals) + " " + unit.name;
}

double tick_step_ns(double least_ns) {
  const double least = std::max(least_ns, 1.0);
  const double decade = std::pow(10, std::floor(std::log10(least) + 1e-9));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  }
  return 10 * decade;
}

std::string count_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::ptrdiff_t first = count < 0 ? 1 : 0;
  for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > first; place -= 3)
    digits.insert(static_cast<std::size_t>(place), 1, ',');
  return digits;
}

std::string count_text(std::int64_t count, const std::string& what) {
  return count_text(count) + " " + what + (count == 1 ? "" : "s");
}

std::string share_text(double share) {
  if (share > 0 && share < 0.0005) return "<0.1%";
  return number_text(share * 100, 1) + "%";
}

}  // namespace starling::viewer
