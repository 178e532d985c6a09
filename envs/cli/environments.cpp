#include "envs/cli/environments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/simulator.hpp"
#include "envs/cli/policy.hpp"
#include "systems/policy/agent_actions.hpp"
#include "systems/policy/agent_tokens.hpp"

namespace starling::cli {
namespace {

std::string list_names() {
  std::string lines;
  for (const std::string& name : environment_names())
    lines += name + "\n";
  return lines;
}

std::string list_options(const std::string& environment) {
  const std::vector<OptionHelp> options = environment_options(environment);
  if (options.empty()) return environment + " has no options of its own\n";
  std::size_t widest = 0;
  for (const OptionHelp& option : options)
    widest = std::max(widest, option.name.size());
  std::string lines;
  for (const OptionHelp& option : options)
    lines += fmt::format("--{:<{}}  {}\n", option.name, widest, option.help);
  return lines;
}

/// What a policy for the agents of a run is made for. Throws Error (Usage) where none can be.
nlohmann::ordered_json policy_as_json(const Simulator& simulator) {
  const policy::AgentTokens tokens(simulator);
  const policy::AgentActions actions(simulator);
  const bool has_mask = tokens.tensors().size() > tokens.types().size();
  auto action_tensors = nlohmann::ordered_json::array();
  for (const Tensor& tensor : actions.tensors())
    action_tensors.push_back(tensor.name);
  return {{"agents", tokens.agents()},
          {"types", types_as_json(tokens.types())},
          {"tokens", tokens.tokens()},
          {"mask", has_mask ? nlohmann::ordered_json(tokens.tensors().back().name)
                            : nlohmann::ordered_json()},
          {"actions", actions.choices()},
          {"action_tensors", action_tensors}};
}

std::string describe(const EnvironmentsOptions& options) {
  auto known = nlohmann::ordered_json::array();
  for (const OptionHelp& option : environment_options(options.environment))
    known.push_back({{"name", option.name}, {"help", option.help}});
  nlohmann::ordered_json report = {{"env", options.environment}, {"options", known}};
  const Simulator simulator(
      Settings{.environment = options.environment, .options = options.given.options, .threads = 1});
  try {
    report["policy"] = policy_as_json(simulator);
  } catch (const Error& error) {
    report["policy"] = nullptr;
    report["why_no_policy"] = error.what();
  }
  return report.dump() + "\n";
}

void check_given(const EnvironmentsOptions& options) {
  const EnvironmentArguments& given = options.given;
  if (options.json && !options.environment.empty()) {
    require_values(options.environment, given);
  } else if (!given.options.empty() || !given.without_value.empty()) {
    const std::string name =
        given.options.empty() ? given.without_value : "--" + given.options.front().first;
    throw Error(
        Refusal::Usage,
        fmt::format("{} is for 'starling envs ENV --json' alone, if it is an option", name));
  }
}

}  // namespace

CLI::App* add_envs_command(CLI::App& app, EnvironmentsOptions& options) {
  CLI::App* command = app.add_subcommand("envs", "List the environments of this program");
  command->add_option("ENV", options.environment, "List the options of this environment instead");
  command->add_flag("--json", options.json,
                    "Write one line of JSON: of an environment also the tokens and the actions of "
                    "its agents, for which a policy is made");
  command->footer(
      "With --json the environment's own options stand beside these, as --NAME VALUE\n"
      "or --NAME=VALUE: what agents see may depend on them.");
  return command;
}

std::string list_environments(const EnvironmentsOptions& options) {
  check_given(options);
  if (options.environment.empty())
    return options.json ? nlohmann::json(environment_names()).dump() + "\n" : list_names();
  return options.json ? describe(options) : list_options(options.environment);
}

}  // namespace starling::cli
