/// A fan of level rays of one origin that a team of threads follows past many bodies.
#pragma once

#include "kernels/crew.hpp"
#include "systems/rays/lidar.hpp"

namespace starling::systems {

/// A lidar's rays, evenly around; every thread of a team has its share, in registers. All threads
/// of the team make the same calls.
template <class Threads, std::int32_t rays>
class Fan {
  static constexpr auto threads = static_cast<std::int32_t>(Threads::size());
  static constexpr std::int32_t share = (rays + threads - 1) / threads;

 public:
  /// forward: of ray 0, of length 1. See lidar_direction.
  STARLING_FN Fan(const Threads& team, kernels::Vec2 forward) : team_(team) {
    for (std::int32_t turn = 0; turn < share; ++turn)
      directions_[turn] = lidar_direction(ray_at(turn) % rays, rays, forward);
  }

  /// Bodies [first, end), behind all before. Each thread asks `view_of(body)` for the view of every
  /// so many-th, once; those out of sight cost nothing more.
  template <class ViewOf>
  STARLING_FN void look_past(std::int32_t first, std::int32_t end, const ViewOf& view_of) {
    for (std::int32_t begin = first; begin < end; begin += threads) {
      const std::int32_t own = begin + static_cast<std::int32_t>(team_.rank());
      decltype(view_of(own)) own_view{};
      if (own < end) own_view = view_of(own);
      std::uint32_t left = team_.ballot(is_in_sight(own_view));
      STARLING_ROLLED
      for (std::int32_t lane = 0; left != 0; ++lane, left >>= 1U) {
        if ((left & 1U) == 0) continue;
        const auto view = team_.from(own_view, static_cast<std::uint32_t>(lane));
        for (std::int32_t turn = 0; turn < share; ++turn)
          best_[turn] = look(best_[turn], view, directions_[turn], begin + lane);
      }
    }
  }

  /// Calls `take(ray, hit)` for every ray, each by the thread that has it.
  template <class Take>
  STARLING_FN void for_each_ray(float range_m, const Take& take) const {
    for (std::int32_t turn = 0; turn < share; ++turn) {
      if (ray_at(turn) < rays) take(ray_at(turn), to_ray_hit(best_[turn], range_m));
    }
  }

 private:
  STARLING_FN std::int32_t ray_at(std::int32_t turn) const {
    return turn * threads + static_cast<std::int32_t>(team_.rank());
  }

  const Threads& team_;
  kernels::Vec2 directions_[share];
  LevelHit best_[share];
};

}  // namespace starling::systems
