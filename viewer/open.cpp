#include "viewer/open.hpp"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "engine/trace_reader.hpp"
#include "viewer/session/live_source.hpp"

namespace starling::viewer {
namespace {

/// Records of a live trace: a moment's, since it begins anew again and again.
constexpr std::int64_t live_trace_records = 1 << 17;

/// A core is left to the window.
int default_threads() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()) - 1, 1);
}

bool is_environment(const std::string& name) {
  const auto names = environment_names();
  return std::count(names.begin(), names.end(), name) > 0;
}

std::unique_ptr<Source> live_source(const Arguments& arguments) {
  Settings settings = arguments.simulator;
  if (settings.threads == 0 && settings.device == Device::Cpu) settings.threads = default_threads();
  if (arguments.is_traced) {
    settings.trace = TraceLevel::Automatic;
    settings.trace_records = live_trace_records;
  }
  return std::make_unique<LiveSource>(settings, arguments.policy);
}

}  // namespace

Opened open_subject(const Arguments& arguments) {
  Opened opened;
  const bool is_playing = !arguments.is_paused && !arguments.is_headless;
  if (is_environment(arguments.subject)) {
    opened.session =
        std::make_unique<Session>(live_source(arguments), arguments.steps_per_s, is_playing);
  } else if (!std::filesystem::exists(arguments.subject)) {
    std::string known;
    for (const std::string& name : environment_names())
      known += (known.empty() ? "" : ", ") + name;
    throw Error(Refusal::Usage, "'" + arguments.subject +
                                    "' is no file and none of the "
                                    "environments " +
                                    known);
  }
  if (!opened.session) opened.trace = read_trace(arguments.subject);
  return opened;
}

}  // namespace starling::viewer
