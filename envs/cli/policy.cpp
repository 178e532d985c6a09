#include "envs/cli/policy.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "envs/cli/text.hpp"
#include "systems/policy/cost.hpp"
#include "systems/policy/network.hpp"

namespace starling::cli {
namespace {

std::string as_table(const policy::Architecture& shape) {
  std::string tokens = fmt::format("{}:", shape.tokens());
  for (const policy::TokenType& type : shape.types)
    tokens += fmt::format(" {} x {} of {} features,", type.count, type.name, type.features);
  tokens.pop_back();
  std::string actions = fmt::format("{} of", shape.actions.size());
  for (const std::int64_t choices : shape.actions)
    actions += fmt::format(" {},", choices);
  actions.back() = ' ';
  const std::int64_t parameters = shape.parameters();
  const policy::Cost cost = policy::cost_of(shape);
  constexpr auto float_bytes = static_cast<std::int64_t>(sizeof(float));
  return fmt::format(
      "tokens      {}\nactions     {}choices\nd_model     {}, {} heads of {}\n"
      "layers      {}, d_ff {}\nparameters  {} ({})\n"
      "an agent    {:.3f} MFLOP and {:.0f} bytes of observations and answers, all tokens there\n",
      tokens, actions, shape.d_model, shape.heads, shape.d_head(), shape.layers, shape.d_ff,
      with_commas(parameters), as_bytes(parameters * float_bytes), cost.flops * 1e-6, cost.bytes);
}

std::string as_json(const policy::Architecture& shape) {
  const policy::Cost cost = policy::cost_of(shape);
  const nlohmann::ordered_json report = {{"types", types_as_json(shape.types)},
                                         {"tokens", shape.tokens()},
                                         {"actions", shape.actions},
                                         {"d_model", shape.d_model},
                                         {"heads", shape.heads},
                                         {"layers", shape.layers},
                                         {"d_ff", shape.d_ff},
                                         {"norm_eps", shape.norm_eps},
                                         {"parameters", shape.parameters()},
                                         {"agent_flops", cost.flops},
                                         {"agent_bytes", cost.bytes}};
  return report.dump() + "\n";
}

}  // namespace

nlohmann::ordered_json types_as_json(const std::vector<policy::TokenType>& types) {
  auto list = nlohmann::ordered_json::array();
  for (const policy::TokenType& type : types)
    list.push_back({{"name", type.name}, {"features", type.features}, {"count", type.count}});
  return list;
}

CLI::App* add_policy_command(CLI::App& app, PolicyOptions& options) {
  CLI::App* command = app.add_subcommand("policy", "Look into a policy file");
  command->require_subcommand(1);
  CLI::App* inspect = command->add_subcommand("inspect", "Show what network a file holds");
  inspect->add_option("FILE", options.file, "A safetensors file of an entity policy")->required();
  inspect->add_flag("--json", options.json, "Write one line of JSON");
  return inspect;
}

std::string inspect_policy(const PolicyOptions& options) {
  const policy::TensorFile file = policy::TensorFile::read(options.file);
  const policy::Network network = policy::read_network(file);
  return options.json ? as_json(network.architecture) : as_table(network.architecture);
}

}  // namespace starling::cli
