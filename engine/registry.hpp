/// The environments linked into a program, and the compiled programs of each.
///
/// This is the one place where types are erased: behind it, an environment is a description and a
/// table of functions.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "engine/description.hpp"
#include "engine/launch.hpp"
#include "engine/run_setup.hpp"
#include "engine/simulator.hpp"
#include "engine/trace.hpp"

namespace starling {

/// Runs all steps of a launch on one tile.
using CpuProgram = void (*)(const Launch& launch, std::int32_t tile);

/// The same, noting what is done.
using TracedCpuProgram = void (*)(const Launch& launch, std::int32_t tile,
                                  const detail::ThreadTrace& trace);

/// What the stages of a program call, by the index of their first token.
using StageNames = std::map<int, std::string>;

/// How a program was scheduled.
struct ProgramSchedule {
  int stages = 0;
  int barriers = 0;
};

/// Programs by kind, and by whether systems are fused.
template <class T>
using ByProgram = std::array<std::array<T, 2>, program_kinds>;

/// A program compiled for CUDA in one residency. With rows in registers a group of `lanes` threads
/// of a warp steps a world, and each warp takes some shared memory; else a block steps a tile.
struct CudaKernel {
  const void* function = nullptr;
  Residency residency = Residency::Global;
  int lanes = 0;
  bool one_step = false;  ///< For launches of one step and one slot alone.
  int most_threads = 0;   ///< Of a block.
  int shared_bytes_a_warp = 0;
  int team_lanes = 0;  ///< Threads that share a world where a block steps a tile; 0: they do not.
};

/// The same, noting what is done.
struct TracedCudaKernel {
  const void* function = nullptr;
  Residency residency = Residency::Global;
  int lanes = 0;
  StageNames stage_names;
};

struct RegisteredEnvironment {
  EnvironmentDescription description;  ///< Of a registered one, rows that a run sets are unset.
  RunSetup (*set_up)(const OptionTexts& options) = nullptr;
  ByProgram<ProgramSchedule> schedules{};
  ByProgram<CpuProgram> cpu{};
  ByProgram<std::vector<CudaKernel>> cuda{};

  /// What can be traced, fused programs all of them, by kind.
  std::array<TracedCpuProgram, program_kinds> cpu_traced{};
  std::array<StageNames, program_kinds> cpu_stage_names;
  std::array<std::vector<TracedCudaKernel>, program_kinds> cuda_traced;

  const ProgramSchedule& schedule(ProgramKind kind, bool fused) const {
    return schedules[static_cast<std::size_t>(kind)][fused ? 1 : 0];
  }
  CpuProgram cpu_program(ProgramKind kind, bool fused) const {
    return cpu[static_cast<std::size_t>(kind)][fused ? 1 : 0];
  }
  const std::vector<CudaKernel>& cuda_kernels(ProgramKind kind, bool fused) const {
    return cuda[static_cast<std::size_t>(kind)][fused ? 1 : 0];
  }
  /// The kernel of this residency and so many lanes, any number if 0; for launches of one step the
  /// one made for them, if any. Null where none is compiled.
  const CudaKernel* cuda_kernel(ProgramKind kind, bool fused, Residency residency, int lanes = 0,
                                bool one_step = false) const {
    const CudaKernel* found = nullptr;
    for (const CudaKernel& kernel : cuda_kernels(kind, fused)) {
      if (kernel.residency != residency || (lanes != 0 && kernel.lanes != lanes)) continue;
      if (kernel.one_step == one_step) return &kernel;
      if (!kernel.one_step) found = &kernel;
    }
    return found;
  }
  /// Null where none is compiled.
  const TracedCudaKernel* traced_cuda_kernel(ProgramKind kind, Residency residency,
                                             int lanes) const {
    for (const TracedCudaKernel& kernel : cuda_traced[static_cast<std::size_t>(kind)]) {
      if (kernel.residency == residency && kernel.lanes == lanes) return &kernel;
    }
    return nullptr;
  }
};

/// All registered environments by name. Filled by static objects before main.
std::map<std::string, RegisteredEnvironment>& registry();

/// An environment as a run with these options has it. Throws Error (Usage) for an unknown
/// environment or option.
struct PreparedEnvironment : RegisteredEnvironment {
  PreparedEnvironment(const std::string& name, const OptionTexts& options);

  std::vector<SharedData::Array> shared;
};

/// The environment of this name. Throws Error with the known names when there is none.
const RegisteredEnvironment& find_environment(const std::string& name);

}  // namespace starling
