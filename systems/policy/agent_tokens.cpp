#include "systems/policy/agent_tokens.hpp"

#include <algorithm>
#include <string>

#include "engine/description.hpp"
#include "engine/error.hpp"

namespace starling::policy {
namespace {

Tensor tensor_of(const Simulator& simulator, int column) {
  const auto& columns = simulator.description().columns;
  return simulator.tensor(columns[static_cast<std::size_t>(column)].tensor_name);
}

/// The elements of a row of a tensor, one after the other.
template <class T>
const T* row_of(const Tensor& tensor, int slot, std::int64_t world, std::int64_t row) {
  return static_cast<const T*>(tensor.data) + slot * tensor.strides[0] + world * tensor.strides[1] +
         row * tensor.strides[2];
}

}  // namespace

AgentTokens::AgentTokens(const Simulator& simulator) {
  const EnvironmentDescription& description = simulator.description();
  const auto refuse = [&](const std::string& sentence) {
    throw Error(Refusal::Usage, "environment '" + description.name + "' " + sentence);
  };
  if (description.tokens.empty()) refuse("declares no entity observation for a policy to read");
  for (const TokenDescription& token : description.tokens) {
    const auto& column = description.columns[static_cast<std::size_t>(token.column)];
    const auto floats = static_cast<std::int64_t>(column.fields.size());
    if (floats == 0 || column.rows_per_world == 0) continue;  // a kind of which this run has none
    sources_.push_back(tensor_of(simulator, token.column));
    if (sources_.back().dtype != DType::Float32 || floats % token.features != 0)
      refuse("has tokens '" + column.tensor_name + "' that are not whole rows of float32 features");
    if (agents_ != 0 && agents_ != column.rows_per_world)
      refuse("has tokens of archetypes that differ in their rows");
    types_.push_back({column.tensor_name, token.features, floats / token.features});
    agents_ = column.rows_per_world;
    tokens_ += types_.back().count;
    features_ += floats;
  }
  if (types_.empty())
    refuse("shows its agents no entities in this run; 'starling envs " + description.name +
           "' lists its options");
  if (description.token_mask < 0) return;
  mask_ = tensor_of(simulator, description.token_mask);
  if (mask_->dtype != DType::UInt8 || mask_->shape[2] != agents_ || mask_->shape[3] != tokens_)
    refuse("has a mask of tokens that is not a byte for each token of each agent");
}

void AgentTokens::read(int slot, std::int64_t world, std::int64_t agent, std::span<float> features,
                       std::span<std::uint8_t> present) const {
  auto to = features.begin();
  for (const Tensor& source : sources_)
    to = std::copy_n(row_of<float>(source, slot, world, agent), source.shape[3], to);
  if (mask_) {
    std::copy_n(row_of<std::uint8_t>(*mask_, slot, world, agent), tokens_, present.begin());
  } else {
    std::fill(present.begin(), present.end(), std::uint8_t{1});
  }
}

}  // namespace starling::policy
