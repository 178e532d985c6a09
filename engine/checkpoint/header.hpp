/// What a checkpoint is of, and whether this program's worlds are the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/bytes.hpp"
#include "engine/registry.hpp"

namespace starling {

/// The first block, in this order.
struct CheckpointHeader {
  std::string engine_version;
  std::string environment;
  OptionTexts options;
  std::uint64_t fingerprint = 0;    ///< Of the environment: see engine/fingerprint.hpp.
  std::vector<std::string> layout;  ///< A line a table and a column: see checkpoint::layout_of.
  std::uint64_t seed = 0;
  std::int64_t first_world = 0;  ///< Number of the first one; with the seed it says which random
                                 ///< numbers it draws.
  std::int64_t worlds = 0;
  std::int64_t part_worlds = 0;
  std::int64_t steps_done = 0;
};

namespace checkpoint {

/// All that worlds are made of, as sentences name it: "Sheep.Pose: 6 rows of x_m float32, ...".
std::vector<std::string> layout_of(const EnvironmentDescription& description);

void write_header(ByteWriter& to, const CheckpointHeader& header);
/// Throws Error (Usage).
CheckpointHeader read_header(ByteReader& from);

/// Throws Error (Usage) where the worlds are not of this environment with these options: one
/// sentence that `name` begins, such as "the checkpoint 'a.save'".
void require_same(const CheckpointHeader& header, const PreparedEnvironment& environment,
                  const OptionTexts& options, const std::string& name);

}  // namespace checkpoint
}  // namespace starling
