/// The CPU as a device: tiles shared out over threads.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend.hpp"
#include "engine/layout.hpp"
#include "engine/thread_pool.hpp"
#include "engine/trace_cpu.hpp"

namespace starling {
namespace {

/// A value of a "Key: value" file such as /proc/meminfo, or nothing.
std::string proc_value(const char* file, const std::string& key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const auto begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

/// The number in a file of one, or `otherwise` where there is no file or no number in it.
std::int64_t number_in(const char* file, std::int64_t otherwise) {
  std::int64_t number = 0;
  return std::ifstream(file) >> number ? number : otherwise;
}

/// Memory that may still be taken: the machine's, or the container's where that has less.
std::int64_t free_memory_bytes() {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  const std::string available_kib = proc_value("/proc/meminfo", "MemAvailable");
  const std::int64_t machine = available_kib.empty()
                                   ? sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE)
                                   : std::stoll(available_kib) * 1024;
  const std::int64_t limit = number_in("/sys/fs/cgroup/memory.max", none);
  const std::int64_t used = number_in("/sys/fs/cgroup/memory.current", 0);
  return std::min(machine, std::max<std::int64_t>(limit - used, 0));
}

DeviceLimits read_limits() {
  DeviceLimits limits;
  limits.name = proc_value("/proc/cpuinfo", "model name");
  if (limits.name.empty()) limits.name = "CPU";
  limits.memory_bytes = free_memory_bytes();
  const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  limits.cache_bytes = cache > 0 ? cache : 256 * 1024;
  limits.processors = static_cast<int>(std::thread::hardware_concurrency());
  if (limits.processors < 1) limits.processors = 1;
  return limits;
}

/// Work that is done anew, since a CPU has no queue.
class CpuRecording final : public Recording {
 public:
  CpuRecording(std::uint32_t* word, std::function<void()> work)
      : word_(word), work_(std::move(work)) {}

  void replay(std::uint32_t value) override {
    *word_ = value;
    work_();
  }

 private:
  std::uint32_t* word_;
  std::function<void()> work_;
};

class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(int threads)
      : limits_(read_limits()), threads_(threads > 0 ? threads : limits_.processors) {}

  const DeviceLimits& limits() const override { return limits_; }
  int device_index() const override { return 0; }
  int threads(std::int64_t) const override { return threads_; }

  std::byte* allocate(std::int64_t size_bytes) override {
    const std::int64_t size = round_up(size_bytes > 0 ? size_bytes : 1, column_alignment_bytes);
    void* memory = std::aligned_alloc(static_cast<std::size_t>(column_alignment_bytes),
                                      static_cast<std::size_t>(size));
    if (memory == nullptr) {
      throw Error(Refusal::Unavailable,
                  "the host has no " + std::to_string(size) + " bytes of memory left");
    }
    return static_cast<std::byte*>(memory);
  }
  void release(std::byte* memory) noexcept override { std::free(memory); }
  void zero(std::byte* memory, std::int64_t size_bytes) override {
    std::memset(memory, 0, static_cast<std::size_t>(size_bytes));
  }

  void read(std::byte* host, const std::byte* device, std::int64_t width, std::int64_t rows,
            std::int64_t stride) override {
    if (width == 0) return;  // the host's memory may be none
    for (std::int64_t row = 0; row < rows; ++row) {
      std::memcpy(host + row * width, device + row * stride, static_cast<std::size_t>(width));
    }
  }
  void write(std::byte* device, const std::byte* host, std::int64_t size_bytes) override {
    if (size_bytes == 0) return;
    std::memcpy(device, host, static_cast<std::size_t>(size_bytes));
  }

  void launch(const RegisteredEnvironment& environment, const LaunchChoice& choice, Launch& launch,
              int) override {
    if (!pool_) pool_.emplace(threads_);
    if (choice.trace != nullptr) {
      launch_traced(environment, choice, launch);
      return;
    }
    const CpuProgram program = environment.cpu_program(choice.kind, choice.fused);
    run_tiles(launch, [&](std::int32_t tile) { program(launch, tile); });
  }
  void synchronize() override {}
  std::unique_ptr<Recording> record(std::uint32_t* word, std::function<void()> queue) override {
    return std::make_unique<CpuRecording>(word, std::move(queue));
  }

 private:
  /// Calls run(tile) for every tile, in the launch's order and on all threads.
  template <class Run>
  void run_tiles(const Launch& launch, Run run) {
    struct Work {
      const Launch& launch;
      Run& run;
    } work{launch, run};
    pool_->run(launch.tiles, {[](void* context, std::int32_t index) {
                                const Work& given = *static_cast<const Work*>(context);
                                const std::int32_t* order = given.launch.tile_order;
                                given.run(order != nullptr ? order[index] : index);
                              },
                              &work});
  }

  /// A lane a thread.
  void launch_traced(const RegisteredEnvironment& environment, const LaunchChoice& choice,
                     const Launch& launch) {
    share_out(*choice.trace, threads_);
    std::vector<TraceCursor> cursors(static_cast<std::size_t>(threads_));
    std::vector<detail::ThreadTrace> traces;
    for (int thread = 0; thread < threads_; ++thread) {
      traces.emplace_back(*choice.trace, cursors[static_cast<std::size_t>(thread)], thread);
      traces.back().launch_begin(0, static_cast<std::uint32_t>(step_number(launch, 0)));
    }
    const TracedCpuProgram program = environment.cpu_traced[static_cast<std::size_t>(choice.kind)];
    run_tiles(launch, [&](std::int32_t tile) {
      program(launch, tile, traces[static_cast<std::size_t>(ThreadPool::worker())]);
    });
    for (const detail::ThreadTrace& trace : traces)
      trace.launch_end();
  }

  DeviceLimits limits_;
  int threads_;
  std::optional<ThreadPool> pool_;  ///< Made when first needed, so after the plan was accepted.
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(int threads) {
  return std::make_unique<CpuBackend>(threads);
}

}  // namespace starling
