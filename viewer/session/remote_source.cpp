#include "viewer/session/remote_source.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "engine/error.hpp"

namespace starling::viewer {
namespace {

constexpr std::size_t kept_samples = 480;

[[noreturn]] void refuse_change() {
  throw Error(Refusal::Usage, "a run that is served can be looked at, and not be changed");
}

}  // namespace

RemoteSource::RemoteSource(const std::string& address, double patience_s)
    : subscriber_(serve::parse_address("--connect", address, 1)) {
  wait_for_run(patience_s);
  const serve::RunDescription& served = *subscriber_.run();
  environment_.emplace(subscriber_.environment());
  run_ = {.environment = served.environment,
          .options = served.options,
          .worlds = served.worlds,
          .seed = served.seed,
          .device = served.device_name,
          .file = address};
  run_id_ = served.run_id;
  policy_ = served.policy;
}

void RemoteSource::wait_for_run(double patience_s) {
  using namespace std::chrono_literals;
  const auto start = std::chrono::steady_clock::now();
  while (!subscriber_.run()) {
    subscriber_.update();
    if (subscriber_.link() == serve::Link::Refused)
      throw Error(Refusal::Unavailable, subscriber_.refusal());
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    if (waited.count() > patience_s) {
      throw Error(Refusal::Unavailable, "nothing is heard of a run there within " +
                                            std::to_string(static_cast<int>(patience_s)) +
                                            " s; one that is watched was begun with --serve");
    }
    std::this_thread::sleep_for(10ms);
  }
}

void RemoteSource::seek(std::int64_t) {
  refuse_change();
}
void RemoteSource::change(const Change&) {
  refuse_change();
}

bool RemoteSource::poll() {
  const bool has_news = subscriber_.update();
  const bool has_turned = subscriber_.link() != link_;
  link_ = subscriber_.link();
  return has_news || has_turned;
}

std::int64_t RemoteSource::most_shown() const {
  return serve::worlds_a_page(environment_->description);
}

/// Of a page that is not there yet, the one before stays.
void RemoteSource::show(Frame& frame) {
  const Wanted& wanted = frame.wanted;
  frame.policy = policy_;
  frame.message = state_of_link();
  if (wanted.count == 0) return subscriber_.watch(std::nullopt);
  subscriber_.watch(std::max<std::int64_t>(wanted.first, 0) / most_shown());
  if (!is_same_run() || !subscriber_.worlds()) return;
  step_ = subscriber_.worlds()->step;
  for (const WorldSnapshot& world : subscriber_.worlds()->snapshots) {
    if (world.world >= wanted.first && world.world < wanted.first + wanted.count)
      frame.page.push_back(world);
    if (world.world == wanted.selected) frame.selected = world;
  }
  if (frame.page.empty()) frame.page = subscriber_.worlds()->snapshots;
}

bool RemoteSource::is_same_run() const {
  return subscriber_.run() && subscriber_.run()->run_id == run_id_;
}

std::string RemoteSource::state_of_link() const {
  if (subscriber_.run() && subscriber_.run()->run_id != run_id_)
    return "another run has begun there; connect anew to see it";
  if (link_ == serve::Link::Refused) return subscriber_.refusal();
  if (subscriber_.numbers() && subscriber_.numbers()->finished) return "the run has ended";
  if (link_ == serve::Link::Stalled) return "nothing has come for a while";
  return {};
}

void RemoteSource::count(Numbers& numbers) {
  if (!is_same_run() || !subscriber_.numbers()) return;
  const serve::Numbers& served = *subscriber_.numbers();
  step_ = std::max(step_, served.steps);
  numbers.world_steps_per_s = served.world_steps_per_s;
  if (speeds_.empty() || speeds_.back().time_s < served.seconds) {
    if (speeds_.size() == kept_samples) speeds_.erase(speeds_.begin());
    speeds_.push_back({served.seconds, served.world_steps_per_s});
  }
  numbers.speeds = speeds_;
  numbers.tally = served.overall;
  numbers.returns = served.returns;
  numbers.lengths = served.lengths;
  numbers.errors = served.errors;
  numbers.rows.clear();
  const auto& tables = environment_->description.tables;
  for (std::size_t table = 0; table < std::min(tables.size(), served.rows.size()); ++table) {
    numbers.rows.push_back(
        {tables[table].name, served.rows[table], run_.worlds * tables[table].rows_per_world});
  }
  numbers.bytes = {{"in all", served.size_bytes}};
}

}  // namespace starling::viewer
