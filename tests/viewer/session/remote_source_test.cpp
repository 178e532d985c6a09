// A run that is served shows from afar what it is here.
#include "viewer/session/remote_source.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "engine/serve/publisher.hpp"

namespace starling::viewer {
namespace {

using namespace std::chrono_literals;

TEST(RemoteSource, ShowsTheWorldsOfARunThatIsServed) {
  Simulator simulator({.environment = "murmuration",
                       .worlds = 100,
                       .seed = 2,
                       .threads = 1,
                       .actions = Actions::Random});
  serve::Publisher publisher(serve::parse_address("--serve", "0", 0));
  publisher.announce(serve::describe_run(simulator, "random", 1000), simulator.description(), 100);
  std::atomic<bool> is_over = false;
  std::thread run([&] {
    simulator.step();
    while (!is_over) {
      publisher.look(simulator);
      std::this_thread::sleep_for(1ms);
    }
  });
  RemoteSource source(publisher.address());
  EXPECT_EQ(source.run().environment, "murmuration");
  EXPECT_EQ(source.run().worlds, 100);
  EXPECT_FALSE(source.abilities().play);
  Frame frame;
  Numbers numbers;
  for (int time = 0; time < 5000 &&
                     (frame.page.empty() || frame.page.front().world != 64 || numbers.rows.empty());
       ++time) {
    frame.wanted = {.first = 64, .count = 64, .selected = 70};
    source.poll();
    source.show(frame);
    source.count(numbers);
    std::this_thread::sleep_for(1ms);
  }
  Frame few;
  few.wanted = {.first = 80, .count = 16, .selected = 99};
  source.show(few);
  Frame none;
  none.wanted = {.first = 0, .count = 0, .selected = -1};
  source.show(none);
  is_over = true;
  run.join();
  EXPECT_EQ(source.most_shown(), 64);
  ASSERT_EQ(few.page.size(), 16U);
  EXPECT_EQ(few.page.front().world, 80);
  ASSERT_TRUE(few.selected);
  EXPECT_EQ(few.selected->world, 99);
  EXPECT_TRUE(none.page.empty());
  ASSERT_EQ(frame.page.size(), 36U);
  ASSERT_TRUE(frame.selected);
  EXPECT_EQ(frame.selected->bytes, simulator.snapshot(70, 1).front().bytes);
  ASSERT_FALSE(numbers.rows.empty());
  const std::vector<std::int64_t> rows = simulator.rows_alive();
  for (std::size_t table = 0; table < rows.size(); ++table)
    EXPECT_EQ(numbers.rows[table].rows, rows[table]);
  EXPECT_THROW(source.change(ResetWorld{0}), Error);
}

TEST(RemoteSource, SaysThatNothingIsHeard) {
  EXPECT_THROW(RemoteSource("1", 0.2), Error);
  EXPECT_THROW(RemoteSource("nonsense"), Error);
}

}  // namespace
}  // namespace starling::viewer
