#include "engine/thread_pool.hpp"

#include <utility>

namespace starling {
namespace {

thread_local int this_worker = 0;

}  // namespace

int ThreadPool::worker() {
  return this_worker;
}

ThreadPool::ThreadPool(int threads) {
  for (int index = 1; index < threads; ++index) {
    workers_.emplace_back([this, index] {
      this_worker = index;
      work();
    });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_)
    worker.join();
}

void ThreadPool::run(std::int32_t count, Task task) {
  {
    const std::lock_guard lock(mutex_);
    task_ = task;
    count_ = count;
    next_.store(0, std::memory_order_relaxed);
    working_ = static_cast<int>(workers_.size());
    ++round_;
  }
  start_.notify_all();
  const int outer_worker = std::exchange(this_worker, 0);
  take_indices();
  this_worker = outer_worker;
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return working_ == 0; });
}

void ThreadPool::work() {
  std::uint64_t seen = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return stopping_ || round_ != seen; });
      if (stopping_) return;
      seen = round_;
    }
    take_indices();
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) done_.notify_one();
  }
}

void ThreadPool::take_indices() {
  while (true) {
    const std::int32_t index = next_.fetch_add(1, std::memory_order_relaxed);
    if (index >= count_) return;
    task_.call(task_.context, index);
  }
}

}  // namespace starling
