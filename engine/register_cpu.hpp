/// Compiles an environment's programs for CPU threads and registers it. One C++ file each.
#pragma once

#include "engine/cpu_walk.hpp"
#include "engine/describe.hpp"
#include "engine/programs.hpp"
#include "engine/registry.hpp"

namespace starling {

namespace detail {

template <class ProgramType>
void run_on_cpu(const Launch& launch, std::int32_t index) {
  using Env = typename ProgramType::Env;
  const Tile<Env> tile = tile_at<Env>(launch, index);
  for (std::int32_t step = 0; step < launch.steps; ++step) {
    CpuWalk<ProgramType>::template run<0, ProgramType::size>(tile, {step});
  }
}

template <class ProgramType>
ProgramSchedule schedule_of() {
  return {ProgramType::plan.stages, ProgramType::plan.barriers};
}

template <class Env, std::size_t... kinds>
void add_programs(RegisteredEnvironment& environment, std::index_sequence<kinds...>) {
  ((environment.cpu[kinds] = {&run_on_cpu<ProgramOf<Env, ProgramKind{kinds}, false>>,
                              &run_on_cpu<ProgramOf<Env, ProgramKind{kinds}, true>>}),
   ...);
  ((environment.schedules[kinds] = {schedule_of<ProgramOf<Env, ProgramKind{kinds}, false>>(),
                                    schedule_of<ProgramOf<Env, ProgramKind{kinds}, true>>()}),
   ...);
}

}  // namespace detail

/// A static object of this type makes an environment known to the program it is linked into.
template <class Env>
struct RegisterCpu {
  RegisterCpu() {
    RegisteredEnvironment& environment = registry()[Env::name];
    environment.description = detail::describe<Env>();
    detail::add_programs<Env>(environment, std::make_index_sequence<program_kinds>{});
  }
};

}  // namespace starling
