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

/// Each tensor of another memory begins on so many bytes.
constexpr std::int64_t alignment_bytes = 128;

std::int64_t aligned_slot_size(const Tensor& tensor) {
  return (slot_size(tensor) + alignment_bytes - 1) / alignment_bytes * alignment_bytes;
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
    tensors_.push_back(tensor_of(simulator, token.column));
    if (tensors_.back().dtype != DType::Float32 || floats % token.features != 0)
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
  const Tensor mask = tensor_of(simulator, description.token_mask);
  if (mask.dtype != DType::UInt8 || mask.shape[2] != agents_ || mask.shape[3] != tokens_)
    refuse("has a mask of tokens that is not a byte for each token of each agent");
  tensors_.push_back(mask);
  has_mask_ = true;
}

ObservedTokens AgentTokens::in_slot(int slot) const {
  ObservedTokens observed;
  observed.type_count = static_cast<std::int32_t>(types_.size());
  observed.tokens = static_cast<std::int32_t>(tokens_);
  observed.agents = tensors_.front().shape[1] * agents_;
  for (std::size_t type = 0; type < types_.size(); ++type) {
    observed.types[type] = {reinterpret_cast<const float*>(slot_data(tensors_[type], slot)),
                            tensors_[type].strides[2],
                            static_cast<std::int32_t>(types_[type].features),
                            static_cast<std::int32_t>(types_[type].count)};
  }
  if (!has_mask_) return observed;
  observed.mask = reinterpret_cast<const std::uint8_t*>(slot_data(tensors_.back(), slot));
  observed.mask_stride = tensors_.back().strides[2];
  return observed;
}

AgentTokens AgentTokens::at(std::byte* memory) const {
  AgentTokens copy = *this;
  for (Tensor& tensor : copy.tensors_) {
    tensor.data = memory;
    tensor.shape[0] = 1;
    memory += aligned_slot_size(tensor);
  }
  return copy;
}

std::int64_t AgentTokens::slot_bytes() const {
  std::int64_t bytes = 0;
  for (const Tensor& tensor : tensors_)
    bytes += aligned_slot_size(tensor);
  return bytes;
}

std::int64_t features_of(const ObservedTokens& observed) {
  std::int64_t features = 0;
  for (std::int32_t type = 0; type < observed.type_count; ++type)
    features += std::int64_t{observed.types[type].features} * observed.types[type].count;
  return features;
}

void read_agent(const ObservedTokens& observed, std::int64_t agent, std::span<float> features,
                std::span<std::uint8_t> present) {
  auto to = features.begin();
  for (std::int32_t index = 0; index < observed.type_count; ++index) {
    const ObservedType& type = observed.types[index];
    to = std::copy_n(type.data + agent * type.stride, type.features * type.count, to);
  }
  if (observed.mask != nullptr) {
    std::copy_n(observed.mask + agent * observed.mask_stride, observed.tokens, present.begin());
  } else {
    std::fill(present.begin(), present.end(), std::uint8_t{1});
  }
}

}  // namespace starling::policy
