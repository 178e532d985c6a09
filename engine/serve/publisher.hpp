/// Lets viewers watch a running job: takes looks at its simulator where they cost next to nothing,
/// and sends them from a thread of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/serve/address.hpp"
#include "engine/serve/run_description.hpp"

namespace starling::serve {

/// Viewers subscribe to the run, its numbers and pages of its worlds (see envelope.hpp). Nothing is
/// taken that none has subscribed to. Nothing that a viewer does, or no longer does, is waited for:
/// one that is too slow misses messages.
class Publisher {
 public:
  /// Listens; a port of 0 takes a free one. Throws Error (Unavailable) where that cannot be.
  explicit Publisher(const Address& address);
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  /// Where it listens: "127.0.0.1:5555".
  const std::string& address() const;

  /// Begins to serve this run, before its first step; worlds are shown `looks_per_s` times a second
  /// at most. Throws Error (Unavailable) where a message would be too long.
  void announce(const RunDescription& run, const EnvironmentDescription& description,
                double looks_per_s);

  /// To be called after `announce`, again and again, where the simulator's queue is empty; it takes
  /// what is wanted when it is time for it. Looks take 1% of the job's time at most, however large
  /// the worlds are: the longer they take, the rarer they get.
  void look(Simulator& simulator);

  /// The last look, at the end of the run. The publisher may live on, and tells what it knows.
  void finish(Simulator& simulator);

  /// Why nothing is served any more, where something has gone wrong since.
  std::optional<std::string> problem() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace starling::serve
