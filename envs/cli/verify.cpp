#include "envs/cli/verify.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <vector>

#include "envs/cli/environment_options.hpp"
#include "envs/cli/first_difference.hpp"
#include "envs/cli/interrupt.hpp"
#include "envs/cli/options.hpp"
#include "envs/cli/progress.hpp"
#include "envs/cli/side.hpp"
#include "envs/cli/text.hpp"

namespace starling::cli {
namespace {

/// The plainest run; everything else must equal it.
constexpr const char* reference_side = "cpu,threads=1,steps-per-launch=1";

constexpr std::array variants{
    "tile=1", "tile=7", "tile=33", "threads=2", "unfused", "shuffle=1", "steps-per-launch=64"};
constexpr std::array cuda_residencies{"registers", "shared", "global"};

std::vector<std::string> standard_sides() {
  std::vector<std::string> sides;
  for (const char* variant : variants)
    sides.push_back(fmt::format("cpu,{}", variant));
  if (cuda_unavailable_reason()) return sides;
  for (const char* residency : cuda_residencies) {
    sides.push_back(fmt::format("cuda,residency={}", residency));
    for (const char* variant : variants) {
      if (std::string_view(variant).starts_with("threads")) continue;
      sides.push_back(fmt::format("cuda,residency={},{}", residency, variant));
    }
  }
  return sides;
}

void print_line(const std::string& side, const std::string& outcome) {
  fmt::print("  {:<44} {}\n", side, outcome);
  std::fflush(stdout);
}

std::string in_words(const Difference& difference, const std::optional<FieldDifference>& field) {
  const std::string place =
      fmt::format("DIFFERS after step {} in world {}", with_commas(difference.step),
                  with_commas(difference.world));
  if (!field) return place + ", in no scalar when run again to that step";
  return fmt::format("{}: {}, row {}, is {} ({:#x}) on the left and {} ({:#x}) on the right", place,
                     field->left.path, field->left.row, field->left.text, field->left.bits,
                     field->right.text, field->right.bits);
}

/// Prints the outcome; true if the sides are equal.
bool compare(const Settings& left, const Settings& right, std::int64_t steps,
             const std::string& name) {
  Progress progress(steps, left.worlds);
  const auto difference = find_first_difference(left, right, steps, [&](std::int64_t done) {
    progress.show(done);
    return !interrupted();
  });
  progress.clear();
  if (difference) {
    print_line(name, in_words(*difference, explain(left, right, *difference)));
  } else {
    print_line(name, interrupted() ? "interrupted, no difference so far" : "equal");
  }
  return !difference && !interrupted();
}

/// Throws Error if this environment or machine cannot run the settings.
void require_runnable(const Settings& settings) {
  Simulator simulator(settings);
}

/// As `compare`, but a side that this environment or machine cannot run is skipped with its reason.
bool compare_or_skip(const Settings& left, const Settings& right, std::int64_t steps,
                     const std::string& name) {
  try {
    require_runnable(right);
  } catch (const Error& refusal) {
    print_line(name, fmt::format("skipped: {}", refusal.what()));
    return true;
  }
  return compare(left, right, steps, name);
}

bool run_standard_comparisons(const Settings& reference, const VerifyOptions& options) {
  bool all_equal = true;
  for (const std::string& side : standard_sides()) {
    const Settings settings = parse_side("side", side, options.common);
    all_equal &= compare_or_skip(reference, settings, options.steps, side);
    if (interrupted()) return false;
  }
  if (const auto reason = cuda_unavailable_reason()) {
    print_line("cuda", fmt::format("skipped: {}", *reason));
  }
  return all_equal;
}

}  // namespace

CLI::App* add_verify_command(CLI::App& app, VerifyOptions& options) {
  CLI::App* command = app.add_subcommand(
      "verify",
      "Compare the same run on two settings, by the hash of every world after every step");
  Settings& common = options.common;
  command->add_option("ENV", common.environment, "Environment (see starling envs)")->required();
  add_number(*command, "--worlds", common.worlds, world_range, "Worlds, 1000 unless given");
  add_number(*command, "--steps", options.steps, step_range, "Steps, 2000 unless given");
  add_number(*command, "--seed", common.seed, seed_range, "Seed, 0 unless given");
  command->add_option("--left", options.left, fmt::format("One side: {}", side_syntax))
      ->type_name("SIDE");
  command->add_option("--right", options.right, "The other side, written alike")->type_name("SIDE");
  command->footer(
      fmt::format("A side that is not given is {}.\n"
                  "With neither, a standard set of sides is compared with that. Exit status 1\n"
                  "where two sides differ. The environment's own options (see starling envs ENV)\n"
                  "hold for both, as --NAME VALUE or --NAME=VALUE.",
                  reference_side));
  return command;
}

bool verify(const VerifyOptions& options) {
  const auto settings_of = [&](const char* option, const std::string& side) {
    return parse_side(option, side.empty() ? reference_side : side, options.common);
  };
  const Settings left = settings_of("--left", options.left);
  const Settings right = settings_of("--right", options.right);
  catch_interrupts();
  require_runnable(left);
  require_runnable(right);
  const std::string own = in_words(options.common.options);
  fmt::print("{}{}, {} worlds, {} steps, seed {}, against {}\n", options.common.environment,
             own.empty() ? "" : fmt::format(" ({})", own), with_commas(options.common.worlds),
             with_commas(options.steps), options.common.seed,
             options.left.empty() ? reference_side : options.left);
  if (options.left.empty() && options.right.empty()) return run_standard_comparisons(left, options);
  return compare(left, right, options.steps,
                 options.right.empty() ? reference_side : options.right);
}

}  // namespace starling::cli
