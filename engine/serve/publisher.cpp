#include "engine/serve/publisher.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <mutex>
#include <thread>

#include "engine/serve/connection.hpp"
#include "engine/serve/counter.hpp"
#include "engine/serve/publisher_socket.hpp"
#include "engine/serve/worlds.hpp"

namespace starling::serve {
namespace {

using Clock = std::chrono::steady_clock;
using Duration = Clock::duration;

// Of the job's time that looks may take.
constexpr double most_share = 0.01;

constexpr auto numbers_period = std::chrono::milliseconds(250);
constexpr auto run_period = std::chrono::seconds(1);
constexpr int attend_ms = 20;
constexpr int attend_unwatched_ms = 50;  // a viewer that comes is noticed at once all the same

Duration seconds(double count) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(count));
}

/// What one look has seen.
struct Look {
  std::optional<Numbers> numbers;
  std::vector<Worlds> worlds;
};

/// A place for one look; a newer one takes the place of one that was not fetched, but for numbers
/// where it has none.
class Mailbox {
 public:
  void put(Look&& look) {
    const std::lock_guard lock(mutex_);
    if (look.numbers) look_.numbers = std::move(look.numbers);
    look_.worlds = std::move(look.worlds);
  }
  Look fetch() {
    const std::lock_guard lock(mutex_);
    return std::exchange(look_, {});
  }

 private:
  std::mutex mutex_;
  Look look_;
};

/// Time that this thread has worked, whatever else ran meanwhile.
Duration worked() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

class Publisher::State {
 public:
  explicit State(const Address& address) : socket_(address), address_(socket_.address()) {}
  ~State() {
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
  }

  const std::string& address() const { return address_; }

  void announce(const RunDescription& run, const EnvironmentDescription& description,
                double looks_per_s) {
    run_ = run;
    description_ = description;
    run_message_ = encode(run);
    period_ = seconds(1 / looks_per_s);
    counter_.emplace(run.run_id);
    thread_ = std::thread([this] { serve(); });
  }

  void look(Simulator& simulator) {
    if (!is_watched_.load(std::memory_order_relaxed)) return;
    const auto start = Clock::now();
    if (start < next_look_) return;
    take(simulator, start, false);
    next_look_ = start + std::max(period_, cost_since(start, simulator));
  }

  void finish(Simulator& simulator) {
    if (is_watched_) take(simulator, Clock::now(), true);
  }

  std::optional<std::string> problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
  }

 private:
  void take(Simulator& simulator, Clock::time_point now, bool finished);
  Duration cost_since(Clock::time_point start, const Simulator& simulator);
  void serve();
  void send_run();
  void send_looks();

  PublisherSocket socket_;  ///< The thread's, once it runs; so is what follows.
  std::string address_;
  RunDescription run_;
  EnvironmentDescription description_;
  std::vector<std::byte> run_message_;
  Clock::time_point next_run_ = Clock::now();

  std::optional<Counter> counter_;  ///< The job's, and what follows.
  Duration period_{};
  Clock::time_point next_look_ = Clock::now();
  Clock::time_point next_numbers_ = Clock::now();

  mutable std::mutex mutex_;  ///< Of wanted_ and problem_.
  Wanted wanted_;
  std::optional<std::string> problem_;
  std::atomic<bool> is_watched_ = false;
  std::atomic<bool> stopping_ = false;
  std::atomic<Duration::rep> packing_ = 0;  ///< The thread's work since the job last asked.
  Mailbox mailbox_;
  std::thread thread_;
};

/// What a look has cost the job, as the time until the next that makes it a small enough share. On
/// the CPU the thread that packs may hold up one of those that step, for which all others wait.
Duration Publisher::State::cost_since(Clock::time_point start, const Simulator& simulator) {
  Duration cost = Clock::now() - start;
  const Duration packing(packing_.exchange(0));
  if (simulator.settings().device == Device::Cpu) cost += packing;
  return seconds(std::chrono::duration<double>(cost).count() / most_share);
}

void Publisher::State::take(Simulator& simulator, Clock::time_point now, bool finished) {
  Wanted wanted;
  {
    const std::lock_guard lock(mutex_);
    wanted = wanted_;
  }
  Look look;
  if (wanted.numbers && (now >= next_numbers_ || finished)) {
    look.numbers = counter_->count(simulator);
    look.numbers->finished = finished;
    next_numbers_ = now + numbers_period;
  }
  const std::int64_t each = worlds_a_page(simulator.description());
  for (const std::int64_t page : wanted.pages) {
    if (page >= pages_of(simulator.description(), run_.worlds)) continue;
    const std::int64_t first = page * each;
    look.worlds.push_back(
        {.run_id = run_.run_id,
         .step = simulator.steps_done(),
         .page = page,
         .snapshots = simulator.snapshot(first, std::min(each, run_.worlds - first))});
  }
  mailbox_.put(std::move(look));
}

/// The thread's whole life. Whatever goes wrong ends the serving, and not the job.
void Publisher::State::serve() {
  ignore_signals();
  try {
    while (!stopping_) {
      socket_.attend(is_watched_ ? attend_ms : attend_unwatched_ms);
      {
        const std::lock_guard lock(mutex_);
        wanted_ = socket_.wanted();
      }
      is_watched_ = socket_.wanted().numbers || !socket_.wanted().pages.empty();
      const Duration before = worked();
      send_run();
      send_looks();
      packing_ += (worked() - before).count();
    }
    send_looks();
  } catch (const std::exception& error) {
    is_watched_ = false;
    const std::lock_guard lock(mutex_);
    problem_ = "the run is no longer served: " + std::string(error.what());
  }
}

/// So often that one who comes later waits no longer than this.
void Publisher::State::send_run() {
  if (!socket_.wanted().run || Clock::now() < next_run_) return;
  socket_.send(run_message_);
  next_run_ = Clock::now() + run_period;
}

void Publisher::State::send_looks() {
  const Look look = mailbox_.fetch();
  if (look.numbers) socket_.send(encode(*look.numbers));
  for (const Worlds& worlds : look.worlds)
    socket_.send(encode(worlds, description_));
}

Publisher::Publisher(const Address& address) : state_(std::make_unique<State>(address)) {}
Publisher::~Publisher() = default;

const std::string& Publisher::address() const {
  return state_->address();
}

void Publisher::announce(const RunDescription& run, const EnvironmentDescription& description,
                         double looks_per_s) {
  state_->announce(run, description, looks_per_s);
}

void Publisher::look(Simulator& simulator) {
  state_->look(simulator);
}

void Publisher::finish(Simulator& simulator) {
  state_->finish(simulator);
}

std::optional<std::string> Publisher::problem() const {
  return state_->problem();
}

}  // namespace starling::serve
