/// Pairs of bodies that nearly touch, drawn by number, and a digest of what the geometry of
/// contacts makes of them: the same on every machine.
#pragma once

#include <cstdint>

#include "kernels/hash.hpp"
#include "kernels/quaternion.hpp"
#include "kernels/random.hpp"
#include "kernels/vector.hpp"
#include "systems/rigid/bounds.hpp"
#include "systems/rigid/manifold.hpp"
#include "systems/rigid/mass.hpp"
#include "systems/rigid/touch.hpp"
#include "systems/rigid/upright.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::tests {

struct RigidPair {
  systems::Shape a, b;
  systems::Pose pose_a, pose_b;
};

STARLING_FN kernels::Vec3 random_vector(kernels::Random& random, float low, float high) {
  const float x = random.uniform(low, high);
  const float y = random.uniform(low, high);
  const float z = random.uniform(low, high);
  return {x, y, z};
}

/// Any rotation, as likely as any other.
STARLING_FN kernels::Quat random_rotation(kernels::Random& random) {
  const float w = random.normal();
  const float x = random.normal();
  const float y = random.normal();
  const float z = random.normal();
  return normalize(kernels::Quat{w, x, y, z});
}

/// A rotation about z.
STARLING_FN kernels::Quat random_yaw(kernels::Random& random) {
  return kernels::from_axis_angle({0.0F, 0.0F, 1.0F}, random.uniform(-kernels::pi, kernels::pi));
}

/// Every second pair is turned at random; of the others half only about z and half not at all, so
/// that faces and edges are parallel. The centres are up to the half sizes' sum apart, by axis.
STARLING_FN RigidPair random_pair(std::uint32_t index, systems::ShapeKind kind_a,
                                  systems::ShapeKind kind_b) {
  kernels::Random random(kernels::make_key(23, 1), index, 0, 0, 0);
  RigidPair pair{};
  pair.a = {random_vector(random, 0.1F, 1.0F), static_cast<std::int32_t>(kind_a)};
  pair.b = {random_vector(random, 0.1F, 1.0F), static_cast<std::int32_t>(kind_b)};
  pair.pose_a.position_m = random_vector(random, -5.0F, 5.0F);
  const kernels::Vec3 share = random_vector(random, -1.0F, 1.0F);
  pair.pose_b.position_m = pair.pose_a.position_m + share * (pair.a.half_m + pair.b.half_m);
  const bool is_turned = (index & 1U) == 0U;
  const bool is_yawed = (index & 2U) == 0U;
  if (is_turned) {
    pair.pose_a.rotation = random_rotation(random);
    pair.pose_b.rotation = random_rotation(random);
  } else if (is_yawed) {
    pair.pose_a.rotation = random_yaw(random);
    pair.pose_b.rotation = random_yaw(random);
  }
  return pair;
}

/// All kinds in turn.
STARLING_FN RigidPair random_pair(std::uint32_t index) {
  const std::uint32_t kinds = index / 4U % 25U;
  return random_pair(index, static_cast<systems::ShapeKind>(kinds / 5U),
                     static_cast<systems::ShapeKind>(kinds % 5U));
}

STARLING_FN constexpr std::uint64_t hash_floats(std::uint64_t hash, kernels::Vec3 v) {
  hash = kernels::hash_bits(hash, kernels::canonical_bits(v.x));
  hash = kernels::hash_bits(hash, kernels::canonical_bits(v.y));
  return kernels::hash_bits(hash, kernels::canonical_bits(v.z));
}

/// Of what means anything in it.
STARLING_FN std::uint64_t digest_of(const systems::Manifold& manifold) {
  std::uint64_t hash = kernels::hash_bits(0, static_cast<std::uint32_t>(manifold.points));
  hash = hash_floats(hash, manifold.points > 0 ? manifold.normal : kernels::Vec3{});
  STARLING_UNROLL
  for (int i = 0; i < 4; ++i) {
    const systems::ContactPoint& point = manifold.point[i];
    if (i >= manifold.points) continue;
    hash = hash_floats(hash, point.position_m);
    hash = kernels::hash_bits(hash, kernels::canonical_bits(point.separation_m));
    hash = kernels::hash_bits(hash, point.feature);
  }
  return hash;
}

/// The sums (hash_join) of the digests below over so many pairs from 0 on, on every machine. To
/// change only where the geometry was meant to.
inline constexpr std::uint32_t digested_pairs = 10000;
inline constexpr std::uint64_t digest_of_contacts = 3894376756570985357U;
inline constexpr std::uint64_t digest_of_bodies = 3258366556748153856U;

/// The contact of a pair of random_pair, as digest_of. An eighth of a metre in reach.
STARLING_FN std::uint64_t contact_digest(std::uint32_t index) {
  const RigidPair pair = random_pair(index);
  return digest_of(systems::touch(pair.a, pair.pose_a, pair.b, pair.pose_b, 0.125F));
}

/// The contact of two upright boxes, the bounds of a body and its mass, of a random pair.
STARLING_FN std::uint64_t body_digest(std::uint32_t index) {
  const RigidPair pair = random_pair(index);
  std::uint64_t hash = digest_of(
      systems::touch_upright_boxes(pair.a.half_m, pair.pose_a, pair.b.half_m, pair.pose_b, 0.125F));
  const systems::Bounds bounds = systems::bounds_of(pair.a, pair.pose_a);
  hash = hash_floats(hash_floats(hash, bounds.lowest_m), bounds.highest_m);
  const systems::MassProperties mass = systems::mass_properties_of(pair.a, 2.0F);
  hash = hash_floats(hash_floats(hash, mass.centre_m), mass.moments_kgm2);
  return hash_floats(hash, {mass.frame.w, mass.frame.x, mass.frame.y});
}

}  // namespace starling::tests
