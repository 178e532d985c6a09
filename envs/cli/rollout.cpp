#include "envs/cli/rollout.hpp"

#include <algorithm>

#include "envs/cli/companions.hpp"
#include "envs/cli/interrupt.hpp"
#include "envs/cli/progress.hpp"
#include "envs/cli/record.hpp"
#include "envs/cli/save.hpp"

namespace starling::cli {
namespace {

// How long the queue of launches may grow before the program looks up from it.
constexpr double longest_queue_s = 0.1;

double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

/// Queues so many launches, or as many as are left of `steps`, and waits for them.
void run_launches(std::int64_t launches, std::int64_t steps, Simulator& simulator,
                  Companions& companions) {
  const std::int64_t steps_per_launch = simulator.settings().steps_per_launch;
  for (std::int64_t launch = 0; launch < launches && !interrupted(); ++launch) {
    const std::int64_t left = steps - simulator.steps_done();
    if (left <= 0) break;
    const std::int64_t launched = companions.steps_before_save(std::min(steps_per_launch, left));
    companions.step(static_cast<int>(launched));
  }
  simulator.synchronize();
}

/// Queues launches and waits for them in turns, so that neither Ctrl-C nor the progress bar waits
/// for long, and waiting costs nothing that can be measured.
void step_until(std::int64_t steps, Simulator& simulator, Companions& companions,
                RolloutResult& result) {
  Progress progress(steps, simulator.settings().worlds);
  std::int64_t launches_queued = 1;
  const auto start = WallClock::now();
  while (simulator.steps_done() < steps && !interrupted()) {
    const auto queue_start = WallClock::now();
    run_launches(launches_queued, steps, simulator, companions);
    if (result.first_step_s == 0) result.first_step_s = seconds_since(start);
    launches_queued *= 2;
    if (seconds_since(queue_start) > longest_queue_s) {
      launches_queued = std::max<std::int64_t>(1, launches_queued / 4);
    }
    progress.show(simulator.steps_done());
    companions.show();
  }
  result.seconds = seconds_since(start);
}

void describe(Simulator& simulator, RolloutResult& result) {
  result.settings = simulator.settings();
  result.plan = simulator.plan();
  result.device_name = simulator.device_name();
  result.steps = simulator.steps_done();
  result.agents_per_world = simulator.agents_per_world();
  result.tally = simulator.tally();
  result.peak_bytes = simulator.peak_bytes();
  result.state_hash = simulator.state_hash();
  result.errors = simulator.errors();
  result.first_errors = simulator.first_errors();
}

}  // namespace

RolloutResult rollout(const RolloutOptions& options, WallClock::time_point program_start) {
  RolloutResult result;
  catch_interrupts();
  Settings settings = settings_of(options);
  require_recording(options);
  require_save(options);
  Claims claims(options);
  if (claims.load) claims.load->settle(settings);
  Simulator simulator(settings);
  if (claims.load) claims.load->restore(simulator);
  result.steps_loaded = simulator.steps_done();
  Companions companions(options, claims, simulator);
  simulator.synchronize();
  result.startup_s = seconds_since(program_start);
  step_until(options.steps, simulator, companions, result);
  companions.show_end();
  describe(simulator, result);
  result.interrupted = result.steps < options.steps;
  companions.finish(result);
  return result;
}

}  // namespace starling::cli
