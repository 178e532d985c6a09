/// Compiles an environment's programs as persistent CUDA kernels and registers them: in one CUDA
/// file those of runs, in another those of verification, so that neither takes long.
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
  kernel.most_threads = block_threads<ProgramType, lanes>;
  if constexpr (residency == Residency::Registers)
    kernel.shared_bytes_a_warp = GroupSteps<ProgramType, lanes, one_step>::warp_bytes;
  if constexpr (residency == Residency::Global) {
    kernel.team_lanes = ProgramType::team_lanes();
    kernel.shared_bytes_a_warp = ProgramType::scratch_bytes_a_warp();
  }
  environment.cuda[static_cast<std::size_t>(kind)][fused ? 1 : 0].push_back(kernel);
}

/// Whether a program is compiled for groups of `lanes`: to hash every step, the smallest that fits
/// will do.
template <class ProgramType, ProgramKind kind, int lanes, int... all>
consteval bool has_group(std::integer_sequence<int, all...>) {
  if (!fits_group<ProgramType, lanes>()) return false;
  return kind != ProgramKind::Verify || !((all < lanes && fits_group<ProgramType, all>()) || ...);
}

/// The groups of `lanes...` threads that can hold a program's rows in registers, each for launches
/// of many steps and of one: with a kernel of its own, and all that comes with it, a launch of one
/// step of the arena's 1,024 worlds makes 222 million world-steps/s in place of 169.
template <class Env, ProgramKind kind, int... lanes>
void add_groups(RegisteredEnvironment& environment, std::integer_sequence<int, lanes...> sizes) {
  using ProgramType = ProgramOf<Env, kind, true>;
  (
      [&] {
        if constexpr (has_group<ProgramType, kind, lanes>(decltype(sizes){})) {
          add_kernel<Env, kind, true, Residency::Registers, lanes>(environment);
          add_kernel<Env, kind, true, Residency::Registers, lanes, true>(environment);
        }
      }(),
      ...);
}

template <class ProgramType, int... lanes>
consteval bool fits_any_group(std::integer_sequence<int, lanes...>) {
  return (fits_group<ProgramType, lanes>() || ...);
}

/// What runs in production, fused: rows in registers, else the slab in shared memory or where it
/// is; where teams share worlds always there, since their scratch memory is what shared memory is
/// for. Beside registers, shared memory is there to be compared.
template <class Env, ProgramKind kind>
void add_fused(RegisteredEnvironment& environment) {
  using ProgramType = ProgramOf<Env, kind, true>;
  constexpr bool is_compared = kind == ProgramKind::Verify ||
                               (kind == ProgramKind::Rollout && !fits_group<ProgramType, 1>());
  add_groups<Env, kind>(environment, GroupSizes{});
  if constexpr (ProgramType::team_lanes() == 0 &&
                (is_compared || !fits_any_group<ProgramType>(GroupSizes{})))
    add_kernel<Env, kind, true, Residency::Shared>(environment);
  add_kernel<Env, kind, true, Residency::Global>(environment);
}

}  // namespace detail

/// A static object of this type adds the CUDA backend to an environment: what runs are made of.
template <class Env>
struct RegisterCuda {
  RegisterCuda() {
    using enum ProgramKind;
    RegisteredEnvironment& environment = registry()[Env::name];
    detail::add_kernel<Env, Create, true, Residency::Global>(environment);
    detail::add_kernel<Env, Reset, true, Residency::Global>(environment);
    detail::add_kernel<Env, Hash, true, Residency::Global>(environment);
    detail::add_kernel<Env, Draw, true, Residency::Global>(environment);
    detail::add_fused<Env, Step>(environment);
    detail::add_fused<Env, Rollout>(environment);
    detail::add_kernel<Env, Step, false, Residency::Global>(environment);
  }
};

/// The same for programs that hash every step: every way to run one is compiled for verification.
template <class Env>
struct RegisterCudaVerify {
  RegisterCudaVerify() {
    using enum ProgramKind;
    RegisteredEnvironment& environment = registry()[Env::name];
    detail::add_fused<Env, Verify>(environment);
    if constexpr (detail::ProgramOf<Env, Verify, false>::team_lanes() == 0)
      detail::add_kernel<Env, Verify, false, Residency::Shared>(environment);
    detail::add_kernel<Env, Verify, false, Residency::Global>(environment);
  }
};

}  // namespace starling
