/// Whom and what agents see: inside the cone, with nothing in between; and what is at hand.
#pragma once

#include "envs/hide_and_seek/act.hpp"
#include "kernels/block_words.hpp"
#include "systems/rays/visibility.hpp"

namespace starling::envs::hide_and_seek {

inline constexpr float half_cone_cosine = 0.38268343F;  ///< Of three eighths of pi.

/// A body that is there, and a ball around it: what rays look at first.
struct Ball {
  Vec3 centre_m{};
  float radius_m = 0.0F;
  std::int32_t body = 0;
};

/// What is worth a ray: whether an agent sees something in its cone.
struct LookAt {
  std::int16_t agent = 0;
  std::int16_t target = 0;
};

struct SightSpace {
  static constexpr std::int32_t most_looks = agents * (movers - 1);
  static constexpr std::uint32_t ball_words = sizeof(Ball) / 4;
  static constexpr std::uint32_t first_look = ground * ball_words;
  std::uint32_t words[first_look + most_looks];
};

/// All threads of a team call `run` for one world.
template <class Threads>
class Watch {
 public:
  STARLING_FN Watch(const Threads& team, SightSpace& space, const Rules& rules,
                    const Rows<const Shape>& shapes, const Rows<const Pose>& poses)
      : team_(team),
        rules_(rules),
        shapes_(shapes),
        poses_(poses),
        balls_(kernels::BlockWords(space.words), 0),
        looks_(kernels::BlockWords(space.words), SightSpace::first_look) {}

  STARLING_FN void run(const Rows<Sight>& sights) {
    find_balls();
    find_looks();
    follow_looks();
    for (std::int32_t agent = rank(); agent < agents; agent += size()) {
      Sight sight = at_hand_of(agent);
      for (std::int32_t index = 0; index < look_count_; ++index) {
        const LookAt look = looks_[index];
        if (look.agent == agent) sight.bodies |= 1U << static_cast<std::uint32_t>(look.target);
      }
      sights.set(agent, sight);
    }
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

  STARLING_FN void find_balls() {
    for (std::int32_t first = 0; first < ground; first += size()) {
      const std::int32_t body = first + rank();
      Ball ball;
      if (body < ground) {
        const Shape shape = shapes_[body];
        if (systems::kind_of(shape) != systems::ShapeKind::None)
          ball = {poses_[body].position_m, systems::bounding_radius_m(shape), body};
      }
      append(balls_, ball_count_, ball.radius_m > 0.0F, ball);
    }
    team_.sync();
  }

  /// Targets are the first of the balls. Turns of targets are the outer ones, so that each is read
  /// once.
  STARLING_FN void find_looks() {
    std::int32_t targets = 0;
    while (targets < ball_count_ && balls_[targets].body < movers)
      ++targets;
    for (std::int32_t first = 0; first < targets * agents; first += size()) {
      const std::int32_t pair = first + rank();
      LookAt look;
      bool is_in_cone = false;
      if (pair < targets * agents) {
        const Ball target = balls_[pair / agents];
        const std::int32_t agent = pair % agents;
        look = {static_cast<std::int16_t>(agent), static_cast<std::int16_t>(target.body)};
        is_in_cone = target.body != agent && is_there(agent) &&
                     systems::is_in_view(cone_of(poses_[agent]), target.centre_m);
      }
      append(looks_, look_count_, is_in_cone, look);
    }
    team_.sync();
  }

  STARLING_FN bool is_there(std::int32_t body) const {
    return systems::kind_of(shapes_[body]) != systems::ShapeKind::None;
  }
  STARLING_FN static systems::ViewCone cone_of(const Pose& eye) {
    return {eye.position_m, rotate(eye.rotation, Vec3{0.0F, 1.0F, 0.0F}), half_cone_cosine};
  }

  /// The distance to a ball's body; its shape and pose are looked up only where the ray comes near.
  STARLING_FN float cast_at(const systems::Ray& ray, const Ball& ball) const {
    if (!systems::passes_near(ray, ball.centre_m, ball.radius_m)) return systems::no_hit;
    return systems::cast(ray, shapes_[ball.body], poses_[ball.body]);
  }

  /// Looks that end before their targets become nobody's.
  STARLING_FN void follow_looks() {
    for (std::int32_t index = rank(); index < look_count_; index += size()) {
      const LookAt look = looks_[index];
      const systems::Ray ray =
          systems::ray_between(poses_[look.agent].position_m, poses_[look.target].position_m);
      bool is_clear = true;
      STARLING_ROLLED
      for (std::int32_t other = 0; is_clear && other < ball_count_; ++other) {
        const Ball ball = balls_[other];
        if (ball.body == look.agent || ball.body == look.target) continue;
        is_clear = !(cast_at(ray, ball) < ray.range_m);
      }
      if (!is_clear) looks_.set(index, {-1, -1});
    }
    team_.sync();
  }

  /// What the agent's hand meets first, if it is a box or a ramp.
  STARLING_FN Sight at_hand_of(std::int32_t agent) const {
    Sight sight;
    if (!is_there(agent)) return sight;
    const systems::Ray hand = hand_of(poses_[agent], rules_);
    systems::RayHit best{hand.range_m, systems::no_body};
    STARLING_ROLLED
    for (std::int32_t index = 0; index < ball_count_; ++index) {
      const Ball ball = balls_[index];
      if (ball.body == agent) continue;
      const float distance_m = cast_at(hand, ball);
      if (distance_m < systems::no_hit) best = systems::nearer(best, {distance_m, ball.body});
    }
    if (best.body < first_box || best.body >= movers) return sight;
    sight.at_hand = best.body;
    sight.at_hand_m = best.distance_m;
    return sight;
  }

  const Threads& team_;
  const Rules& rules_;
  const Rows<const Shape>& shapes_;
  const Rows<const Pose>& poses_;
  kernels::WordRows<Ball, kernels::BlockWords, SightSpace::ball_words> balls_;
  kernels::WordRows<LookAt, kernels::BlockWords, 1> looks_;
  std::int32_t ball_count_ = 0;
  std::int32_t look_count_ = 0;
};

/// Threads share out what lies in cones, then the rays.
STARLING_FN void see(TeamOf<8> team, Scratch<SightSpace> space, Shared<const Rules> shared,
                     Rows<const Shape> shapes, Rows<const Pose> poses, Rows<Sight> sights) {
  const Rules rules = *shared;
  Watch<TeamOf<8>>(team, *space, rules, shapes, poses).run(sights);
}

}  // namespace starling::envs::hide_and_seek
