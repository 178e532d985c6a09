/// nvcc reads the same names off types and functions, in its host pass and, for the systems that
/// kernels run, in its device pass.
#include <gtest/gtest.h>

#include "engine/actions.hpp"
#include "engine/names.hpp"
#include "envs/cartpole/cartpole.hpp"
#include "kernels/hash.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace starling::tests {
namespace {

using kernels::testing::finish_kernel;
using kernels::testing::has_device;
using kernels::testing::ManagedArray;

__global__ void hash_names(kernels::Span<std::uint64_t> hashes) {
  using namespace envs::cartpole;
  constexpr std::uint64_t restarting = kernels::hash_name(detail::function_name<&restart>());
  constexpr std::uint64_t drawing =
      kernels::hash_name(detail::function_name<&draw_action<Action>>());
  hashes[0] = restarting;
  hashes[1] = drawing;
}

TEST(NamesOnCuda, GiveTheStreamsOfRandomNumbersThatTheHostHas) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  const ManagedArray<std::uint64_t> hashes(2);
  hash_names<<<1, 1>>>(hashes.span());
  finish_kernel();
  EXPECT_EQ(hashes.items()[0], kernels::hash_name("restart"));
  EXPECT_EQ(hashes.items()[1], kernels::hash_name("draw_action"));
}

}  // namespace
}  // namespace starling::tests
