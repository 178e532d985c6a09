/// Where a run that is looked at comes from: stepped here, recorded, or on another machine.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "engine/registry.hpp"
#include "engine/trace_log.hpp"
#include "viewer/session/commands.hpp"
#include "viewer/session/frame.hpp"

namespace starling::viewer {

/// What a run is of.
struct Run {
  std::string environment;
  OptionTexts options = {};
  std::int64_t worlds = 1;
  std::uint64_t seed = 0;
  std::string device;
  std::string file;  ///< Of a recording, or where a run on another machine is; else empty.
};

/// What can be done besides looking.
struct Abilities {
  bool play = false;    ///< Play, pause, single steps and speed.
  bool seek = false;    ///< Go to any step, and back.
  bool change = false;  ///< Resets, edits, takeovers and other policies.
  bool trace = false;
};

/// Used by one thread at a time.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  virtual const Run& run() const = 0;
  virtual const PreparedEnvironment& environment() const = 0;
  virtual Abilities abilities() const = 0;

  virtual std::int64_t step() const = 0;
  /// Where it ends; 0 where it does not.
  virtual std::int64_t end_step() const { return 0; }
  /// Most worlds of a page; none has worlds from both sides of a multiple of it.
  virtual std::int64_t most_shown() const { return std::numeric_limits<std::int64_t>::max(); }
  /// Most steps of one `advance`.
  virtual int most_steps() const = 0;
  /// Steps on, 1 to most_steps(), or up to the end.
  virtual void advance(int steps) = 0;
  /// Throws Error (Usage) where it cannot be done, as do the next two.
  virtual void seek(std::int64_t step) = 0;
  virtual void change(const Change& change) = 0;
  /// Looks whether a run that goes on elsewhere has sent anything.
  virtual bool poll() { return false; }

  /// Fills in what `frame.wanted` asks for: worlds, attention and policy.
  virtual void show(Frame& frame) = 0;
  /// What can be counted; asked for a few times a second.
  virtual void count(Numbers& numbers) = 0;
  /// Who stepped what since the last call.
  virtual std::optional<TraceLog> trace() { return std::nullopt; }
  /// Ends what is written besides; nothing is asked of the source after this.
  virtual void finish() {}
};

}  // namespace starling::viewer
