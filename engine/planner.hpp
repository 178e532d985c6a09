/// Chooses tile size and residency, and accounts for memory, before anything is allocated.
#pragma once

#include "engine/backend.hpp"
#include "engine/layout.hpp"

namespace starling {

/// Checks the settings against each other and against the device, and plans. Throws Error naming
/// the value and the limit: Usage for a setting out of range, Unavailable for too little memory.
Plan make_plan(const RegisteredEnvironment& environment, const Settings& settings,
               const Backend& backend);

/// The step program that the settings ask for.
ProgramKind step_program(const Settings& settings);

}  // namespace starling
