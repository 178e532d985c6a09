/// Shared memory, copies into it and matrix instructions for a block of fibers, as the PTX manual
/// describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/async_copy.hpp"

namespace starling::tests {

/// Shared memory of the block that runs next on this thread, filled with NaN. Copies into it are
/// made as late as may be: when their thread waits for them.
class EmulatedSharedMemory {
 public:
  explicit EmulatedSharedMemory(std::size_t size_bytes);
  ~EmulatedSharedMemory();
  EmulatedSharedMemory(const EmulatedSharedMemory&) = delete;
  EmulatedSharedMemory& operator=(const EmulatedSharedMemory&) = delete;

  /// That of the block which runs.
  static EmulatedSharedMemory& current();

  std::byte* data() { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }
  /// Another one for each block that this thread runs.
  std::uint64_t serial() const { return serial_; }
  /// Throws std::logic_error unless the bytes are there and their address is a multiple of
  /// `alignment`.
  std::byte* at(kernels::SharedAddress first, std::size_t size_bytes, std::size_t alignment);

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t serial_;
};

}  // namespace starling::tests
