#include "viewer/session/session.hpp"

#include <algorithm>
#include <utility>

#include "engine/error.hpp"

namespace starling::viewer {
namespace {

using namespace std::chrono_literals;

constexpr auto count_period = 400ms;
constexpr auto trace_period = 1500ms;
/// How often a run elsewhere is asked for news.
constexpr auto poll_period = 10ms;
constexpr auto longest_wait = 100ms;

}  // namespace

Session::Session(std::unique_ptr<Source> source, double steps_per_s, bool is_playing)
    : source_(std::move(source)),
      abilities_(source_->abilities()),
      most_shown_(source_->most_shown()),
      pace_(steps_per_s, is_playing),
      thread_([this] { work(); }) {}

Session::~Session() {
  stop();
}

void Session::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    must_stop_ = true;
  }
  posted_.notify_all();
  thread_.join();
  source_->finish();
}

void Session::want(const Wanted& wanted) {
  const std::lock_guard lock(mutex_);
  if (wanted_ == wanted) return;
  wanted_ = wanted;
  is_idle_ = false;
  posted_.notify_all();
}

bool Session::take(Frame& frame) {
  const std::lock_guard lock(mutex_);
  if (!frame_) return false;
  frame = *std::exchange(frame_, std::nullopt);
  posted_.notify_all();
  return true;
}

std::optional<TraceLog> Session::take_trace() {
  const std::lock_guard lock(mutex_);
  return std::exchange(trace_, std::nullopt);
}

void Session::post(const Command& command) {
  const std::lock_guard lock(mutex_);
  commands_.push_back(command);
  is_idle_ = false;
  posted_.notify_all();
}

void Session::wait_until_idle() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return is_idle_; });
}

bool Session::wait_until_idle(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  return idle_.wait_for(lock, patience, [this] { return is_idle_; });
}

void Session::work() {
  for (;;) {
    wait_for_work();
    {
      const std::lock_guard lock(mutex_);
      if (must_stop_) return;
    }
    carry_out_commands();
    try {
      step_on();
      if (source_->poll()) must_show_ = true;
      show();
    } catch (const Error& error) {
      message_ = error.what();
      pace_.play(false);
      pace_.drop_single_steps();  // which would fail again
      must_show_ = true;
    }
  }
}

/// Until a command is posted, a step is due, or a frame was taken that is to be followed by
/// another.
void Session::wait_for_work() {
  const auto now = Pace::Clock::now();
  const bool is_going = is_going_on();
  auto until = now + longest_wait;
  if (!abilities_.play) until = now + poll_period;
  if (is_going) until = pace_.has_single_steps() ? now : std::min(until, pace_.next_due(now));
  std::unique_lock lock(mutex_);
  const auto has_work = [this, is_going] {
    return must_stop_ || !commands_.empty() || wanted_ != shown_ ||
           (must_show_ && (!frame_ || !is_going));
  };
  is_idle_ = !is_going && !has_work();
  if (is_idle_) idle_.notify_all();
  posted_.wait_until(lock, until, has_work);
}

void Session::carry_out_commands() {
  std::deque<Command> commands;
  {
    const std::lock_guard lock(mutex_);
    commands.swap(commands_);
  }
  for (const Command& command : commands) {
    try {
      message_.clear();
      carry_out(command);
    } catch (const Error& error) {
      message_ = error.what();
    }
    must_show_ = true;
  }
}

void Session::carry_out(const Command& command) {
  if (!abilities_.play && std::holds_alternative<Advance>(command))
    throw Error(Refusal::Usage, "a run that is served goes on by itself, and cannot be stepped");
  if (const auto* play = std::get_if<Play>(&command)) pace_.play(play->playing);
  if (const auto* advance = std::get_if<Advance>(&command)) pace_.add_single_steps(advance->steps);
  if (const auto* speed = std::get_if<SetSpeed>(&command)) pace_.set_speed(speed->steps_per_s);
  if (const auto* seek = std::get_if<Seek>(&command)) source_->seek(seek->step);
  if (const auto* change = std::get_if<Change>(&command)) source_->change(*change);
}

bool Session::is_going_on() const {
  return (pace_.is_playing() || pace_.has_single_steps()) && !is_at_end();
}

/// A recording that was cut off before its first step ends at 0.
bool Session::is_at_end() const {
  return abilities_.seek && source_->step() >= source_->end_step();
}

void Session::step_on() {
  if (!abilities_.play || is_at_end()) return;
  const auto start = Pace::Clock::now();
  const int steps = pace_.due(start, source_->most_steps());
  if (steps == 0) return;
  source_->advance(steps);
  pace_.note(steps, source_->run().worlds, start, Pace::Clock::now());
  must_show_ = true;
}

/// Makes a frame where there is anything new and the last one was taken.
void Session::show() {
  Frame frame;
  {
    const std::lock_guard lock(mutex_);
    frame.wanted = wanted_;
    const bool has_news = must_show_ || frame.wanted != shown_;
    const bool is_waiting = frame_ && frame.wanted == frame_->wanted && is_going_on();
    if (!has_news || is_waiting) return;
  }
  const auto now = Pace::Clock::now();
  if (now - counted_at_ > count_period || !pace_.is_playing()) {
    source_->count(numbers_);
    counted_at_ = now;
  }
  if (abilities_.play) {
    numbers_.world_steps_per_s = pace_.world_steps_per_s();
    numbers_.speeds = pace_.speeds();
  }
  std::optional<TraceLog> traced = trace(now);
  source_->show(frame);
  frame.step = source_->step();
  frame.end_step = source_->end_step();
  frame.is_playing = pace_.is_playing() && !is_at_end();
  frame.numbers = numbers_;
  if (!message_.empty()) frame.message = message_;
  shown_ = frame.wanted;
  must_show_ = false;
  const std::lock_guard lock(mutex_);
  frame_ = std::move(frame);
  if (traced) trace_ = std::move(traced);
}

/// Whether or not anyone looks at it: else it would be full when somebody does, and tell of long
/// ago. Where a run stops before the first is due, it is of all that was done.
std::optional<TraceLog> Session::trace(Pace::Time now) {
  const bool is_first = !has_traced_ && !is_going_on();
  if (!abilities_.trace || (now - traced_at_ <= trace_period && !is_first)) return std::nullopt;
  std::optional<TraceLog> traced = source_->trace();
  traced_at_ = now;
  has_traced_ |= traced.has_value();
  return traced;
}

}  // namespace starling::viewer
