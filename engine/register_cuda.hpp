/// Compiles an environment's programs as persistent CUDA kernels and registers them. One CUDA file
/// each.
#pragma once

#include "engine/cuda_kernel.hpp"
#include "engine/programs.hpp"
#include "engine/registry.hpp"

namespace starling {

namespace detail {

template <class Env, ProgramKind kind, bool fused, Residency residency>
void add_kernel(RegisteredEnvironment& environment) {
  using ProgramType = ProgramOf<Env, kind, fused>;
  if constexpr (residency != Residency::Registers || ProgramType::fits_registers()) {
    environment
        .cuda[static_cast<std::size_t>(kind)][fused ? 1 : 0][static_cast<std::size_t>(residency)] =
        reinterpret_cast<const void*>(&run_on_cuda<ProgramType, residency>);
  }
}

template <class Env, ProgramKind kind, Residency residency>
void add_traced_kernel(RegisteredEnvironment& environment) {
  environment.cuda_traced[static_cast<std::size_t>(kind)][static_cast<std::size_t>(residency)] =
      reinterpret_cast<const void*>(&trace_on_cuda<ProgramOf<Env, kind, true>, residency>);
}

/// What runs in production: fused, in the fastest residency and in global memory.
template <class Env, ProgramKind kind>
void add_step_kernels(RegisteredEnvironment& environment) {
  constexpr Residency on_chip =
      ProgramOf<Env, kind, true>::fits_registers() ? Residency::Registers : Residency::Shared;
  add_kernel<Env, kind, true, on_chip>(environment);
  add_traced_kernel<Env, kind, on_chip>(environment);
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
    detail::add_step_kernels<Env, Step>(environment);
    detail::add_step_kernels<Env, Rollout>(environment);
    detail::add_kernel<Env, Step, false, Residency::Global>(environment);
    detail::add_kernel<Env, Verify, true, Residency::Registers>(environment);
    detail::add_kernel<Env, Verify, true, Residency::Shared>(environment);
    detail::add_kernel<Env, Verify, true, Residency::Global>(environment);
    detail::add_kernel<Env, Verify, false, Residency::Shared>(environment);
    detail::add_kernel<Env, Verify, false, Residency::Global>(environment);
  }
};

}  // namespace starling
