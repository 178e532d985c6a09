/// A progress bar on stderr, drawn on a terminal only.
#pragma once

#include <chrono>
#include <cstdint>

namespace starling::cli {

class Progress {
 public:
  /// A bar for `total` steps of `worlds` worlds each.
  Progress(std::int64_t total, std::int64_t worlds);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws the bar if the last drawing is a tenth of a second old.
  void show(std::int64_t done);
  /// Removes the bar from the terminal.
  void clear();

 private:
  using WallClock = std::chrono::steady_clock;

  std::int64_t total_;
  std::int64_t worlds_;
  bool on_terminal_;
  bool drawn_ = false;
  WallClock::time_point start_ = WallClock::now();
  WallClock::time_point last_ = start_;
};

}  // namespace starling::cli
