/// Compiles an environment's programs for CPU threads and registers it. One C++ file each.
#pragma once

#include "engine/cpu_walk.hpp"
#include "engine/describe.hpp"
#include "engine/programs.hpp"
#include "engine/registry.hpp"
#include "engine/set_up.hpp"
#include "engine/stage_names.hpp"
#include "engine/trace_cpu.hpp"

namespace starling {

namespace detail {

/// Every step of a launch: the programs one after the other.
template <class Env, class... Programs, class Trace>
void run_tile_on_cpu(const Launch& launch, std::int32_t index, const Trace& trace) {
  const Tile<Env> tile = tile_at<Env>(launch, index);
  trace.tile_begin();
  for (std::int32_t step = 0; step < launch.steps; ++step)
    (CpuWalk<Programs>::template run<0, Programs::size>(tile, {step}, trace), ...);
  trace.tile_end(index, tile.worlds);
}

template <class Env, class... Programs>
void run_on_cpu(const Launch& launch, std::int32_t index) {
  run_tile_on_cpu<Env, Programs...>(launch, index, NoTrace{});
}

template <class ProgramType>
void trace_on_cpu(const Launch& launch, std::int32_t index, const ThreadTrace& trace) {
  run_tile_on_cpu<typename ProgramType::Env, ProgramType>(launch, index, trace);
}

/// What verifies is what runs in production, and hashes after each step: a program of its own would
/// be other code, and take a fourth as long again to compile.
template <class Env, ProgramKind kind, bool fused>
CpuProgram cpu_program() {
  if constexpr (kind == ProgramKind::Verify) {
    return &run_on_cpu<Env, ProgramOf<Env, ProgramKind::Rollout, fused>,
                       ProgramOf<Env, ProgramKind::Hash, true>>;
  } else {
    return &run_on_cpu<Env, ProgramOf<Env, kind, fused>>;
  }
}

/// Compiled for what runs in production alone.
template <class Env, ProgramKind kind>
void add_traced_program(RegisteredEnvironment& environment) {
  using ProgramType = ProgramOf<Env, kind, true>;
  const auto index = static_cast<std::size_t>(kind);
  environment.cpu_traced[index] = &trace_on_cpu<ProgramType>;
  environment.cpu_stage_names[index] = name_stages<ProgramType>(ProgramType::plan.stage_end);
}

template <class ProgramType>
ProgramSchedule schedule_of() {
  return {ProgramType::plan.stages, ProgramType::plan.barriers};
}

/// Without fusion what steps is compiled, to be compared; what makes, restarts and hashes worlds is
/// always fused.
template <class Env, ProgramKind kind>
CpuProgram unfused_program() {
  if constexpr (kind == ProgramKind::Step || kind == ProgramKind::Verify) {
    return cpu_program<Env, kind, false>();
  } else {
    return nullptr;
  }
}

template <class Env, std::size_t... kinds>
void add_programs(RegisteredEnvironment& environment, std::index_sequence<kinds...>) {
  ((environment.cpu[kinds] = {unfused_program<Env, ProgramKind{kinds}>(),
                              cpu_program<Env, ProgramKind{kinds}, true>()}),
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
    environment.set_up = &detail::set_up<Env>;
    detail::add_programs<Env>(environment, std::make_index_sequence<program_kinds>{});
    detail::add_traced_program<Env, ProgramKind::Step>(environment);
    detail::add_traced_program<Env, ProgramKind::Rollout>(environment);
  }
};

}  // namespace starling
