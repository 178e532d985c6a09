/// The program `starling`: commands, and how errors become one sentence and an exit status.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "engine/error.hpp"
#include "envs/cli/environment_options.hpp"
#include "envs/cli/environments.hpp"
#include "envs/cli/policy.hpp"
#include "envs/cli/replay.hpp"
#include "envs/cli/report.hpp"
#include "envs/cli/rollout.hpp"
#include "envs/cli/verify.hpp"

namespace starling::cli {
namespace {

const WallClock::time_point program_start = WallClock::now();

enum ExitStatus { success = 0, cannot_be_run = 1, usage = 2 };

void write_out(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) == EOF || std::fflush(stdout) != 0) {
    throw Error(Refusal::Unavailable, "the output cannot be written");
  }
}

/// What the parser complains of, as one sentence.
std::string in_one_sentence(const CLI::App& app, const CLI::ParseError& complaint,
                            const std::vector<std::string>& arguments) {
  const CLI::App* reached = &app;  // the command that the arguments begin with, as far as it goes
  std::size_t depth = 0;
  for (; !reached->get_subcommands().empty(); ++depth)
    reached = reached->get_subcommands().front();
  std::vector<std::string> commands;
  for (const CLI::App* command : reached->get_subcommands(nullptr))
    commands.push_back(command->get_name());
  const std::string next = depth < arguments.size() ? arguments[depth] : "";
  std::string sentence = complaint.what();
  if (!commands.empty() && next.empty()) {
    sentence = fmt::format("a command is missing: {}", fmt::join(commands, ", "));
  } else if (!commands.empty()) {
    sentence = fmt::format("'{}' is none of the commands {}", next, fmt::join(commands, ", "));
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&complaint) != nullptr) {
    sentence = sentence.substr(0, sentence.find(':')) + " takes one value and is given once";
  }
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  return fmt::format("{} (see starling --help)", sentence);
}

/// Hands the options that are none of the command's own to its environment, and parses the rest.
void parse(CLI::App& app, std::vector<std::string> arguments, EnvironmentsOptions& envs_options,
           RolloutOptions& rollout_options, VerifyOptions& verify_options) {
  const std::string first = arguments.empty() ? "" : arguments.front();
  EnvironmentArguments given;
  if (first == "envs" || first == "rollout" || first == "verify") {
    given = take_environment_arguments(*app.get_subcommand(first), arguments);
  }
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as the parser wants
  try {
    app.parse(reversed);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& complaint) {
    throw Error(Refusal::Usage, in_one_sentence(app, complaint, arguments));
  }
  for (Settings* settings : {&rollout_options.settings, &verify_options.common}) {
    if (settings->environment.empty()) continue;  // of the command that is not run
    require_values(settings->environment, given);
    settings->options = given.options;
  }
  envs_options.given = given;
}

int run(int argc, char** argv) {
  CLI::App app{"Steps thousands of small worlds at once, on CPU threads or a GPU.", "starling"};
  app.require_subcommand(1);
  RolloutOptions rollout_options;
  VerifyOptions verify_options;
  EnvironmentsOptions envs_options;
  CLI::App* envs_command = add_envs_command(app, envs_options);
  PolicyOptions policy_options;
  CLI::App* inspect_command = add_policy_command(app, policy_options);
  ReplayOptions replay_options;
  CLI::App* replay_command = add_replay_command(app, replay_options);
  CLI::App* rollout_command = add_rollout_command(app, rollout_options);
  CLI::App* verify_command = add_verify_command(app, verify_options);
  try {
    parse(app, {argv + std::min(argc, 1), argv + argc}, envs_options, rollout_options,
          verify_options);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  }

  if (envs_command->parsed()) write_out(list_environments(envs_options));
  if (inspect_command->parsed()) write_out(inspect_policy(policy_options));
  if (rollout_command->parsed()) {
    const RolloutResult result = rollout(rollout_options, program_start);
    write_out(rollout_options.json ? as_json(result) : as_table(result));
  }
  if (replay_command->parsed() && !replay(replay_options)) return cannot_be_run;
  if (verify_command->parsed() && !verify(verify_options)) return cannot_be_run;
  return success;
}

}  // namespace
}  // namespace starling::cli

int main(int argc, char** argv) {
  using namespace starling;
  try {
    return cli::run(argc, argv);
  } catch (const Error& error) {
    fmt::print(stderr, "starling: {}\n", error.what());
    return error.refusal() == Refusal::Usage ? cli::usage : cli::cannot_be_run;
  } catch (const std::exception& error) {
    fmt::print(stderr, "starling: {}\n", error.what());
    return cli::cannot_be_run;
  }
}
