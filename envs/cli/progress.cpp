#include "envs/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "envs/cli/text.hpp"

namespace starling::cli {
namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr int bar_columns = 30;
constexpr const char* clear_line = "\r\x1b[K";

std::string bar(double share) {
  const int filled = static_cast<int>(share * bar_columns);
  return fmt::format("[{:#<{}}{:.<{}}]", "", filled, "", bar_columns - filled);
}

}  // namespace

Progress::Progress(std::int64_t total, std::int64_t worlds)
    : total_(total), worlds_(worlds), on_terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::clear() {
  if (drawn_) fmt::print(stderr, "{}", clear_line);
  drawn_ = false;
}

void Progress::show(std::int64_t done) {
  const auto now = WallClock::now();
  if (!on_terminal_ || now - last_ < redraw_interval) return;
  last_ = now;
  drawn_ = true;

  const double share = static_cast<double>(done) / static_cast<double>(total_);
  const double elapsed_s = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) * static_cast<double>(worlds_) / elapsed_s;
  fmt::print(stderr, "{}{} {:3.0f}%  {} world-steps/s  {:.0f} s left", clear_line, bar(share),
             100 * share, with_prefix(rate), share > 0 ? elapsed_s / share - elapsed_s : 0.0);
  std::fflush(stderr);
}

}  // namespace starling::cli
