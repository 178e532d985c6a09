#include "viewer/session/attention.hpp"

#include <cstring>
#include <span>

#include "systems/policy/forward.hpp"

namespace starling::viewer {
namespace {

/// A row of a column; empty where there is no such row.
std::span<const std::byte> row_of(const EnvironmentDescription& description,
                                  const WorldSnapshot& world, int column, int row) {
  const ColumnDescription& described = description.columns[static_cast<std::size_t>(column)];
  if (row < 0 || row >= world.rows[static_cast<std::size_t>(described.table)]) return {};
  const auto size = static_cast<std::size_t>(described.size_bytes);
  return world.column(column).subspan(static_cast<std::size_t>(row) * size, size);
}

}  // namespace

std::vector<float> attention_of(const policy::Network& network,
                                const EnvironmentDescription& description,
                                const WorldSnapshot& world, int agent) {
  std::vector<float> features;
  std::size_t tokens = 0;
  for (const TokenDescription& token : description.tokens) {
    const auto bytes = row_of(description, world, token.column, agent);
    if (bytes.empty()) return {};
    const std::size_t before = features.size();
    features.resize(before + bytes.size() / sizeof(float));
    std::memcpy(features.data() + before, bytes.data(), bytes.size());
    tokens += (features.size() - before) / static_cast<std::size_t>(token.features);
  }
  std::vector<std::uint8_t> present(tokens, 1);
  if (description.token_mask >= 0) {
    const auto mask = row_of(description, world, description.token_mask, agent);
    if (mask.size() < present.size()) return {};
    std::memcpy(present.data(), mask.data(), present.size());
    present.front() = 1;
  }
  return policy::forward(network, features, present).attention;
}

}  // namespace starling::viewer
