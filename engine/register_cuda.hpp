/// Compiles an environment's programs as persistent CUDA kernels and registers them. One CUDA file
/// each.
#pragma once

#include "engine/cuda_kernel.hpp"
#include "engine/programs.hpp"
#include "engine/registry.hpp"

namespace starling {

namespace detail {

template <class Env, ProgramKind kind, bool fused, Residency residency, int lanes = 0,
          bool one_step = false>
void add_kernel(RegisteredEnvironment& environment) {
  using ProgramType = ProgramOf<Env, kind, fused>;
  CudaKernel kernel{
      reinterpret_cast<const void*>(&run_on_cuda<ProgramType, residency, lanes, one_step>),
      residency, lanes, one_step};
  kernel.most_threads = block_threads<lanes>;
  if constexpr (residency == Residency::Registers)
    kernel.shared_bytes_a_warp = GroupSteps<ProgramType, lanes, one_step>::warp_bytes;
  environment.cuda[static_cast<std::size_t>(kind)][fused ? 1 : 0].push_back(kernel);
}

/// The groups of `lanes...` threads that can hold a program's rows in registers.
template <class Env, ProgramKind kind, int... lanes>
void add_groups(RegisteredEnvironment& environment, std::integer_sequence<int, lanes...>) {
  (
      [&] {
        if constexpr (fits_group<ProgramOf<Env, kind, true>, lanes>())
          add_kernel<Env, kind, true, Residency::Registers, lanes>(environment);
        // worth a kernel of its own where a step is short
        if constexpr (lanes == 1 && fits_group<ProgramOf<Env, kind, true>, 1>())
          add_kernel<Env, kind, true, Residency::Registers, 1, true>(environment);
      }(),
      ...);
}

/// What runs in production, fused: rows in registers, else the slab in shared memory or where it
/// is. A world of nothing but single rows always has them in registers.
template <class Env, ProgramKind kind>
void add_fused(RegisteredEnvironment& environment) {
  add_groups<Env, kind>(environment, GroupSizes{});
  if constexpr (kind == ProgramKind::Verify || !fits_group<ProgramOf<Env, kind, true>, 1>())
    add_kernel<Env, kind, true, Residency::Shared>(environment);
  add_kernel<Env, kind, true, Residency::Global>(environment);
}

}  // namespace detail

/// A static object of this type adds the CUDA backend to an environment. Every way to run a step is
/// compiled for verification alone; runs take what they need.
template <class Env>
struct RegisterCuda {
  RegisterCuda() {
    using enum ProgramKind;
    RegisteredEnvironment& environment = registry()[Env::name];
    detail::add_kernel<Env, Create, true, Residency::Global>(environment);
    detail::add_kernel<Env, Reset, true, Residency::Global>(environment);
    detail::add_kernel<Env, Hash, true, Residency::Global>(environment);
    detail::add_fused<Env, Step>(environment);
    detail::add_fused<Env, Rollout>(environment);
    detail::add_fused<Env, Verify>(environment);
    detail::add_kernel<Env, Step, false, Residency::Global>(environment);
    detail::add_kernel<Env, Verify, false, Residency::Shared>(environment);
    detail::add_kernel<Env, Verify, false, Residency::Global>(environment);
  }
};

}  // namespace starling
