/// A run that is served, and what waits for what it sends.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "engine/serve/publisher.hpp"
#include "engine/serve/subscriber.hpp"
#include "engine/simulator.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {

inline serve::Address address_of(const serve::Publisher& publisher) {
  return serve::parse_address("the address", publisher.address(), 1);
}

/// Of a job that looks up after every step, at a port that was free, or at a given one.
class ServedRun {
 public:
  explicit ServedRun(std::int64_t worlds = 130, std::uint64_t seed = 0, int port = 0)
      : simulator_(settings_of(worlds, seed)), publisher_({"127.0.0.1", port}) {
    publisher_.announce(serve::describe_run(simulator_, "random", 1000), simulator_.description(),
                        1000);
  }

  Simulator& simulator() { return simulator_; }
  serve::Publisher& publisher() { return publisher_; }
  serve::Address address() const { return address_of(publisher_); }

  void step() {
    simulator_.step();
    publisher_.look(simulator_);
  }

 private:
  static Settings settings_of(std::int64_t worlds, std::uint64_t seed) {
    Settings settings = make_settings("cartpole", worlds);
    settings.actions = Actions::Random;
    settings.seed = seed;
    return settings;
  }

  Simulator simulator_;
  serve::Publisher publisher_;
};

/// Does `meanwhile` again and again until `is_so`; fails the test where that takes far too long.
template <class Claim, class Work>
bool eventually(Claim is_so, Work meanwhile) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// Until the run that is stepped has been seen, with its numbers and a page of its worlds.
inline bool sees(serve::Subscriber& subscriber, ServedRun& run, std::int64_t page) {
  subscriber.watch(page);
  return eventually(
      [&] {
        subscriber.update();
        return subscriber.run() && subscriber.numbers() && subscriber.worlds() &&
               subscriber.worlds()->page == page;
      },
      [&] { run.step(); });
}

}  // namespace starling::tests
