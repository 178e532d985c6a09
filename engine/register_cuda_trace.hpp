/// Compiles an environment's traced kernels and registers them. One CUDA file each, since they take
/// as long as those that are not traced.
#pragma once

#include "engine/cuda_kernel.hpp"
#include "engine/programs.hpp"
#include "engine/registry.hpp"
#include "engine/stage_names.hpp"

namespace starling {

namespace detail {

template <class Env, ProgramKind kind, Residency residency, int lanes>
void add_traced_kernel(RegisteredEnvironment& environment) {
  using ProgramType = ProgramOf<Env, kind, true>;
  TracedCudaKernel kernel{
      reinterpret_cast<const void*>(&trace_on_cuda<ProgramType, residency, lanes>),
      residency,
      lanes,
      {}};
  if constexpr (residency == Residency::Registers) {
    kernel.stage_names = name_stages<ProgramType>(GroupSteps<ProgramType, lanes, false>::run_end());
  } else {
    kernel.stage_names = name_stages<ProgramType>(ProgramType::plan.stage_end);
  }
  environment.cuda_traced[static_cast<std::size_t>(kind)].push_back(kernel);
}

/// What runs in production: rows in registers, or, where no group can hold them, in shared memory,
/// or where teams share worlds in memory.
template <class Env, ProgramKind kind, int... lanes>
void add_traced_kernels(RegisteredEnvironment& environment, std::integer_sequence<int, lanes...>) {
  using ProgramType = ProgramOf<Env, kind, true>;
  (
      [&] {
        if constexpr (fits_group<ProgramType, lanes>())
          add_traced_kernel<Env, kind, Residency::Registers, lanes>(environment);
      }(),
      ...);
  constexpr auto residency = ProgramType::team_lanes() == 0 ? Residency::Shared : Residency::Global;
  if constexpr (!(fits_group<ProgramType, lanes>() || ...))
    add_traced_kernel<Env, kind, residency, 0>(environment);
}

}  // namespace detail

/// A static object of this type lets an environment be traced on CUDA.
template <class Env>
struct RegisterCudaTrace {
  RegisterCudaTrace() {
    RegisteredEnvironment& environment = registry()[Env::name];
    detail::add_traced_kernels<Env, ProgramKind::Step>(environment, detail::GroupSizes{});
    detail::add_traced_kernels<Env, ProgramKind::Rollout>(environment, detail::GroupSizes{});
  }
};

}  // namespace starling
