/// The numbers of hide and seek, by scale and options.
#pragma once

#include "engine/options.hpp"
#include "envs/hide_and_seek/components.hpp"

namespace starling::envs::hide_and_seek {

inline constexpr float agent_kg = 1.0F;
inline constexpr float thing_kg = 2.0F;  ///< Boxes and ramps.

/// A number that is drawn for every episode.
struct Range {
  std::int32_t fewest = 0;
  std::int32_t most = 0;
};

/// Lengths in metres. The defaults are those of gpu_hideseek.
struct Rules {
  Range hiders{3, 3};
  Range seekers{2, 2};
  Range boxes{3, 8};
  Range long_boxes{3, hide_and_seek::boxes};  ///< Of the boxes; all but one, unless there are 3.
  Range ramps{2, 2};
  Range connections{1, most_connecting};
  Range doors{4, most_doors};
  std::int32_t is_quadrant = 0;
  std::int32_t horizon_steps = 240;
  std::int32_t preparation_steps = 96;

  float half_arena_m = 18.0F;
  float half_wall_m = 0.2F;  ///< Of its thickness.
  float wall_height_m = 2.5F;
  float door_m = 7.2F;            ///< In a wall,
  float narrow_door_m = 3.6F;     ///< and at the ends of one that connects two.
  float longest_whole_m = 21.6F;  ///< A wall that is longer can have a door.
  float scale = 1.0F;             ///< Of bodies, against those of gpu_hideseek.

  float force_n = 96.0F;  ///< A bucket.
  float torque_nm = 32.0F;
  float reach_m = 2.5F;  ///< Of hands, from the middle of an agent.
  float lidar_range_m = 200.0F;

  float step_s = 1.0F / 30.0F;
  std::int32_t substeps = 4;
  float gravity_mps2 = 9.8F;
};

/// Numbers of the paper's environment.
inline Rules original_scale() {
  Rules rules;
  rules.hiders = rules.seekers = {1, most_of_a_team};
  rules.boxes = {3, boxes};
  rules.scale = 0.25F;  // boxes of half a metre
  rules.half_arena_m = 3.0F;
  rules.half_wall_m = 0.05F;
  rules.wall_height_m = 1.0F;
  rules.door_m = 1.2F;
  rules.narrow_door_m = 0.6F;
  rules.longest_whole_m = 3.6F;
  rules.force_n = 24.0F;
  rules.torque_nm = 2.0F;
  rules.reach_m = 0.5F;  // a quarter of a metre before the surface
  rules.lidar_range_m = 6.0F;
  rules.step_s = 0.08F;
  rules.substeps = 15;
  rules.gravity_mps2 = 50.0F;
  return rules;
}

/// One room in a quarter of the arena, for a third of the time.
inline void make_quadrant(Rules& rules) {
  rules.is_quadrant = 1;
  rules.boxes = {2, 2};
  rules.long_boxes = {0, 0};
  rules.ramps = {1, 1};
  rules.horizon_steps = 80;
  rules.preparation_steps = 32;
}

/// Reads fewest-NAME and most-NAME.
inline void read_range(Options& options, const std::string& name, const std::string& what,
                       std::int32_t lowest, std::int32_t highest, Range& range) {
  const auto text = [&](std::int64_t otherwise) {
    return what + " (" + std::to_string(lowest) + " to " + std::to_string(highest) + ", " +
           std::to_string(otherwise) + " unless given)";
  };
  const std::int64_t most =
      options.number("most-" + name, "Most " + text(range.most), lowest, highest, range.most);
  const std::int64_t fewest = range.fewest < most ? range.fewest : most;
  range.most = static_cast<std::int32_t>(most);
  range.fewest = static_cast<std::int32_t>(
      options.number("fewest-" + name, "Fewest " + text(range.fewest), lowest, most, fewest));
}

/// Throws Error (Usage) for what is out of range.
inline Rules read_rules(Options& options) {
  const bool is_original =
      options.choice("scale", "Sizes, gravity and reach of the benchmark, or of the paper",
                     {"benchmark", "original"}) == 1;
  Rules rules = is_original ? original_scale() : Rules{};
  if (options.choice("variant", "Random walls, or one room in a quarter of the arena",
                     {"random", "quadrant"}) == 1)
    make_quadrant(rules);
  read_range(options, "hiders", "agents that hide", 1, most_of_a_team, rules.hiders);
  read_range(options, "seekers", "agents that seek", 1, most_of_a_team, rules.seekers);
  read_range(options, "boxes", "boxes", 0, boxes, rules.boxes);
  read_range(options, "long-boxes", "of the boxes that are long", 0, boxes, rules.long_boxes);
  read_range(options, "ramps", "ramps", 0, ramps, rules.ramps);
  read_range(options, "connections", "walls that connect two", 0, most_connecting,
             rules.connections);
  read_range(options, "doors", "doors in long walls", 0, most_doors, rules.doors);
  return rules;
}

STARLING_FN bool is_preparation(const Rules& rules, const Clock& clock) {
  return clock.step < static_cast<std::uint32_t>(rules.preparation_steps);
}

}  // namespace starling::envs::hide_and_seek
