/// A pool of threads calls its task once for every index and has finished when it says so.
#include "engine/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "tests/support/scale.hpp"

namespace starling::tests {
namespace {

/// Counts the calls for each index in plain memory: two for one index, or one that comes late, is
/// a race that the thread sanitizer sees.
struct Calls {
  std::vector<int> calls;

  explicit Calls(std::int32_t count) : calls(static_cast<std::size_t>(count), 0) {}
  static void count(void* context, std::int32_t index) {
    static_cast<Calls*>(context)->calls[static_cast<std::size_t>(index)] += 1;
  }
};

TEST(ThreadPool, CallsTheTaskOnceForEveryIndex) {
  for (int threads = 1; threads <= 8; ++threads) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (const std::int32_t count : {0, 1, 2, 7, 8, 9, 1000}) {
      Calls calls(count);
      pool.run(count, {&Calls::count, &calls});
      EXPECT_EQ(calls.calls, std::vector<int>(static_cast<std::size_t>(count), 1));
    }
  }
}

TEST(ThreadPool, SurvivesManyTinyRuns) {
  for (int threads = 1; threads <= 8; ++threads) {
    ThreadPool pool(threads);
    constexpr int runs = scaled(5000, 500);
    Calls calls(3);
    for (int run = 0; run < runs; ++run)
      pool.run(3, {&Calls::count, &calls});
    EXPECT_EQ(calls.calls, std::vector<int>(3, runs)) << threads << " threads";
  }
}

TEST(ThreadPool, LetsTheCallerTakePart) {
  ThreadPool pool(1);
  std::thread::id ran;
  pool.run(1, {[](void* context, std::int32_t) {
                 *static_cast<std::thread::id*>(context) = std::this_thread::get_id();
               },
               &ran});
  EXPECT_EQ(ran, std::this_thread::get_id());
}

TEST(ThreadPool, NumbersItsWorkers) {
  ThreadPool pool(3);
  EXPECT_EQ(ThreadPool::worker(), 0);
  std::vector<int> workers(200, -1);
  pool.run(200, {[](void* context, std::int32_t index) {
                   (*static_cast<std::vector<int>*>(context))[static_cast<std::size_t>(index)] =
                       ThreadPool::worker();
                 },
                 &workers});
  for (const int worker : workers) {
    EXPECT_GE(worker, 0);
    EXPECT_LT(worker, 3);
  }
}

/// Each index waits for the other, so one thread alone would wait for ever.
TEST(ThreadPool, RunsIndicesAtTheSameTime) {
  ThreadPool pool(2);
  std::atomic<int> arrived{0};
  pool.run(2, {[](void* context, std::int32_t) {
                 auto& both = *static_cast<std::atomic<int>*>(context);
                 both.fetch_add(1);
                 while (both.load() < 2)
                   std::this_thread::yield();
               },
               &arrived});
  EXPECT_EQ(arrived.load(), 2);
}

TEST(ThreadPool, CanBeMadeAndDroppedUnused) {
  for (int threads = 1; threads <= 8; ++threads) {
    const ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
  }
}

TEST(ThreadPool, DoesNotDisturbAnother) {
  ThreadPool first(3);
  ThreadPool second(3);
  Calls of_first(50);
  Calls of_second(50);
  for (int run = 0; run < 100; ++run) {
    first.run(50, {&Calls::count, &of_first});
    second.run(50, {&Calls::count, &of_second});
  }
  EXPECT_EQ(of_first.calls, std::vector<int>(50, 100));
  EXPECT_EQ(of_second.calls, std::vector<int>(50, 100));
}

}  // namespace
}  // namespace starling::tests
