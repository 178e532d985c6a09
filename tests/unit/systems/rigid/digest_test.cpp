/// The geometry of contacts is the same to the last bit, whatever compiles it.
#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/hash.hpp"
#include "tests/support/rigid_pairs.hpp"

namespace starling::tests {
namespace {

template <class Digest>
std::uint64_t sum_of(Digest digest) {
  std::uint64_t sum = 0;
  for (std::uint32_t index = 0; index < digested_pairs; ++index)
    sum = kernels::hash_join(sum, digest(index));
  return sum;
}

TEST(RigidDigest, OfContactsIsTheSameEverywhere) {
  EXPECT_EQ(sum_of([](std::uint32_t index) { return contact_digest(index); }), digest_of_contacts);
}
TEST(RigidDigest, OfUprightBoxesBoundsAndMassesIsTheSameEverywhere) {
  EXPECT_EQ(sum_of([](std::uint32_t index) { return body_digest(index); }), digest_of_bodies);
}

TEST(RigidDigest, ReadsAllThatMeansAnything) {
  const RigidPair pair = random_pair(40, systems::ShapeKind::Box, systems::ShapeKind::Box);
  const auto manifold = systems::touch(pair.a, pair.pose_a, pair.b, pair.pose_b, 1);
  ASSERT_GT(manifold.points, 0);
  const std::uint64_t digest = digest_of(manifold);
  auto changed = manifold;
  changed.normal.y += 1;
  EXPECT_NE(digest_of(changed), digest);
  changed = manifold;
  changed.point[manifold.points - 1].position_m.z += 1;
  EXPECT_NE(digest_of(changed), digest);
  changed = manifold;
  changed.point[0].feature ^= 1U;
  EXPECT_NE(digest_of(changed), digest);
  changed = manifold;
  changed.point[0].separation_m += 1;
  EXPECT_NE(digest_of(changed), digest);
  changed = manifold;
  changed.points -= 1;
  EXPECT_NE(digest_of(changed), digest);
}

}  // namespace
}  // namespace starling::tests
