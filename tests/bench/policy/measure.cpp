#include "tests/bench/policy/measure.hpp"

#include <algorithm>
#include <cmath>

#include "systems/policy/agent_tokens.hpp"
#include "systems/policy/device_network.hpp"
#include "systems/policy/forward.hpp"
#include "systems/policy/tensor_file.hpp"
#include "tests/bench/attention/on_device.hpp"
#include "tests/bench/attention/timing.hpp"

namespace starling::bench::policy {
namespace {

using attention::DeviceArray;
using starling::policy::ObservedTokens;

constexpr std::int64_t sampled_agents = 64;
constexpr double bound_bf16 = 1e-2;
constexpr double bound_fp32 = 2e-6;

/// Of data that may lie anywhere: a pointer a type.
ObservedTokens observed_at(const Problem& problem, const std::vector<const float*>& data,
                           const std::uint8_t* mask) {
  const starling::policy::Architecture& shape = problem.network.architecture;
  ObservedTokens observed;
  observed.type_count = static_cast<std::int32_t>(shape.types.size());
  observed.tokens = static_cast<std::int32_t>(shape.tokens());
  observed.agents = problem.agents;
  for (std::size_t type = 0; type < shape.types.size(); ++type) {
    const starling::policy::TokenType& own = shape.types[type];
    observed.types[type] = {data[type], own.features * own.count,
                            static_cast<std::int32_t>(own.features),
                            static_cast<std::int32_t>(own.count)};
  }
  observed.mask = problem.mask.empty() ? nullptr : mask;
  observed.mask_stride = observed.tokens;
  return observed;
}

double error_of(const Problem& problem, const std::vector<float>& answers) {
  std::vector<const float*> data;
  for (const std::vector<float>& type : problem.features)
    data.push_back(type.data());
  const ObservedTokens observed = observed_at(problem, data, problem.mask.data());
  std::vector<float> features(static_cast<std::size_t>(starling::policy::features_of(observed)));
  std::vector<std::uint8_t> present(static_cast<std::size_t>(observed.tokens));
  const std::size_t outputs = answers.size() / static_cast<std::size_t>(problem.agents);
  double difference = 0.0;
  double right = 0.0;
  const std::int64_t step = std::max<std::int64_t>(1, problem.agents / sampled_agents);
  for (std::int64_t agent = 0; agent < problem.agents; agent += step) {
    starling::policy::read_agent(observed, agent, features, present);
    starling::policy::Answer wanted = forward(problem.network, features, present);
    wanted.logits.push_back(wanted.value);
    const float* given = answers.data() + static_cast<std::size_t>(agent) * outputs;
    for (std::size_t output = 0; output < outputs; ++output) {
      const auto should = static_cast<double>(wanted.logits[output]);
      difference += std::pow(static_cast<double>(given[output]) - should, 2);
      right += should * should;
    }
  }
  return std::sqrt(difference / right);
}

}  // namespace

Problem read_problem(const std::string& policy, const std::string& inputs) {
  using starling::policy::TensorFile;
  Problem problem;
  problem.network = read_network(TensorFile::read(policy));
  const starling::policy::Architecture& shape = problem.network.architecture;
  const TensorFile file = TensorFile::read(inputs);
  problem.agents = file.tensor("obs." + shape.types.front().name).shape.at(0);
  for (const starling::policy::TokenType& type : shape.types)
    problem.features.push_back(
        file.floats("obs." + type.name, {problem.agents, type.count, type.features}));
  if (file.tensors().count("mask") == 0) return problem;
  problem.mask = file.bytes("mask", {problem.agents, shape.tokens()});
  const auto there =
      problem.mask.size() - static_cast<std::size_t>(std::count(
                                problem.mask.begin(), problem.mask.end(), std::uint8_t{0}));
  const auto first = static_cast<double>(problem.agents);
  problem.present =
      (static_cast<double>(there) - first) / (static_cast<double>(problem.mask.size()) - first);
  return problem;
}

Result measure(const Problem& problem, bool is_float32) {
  const auto network = is_float32 ? starling::policy::make_float32_network(problem.network)
                                  : starling::policy::make_bfloat16_network(problem.network);
  std::vector<DeviceArray<float>> features;
  std::vector<const float*> data;
  for (const std::vector<float>& type : problem.features) {
    features.emplace_back(type);
    data.push_back(features.back().data());
  }
  const DeviceArray<std::uint8_t> mask(problem.mask);
  std::int64_t outputs = 1;
  for (const std::int64_t choices : problem.network.architecture.actions)
    outputs += choices;
  const auto size = static_cast<std::size_t>(problem.agents * outputs);
  const DeviceArray<float> answers(size);
  answers.fill_bytes(0xff);
  const ObservedTokens observed = observed_at(problem, data, mask.data());
  const double seconds =
      attention::median_seconds([&] { network->launch(observed, answers.data(), nullptr); });
  const std::vector<float> given = answers.read(0, size);
  const double error = error_of(problem, given);
  const bool is_finite =
      std::all_of(given.begin(), given.end(), [](float answer) { return std::isfinite(answer); });
  return {seconds, error, is_finite && error <= (is_float32 ? bound_fp32 : bound_bf16)};
}

}  // namespace starling::bench::policy
