#include "viewer/session/episode_watch.hpp"

#include <algorithm>
#include <cstring>

namespace starling::viewer {
namespace {

constexpr std::int64_t most_worlds = 1024;
constexpr std::size_t kept_episodes = 4096;

bool ends_with_name(const std::string& name, const std::string& wanted) {
  return name == wanted || name.ends_with("." + wanted);
}

/// A tensor's newest slots on the host.
class Values {
 public:
  Values(Simulator& simulator, Tensor tensor, int steps) : tensor_(tensor) {
    tensor.shape[0] = steps;
    if (tensor.device == Device::Cuda) {
      copied_ = simulator.read(tensor);
      tensor_.data = copied_.data();
    }
  }

  template <class T>
  T at(int step, std::int64_t world, std::int64_t row) const {
    const auto& strides = tensor_.strides;
    const std::int64_t index = step * strides[0] + world * strides[1] + row * strides[2];
    T value{};
    const std::int64_t begin = index * size_bytes(tensor_.dtype);
    std::memcpy(&value, static_cast<const std::byte*>(tensor_.data) + begin, sizeof(T));
    return value;
  }

  std::int64_t rows() const { return tensor_.shape[2]; }

 private:
  Tensor tensor_;
  std::vector<std::byte> copied_;
};

}  // namespace

EpisodeWatch::EpisodeWatch(Simulator& simulator)
    : simulator_(simulator), worlds_(std::min(simulator.settings().worlds, most_worlds)) {
  for (const std::string& name : simulator.tensor_names()) {
    if (!reward_ && ends_with_name(name, "reward")) reward_ = simulator.tensor(name);
    if (ends_with_name(name, "ending")) endings_.push_back(simulator.tensor(name));
  }
  open_.assign(static_cast<std::size_t>(worlds_), {.is_whole = true});
}

void EpisodeWatch::note_launch(int steps) {
  if (!reward_ || endings_.empty()) return;
  const Values rewards(simulator_, *reward_, steps);
  std::vector<Values> endings;
  for (const Tensor& ending : endings_)
    endings.emplace_back(simulator_, ending, steps);
  for (int step = 0; step < steps; ++step) {
    for (std::int64_t world = 0; world < worlds_; ++world) {
      Open& open = open_[static_cast<std::size_t>(world)];
      double sum = 0;
      for (std::int64_t row = 0; row < rewards.rows(); ++row)
        sum += static_cast<double>(rewards.at<float>(step, world, row));
      open.reward_sum += sum / static_cast<double>(std::max<std::int64_t>(rewards.rows(), 1));
      ++open.steps;
      const bool has_ended = std::any_of(endings.begin(), endings.end(), [&](const Values& ending) {
        return ending.at<std::uint16_t>(step, world, 0) != 0;
      });
      if (has_ended) close(open);
    }
  }
}

void EpisodeWatch::close(Open& open) {
  if (open.is_whole) {
    const std::size_t kept = std::min(returns_.size() + 1, kept_episodes);
    returns_.resize(kept);
    lengths_.resize(kept);
    returns_[next_] = static_cast<float>(open.reward_sum);
    lengths_[next_] = static_cast<float>(open.steps);
    next_ = (next_ + 1) % kept_episodes;
  }
  open = {.is_whole = true};
}

void EpisodeWatch::forget_open(std::int64_t world) {
  if (world < worlds_) open_[static_cast<std::size_t>(world)] = {.is_whole = true};
}

void EpisodeWatch::forget_open() {
  open_.assign(static_cast<std::size_t>(worlds_), {});
}

}  // namespace starling::viewer
