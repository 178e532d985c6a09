/// Shared memory, copies into it and matrix instructions for a block of fibers, as the PTX manual
/// describes them.
#pragma once

#include <cstddef>
#include <vector>

namespace starling::tests {

/// Shared memory of the block that runs next on this thread, filled with NaN. Copies into it are
/// made as late as may be: when their thread waits for them.
class EmulatedSharedMemory {
 public:
  explicit EmulatedSharedMemory(std::size_t size_bytes);
  ~EmulatedSharedMemory();
  EmulatedSharedMemory(const EmulatedSharedMemory&) = delete;
  EmulatedSharedMemory& operator=(const EmulatedSharedMemory&) = delete;

  std::byte* data() { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace starling::tests
