/// What a simulator takes, by table and column, before anything is allocated.
#pragma once

#include <vector>

#include "engine/layout.hpp"
#include "engine/simulator.hpp"

namespace starling {

/// Slots of an exported column: one a step of a launch, but for the engine's own.
std::int64_t slots_of(const ColumnDescription& column, const Settings& settings);

/// Bytes of every column and buffer, with worlds in tiles of `tile_worlds`.
std::vector<FootprintItem> list_items(const EnvironmentDescription& description,
                                      const Settings& settings, std::int64_t tile_worlds);

std::int64_t total_bytes(const std::vector<FootprintItem>& items);

/// Rows of the longest exported column, all slots together.
std::int64_t most_exported_rows(const EnvironmentDescription& description,
                                const Settings& settings);

}  // namespace starling
