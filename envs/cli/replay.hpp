/// `starling replay`: simulates a recorded run again and checks its hashes.
#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace starling::cli {

struct ReplayOptions {
  std::string path;
  std::int64_t to = -1;  ///< Steps; -1 for all.
  int threads = 0;
  std::string backend = "cpu";
  bool json = false;
};

CLI::App* add_replay_command(CLI::App& app, ReplayOptions& options);

/// Prints what is played, and where it first differs. True if no hash does. Throws Error.
bool replay(const ReplayOptions& options);

}  // namespace starling::cli
