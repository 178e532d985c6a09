/// What a recording is of, and what happened in it besides steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/bytes.hpp"
#include "engine/recording/world_list.hpp"
#include "engine/simulator.hpp"

namespace starling {

/// The first block, in this order.
struct RecordingHeader {
  std::string engine_version;
  std::string environment;
  OptionTexts options;
  std::uint64_t fingerprint = 0;  ///< Of the environment: see engine/fingerprint.hpp.
  std::uint64_t seed = 0;
  std::int64_t batch_worlds = 0;
  std::int64_t batch_first_world = 0;
  std::vector<WorldRange> worlds;  ///< Those recorded, by their index in the batch.
  std::int64_t hash_period = 0;    ///< Steps from one hash to the next, or one launch more.
  std::string policy;              ///< "random", "zero" or a policy file's name;
  std::uint64_t policy_hash = 0;   ///< of its bytes then.
};

enum class EventKind : std::uint8_t {
  Reset = 0,      ///< Worlds start anew: 0 for all, else 1 and a bit a recorded world.
  Edit = 1,       ///< world, column, field, row, eight bytes of bits
  Takeover = 2,   ///< world, agent, 1 or 0: a person takes an agent or gives it back; the actions
                  ///< have what comes of it.
  StateHash = 3,  ///< combine_hashes of the recorded worlds, and the two lowest bytes of each
                  ///< world's hash, by which a replay finds the world that differs.
};

/// Worlds are counted among those recorded.
struct RecordedEvent {
  EventKind kind = EventKind::Reset;
  std::int64_t step = 0;                ///< Steps done before.
  std::vector<std::uint8_t> mask = {};  ///< Reset: [worlds]; empty for all.
  std::int64_t world = 0;               ///< Edit, Takeover
  int column = 0;                       ///< Edit, index in the description's columns;
  int field = 0;                        ///< in the column's fields.
  std::int64_t row = 0;
  std::uint64_t bits = 0;
  std::int64_t agent = 0;  ///< Takeover
  bool is_taken = false;
  std::uint64_t hash = 0;               ///< StateHash
  std::vector<std::uint16_t> briefs{};  ///< [worlds]
};

namespace recording {

void write_header(ByteWriter& to, const RecordingHeader& header);
/// Throws Error (Usage).
RecordingHeader read_header(ByteReader& from);

/// `first_step`: steps done before the block.
void write_event(ByteWriter& to, const RecordedEvent& event, std::int64_t first_step);
/// Throws Error (Usage).
RecordedEvent read_event(ByteReader& from, std::int64_t first_step, std::int64_t steps,
                         std::int64_t worlds);

}  // namespace recording
}  // namespace starling
