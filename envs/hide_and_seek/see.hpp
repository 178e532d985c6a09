/// Whom and what agents see: inside the cone, with nothing in between; and what is at hand.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "kernels/bits.hpp"
#include "kernels/block_words.hpp"
#include "systems/rays/visibility.hpp"
#include "systems/rigid/bounds.hpp"

namespace starling::envs::hide_and_seek {

inline constexpr float half_cone_cosine = 0.38268343F;  ///< Of three eighths of pi.

/// What a body that is there covers of the floor: what rays look at first.
struct Patch {
  Vec2 middle_m{};
  Vec2 half_m{};
  std::int32_t body = 0;
};

/// What is worth a ray, by the patches of both: whether an agent sees something in its cone.
struct LookAt {
  std::int16_t agent = -1;
  std::int16_t target = -1;
};

struct SightSpace {
  static constexpr std::int32_t most_looks = agents * (movers - 1);
  static_assert(movers <= 32);  // left out as bits
  static constexpr std::uint32_t patch_words = sizeof(Patch) / 4;
  static constexpr std::uint32_t first_look = ground * patch_words;
  std::uint32_t words[first_look + most_looks];
};

/// All threads of a team call `run` for one world. Agents that an episode is without keep what
/// `begin` gave them: they see nothing.
template <class Threads>
class Watch {
 public:
  STARLING_FN Watch(const Threads& team, SightSpace& space, const Rules& rules,
                    const Rows<const Shape>& shapes, const Rows<const Pose>& poses)
      : team_(team),
        rules_(rules),
        shapes_(shapes),
        poses_(poses),
        patches_(kernels::BlockWords(space.words), 0),
        looks_(kernels::BlockWords(space.words), SightSpace::first_look) {}

  STARLING_FN void run(const Rows<Sight>& sights) {
    find_patches();
    find_looks();
    follow_looks();
    for (std::int32_t patch = rank(); patch < agent_count_; patch += size())
      sights.set(patches_[patch].body, sight_of(patch));
    team_.sync();
  }

 private:
  STARLING_FN std::int32_t rank() const { return static_cast<std::int32_t>(team_.rank()); }
  STARLING_FN std::int32_t size() const { return static_cast<std::int32_t>(team_.size()); }

  /// Appends what threads give that have something, in the order of ranks.
  template <class List, class T>
  STARLING_FN void append(const List& list, std::int32_t& count, bool has, const T& value) const {
    const kernels::Votes votes = team_.count(has);
    if (has) list.set(count + static_cast<std::int32_t>(votes.before), value);
    count += static_cast<std::int32_t>(votes.all);
  }

  STARLING_FN void find_patches() {
    for (std::int32_t first = 0; first < ground; first += size()) {
      const std::int32_t body = first + rank();
      const bool has = body < ground && is_there(body);
      Patch patch;
      if (has) {
        const systems::Bounds bounds = systems::bounds_of(shapes_[body], poses_[body]);
        const Vec3 middle_m = (bounds.lowest_m + bounds.highest_m) * 0.5F;
        const Vec3 half_m = (bounds.highest_m - bounds.lowest_m) * 0.5F;
        patch = {{middle_m.x, middle_m.y}, {half_m.x, half_m.y}, body};
      }
      append(patches_, patch_count_, has, patch);
    }
    team_.sync();
  }

  /// How many of the first patches are of bodies below `end`, of which so many are known.
  STARLING_FN std::int32_t patches_below(std::int32_t end, std::int32_t count) const {
    while (count < patch_count_ && patches_[count].body < end)
      ++count;
    return count;
  }

  /// Patches begin with those of agents, and go on with all else that can be seen. Turns of targets
  /// are the outer ones, so that each is read once.
  STARLING_FN void find_looks() {
    agent_count_ = patches_below(agents, 0);
    const std::int32_t pairs = patches_below(movers, agent_count_) * agent_count_;
    for (std::int32_t first = 0; first < pairs; first += size()) {
      const std::int32_t pair = first + rank();
      LookAt look;
      bool is_in_cone = false;
      if (pair < pairs) {
        look = {static_cast<std::int16_t>(pair % agent_count_),
                static_cast<std::int16_t>(pair / agent_count_)};
        is_in_cone =
            look.agent != look.target &&
            systems::is_in_view(cone_of(pose_at(look.agent)), pose_at(look.target).position_m);
      }
      append(looks_, look_count_, is_in_cone, look);
    }
    team_.sync();
  }

  STARLING_FN bool is_there(std::int32_t body) const {
    return systems::kind_of(shapes_[body]) != systems::ShapeKind::None;
  }
  STARLING_FN Pose pose_at(std::int32_t patch) const { return poses_[patches_[patch].body]; }
  STARLING_FN static systems::ViewCone cone_of(const Pose& eye) {
    return {eye.position_m, rotate(eye.rotation, Vec3{0.0F, 1.0F, 0.0F}), half_cone_cosine};
  }

  /// Of patches [first, first + 32): those that a ray passes over, as bits.
  STARLING_FN std::uint32_t passed_over(const systems::Ray& ray, std::int32_t first) const {
    const Vec2 half_way_m = Vec2{ray.direction.x, ray.direction.y} * (0.5F * ray.range_m);
    const Vec2 middle_m = Vec2{ray.origin_m.x, ray.origin_m.y} + half_way_m;
    const Vec2 extent_m{kernels::abs(half_way_m.x), kernels::abs(half_way_m.y)};
    const std::int32_t left = patch_count_ - first;
    std::uint32_t bits = 0;
    STARLING_ROLLED
    for (std::int32_t index = 0; index < (left < 32 ? left : 32); ++index) {
      const Patch patch = patches_[first + index];
      const Vec2 apart_m = patch.middle_m - middle_m;
      // the patch a millimetre wider, which is more than roundings come to
      const Vec2 half_m = patch.half_m + Vec2{1e-3F, 1e-3F};
      const float beside = kernels::abs(apart_m.x * half_way_m.y - apart_m.y * half_way_m.x);
      const bool meets = kernels::abs(apart_m.x) <= half_m.x + extent_m.x &&
                         kernels::abs(apart_m.y) <= half_m.y + extent_m.y &&
                         beside <= half_m.x * extent_m.y + half_m.y * extent_m.x;
      bits |= static_cast<std::uint32_t>(meets) << static_cast<std::uint32_t>(index);
    }
    return bits;
  }

  /// Calls `act(body, distance)` for what a ray may meet, while it returns true; but not for those
  /// of the first 32 patches that are left out.
  template <class Act>
  STARLING_FN void follow(const systems::Ray& ray, std::uint32_t left_out, const Act& act) const {
    for (std::int32_t first = 0; first < patch_count_; first += 32) {
      std::uint32_t bits = passed_over(ray, first) & ~(first == 0 ? left_out : 0U);
      while (bits != 0) {
        const std::int32_t body = patches_[first + kernels::lowest_bit(bits)].body;
        bits &= bits - 1;
        if (!act(body, cast(ray, shapes_[body], poses_[body]))) return;
      }
    }
  }

  STARLING_FN static std::uint32_t bit(std::int32_t number) {
    return 1U << static_cast<std::uint32_t>(number);
  }

  /// Looks that end before their targets become nobody's.
  STARLING_FN void follow_looks() {
    for (std::int32_t index = rank(); index < look_count_; index += size()) {
      const LookAt look = looks_[index];
      const systems::Ray ray =
          systems::ray_between(pose_at(look.agent).position_m, pose_at(look.target).position_m);
      bool is_clear = true;
      follow(ray, bit(look.agent) | bit(look.target), [&](std::int32_t, float distance_m) {
        is_clear = !(distance_m < ray.range_m);
        return is_clear;
      });
      if (!is_clear) looks_.set(index, {});
    }
    team_.sync();
  }

  /// What the agent of a patch sees, and what its hand meets first, if that is a box or a ramp.
  STARLING_FN Sight sight_of(std::int32_t patch) const {
    Sight sight;
    for (std::int32_t index = 0; index < look_count_; ++index) {
      const LookAt look = looks_[index];
      if (look.agent == patch) sight.bodies |= bit(patches_[look.target].body);
    }
    const systems::Ray hand = hand_of(pose_at(patch), rules_);
    systems::RayHit best{hand.range_m, systems::no_body};
    follow(hand, bit(patch), [&](std::int32_t body, float distance_m) {
      if (distance_m < systems::no_hit) best = systems::nearer(best, {distance_m, body});
      return true;
    });
    if (best.body < first_box || best.body >= movers) return sight;
    sight.at_hand = best.body;
    sight.at_hand_m = best.distance_m;
    return sight;
  }

  const Threads& team_;
  const Rules& rules_;
  const Rows<const Shape>& shapes_;
  const Rows<const Pose>& poses_;
  kernels::WordRows<Patch, kernels::BlockWords, SightSpace::patch_words> patches_;
  kernels::WordRows<LookAt, kernels::BlockWords, 1> looks_;
  std::int32_t patch_count_ = 0;
  std::int32_t agent_count_ = 0;
  std::int32_t look_count_ = 0;
};

/// Threads share out what lies in cones, then the rays.
STARLING_FN void see(TeamOf<8> team, Scratch<SightSpace> space, Shared<const Rules> shared,
                     Rows<const Shape> shapes, Rows<const Pose> poses, Rows<Sight> sights) {
  const Rules rules = *shared;
  Watch<TeamOf<8>>(team, *space, rules, shapes, poses).run(sights);
}

}  // namespace starling::envs::hide_and_seek
