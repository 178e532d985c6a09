/// Worlds at one moment, in host memory and in no order of any device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/checkpoint/header.hpp"

namespace starling {

/// See engine/checkpoint/format.hpp.
struct Checkpoint {
  struct Part {
    std::int64_t first = 0;  ///< Index of its first world among the header's.
    std::int64_t worlds = 0;
    std::vector<std::byte> bytes;
  };

  CheckpointHeader header;
  std::vector<Part> parts;  ///< In rising order; not always all of the header's worlds.

  std::int64_t size_bytes() const {
    std::size_t bytes = 0;
    for (const Part& part : parts)
      bytes += part.bytes.size();
    return static_cast<std::int64_t>(bytes);
  }
};

}  // namespace starling
