/// A CUDA GPU under a measurement.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "engine/backend.hpp"
#include "kernels/cuda_check.hpp"
#include "tests/bench/by_hand.hpp"
#include "tests/bench/clock_sampler.hpp"
#include "tests/bench/machine.hpp"

namespace starling::bench {
namespace {

using kernels::cuda_check;
using WallClock = std::chrono::steady_clock;

constexpr int block_threads = 256;
constexpr int most_processors = 512;

/// Cycles and nanoseconds of each multiprocessor at one moment.
struct Stamp {
  long long cycles;
  unsigned long long time_ns;
};

/// stamps: [most_processors]; a multiprocessor that ran no block keeps what it had.
__global__ void stamp(Stamp* stamps) {
  std::uint32_t processor = 0;
  std::uint64_t time_ns = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time_ns));
  if (processor < most_processors) stamps[processor] = {clock64(), time_ns};
}

template <class Unit>
__global__ void count_differences(const __grid_constant__ ColumnPair pair,
                                  unsigned long long* differing) {
  const std::int64_t units_per_row = pair.a.row_bytes / static_cast<std::int64_t>(sizeof(Unit));
  const std::int64_t units = pair.a.slots * pair.a.slot_rows * units_per_row;
  unsigned long long found = 0;
  for (std::int64_t index = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; index < units;
       index += std::int64_t{gridDim.x} * blockDim.x) {
    const std::int64_t row = index / units_per_row;
    const std::int64_t unit = index % units_per_row;
    const auto* a = reinterpret_cast<const Unit*>(row_of(pair.a, 0, row));
    const auto* b = reinterpret_cast<const Unit*>(row_of(pair.b, 0, row));
    found += a[unit] != b[unit] ? 1 : 0;
  }
  if (found > 0) atomicAdd(differing, found);
}

__global__ void count_final_differences(const __grid_constant__ ColumnPair pair,
                                        unsigned long long* differing) {
  unsigned long long found = 0;
  for (std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
       row < pair.a.slot_rows; row += std::int64_t{gridDim.x} * blockDim.x) {
    found += static_cast<unsigned long long>(differing_finals<std::uint32_t>(pair, row));
  }
  if (found > 0) atomicAdd(differing, found);
}

/// Copies `turns` times, past the L1.
__global__ void copy_often(const uint4* from, uint4* to, std::int64_t count, int turns) {
  for (int turn = 0; turn < turns; ++turn) {
    for (std::int64_t index = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; index < count;
         index += std::int64_t{gridDim.x} * blockDim.x) {
      __stcg(to + index, __ldcg(from + index));
    }
  }
}

class Event {
 public:
  Event() { cuda_check(cudaEventCreate(&event_), "creating an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(cudaStream_t stream) {
    cuda_check(cudaEventRecord(event_, stream), "recording an event");
  }
  double seconds_since(const Event& start) const {
    float milliseconds = 0;
    cuda_check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "reading an event");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// As NVML knows a device: "0000:3b:00.0".
std::string bus_address(int device) {
  char address[32] = {};
  cuda_check(cudaDeviceGetPCIBusId(address, sizeof address, device), "reading a bus address");
  return address;
}

void wait_for_device() {
  cuda_check(cudaDeviceSynchronize(), "waiting for the device");
}

class CudaMachine final : public Machine {
 public:
  CudaMachine()
      : backend_(make_cuda_backend()),
        sampler_(bus_address(backend_->device_index())),
        stamps_(*backend_, std::int64_t{2} * most_processors),
        counter_(*backend_, 1) {
    backend_->synchronize();
  }

  std::string name() const override { return backend_->limits().name; }
  std::int64_t free_bytes() const override { return backend_->limits().memory_bytes; }

  Ceilings ceilings() override {
    constexpr std::int64_t far_too_large = std::int64_t{1} << 30;
    constexpr std::int64_t fitting = std::int64_t{12} << 20;
    constexpr int lanes_a_processor = 128;
    int cache_bytes = 0;
    cuda_check(
        cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, backend_->device_index()),
        "reading the size of the L2");
    Ceilings ceilings;
    ceilings.memory_bytes_per_s = copy_bytes_per_s(far_too_large, 1);
    ceilings.cache_bytes_per_s = copy_bytes_per_s(fitting, 50);
    ceilings.cache_bytes = cache_bytes;
    ceilings.lanes = lanes_a_processor * backend_->limits().processors;
    return ceilings;
  }

  void poison(const ExportView& view, std::uint8_t byte) override {
    const std::int64_t span_bytes = (view.rows() - 1) * view.stride_bytes + view.row_bytes;
    cuda_check(cudaMemset(view.data, byte, static_cast<std::size_t>(span_bytes)),
               "poisoning a column");
    wait_for_device();
  }

  std::int64_t differences(const ColumnPair& pair) override {
    cuda_check(cudaMemset(counter_.data(), 0, sizeof(unsigned long long)), "clearing a counter");
    const unsigned blocks = static_cast<unsigned>(8 * backend_->limits().processors);
    if (pair.endings.data != nullptr) {
      count_final_differences<<<blocks, block_threads>>>(pair, counter_.data());
    } else if (pair.a.row_bytes % word_bytes == 0) {
      count_differences<std::uint32_t><<<blocks, block_threads>>>(pair, counter_.data());
    } else {
      count_differences<std::uint8_t><<<blocks, block_threads>>>(pair, counter_.data());
    }
    cuda_check(cudaGetLastError(), "comparing two columns");
    unsigned long long differing = 0;
    cuda_check(cudaMemcpy(&differing, counter_.data(), sizeof differing, cudaMemcpyDeviceToHost),
               "reading a counter");
    return static_cast<std::int64_t>(differing);
  }

  Timing time(Contestant& contestant, std::int64_t launches, int steps) override {
    const auto stream = static_cast<cudaStream_t>(contestant.stream());
    wait_for_device();
    stamp_processors(stream, stamps_.data());
    wait_for_device();
    sampler_.start();
    const auto start = WallClock::now();
    begin_.record(stream);
    for (std::int64_t launch = 0; launch < launches; ++launch)
      contestant.step(steps);
    end_.record(stream);
    wait_for_device();
    Timing timing;
    timing.wall_s = std::chrono::duration<double>(WallClock::now() - start).count();
    const ClockSampler::Clocks sampled = sampler_.stop();
    stamp_processors(stream, stamps_.data() + most_processors);
    wait_for_device();
    timing.seconds = end_.seconds_since(begin_);
    timing.seconds_of_one = timing.seconds / static_cast<double>(launches);
    timing.counted_mhz = counted_mhz();
    timing.sampled_mhz = sampled.processors_mhz;
    timing.memory_mhz = sampled.memory_mhz;
    return timing;
  }

 private:
  void stamp_processors(cudaStream_t stream, Stamp* stamps) {
    stamp<<<static_cast<unsigned>(16 * backend_->limits().processors), 1, 0, stream>>>(stamps);
    cuda_check(cudaGetLastError(), "reading the clocks");
  }

  /// Mean clock between the two stamps, of the multiprocessors that have both.
  double counted_mhz() const {
    std::vector<Stamp> stamps(2 * most_processors);
    cuda_check(cudaMemcpy(stamps.data(), stamps_.data(), stamps.size() * sizeof(Stamp),
                          cudaMemcpyDeviceToHost),
               "reading the clocks");
    double sum_mhz = 0;
    int processors = 0;
    for (std::size_t index = 0; index < most_processors; ++index) {
      const Stamp& before = stamps[index];
      const Stamp& after = stamps[index + most_processors];
      if (before.time_ns == 0 || after.time_ns <= before.time_ns) continue;
      sum_mhz += 1e3 * static_cast<double>(after.cycles - before.cycles) /
                 static_cast<double>(after.time_ns - before.time_ns);
      ++processors;
    }
    return processors > 0 ? sum_mhz / processors : 0;
  }

  /// Bytes read and written a second.
  double copy_bytes_per_s(std::int64_t size_bytes, int turns) {
    const Array<std::byte> from(*backend_, size_bytes);
    const Array<std::byte> to(*backend_, size_bytes);
    backend_->synchronize();
    const unsigned blocks = static_cast<unsigned>(8 * backend_->limits().processors);
    double best_s = 1e9;
    for (int repetition = 0; repetition < 5; ++repetition) {
      begin_.record(nullptr);
      copy_often<<<blocks, block_threads>>>(reinterpret_cast<const uint4*>(from.data()),
                                            reinterpret_cast<uint4*>(to.data()), size_bytes / 16,
                                            turns);
      cuda_check(cudaGetLastError(), "copying");
      end_.record(nullptr);
      wait_for_device();
      best_s = std::min(best_s, end_.seconds_since(begin_));
    }
    return 2.0 * static_cast<double>(size_bytes) * turns / best_s;
  }

  std::unique_ptr<Backend> backend_;
  ClockSampler sampler_;
  Array<Stamp> stamps_;
  Array<unsigned long long> counter_;
  Event begin_;
  Event end_;
};

}  // namespace

std::unique_ptr<Machine> make_cuda_machine() {
  return std::make_unique<CudaMachine>();
}

}  // namespace starling::bench
