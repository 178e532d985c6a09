/// Threads that wait for work and share it out by index.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace starling {

/// Runs a task for every index of a range; the calling thread takes part.
class ThreadPool {
 public:
  /// What is called for each index.
  struct Task {
    void (*call)(void* context, std::int32_t index) = nullptr;
    void* context = nullptr;
  };

  explicit ThreadPool(int threads);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Which thread of its pool a task is called on, in [0, threads()); whoever called `run` is 0.
  static int worker();

  /// Calls the task for 0 <= index < count, in any order and at the same time, and waits for all.
  void run(std::int32_t count, Task task);

 private:
  void work();
  void take_indices();

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  std::atomic<std::int32_t> next_{0};
  std::int32_t count_ = 0;
  Task task_{};
  std::uint64_t round_ = 0;
  int working_ = 0;
  bool stopping_ = false;
};

}  // namespace starling
