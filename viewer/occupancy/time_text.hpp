/// Times, counts and shares as a person reads them.
#pragma once

#include <cstdint>
#include <string>

namespace starling::viewer {

/// "820 ns", "4.92 µs", "121 ms": three digits.
std::string time_text(double ns);
/// Of a tick on an axis whose ticks are `step_ns` apart: as many digits as tell them apart.
std::string tick_text(double ns, double step_ns);
/// The least of 1, 2 and 5 x 10^k ns that is no less.
double tick_step_ns(double least_ns);
/// "17.98", cut to 63 letters.
std::string number_text(double number, int decimals);
/// "382,620"
std::string count_text(std::int64_t count);
/// The same with what is counted, whose plural has an s: "1 world".
std::string count_text(std::int64_t count, const std::string& what);
/// "8.7%"; "<0.1%" where it would round to nothing.
std::string share_text(double share);

}  // namespace starling::viewer
