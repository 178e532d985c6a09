/// What a kernel's symbol says of it, in words.
#pragma once

#include <optional>
#include <string>

#include "engine/launch.hpp"
#include "engine/simulator.hpp"

namespace starling::kernel_report {

/// Which program of which environment a kernel runs, and how.
struct ProgramName {
  std::string environment;  ///< The type's unqualified name: "CartPole".
  ProgramKind kind = ProgramKind::Step;
  bool fused = true;
  Residency residency = Residency::Global;
  int lanes = 0;          ///< Threads a world, where rows are in registers.
  bool one_step = false;  ///< For launches of one step alone.
  bool traced = false;

  /// What runs in production: a fused step, its actions given or drawn, that is not traced.
  bool is_production_step() const {
    return fused && !traced && (kind == ProgramKind::Step || kind == ProgramKind::Rollout);
  }
};

/// "step", "rollout, traced", "verify, unfused"
std::string program_in_words(const ProgramName& name);

/// "shared", "registers, 8 lanes", "registers, 1 lane, 1 step"
std::string residency_in_words(const ProgramName& name);

/// "_ZN4room4warmEf" as "warm", without namespaces, result and parameters; a symbol that is none of
/// C++'s as it is.
std::string short_name(const std::string& symbol);

/// Nothing where the kernel is none of an environment's programs.
std::optional<ProgramName> program_of(const std::string& symbol);

}  // namespace starling::kernel_report
