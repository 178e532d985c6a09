/// A device of any size for the planner, which has no memory and runs nothing.
#pragma once

#include <stdexcept>

#include "engine/backend.hpp"

namespace starling::tests {

class FakeBackend final : public Backend {
 public:
  explicit FakeBackend(std::int64_t memory_bytes, int threads = 8) : threads_(threads) {
    limits_.name = "fake device";
    limits_.memory_bytes = memory_bytes;
    limits_.shared_bytes = 200 * 1024;
    limits_.cache_bytes = 1024 * 1024;
    limits_.processors = 8;
  }

  const DeviceLimits& limits() const override { return limits_; }
  int device_index() const override { return 0; }
  int threads(std::int64_t) const override { return threads_; }

  std::byte* allocate(std::int64_t) override { refuse(); }
  void release(std::byte*) noexcept override {}
  void zero(std::byte*, std::int64_t) override { refuse(); }
  void read(std::byte*, const std::byte*, std::int64_t, std::int64_t, std::int64_t) override {
    refuse();
  }
  void write(std::byte*, const std::byte*, std::int64_t) override { refuse(); }
  void launch(const RegisteredEnvironment&, const LaunchChoice&, Launch&, int) override {
    refuse();
  }
  void synchronize() override {}
  std::unique_ptr<Recording> record(std::uint32_t*, std::function<void()>) override { refuse(); }

 private:
  [[noreturn]] static void refuse() {
    throw std::logic_error("a plan is made before anything is allocated");
  }

  DeviceLimits limits_;
  int threads_;
};

}  // namespace starling::tests
