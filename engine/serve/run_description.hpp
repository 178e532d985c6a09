/// What is told of a run to whoever watches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/registry.hpp"
#include "engine/simulator.hpp"

namespace starling::serve {

struct RunDescription {
  std::uint64_t run_id = 0;  ///< In all messages of a run; another run has another.
  std::string environment;
  OptionTexts options;
  std::uint64_t seed = 0;
  std::int64_t worlds = 0;
  std::int64_t first_world = 0;  ///< Number of the first; pages and snapshots count from 0.
  std::int64_t steps_asked = 0;
  std::string policy;
  Device device = Device::Cpu;
  std::string device_name;
  Residency residency = Residency::Global;
  int tile_worlds = 0;
  int steps_per_launch = 0;
  std::uint64_t fingerprint = 0;  ///< Of its environment: see engine/fingerprint.hpp.

  friend bool operator==(const RunDescription&, const RunDescription&) = default;
};

/// Of a simulator's run, with an id of its own.
RunDescription describe_run(const Simulator& simulator, const std::string& policy,
                            std::int64_t steps_asked);

/// The message. Throws Error (Unavailable) where the options are longer than a message may be.
std::vector<std::byte> encode(const RunDescription& run);

/// Throws Error (Usage) for bytes that no `encode` has given, or another version's.
RunDescription decode_run(std::span<const std::byte> message);

/// The environment as the run has it. Throws Error (Usage) where this program has no such
/// environment or option, or one whose worlds are made differently.
PreparedEnvironment prepare(const RunDescription& run);

}  // namespace starling::serve
