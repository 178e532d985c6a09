/// What a person asks of a run that is looked at.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace starling::viewer {

// How it goes on.

struct Play {
  bool playing = true;
};
struct Advance {
  std::int64_t steps = 1;
};
/// Steps a second; 0: as fast as they come.
struct SetSpeed {
  double steps_per_s = 0;
};
struct Seek {
  std::int64_t step = 0;
};

// What changes it.

struct ResetWorld {
  std::int64_t world = 0;
};
/// "random", "zero", or a policy file.
struct ChoosePolicy {
  std::string policy;
};
/// Acts for an agent from now on: a choice by component of its action. No choices: gives it back.
struct TakeOver {
  std::int64_t world = 0;
  int agent = 0;
  std::vector<int> choices;
};
/// Sets one scalar of one row.
struct EditScalar {
  std::int64_t world = 0;
  int column = 0;
  int field = 0;
  std::int64_t row = 0;
  std::uint64_t bits = 0;
};

using Change = std::variant<ResetWorld, ChoosePolicy, TakeOver, EditScalar>;
using Command = std::variant<Play, Advance, SetSpeed, Seek, Change>;

}  // namespace starling::viewer
