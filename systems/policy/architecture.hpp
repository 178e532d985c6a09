/// What a policy file says of its network, in its metadata.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "systems/policy/tensor_file.hpp"

namespace starling::policy {

/// A kind of entities, each a token: `count` of them with `features` numbers.
struct TokenType {
  std::string name;
  std::int64_t features = 0;
  std::int64_t count = 0;

  bool operator==(const TokenType&) const = default;
};

struct Architecture {
  std::vector<TokenType> types;       ///< In the order of tokens; the first is the agent itself.
  std::vector<std::int64_t> actions;  ///< Choices of each component of the action.
  std::int64_t d_model = 0;
  std::int64_t heads = 0;
  std::int64_t layers = 0;
  std::int64_t d_ff = 0;
  float norm_eps = 1e-5F;

  std::int64_t tokens() const;
  std::int64_t d_head() const { return d_model / heads; }
  /// Numbers that the network holds.
  std::int64_t parameters() const;
};

/// Throws Error (Usage) with one sentence, which begins with the file's name, where the metadata
/// describes no policy, or one that is not supported.
Architecture read_architecture(const TensorFile& file);

}  // namespace starling::policy
