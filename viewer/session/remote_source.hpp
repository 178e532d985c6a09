/// A run on another machine, or in another program, which serves what is to be seen of it.
#pragma once

#include <string>
#include <vector>

#include "engine/serve/subscriber.hpp"
#include "viewer/session/source.hpp"

namespace starling::viewer {

class RemoteSource final : public Source {
 public:
  /// Waits until the run has told what it is. Throws Error: Usage for an address that is none,
  /// Unavailable where nothing is heard for `patience_s`, or what is heard cannot be shown.
  explicit RemoteSource(const std::string& address, double patience_s = 5);

  const Run& run() const override { return run_; }
  const PreparedEnvironment& environment() const override { return *environment_; }
  Abilities abilities() const override { return {}; }
  std::int64_t step() const override { return step_; }
  std::int64_t most_shown() const override;
  int most_steps() const override { return 1; }
  void advance(int) override {}
  void seek(std::int64_t step) override;
  void change(const Change& change) override;
  bool poll() override;
  void show(Frame& frame) override;
  void count(Numbers& numbers) override;

 private:
  void wait_for_run(double patience_s);
  bool is_same_run() const;
  std::string state_of_link() const;

  serve::Subscriber subscriber_;
  std::optional<PreparedEnvironment> environment_;
  Run run_;
  std::uint64_t run_id_ = 0;
  std::string policy_;
  std::int64_t step_ = 0;
  std::vector<SpeedSample> speeds_;
  serve::Link link_ = serve::Link::Connecting;
};

}  // namespace starling::viewer
