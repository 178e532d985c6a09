/// The CPU under a measurement.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "engine/backend.hpp"
#include "tests/bench/machine.hpp"

namespace starling::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Calls `work(thread)` on so many threads and returns how long the slowest took.
template <class Work>
double seconds_on(int threads, const Work& work) {
  const auto start = Clock::now();
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread)
    others.emplace_back(work, thread);
  work(0);
  for (std::thread& other : others)
    other.join();
  return seconds_since(start);
}

/// Bytes read and written a second by all cores together.
double copied_bytes_per_s(int threads) {
  constexpr std::size_t bytes_each = std::size_t{128} << 20;
  const std::size_t bytes = bytes_each * static_cast<std::size_t>(threads);
  std::vector<std::byte> from(bytes);
  std::vector<std::byte> to(bytes);
  double best_s = 1e9;
  for (int turn = 0; turn < 5; ++turn) {
    best_s = std::min(best_s, seconds_on(threads, [&](int thread) {
                        const std::size_t first = bytes_each * static_cast<std::size_t>(thread);
                        std::memcpy(to.data() + first, from.data() + first, bytes_each);
                      }));
  }
  return 2.0 * static_cast<double>(bytes) / best_s;
}

using Vector = float __attribute__((vector_size(32)));

/// Products and sums of eight floats, in twelve chains that hide each other's latency. [operations]
double multiply_and_add(int turns, float& result) {
  constexpr int chains = 12;
  Vector sums[chains] = {};
  for (int turn = 0; turn < turns; ++turn) {
    STARLING_UNROLL
    for (Vector& sum : sums)
      sum = sum * 0.999F + 0.001F;
  }
  for (const Vector& sum : sums)
    result += sum[0];
  return 2.0 * 8 * chains * turns;
}

double operations_per_s() {
  double best = 0;
  for (int repetition = 0; repetition < 5; ++repetition) {
    [[maybe_unused]] volatile float kept = 0.0F;
    float result = 0.0F;
    const auto start = Clock::now();
    const double operations = multiply_and_add(1 << 20, result);
    kept = result;
    best = std::max(best, operations / seconds_since(start));
  }
  return best;
}

template <class Unit>
std::int64_t count_differences(const ColumnPair& pair) {
  const bool finals = pair.endings.data != nullptr;
  const std::int64_t rows = finals ? pair.a.slot_rows : pair.a.rows();
  std::int64_t differing = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    differing += finals ? differing_finals<Unit>(pair, row)
                        : differing_units<Unit>(row_of(pair.a, 0, row), row_of(pair.b, 0, row),
                                                pair.a.row_bytes);
  }
  return differing;
}

class CpuMachine final : public Machine {
 public:
  std::string name() const override { return backend_->limits().name; }
  std::int64_t free_bytes() const override { return backend_->limits().memory_bytes; }

  Ceilings ceilings() override {
    Ceilings ceilings;
    ceilings.cache_bytes = static_cast<double>(std::max(0L, sysconf(_SC_LEVEL3_CACHE_SIZE)));
    ceilings.memory_bytes_per_s = copied_bytes_per_s(backend_->limits().processors);
    ceilings.thread_operations_per_s = operations_per_s();
    return ceilings;
  }

  void poison(const ExportView& view, std::uint8_t byte) override {
    for (std::int64_t row = 0; row < view.rows(); ++row) {
      std::memset(view.data + row * view.stride_bytes, byte,
                  static_cast<std::size_t>(view.row_bytes));
    }
  }

  std::int64_t differences(const ColumnPair& pair) override {
    return pair.a.row_bytes % word_bytes == 0 ? count_differences<std::uint32_t>(pair)
                                              : count_differences<std::uint8_t>(pair);
  }

  Timing time(Contestant& contestant, std::int64_t launches, int steps) override {
    const auto start = Clock::now();
    for (std::int64_t launch = 0; launch < launches; ++launch)
      contestant.step(steps);
    contestant.synchronize();
    const double seconds = seconds_since(start);
    return {seconds, seconds, seconds / static_cast<double>(launches)};
  }

 private:
  std::unique_ptr<Backend> backend_ = make_cpu_backend(1);
};

}  // namespace

std::unique_ptr<Machine> make_cpu_machine() {
  return std::make_unique<CpuMachine>();
}

}  // namespace starling::bench
