#include "viewer/open.hpp"

#include <algorithm>
#include <fstream>
#include <thread>

#include "engine/recording/format.hpp"
#include "engine/trace_reader.hpp"
#include "viewer/session/live_source.hpp"
#include "viewer/session/remote_source.hpp"
#include "viewer/session/replay_source.hpp"

namespace starling::viewer {
namespace {

/// Records of a live trace: a moment's, since it begins anew again and again.
constexpr std::int64_t live_trace_records = 1 << 17;

/// Host memory for going back in a recording.
constexpr std::int64_t keyframe_bytes = std::int64_t{1} << 30;

/// A core is left to the window.
int default_threads() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()) - 1, 1);
}

std::unique_ptr<Source> live_source(const Arguments& arguments) {
  Settings settings = arguments.simulator;
  if (settings.threads == 0 && settings.device == Device::Cpu) settings.threads = default_threads();
  if (arguments.is_traced) {
    settings.trace = TraceLevel::Automatic;
    settings.trace_records = live_trace_records;
  }
  return std::make_unique<LiveSource>(settings, arguments.policy, arguments.record);
}

/// A recording is known by its first bytes; all else is taken for a trace.
bool is_recording(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string magic(8, '\0');
  file.read(magic.data(), static_cast<std::streamsize>(magic.size()));
  return file && magic == std::string_view(recording::magic, 8);
}

std::unique_ptr<Source> recorded_source(const Arguments& arguments) {
  ReplaySettings settings;
  settings.device = arguments.backend == "cuda" ? Device::Cuda : Device::Cpu;
  settings.threads =
      arguments.simulator.threads == 0 ? default_threads() : arguments.simulator.threads;
  settings.keyframe_bytes = keyframe_bytes;
  return std::make_unique<ReplaySource>(arguments.subject, settings);
}

}  // namespace

Opened open_subject(const Arguments& arguments) {
  Opened opened;
  const bool is_playing = !arguments.is_paused && !arguments.is_headless;
  const auto open = [&](std::unique_ptr<Source> source) {
    opened.session =
        std::make_unique<Session>(std::move(source), arguments.steps_per_s, is_playing);
  };
  if (!arguments.connect.empty()) {
    open(std::make_unique<RemoteSource>(arguments.connect));
  } else if (is_environment(arguments.subject)) {
    open(live_source(arguments));
  } else if (is_recording(arguments.subject)) {
    open(recorded_source(arguments));
  } else {
    opened.trace = read_trace(arguments.subject);
  }
  return opened;
}

}  // namespace starling::viewer
