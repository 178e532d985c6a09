/// What the agents of a simulator observe as tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/simulator.hpp"
#include "systems/policy/architecture.hpp"

namespace starling::policy {

/// Reads entity observations where a simulator exports them. The simulator must outlive it.
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

  /// What an agent observes in a slot; of a simulator on a CPU. features: [features()], present:
  /// [tokens()].
  void read(int slot, std::int64_t world, std::int64_t agent, std::span<float> features,
            std::span<std::uint8_t> present) const;

 private:
  std::vector<TokenType> types_;
  std::vector<Tensor> sources_;  ///< Of each type.
  std::optional<Tensor> mask_;
  std::int64_t tokens_ = 0;
  std::int64_t features_ = 0;
  std::int64_t agents_ = 0;
};

}  // namespace starling::policy
