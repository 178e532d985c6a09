/// What holds of every contact, whichever two bodies touch.
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "tests/unit/systems/rigid/contact.hpp"

namespace starling::systems::testing {
namespace {

constexpr float reach_m = 0.125F;
constexpr std::uint32_t pairs = 400;

TEST(Contacts, HaveANormalOfLengthOneAndNoPointBeyondReach) {
  int touching = 0;
  for_all_kinds(pairs, [&](const tests::RigidPair& pair) {
    for (const float reach : {0.0F, reach_m}) {
      const Manifold manifold = touch_pair(pair, reach);
      ASSERT_GE(manifold.points, 0);
      ASSERT_LE(manifold.points, 4);
      if (manifold.points == 0) continue;
      ++touching;
      EXPECT_NEAR(kernels::length(manifold.normal), 1, 1e-6);
      for (int i = 0; i < manifold.points; ++i)
        EXPECT_LE(manifold.point[i].separation_m, reach);
      EXPECT_EQ(features(manifold).size(), static_cast<std::size_t>(manifold.points));
    }
  });
  EXPECT_GT(touching, 24 * static_cast<int>(pairs));
}

/// A point lies midway between the surfaces: half the separation towards a lies the surface of a,
/// towards b that of b. A face may reach side_margin_m beyond two of its sides, at any angle to the
/// next face: sqrt 2 of it. Capsules touch with a point within where they are tilted.
TEST(Contacts, LieMidwayBetweenTheSurfaces) {
  const double margin_m = 1.5 * detail::side_margin_m + rounding_m;
  for_all_kinds(pairs, [&](const tests::RigidPair& pair) {
    const Manifold manifold = touch_pair(pair, 0);
    const tests::Point normal = tests::point_of(manifold.normal);
    for (int i = 0; i < manifold.points; ++i) {
      const tests::Point middle = tests::point_of(manifold.point[i].position_m);
      const double half_m = 0.5 * manifold.point[i].separation_m;
      const double of_a =
          tests::Solid(pair.a, pair.pose_a).outside(tests::sum(middle, normal, -half_m));
      const double of_b =
          tests::Solid(pair.b, pair.pose_b).outside(tests::sum(middle, normal, half_m));
      EXPECT_LE(of_a, margin_m) << i;
      EXPECT_LE(of_b, margin_m) << i;
      EXPECT_GE(of_a, kind_of(pair.a) == ShapeKind::Capsule ? -2.0 : -margin_m) << i;
      EXPECT_GE(of_b, kind_of(pair.b) == ShapeKind::Capsule ? -2.0 : -margin_m) << i;
    }
  });
}

TEST(Contacts, OfDifferentKindsAreTheSameTheOtherWayRound) {
  for_all_kinds(pairs, [&](const tests::RigidPair& pair) {
    if (pair.a.kind == pair.b.kind) return;
    const Manifold manifold = touch_pair(pair, reach_m);
    const Manifold exchanged = detail::flipped(touch_exchanged(pair, reach_m));
    EXPECT_EQ(tests::digest_of(exchanged), tests::digest_of(manifold));
  });
}

/// The faces of the body that is named first are preferred.
TEST(Contacts, OfOneKindAreAsDeepTheOtherWayRound) {
  for_all_kinds(pairs, [&](const tests::RigidPair& pair) {
    if (pair.a.kind != pair.b.kind) return;
    const Manifold manifold = touch_pair(pair, 0);
    const Manifold exchanged = touch_exchanged(pair, 0);
    EXPECT_EQ(manifold.points > 0, exchanged.points > 0);
    if (manifold.points == 0) return;
    const bool is_round =
        kind_of(pair.a) == ShapeKind::Sphere || kind_of(pair.a) == ShapeKind::Capsule;
    const double margin_m = is_round ? 0.0 : preference(deepest(manifold));
    EXPECT_NEAR(deepest(exchanged), deepest(manifold), margin_m + rounding_m);
    if (is_round) expect_near(-exchanged.normal, manifold.normal, 1e-4, "normal");
  });
}

/// A turn of all by a quaternion that is one long to 2^-23 moves points of 8 m by some 1e-6 m.
/// Where round bodies touch at a distance d, the place is known to sqrt(2^-23) d only, and the
/// normal to as much of 1.
TEST(Contacts, MoveWithTheBodies) {
  const Quat turn = kernels::normalize(Quat{0.5F, -0.3F, 0.8F, 0.1F});
  const Vec3 way{1, -2, 0.5F};
  for_all_kinds(pairs, [&](const tests::RigidPair& pair) {
    tests::RigidPair moved = pair;
    for (Pose* pose : {&moved.pose_a, &moved.pose_b}) {
      pose->position_m = way + rotate(turn, pose->position_m);
      pose->rotation = turn * pose->rotation;
    }
    const Manifold manifold = touch_pair(pair, reach_m);
    const Manifold after = touch_pair(moved, reach_m);
    ASSERT_EQ(after.points, manifold.points);
    if (manifold.points == 0) return;
    expect_near(after.normal, rotate(turn, manifold.normal), 4e-4, "normal");
    EXPECT_NEAR(deepest(after), deepest(manifold), detail::depth_margin_m + rounding_m);
    EXPECT_EQ(features(after), features(manifold));
  });
}

struct Scene {
  const char* name;
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
};

/// Bodies at rest on each other, as they tremble in a simulation: by up to 0.03 mm, and 0.03 mm at
/// an arm of 1 m.
TEST(Contacts, OfBodiesAtRestKeepTheirFeatures) {
  const Shape cube = box({0.5F, 0.5F, 0.5F});
  const Quat along_x = turn_about({0, 1, 0}, 90);
  const Scene scenes[] = {
      {"equal boxes", cube, at({}), cube, at({0, 0, 1})},
      {"a turned box", cube, at({}), cube, at({0, 0, 1}, turn_about({0, 0, 1}, 30))},
      {"a box at an eighth of a turn", cube, at({}), cube,
       at({0, 0, 1}, turn_about({0, 0, 1}, 45))},
      {"a box that juts out", cube, at({}), cube, at({0.7F, 0.2F, 1})},
      {"a box on a plane", cube, at({0, 0, 0.5F}), plane(), at({})},
      {"a box on a slope", wedge({1, 1, 1}), at({}), cube,
       at(Vec3{0, -std::sqrt(0.125F), std::sqrt(0.125F)}, turn_about({1, 0, 0}, 45))},
      {"a capsule on a box", cube, at({}), capsule(0.25F, 0.4F), at({0.3F, 0, 0.75F}, along_x)},
      {"capsules side by side", capsule(0.25F, 0.5F), at({}), capsule(0.25F, 0.5F),
       at({0.5F, 0, 0.1F})},
      {"crossed edges", cube, at({}, turn_about({0, 1, 0}, 45)), cube,
       at({0, 0, std::sqrt(2.0F)}, turn_about({1, 0, 0}, 45))}};
  for (const Scene& scene : scenes) {
    SCOPED_TRACE(scene.name);
    const auto at_rest = contact_of(scene.a, scene.pose_a, scene.b, scene.pose_b, 0.01F);
    ASSERT_GT(at_rest.points, 0);
    for (std::uint32_t i = 0; i < 200; ++i) {
      kernels::Random random(kernels::make_key(31, 1), i, 0, 0, 0);
      Pose trembling = scene.pose_b;
      trembling.position_m += tests::random_vector(random, -3e-5F, 3e-5F);
      const Vec3 turn = tests::random_vector(random, -3e-5F, 3e-5F);
      trembling.rotation = kernels::integrate(trembling.rotation, turn, 1.0F);
      const auto manifold = contact_of(scene.a, scene.pose_a, scene.b, trembling, 0.01F);
      ASSERT_EQ(features(manifold), features(at_rest)) << i;
    }
  }
}

TEST(Contacts, OfBodiesWithoutSizeAreThere) {
  for_all_kinds(4, [&](tests::RigidPair pair) {
    if (kind_of(pair.a) == ShapeKind::Plane && kind_of(pair.b) == ShapeKind::Plane) return;
    pair.a.half_m = {};
    pair.b.half_m = {};
    pair.pose_b.position_m = pair.pose_a.position_m;
    const Manifold manifold = touch_pair(pair, reach_m);
    ASSERT_EQ(manifold.points, 1);
    EXPECT_NEAR(kernels::length(manifold.normal), 1, 1e-6);
    EXPECT_NEAR(manifold.point[0].separation_m, 0, 1e-6);
    expect_near(manifold.point[0].position_m, pair.pose_a.position_m, rounding_m, "position");
  });
}

TEST(Contacts, OfAFlatBoxAndALineAreThere) {
  const Shape sheet = box({1, 1, 0});
  EXPECT_EQ(contact_of(sheet, at({}), box({0.5F, 0.5F, 0.5F}), at({0, 0, 0.5F}), 0.01F).points, 4);
  EXPECT_EQ(contact_of(sheet, at({}), sheet, at({0.5F, 0.5F, 0.005F}), 0.01F).points, 4);
  EXPECT_EQ(contact_of(sheet, at({}), box({0.5F, 0, 0}), at({0, 0, 0.005F}), 0.01F).points, 2);
}

TEST(Contacts, OfANaNAreNoneOrNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for_all_kinds(4, [&](const tests::RigidPair& pair) {
    for (int which = 0; which < 14; ++which) {
      tests::RigidPair broken = pair;
      Pose& pose = which < 7 ? broken.pose_a : broken.pose_b;
      float* const numbers[] = {&pose.position_m.x, &pose.position_m.y, &pose.position_m.z,
                                &pose.rotation.w,   &pose.rotation.x,   &pose.rotation.y,
                                &pose.rotation.z};
      *numbers[which % 7] = nan;
      const Manifold manifold = touch_pair(broken, reach_m);
      // how a sphere is turned need not be read
      const bool is_of_sphere =
          which % 7 > 2 && kind_of(which < 7 ? broken.a : broken.b) == ShapeKind::Sphere;
      EXPECT_LE(manifold.points, is_of_sphere ? 1 : 0) << which;
    }
    for (int which = 0; which < 6; ++which) {
      tests::RigidPair broken = pair;
      Vec3& half_m = which < 3 ? broken.a.half_m : broken.b.half_m;
      (which % 3 == 0 ? half_m.x : which % 3 == 1 ? half_m.y : half_m.z) = nan;
      const Manifold manifold = touch_pair(broken, reach_m);
      EXPECT_GE(manifold.points, 0) << which;
      EXPECT_LE(manifold.points, 4) << which;
    }
  });
}

/// Any bits: infinities, denormal sizes, rotations that are none.
TEST(Contacts, OfNonsenseComeToAnEnd) {
  for_all_kinds(400, [&](const tests::RigidPair& pair) {
    tests::RigidPair broken = pair;
    kernels::Random random(kernels::make_key(41, 1), static_cast<std::uint32_t>(pair.a.kind),
                           std::bit_cast<std::uint32_t>(pair.a.half_m.x), 0, 0);
    for (Pose* pose : {&broken.pose_a, &broken.pose_b}) {
      for (float* number : {&pose->position_m.x, &pose->position_m.y, &pose->position_m.z,
                            &pose->rotation.w, &pose->rotation.x, &pose->rotation.z}) {
        if (random.below(4) == 0) *number = std::bit_cast<float>(random.bits());
      }
    }
    for (Shape* shape : {&broken.a, &broken.b}) {
      for (float* number : {&shape->half_m.x, &shape->half_m.y, &shape->half_m.z}) {
        if (random.below(4) == 0) *number = std::bit_cast<float>(random.bits());
      }
    }
    const Manifold manifold = touch_pair(broken, reach_m);
    EXPECT_GE(manifold.points, 0);
    EXPECT_LE(manifold.points, 4);
  });
}

TEST(Contacts, OfAnUnknownKindAreNone) {
  const Shape unknown{{1, 1, 1}, 5};
  const Shape negative{{1, 1, 1}, -7};
  EXPECT_EQ(contact_of(unknown, at({}), sphere(1), at({}), 1).points, 0);
  EXPECT_EQ(contact_of(sphere(1), at({}), unknown, at({}), 1).points, 0);
  EXPECT_EQ(contact_of(negative, at({}), box({1, 1, 1}), at({}), 1).points, 0);
  EXPECT_EQ(contact_of(unknown, at({}), plane(), at({}), 1).points, 0);
}

}  // namespace
}  // namespace starling::systems::testing
