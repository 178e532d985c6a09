/// What the agents of a simulator observe as tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/simulator.hpp"
#include "systems/policy/architecture.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// Knows where a simulator exports entity observations. The simulator must outlive it.
class AgentTokens {
 public:
  /// Throws Error (Usage) where the environment declares no entity observation, or one of which the
  /// agents of this run see nothing.
  explicit AgentTokens(const Simulator& simulator);

  /// Named as the tensors, in the order of tokens.
  const std::vector<TokenType>& types() const { return types_; }
  std::int64_t tokens() const { return tokens_; }
  std::int64_t features() const { return features_; }  ///< Of all tokens of an agent together.
  std::int64_t agents() const { return agents_; }      ///< Of a world.

  /// Where they lie: a tensor a type, and then the mask's if there is one.
  const std::vector<Tensor>& tensors() const { return tensors_; }
  /// What all agents observe in a slot.
  ObservedTokens in_slot(int slot) const;

  /// Tokens of the same kinds in other memory, one slot of them.
  AgentTokens at(std::byte* memory) const;
  std::int64_t slot_bytes() const;  ///< Of that memory.

 private:
  std::vector<TokenType> types_;
  std::vector<Tensor> tensors_;
  bool has_mask_ = false;
  std::int64_t tokens_ = 0;
  std::int64_t features_ = 0;
  std::int64_t agents_ = 0;
};

/// First byte of a slot of a tensor.
inline std::byte* slot_data(const Tensor& tensor, int slot) {
  return static_cast<std::byte*>(tensor.data) + slot * tensor.strides[0] * size_bytes(tensor.dtype);
}
/// Bytes from slot to slot.
inline std::int64_t slot_size(const Tensor& tensor) {
  return tensor.strides[0] * size_bytes(tensor.dtype);
}

/// Of all kinds together.
std::int64_t features_of(const ObservedTokens& observed);

/// What one agent observes, on a CPU. features: [features_of(observed)], present: [tokens].
void read_agent(const ObservedTokens& observed, std::int64_t agent, std::span<float> features,
                std::span<std::uint8_t> present);

}  // namespace starling::policy
