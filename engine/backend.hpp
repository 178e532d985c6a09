/// What a simulator needs of the machine that runs it: memory, copies and launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "engine/actor.hpp"
#include "engine/launch.hpp"
#include "engine/registry.hpp"
#include "engine/simulator.hpp"
#include "engine/trace.hpp"

namespace starling {

/// A program, chosen, and how to run it.
struct LaunchChoice {
  ProgramKind kind = ProgramKind::Step;
  bool fused = true;
  Residency residency = Residency::Global;
  int lanes = 0;                  ///< Threads a world, where rows are in registers.
  std::int64_t shared_bytes = 0;  ///< Of a block, where a tile is stepped in shared memory.
  TraceTarget* trace = nullptr;   ///< Where to record; the backend sets its lanes. Or null.
};

/// What the planner must know of a device.
struct DeviceLimits {
  std::string name;
  std::int64_t memory_bytes = 0;  ///< Free for a batch.
  std::int64_t shared_bytes = 0;  ///< Shared memory that one block may take; 0 on a CPU.
  std::int64_t cache_bytes = 0;   ///< Cache of one core; 0 on a GPU.
  int processors = 1;             ///< Cores, or streaming multiprocessors.
};

/// One device. The calls of one backend are ordered; all but `launch` and `zero` have finished when
/// they return.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  virtual const DeviceLimits& limits() const = 0;
  virtual int device_index() const = 0;
  /// Where work is queued: a cudaStream_t; null on a CPU.
  virtual void* stream() const { return nullptr; }
  /// Threads of a crew set: CPU threads in all, or CUDA threads a block for so many rows a tile.
  virtual int threads(std::int64_t tile_rows) const = 0;

  /// Memory aligned to at least 128 bytes. Throws Error when there is not enough.
  virtual std::byte* allocate(std::int64_t size_bytes) = 0;
  virtual void release(std::byte* memory) noexcept = 0;
  virtual void zero(std::byte* memory, std::int64_t size_bytes) = 0;

  /// Copies `rows` pieces of `width` bytes that lie `stride` bytes apart on the device and densely
  /// on the host.
  virtual void read(std::byte* host, const std::byte* device, std::int64_t width, std::int64_t rows,
                    std::int64_t stride) = 0;
  virtual void write(std::byte* device, const std::byte* host, std::int64_t size_bytes) = 0;

  /// Queues a program on all tiles of the launch; on CUDA it returns before they are done.
  virtual void launch(const RegisteredEnvironment& environment, const LaunchChoice& choice,
                      Launch& launch, int threads) = 0;
  virtual void synchronize() = 0;

  /// A recording of what `queue()` queues; *word, of this device, is what it is replayed with. On
  /// CUDA `queue` is called now, and what it queues is run by replays alone; on a CPU, where
  /// nothing is queued, it is called by each replay.
  virtual std::unique_ptr<Recording> record(std::uint32_t* word, std::function<void()> queue) = 0;
};

std::unique_ptr<Backend> make_cpu_backend(int threads);

/// Throws Error (Unavailable) where the build or the machine has no CUDA.
std::unique_ptr<Backend> make_cuda_backend();

/// Memory of a backend, released with its owner.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Backend& backend, std::int64_t size_bytes)
      : backend_(&backend), memory_(backend.allocate(size_bytes)), size_bytes_(size_bytes) {}
  Buffer(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer() {
    if (memory_ != nullptr) backend_->release(memory_);
  }

  std::byte* data() const { return memory_; }
  std::int64_t size_bytes() const { return size_bytes_; }

 private:
  void swap(Buffer& other) {
    std::swap(backend_, other.backend_);
    std::swap(memory_, other.memory_);
    std::swap(size_bytes_, other.size_bytes_);
  }

  Backend* backend_ = nullptr;
  std::byte* memory_ = nullptr;
  std::int64_t size_bytes_ = 0;
};

}  // namespace starling
