/// Watches a run from afar: whatever a Publisher sends, decoded in a thread of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/serve/address.hpp"
#include "engine/serve/numbers.hpp"
#include "engine/serve/run_description.hpp"
#include "engine/serve/worlds.hpp"

namespace starling::serve {

/// How things stand with the run that is watched.
enum class Link : std::uint8_t {
  Connecting,  ///< Nothing has come yet. There may be no run; one that begins is seen.
  Live,        ///< Messages come.
  Stalled,     ///< None has come for a while; see `silent_s`. They may come again.
  Refused,     ///< What is sent cannot be shown; `refusal` says why. Another run may be.
};

const char* name_of(Link link);

/// For one thread. What the accessors give stays as it is until the next call of `update`.
class Subscriber {
 public:
  /// Begins to connect, which never ends in a refusal: a run may begin later, or anew.
  explicit Subscriber(const Address& address);
  ~Subscriber();
  Subscriber(const Subscriber&) = delete;
  Subscriber& operator=(const Subscriber&) = delete;

  /// Which page of worlds is wanted; none at first.
  void watch(std::optional<std::int64_t> page);

  /// Takes over what has come since the last call; true if anything has. Never waits.
  bool update();

  /// The run that is watched. When another takes its place, `numbers` and `worlds` are none again.
  const std::optional<RunDescription>& run() const;
  /// The environment as the run has it; there where `run` is.
  const PreparedEnvironment& environment() const;

  /// The newest numbers of the run.
  const std::optional<Numbers>& numbers() const;
  /// The newest page of worlds: the one that is wanted, or until it comes the one before.
  const std::optional<Worlds>& worlds() const;

  Link link() const;
  /// Seconds since the last message that could be read; since the connection was asked for, if
  /// none has come.
  double silent_s() const;
  /// Why the last message that was refused was, and how many were; empty and 0 if none.
  const std::string& refusal() const;
  std::int64_t refused_messages() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace starling::serve
