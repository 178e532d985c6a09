/// What the walkers of `doors` did in a run that a policy played.
#pragma once

#include <cstring>

#include "tests/support/environments/doors.hpp"
#include "tests/support/played_run.hpp"

namespace starling::tests {

/// Of all walkers and steps together.
inline doors::Passages passages_of(const PlayedRun& run) {
  const std::vector<std::byte>& bytes = run.steps.at("passages");
  std::vector<doors::Passages> each(bytes.size() / sizeof(doors::Passages));
  std::memcpy(each.data(), bytes.data(), bytes.size());
  doors::Passages sum;
  for (const doors::Passages& passages : each) {
    sum.allowed += passages.allowed;
    sum.forbidden += passages.forbidden;
    sum.free += passages.free;
  }
  return sum;
}

/// No door is open for one way in three, and for one knock in five: (2/3)^3 and (2/3)^4.
inline void expect_obeyed(const PlayedRun& run, std::int64_t worlds, int steps) {
  const doors::Passages passages = passages_of(run);
  const auto choices = static_cast<double>(worlds * steps * doors::walkers * 2);
  EXPECT_EQ(passages.forbidden, 0U);
  EXPECT_EQ(passages.allowed + passages.free, choices);
  EXPECT_NEAR(passages.free, choices * (8.0 / 27.0 + 16.0 / 81.0) / 2.0, 0.05 * choices);
}

}  // namespace starling::tests
