/// What a subscriber makes of messages: the newest of each kind, or why it was refused.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/serve/envelope.hpp"
#include "engine/serve/numbers.hpp"
#include "engine/serve/run_description.hpp"
#include "engine/serve/worlds.hpp"

namespace starling::serve {

/// What has come. A run comes with its environment.
struct News {
  using Clock = std::chrono::steady_clock;

  std::optional<RunDescription> run;
  std::optional<PreparedEnvironment> environment;
  std::optional<Numbers> numbers;
  std::optional<Worlds> worlds;
  std::optional<Clock::time_point> read_at;  ///< The last message that could be read.
  std::string refusal;                       ///< Of the last message that could not.
  std::int64_t refused_messages = 0;

  bool is_empty() const { return !read_at && refused_messages == 0; }

  /// Takes over what is newer.
  void add(News&& newer);
};

/// Knows no socket.
class Receiver {
 public:
  /// Reads a message. Those of other runs than the last that was described are left alone, like
  /// pages that are not `wanted_page`.
  void receive(std::span<const std::byte> message, std::optional<std::int64_t> wanted_page);

  /// What has come since the last call.
  News take_news() { return std::exchange(news_, {}); }

 private:
  void read(std::span<const std::byte> message, std::optional<std::int64_t> wanted_page);
  void read_run(std::span<const std::byte> message);

  std::optional<RunDescription> run_;   ///< The last described,
  bool is_shown_ = false;               ///< if it can be shown,
  EnvironmentDescription description_;  ///< with worlds as here.
  std::string run_refusal_;             ///< Else why not.
  News news_;
};

}  // namespace starling::serve
