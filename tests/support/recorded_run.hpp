/// Runs that are recorded, with all that can happen in one, and what their worlds were.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/recording/replay.hpp"
#include "engine/recording/writer.hpp"
#include "engine/simulator.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {

/// Hashes of the recorded worlds by steps done.
using HashesByStep = std::map<std::int64_t, std::vector<std::uint64_t>>;

inline std::vector<std::uint64_t> hashes_of(Simulator& simulator,
                                            const std::vector<WorldRange>& worlds) {
  const std::vector<std::uint64_t> all = simulator.world_hashes();
  if (worlds.empty()) return all;
  std::vector<std::uint64_t> hashes;
  for (const WorldRange& range : worlds)
    hashes.insert(hashes.end(), all.begin() + range.first,
                  all.begin() + range.first + range.worlds);
  return hashes;
}

inline std::vector<std::uint64_t> hashes_of(Replay& replay) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t part = 0; part < replay.parts(); ++part) {
    const std::vector<std::uint64_t> more = replay.part(part).world_hashes();
    hashes.insert(hashes.end(), more.begin(), more.end());
  }
  return hashes;
}

/// Writes actions into the first slots: choices, once in a hundred a byte that may be none; floats
/// in [-1, 1).
inline void write_random_actions(Simulator& simulator, int slots, std::mt19937& rng) {
  const auto columns =
      recording::action_columns(simulator.description(), simulator.settings().worlds);
  for (const recording::ActionColumn& column : columns) {
    const ColumnDescription& described = *column.described;
    for (int slot = 0; slot < slots; ++slot) {
      std::vector<std::byte> rows(static_cast<std::size_t>(column.step_bytes()));
      for (std::int64_t agent = 0; agent < column.agents; ++agent) {
        for (std::size_t field = 0; field < described.fields.size(); ++field) {
          std::byte* to =
              rows.data() + agent * described.size_bytes + described.fields[field].offset_bytes;
          if (described.fields[field].dtype == DType::Float32) {
            const float value = static_cast<float>(rng() % 2048) / 1024.0F - 1.0F;
            std::memcpy(to, &value, sizeof value);
          } else {
            const std::int64_t choices = described.choices.empty() ? 3 : described.choices[field];
            const bool is_any = rng() % 100 == 0;
            *to = static_cast<std::byte>(is_any ? rng() : rng() % static_cast<unsigned>(choices));
          }
        }
      }
      simulator.write_rows(column.column, slot, 0, rows);
    }
  }
}

/// How a recorded run goes on.
struct RunScript {
  int launches = 40;
  bool has_resets = true;   ///< Of some worlds, of all, and twice in a row.
  const char* edited = "";  ///< A scalar that is written now and then; empty for none.
};

/// Runs, records and ends; what the recorded worlds were after every launch.
inline HashesByStep record_run(const std::string& path, const Settings& settings,
                               const std::vector<WorldRange>& worlds, const RunScript& script,
                               std::int64_t hash_period = 20) {
  Simulator simulator(settings);
  RecordingWriter writer(path, simulator,
                         {.worlds = worlds, .hash_period = hash_period, .policy = "test"});
  HashesByStep hashes{{0, hashes_of(simulator, worlds)}};
  std::mt19937 rng(5);
  for (int launch = 1; launch <= script.launches; ++launch) {
    const int steps =
        1 + static_cast<int>(rng() % static_cast<unsigned>(settings.steps_per_launch));
    if (settings.actions == Actions::Tensor) write_random_actions(simulator, steps, rng);
    simulator.step(steps);
    writer.note_launch(steps);
    if (script.has_resets && launch % 7 == 3) {
      std::vector<std::uint8_t> mask(static_cast<std::size_t>(settings.worlds));
      for (std::uint8_t& entry : mask)
        entry = static_cast<std::uint8_t>(rng() % 3 == 0 ? 2 : 0);
      simulator.reset(mask);
      writer.note_reset(mask);
    }
    if (script.has_resets && launch % 11 == 3) {
      simulator.reset();
      writer.note_reset();
    }
    if (script.edited[0] != '\0' && launch % 5 == 2) {
      for (const FieldValue& value : simulator.inspect(rng() % 3)) {
        if (value.path != script.edited) continue;
        const std::int64_t world = static_cast<std::int64_t>(rng() % 3);
        for (std::size_t column = 0; column < simulator.description().columns.size(); ++column) {
          const ColumnDescription& described = simulator.description().columns[column];
          const std::string table =
              simulator.description().tables[static_cast<std::size_t>(described.table)].name;
          for (std::size_t field = 0; field < described.fields.size(); ++field) {
            if (table + "." + described.component + "." + described.fields[field].path !=
                script.edited)
              continue;
            const int of_column = static_cast<int>(column);
            const int of_field = static_cast<int>(field);
            const std::uint64_t bits = rng() % 5;
            simulator.edit(world, of_column, of_field, 0, bits);
            writer.note_edit(world, of_column, of_field, 0, bits);
          }
        }
        break;
      }
    }
    hashes[simulator.steps_done()] = hashes_of(simulator, worlds);
  }
  writer.finish();
  return hashes;
}

}  // namespace starling::tests
