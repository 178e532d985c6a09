/// Registers an environment's programs as those of a CPU thread that emulates CUDA's blocks: the
/// walk, layout and crews of a GPU in global memory.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "engine/describe.hpp"
#include "engine/programs.hpp"
#include "engine/registry.hpp"
#include "engine/run_tile.hpp"
#include "engine/set_up.hpp"
#include "engine/trace.hpp"
#include "tests/emulated/block_of_fibers.hpp"

static_assert(starling::kernels::compiled_for_cuda);

namespace starling::tests {

/// All threads of an emulated block.
struct EmulatedCrew {
  using Team = kernels::WarpCrew;

  std::ptrdiff_t rank() const { return BlockOfFibers::current().rank(); }
  std::ptrdiff_t size() const { return BlockOfFibers::current().threads(); }
  void sync() const { BlockOfFibers::current().sync_block(); }
  bool any(bool yes) const { return BlockOfFibers::current().any(yes); }
};

/// A number that the process was given.
inline std::uint32_t number_of(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? 0 : static_cast<std::uint32_t>(std::atoi(text));
}

template <class Program>
void run_emulated(const Launch& launch, std::int32_t index) {
  static thread_local BlockOfFibers block(number_of("STARLING_EMULATED_THREADS"),
                                          number_of("STARLING_EMULATED_ORDER"));
  constexpr std::uint32_t warp_lanes = 32;
  const std::size_t warps = (number_of("STARLING_EMULATED_THREADS") + warp_lanes - 1) / warp_lanes;
  const std::size_t words = warps * Program::scratch_bytes_a_warp() / sizeof(std::max_align_t);
  std::vector<std::max_align_t> scratch(words + 1);
  std::memset(static_cast<void*>(scratch.data()), 0xff, scratch.size() * sizeof scratch[0]);
  block.run([&] {
    auto tile = detail::tile_at<typename Program::Env>(launch, index);
    tile.scratch = reinterpret_cast<std::byte*>(scratch.data());
    for (std::int32_t step = 0; step < launch.steps; ++step) {
      detail::TileWalk<Program>::template run<0, Program::size>(tile, EmulatedCrew{}, {step},
                                                                NoTrace{});
    }
  });
}

/// A static object of this type makes an environment known.
template <class Env>
struct RegisterEmulated {
  RegisterEmulated() {
    using enum ProgramKind;
    RegisteredEnvironment& environment = registry()[Env::name];
    environment.description = detail::describe<Env>();
    environment.set_up = &detail::set_up<Env>;
    add<Create, true>(environment);
    add<Reset, true>(environment);
    add<Hash, true>(environment);
    add<Draw, true>(environment);
    add<Rollout, true>(environment);
    add<Verify, true>(environment);
    add<Verify, false>(environment);
  }

 private:
  template <ProgramKind kind, bool fused>
  static void add(RegisteredEnvironment& environment) {
    environment.cpu[static_cast<std::size_t>(kind)][fused ? 1 : 0] =
        &run_emulated<detail::ProgramOf<Env, kind, fused>>;
  }
};

}  // namespace starling::tests
