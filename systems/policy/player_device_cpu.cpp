#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "engine/thread_pool.hpp"
#include "systems/policy/agent_tokens.hpp"
#include "systems/policy/forward.hpp"
#include "systems/policy/player_device.hpp"

namespace starling::policy {
namespace {

/// Agents whose choices a thread makes at a time.
constexpr std::int64_t agents_together = 256;

class CpuPlayerDevice final : public PlayerDevice {
 public:
  CpuPlayerDevice(const Network& network, int threads) : network_(network), threads_(threads) {}

  std::byte* allocate(std::int64_t size_bytes) override {
    constexpr std::int64_t line = sizeof(Line);
    memory_.emplace_back(static_cast<std::size_t>((size_bytes + line - 1) / line));
    allocated_bytes_ += size_bytes;
    return memory_.back().data()->bytes;
  }
  std::int64_t allocated_bytes() const override { return allocated_bytes_; }

  void copy(std::byte* to, const std::byte* from, std::int64_t size_bytes) override {
    std::memcpy(to, from, static_cast<std::size_t>(size_bytes));
  }
  void answer(const ObservedTokens& observed, float* answers) override {
    for_each_index(observed.agents, [&](std::int64_t agent) {
      std::vector<float> features(static_cast<std::size_t>(features_of(observed)));
      std::vector<std::uint8_t> present(static_cast<std::size_t>(observed.tokens));
      read_agent(observed, agent, features, present);
      const Answer answer = forward(network_, features, present);
      const auto outputs = static_cast<std::int64_t>(answer.logits.size()) + 1;
      float* to = std::copy(answer.logits.begin(), answer.logits.end(), answers + agent * outputs);
      *to = answer.value;
    });
  }
  void choose(const AgentChoices& choices) override {
    const auto choose_for_one = choices.mask.data == nullptr ? choose_for<false> : choose_for<true>;
    for_each_index(
        (choices.agents + agents_together - 1) / agents_together, [&](std::int64_t turn) {
          const std::int64_t end = std::min((turn + 1) * agents_together, choices.agents);
          for (std::int64_t agent = turn * agents_together; agent < end; ++agent)
            choose_for_one(choices, agent);
        });
  }

 private:
  struct alignas(128) Line {
    std::byte bytes[128] = {};
  };

  template <class Work>
  void for_each_index(std::int64_t count, Work work) {
    threads_.run(
        static_cast<std::int32_t>(count),
        {[](void* context, std::int32_t index) { (*static_cast<Work*>(context))(index); }, &work});
  }

  Network network_;
  ThreadPool threads_;
  std::vector<std::vector<Line>> memory_;
  std::int64_t allocated_bytes_ = 0;
};

}  // namespace

std::unique_ptr<PlayerDevice> make_cpu_player_device(const Network& network, int threads) {
  return std::make_unique<CpuPlayerDevice>(network, threads);
}

}  // namespace starling::policy
