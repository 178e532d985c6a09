/// The numbers of hide and seek, by scale and options.
#pragma once

#include "engine/options.hpp"
#include "envs/hide_and_seek/components.hpp"

namespace starling::envs::hide_and_seek {

/// Lengths in metres. The defaults are those of gpu_hideseek.
struct Rules {
  std::int32_t hiders = 3;
  std::int32_t seekers = 2;
  std::int32_t fewest_boxes = 3;
  std::int32_t most_boxes = 8;
  std::int32_t fewest_long_boxes = 3;
  std::int32_t ramps = 2;
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

inline Rules original_scale() {
  Rules rules;
  rules.fewest_boxes = 3;
  rules.most_boxes = boxes;
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

/// Throws Error (Usage) for what is out of range.
inline Rules read_rules(Options& options) {
  const bool is_original =
      options.choice("scale", "Sizes, gravity and reach of the benchmark, or of the paper",
                     {"benchmark", "original"}) == 1;
  Rules rules = is_original ? original_scale() : Rules{};
  rules.is_quadrant = static_cast<std::int32_t>(options.choice(
      "variant", "Random walls, or one room in a quarter of the arena", {"random", "quadrant"}));
  if (rules.is_quadrant != 0) {
    rules.fewest_boxes = rules.most_boxes = 2;
    rules.fewest_long_boxes = 0;
    rules.ramps = 1;
    rules.horizon_steps = 80;
    rules.preparation_steps = 32;
  }
  const auto number = [&](const char* name, const char* help, std::int32_t lowest,
                          std::int32_t highest, std::int32_t& value) {
    value = static_cast<std::int32_t>(options.number(name, help, lowest, highest, value));
  };
  number("hiders", "Agents that hide (1 to 3, 3 unless given)", 1, 3, rules.hiders);
  number("seekers", "Agents that seek (1 to 3, 2 unless given)", 1, 3, rules.seekers);
  number("most-boxes", "Boxes at most (0 to 9)", 0, boxes, rules.most_boxes);
  rules.fewest_boxes =
      rules.fewest_boxes < rules.most_boxes ? rules.fewest_boxes : rules.most_boxes;
  number("ramps", "Ramps (0 to 2)", 0, ramps, rules.ramps);
  return rules;
}

STARLING_FN bool is_preparation(const Rules& rules, const Clock& clock) {
  return clock.step < static_cast<std::uint32_t>(rules.preparation_steps);
}

}  // namespace starling::envs::hide_and_seek
