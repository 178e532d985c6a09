/// The program starling_policy_bench: agents/s of a policy's network on the current device, on
/// given observations.
///
///   starling_policy_bench POLICY.safetensors INPUTS.safetensors [--precision fp32]
///
/// Exits with 1 if any of the sampled answers is wrong. pytorch_policy.py makes such files, and
/// times PyTorch on them.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

#include <CLI/CLI.hpp>

#include "systems/policy/cost.hpp"
#include "tests/bench/attention/on_device.hpp"
#include "tests/bench/policy/ceiling.hpp"
#include "tests/bench/policy/measure.hpp"

namespace starling::bench::policy {
namespace {

struct Arguments {
  std::string policy;
  std::string inputs;
  std::string precision = "bf16";
};

int run(const Arguments& arguments) {
  const Problem problem = read_problem(arguments.policy, arguments.inputs);
  const bool is_float32 = arguments.precision == "fp32";
  const Result result = measure(problem, is_float32);
  const starling::policy::Architecture& shape = problem.network.architecture;
  const starling::policy::Cost cost = cost_of(shape, problem.present);
  const auto agents = static_cast<double>(problem.agents);
  const double flops = cost.flops * agents / result.seconds;
  fmt::print(
      "{}: d_model {}, {} heads, {} layers, d_ff {}, {} tokens, {:.0f}% present, {} agents\n",
      attention::device_name(), shape.d_model, shape.heads, shape.layers, shape.d_ff,
      shape.tokens(), 100 * problem.present, problem.agents);
  fmt::print("an agent: {:.3f} MFLOP, {:.0f} bytes\n", cost.flops * 1e-6, cost.bytes);
  const double ceiling = measure_ceiling();
  fmt::print(
      "starling {}: {:.1f} us, {:.2f} M agents/s, {:.1f} TFLOP/s, {:.1f}% of {:.0f} measured, "
      "{:.0f} GB/s, error {:.1e}{}\n",
      arguments.precision, result.seconds * 1e6, agents / result.seconds * 1e-6, flops * 1e-12,
      100 * flops / ceiling, ceiling * 1e-12, cost.bytes * agents / result.seconds * 1e-9,
      result.error, result.is_right ? "" : "  wrong");
  return result.is_right ? 0 : 1;
}

}  // namespace
}  // namespace starling::bench::policy

int main(int count, char** words) {
  CLI::App app("Agents/s of a policy's network");
  starling::bench::policy::Arguments arguments;
  app.add_option("POLICY", arguments.policy, "A safetensors file of an entity policy")->required();
  app.add_option("INPUTS", arguments.inputs,
                 "A safetensors file: obs.TYPE [agents, count, features], mask [agents, tokens]")
      ->required();
  app.add_option("--precision", arguments.precision, "bf16 or fp32")
      ->check(CLI::IsMember({"bf16", "fp32"}));
  CLI11_PARSE(app, count, words);
  try {
    return starling::bench::policy::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "starling_policy_bench: {}\n", error.what());
    return 1;
  }
}
