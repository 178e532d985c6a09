/// Runs a source in a thread of its own, at the speed that a person wants.
///
/// A window takes frames when it likes and posts commands; neither waits for the other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "viewer/session/pace.hpp"
#include "viewer/session/source.hpp"

namespace starling::viewer {

class Session {
 public:
  Session(std::unique_ptr<Source> source, double steps_per_s, bool is_playing);
  ~Session();

  const Run& run() const { return source_->run(); }
  const PreparedEnvironment& environment() const { return source_->environment(); }
  Abilities abilities() const { return abilities_; }
  std::int64_t most_shown() const { return most_shown_; }

  /// Says what frames are to hold from now on.
  void want(const Wanted& wanted);
  /// Moves the newest frame into `frame`; false where there is none since the last.
  bool take(Frame& frame);
  /// Who stepped what when, in the newest stretch of time that was traced, once.
  std::optional<TraceLog> take_trace();
  void post(const Command& command);

  /// Waits until what was posted is carried out and nothing more is to be done: the run is paused,
  /// or at its end.
  void wait_until_idle();
  /// The same for so long at most; false where that was not enough.
  bool wait_until_idle(std::chrono::milliseconds patience);

  /// Ends the thread and what is written besides, such as a recording: the run goes on no more.
  /// Frames can still be taken. To be called by the thread that ends the session.
  void stop();

 private:
  void work();
  void wait_for_work();
  void carry_out_commands();
  void carry_out(const Command& command);
  void step_on();
  void show();
  std::optional<TraceLog> trace(Pace::Time now);
  bool is_going_on() const;
  bool is_at_end() const;

  const std::unique_ptr<Source> source_;
  const Abilities abilities_;
  const std::int64_t most_shown_;
  Pace pace_;  ///< This and what follows are of the thread alone.
  Wanted shown_;
  Numbers numbers_;
  Pace::Time counted_at_{};
  Pace::Time traced_at_ = Pace::Clock::now();
  bool has_traced_ = false;
  bool must_show_ = true;
  std::string message_;

  std::mutex mutex_;  ///< Of what follows.
  std::condition_variable posted_;
  std::condition_variable idle_;
  std::deque<Command> commands_;
  Wanted wanted_;
  std::optional<Frame> frame_;
  std::optional<TraceLog> trace_;
  bool is_idle_ = false;
  bool must_stop_ = false;
  std::thread thread_;
};

}  // namespace starling::viewer
