/// The CPU under a measurement.
#include <chrono>
#include <cstring>
#include <vector>

#include "engine/backend.hpp"
#include "tests/bench/machine.hpp"

namespace starling::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool has_ended(const EndedRows& rows, std::int64_t row) {
  if (rows.endings == nullptr) return true;
  const std::byte* ending = rows.endings + row / rows.rows_per_ending * 2;
  return ending[0] != std::byte{0} || ending[1] != std::byte{0};
}

class CpuMachine final : public Machine {
 public:
  std::string name() const override { return backend_->limits().name; }
  std::int64_t free_bytes() const override { return backend_->limits().memory_bytes; }

  Ceilings ceilings() override {
    constexpr std::size_t bytes = std::size_t{256} << 20;
    std::vector<std::byte> from(bytes);
    std::vector<std::byte> to(bytes);
    double best_s = 1e9;
    for (int turn = 0; turn < 5; ++turn) {
      const auto start = Clock::now();
      std::memcpy(to.data(), from.data(), bytes);
      best_s = std::min(best_s, seconds_since(start));
    }
    return {2.0 * static_cast<double>(bytes) / best_s, 0, 0};
  }

  void poison(const ExportView& view, std::uint8_t byte) override {
    for (std::int64_t row = 0; row < view.rows; ++row) {
      std::memset(view.data + row * view.stride_bytes, byte,
                  static_cast<std::size_t>(view.row_bytes));
    }
  }

  std::int64_t differences(const ExportView& a, const ExportView& b,
                           const EndedRows& rows) override {
    if (a.rows != b.rows || a.row_bytes != b.row_bytes) return a.rows;
    const std::int64_t unit = a.row_bytes % 4 == 0 ? 4 : 1;
    std::int64_t differing = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) {
      if (!has_ended(rows, row)) continue;
      const std::byte* of_a = a.data + row * a.stride_bytes;
      const std::byte* of_b = b.data + row * b.stride_bytes;
      for (std::int64_t at = 0; at < a.row_bytes; at += unit) {
        differing += std::memcmp(of_a + at, of_b + at, static_cast<std::size_t>(unit)) != 0 ? 1 : 0;
      }
    }
    return differing;
  }

  Timing time(Contestant& contestant, std::int64_t launches, int steps) override {
    const auto start = Clock::now();
    for (std::int64_t launch = 0; launch < launches; ++launch)
      contestant.step(steps);
    contestant.synchronize();
    const double seconds = seconds_since(start);
    return {seconds, seconds, 0, seconds / static_cast<double>(launches)};
  }

 private:
  std::unique_ptr<Backend> backend_ = make_cpu_backend(1);
};

}  // namespace

std::unique_ptr<Machine> make_cpu_machine() {
  return std::make_unique<CpuMachine>();
}

}  // namespace starling::bench
