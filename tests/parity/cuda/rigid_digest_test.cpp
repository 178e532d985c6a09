/// Contacts, and whole steps of rigid bodies, have the CPU's bits on the GPU.
#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/hash.hpp"
#include "kernels/span.hpp"
#include "tests/support/rigid_heap.hpp"
#include "tests/support/rigid_pairs.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

namespace kernels = starling::kernels;
namespace tests = starling::tests;
using kernels::testing::ManagedArray;

__global__ void digest_contacts(kernels::Span<std::uint64_t> hashes) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < hashes.size()) hashes[index] = tests::contact_digest(index);
}

__global__ void digest_bodies(kernels::Span<std::uint64_t> hashes) {
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < hashes.size()) hashes[index] = tests::body_digest(index);
}

std::uint64_t joined(kernels::Span<std::uint64_t> hashes) {
  std::uint64_t digest = 0;
  for (std::uint32_t index = 0; index < hashes.size(); ++index)
    digest = kernels::hash_join(digest, hashes[index]);
  return digest;
}

constexpr std::uint32_t block = 128;
constexpr std::uint32_t blocks = (tests::digested_pairs + block - 1) / block;

TEST(RigidParity, ContactsHaveTheSameBits) {
  if (!kernels::testing::has_device()) GTEST_SKIP() << "no CUDA device";
  const ManagedArray<std::uint64_t> hashes(tests::digested_pairs);
  digest_contacts<<<blocks, block>>>(hashes.span());
  kernels::testing::finish_kernel();
  EXPECT_EQ(joined(hashes.span()), tests::digest_of_contacts);
}

TEST(RigidParity, BoundsAndMassesHaveTheSameBits) {
  if (!kernels::testing::has_device()) GTEST_SKIP() << "no CUDA device";
  const ManagedArray<std::uint64_t> hashes(tests::digested_pairs);
  digest_bodies<<<blocks, block>>>(hashes.span());
  kernels::testing::finish_kernel();
  EXPECT_EQ(joined(hashes.span()), tests::digest_of_bodies);
}

/// A team a world.
template <class Team>
__global__ void step_worlds(kernels::Span<tests::RigidWorld> worlds, int steps) {
  const std::uint32_t world = (blockIdx.x * blockDim.x + threadIdx.x) / Team::size();
  if (world >= worlds.size()) return;
  for (int step = 0; step < steps; ++step)
    tests::step(worlds[world], Team{});
}

template <class Team>
void expect_the_same_world() {
  if (!kernels::testing::has_device()) GTEST_SKIP() << "no CUDA device";
  constexpr int steps = 60;
  constexpr std::size_t worlds = 5;
  tests::RigidScene alone = tests::heap();
  const ManagedArray<tests::RigidWorld> shared(
      std::vector<tests::RigidWorld>(worlds, alone.world()));
  step_worlds<Team><<<2, 128>>>(shared.span(), steps);
  kernels::testing::finish_kernel();
  for (int step = 0; step < steps; ++step)
    alone.step();
  EXPECT_GT(alone.world().contacts, 10);
  for (std::size_t world = 0; world < worlds; ++world)
    EXPECT_TRUE(tests::are_alike(alone.world(), shared.span()[world])) << world;
}

TEST(RigidParity, WorldsThatEightLanesShareHaveTheSameBits) {
  expect_the_same_world<kernels::LaneCrew<8>>();
}

TEST(RigidParity, WorldsThatAWarpSharesHaveTheSameBits) {
  expect_the_same_world<kernels::WarpCrew>();
}

}  // namespace
