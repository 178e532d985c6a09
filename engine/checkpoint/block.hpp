/// The blocks of a checkpoint's file as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/checkpoint/format.hpp"

namespace starling::checkpoint {

/// Magic and version.
std::vector<std::byte> preamble();

/// Head and frame of the block at an index, which holds these bytes.
std::vector<std::byte> block_of(std::uint64_t index, std::span<const std::byte> plain);

/// Blocks in another order do not pass for each other.
std::uint64_t checksum_of(const BlockHead& head, std::uint64_t index,
                          std::span<const std::byte> stored);

}  // namespace starling::checkpoint
