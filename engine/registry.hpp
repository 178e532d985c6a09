/// The environments linked into a program, and the compiled programs of each.
///
/// This is the one place where types are erased: behind it, an environment is a description and a
/// table of functions.
#pragma once

#include <array>
#include <map>
#include <string>

#include "engine/description.hpp"
#include "engine/launch.hpp"
#include "engine/simulator.hpp"
#include "engine/trace.hpp"

namespace starling {

/// Runs all steps of a launch on one tile.
using CpuProgram = void (*)(const Launch& launch, std::int32_t tile);

/// The same, noting what is done.
using TracedCpuProgram = void (*)(const Launch& launch, std::int32_t tile,
                                  const detail::ThreadTrace& trace);

/// How a program was scheduled.
struct ProgramSchedule {
  int stages = 0;
  int barriers = 0;
  bool fits_registers = false;  ///< One stage over worlds: rows can stay in registers.
};

/// Programs by kind, and by whether systems are fused.
template <class T>
using ByProgram = std::array<std::array<T, 2>, program_kinds>;

/// A CUDA kernel by residency, or null where it is not compiled.
using CudaKernels = std::array<const void*, 4>;

/// What the stages of a program call, by the index of their first token.
using StageNames = std::map<int, std::string>;

struct RegisteredEnvironment {
  EnvironmentDescription description;
  ByProgram<ProgramSchedule> schedules{};
  ByProgram<CpuProgram> cpu{};
  ByProgram<CudaKernels> cuda{};

  /// What can be traced, fused programs all of them, by kind.
  std::array<TracedCpuProgram, program_kinds> cpu_traced{};
  std::array<CudaKernels, program_kinds> cuda_traced{};
  std::array<StageNames, program_kinds> stage_names;

  const ProgramSchedule& schedule(ProgramKind kind, bool fused) const {
    return schedules[static_cast<std::size_t>(kind)][fused ? 1 : 0];
  }
  CpuProgram cpu_program(ProgramKind kind, bool fused) const {
    return cpu[static_cast<std::size_t>(kind)][fused ? 1 : 0];
  }
  const void* cuda_kernel(ProgramKind kind, bool fused, Residency residency) const {
    return cuda[static_cast<std::size_t>(kind)][fused ? 1 : 0][static_cast<std::size_t>(residency)];
  }
  const void* traced_cuda_kernel(ProgramKind kind, Residency residency) const {
    return cuda_traced[static_cast<std::size_t>(kind)][static_cast<std::size_t>(residency)];
  }
};

/// All registered environments by name. Filled by static objects before main.
std::map<std::string, RegisteredEnvironment>& registry();

/// The environment of this name. Throws Error with the known names when there is none.
const RegisteredEnvironment& find_environment(const std::string& name);

}  // namespace starling
