#include "systems/policy/player.hpp"

#include <utility>

#include "engine/error.hpp"
#include "kernels/hash.hpp"
#include "systems/policy/choose.hpp"
#include "systems/policy/forward.hpp"

namespace starling::policy {
namespace {

constexpr std::uint64_t stream = kernels::hash_name("policy");

std::string text_of(const std::vector<TokenType>& types) {
  std::string text;
  for (const TokenType& type : types) {
    text += (text.empty() ? "" : ", ") + std::to_string(type.count) + " x " + in_quotes(type.name) +
            " of " + std::to_string(type.features) + " features";
  }
  return text;
}

bool are_alike(const std::vector<TokenType>& left, const std::vector<TokenType>& right) {
  if (left.size() != right.size()) return false;
  for (std::size_t type = 0; type < left.size(); ++type) {
    if (left[type].name != right[type].name || left[type].features != right[type].features ||
        left[type].count != right[type].count)
      return false;
  }
  return true;
}

void check_fit(const Architecture& shape, const std::string& file, const Simulator& simulator,
               const AgentTokens& tokens, const AgentActions& actions) {
  const std::string environment = "environment '" + simulator.settings().environment + "'";
  if (!are_alike(shape.types, tokens.types())) {
    throw Error(Refusal::Usage, file + ": tokens are " + text_of(shape.types) + ", but those of " +
                                    environment + " in this run are " + text_of(tokens.types()));
  }
  if (tokens.agents() != actions.agents()) {
    throw Error(Refusal::Usage, environment + " has " + std::to_string(tokens.agents()) +
                                    " agents a world that observe and " +
                                    std::to_string(actions.agents()) + " that act");
  }
  if (shape.actions != actions.choices()) {
    throw Error(Refusal::Usage, file + ": choices of actions are " + shape_text(shape.actions) +
                                    ", but those of " + environment + " are " +
                                    shape_text(actions.choices()));
  }
}

}  // namespace

const char* name_of(Play play) {
  return play == Play::Sample ? "sample" : "greedy";
}

Player::Player(Simulator& simulator, Network network, const std::string& file, Play play)
    : simulator_(simulator),
      network_(std::move(network)),
      tokens_(simulator),
      actions_(simulator),
      play_(play),
      threads_(simulator.plan().threads) {
  const Settings& settings = simulator.settings();
  if (settings.device != Device::Cpu || settings.actions != Actions::Tensor) {
    throw Error(Refusal::Usage,
                "a policy plays a simulator on a CPU that takes its actions from tensors");
  }
  check_fit(network_.architecture, file, simulator, tokens_, actions_);
  const auto agents = static_cast<std::size_t>(simulator.settings().worlds * actions_.agents());
  log_probabilities_.resize(agents);
  values_.resize(agents);
}

void Player::act() {
  const auto act_in_world = [](void* player, std::int32_t world) {
    static_cast<Player*>(player)->act_in(world);
  };
  threads_.run(static_cast<std::int32_t>(simulator_.settings().worlds), {act_in_world, this});
}

void Player::act_in(std::int64_t world) {
  std::vector<float> features(static_cast<std::size_t>(tokens_.features()));
  std::vector<std::uint8_t> present(static_cast<std::size_t>(tokens_.tokens()));
  const kernels::RandomKey key = kernels::make_key(simulator_.settings().seed, stream);
  for (std::int64_t agent = 0; agent < actions_.agents(); ++agent) {
    tokens_.read(simulator_.current_slot(), world, agent, features, present);
    const Answer answer = forward(network_, features, present);
    kernels::Random random(key, static_cast<std::uint32_t>(world), 0,
                           static_cast<std::uint32_t>(simulator_.steps_done()),
                           static_cast<std::uint32_t>(agent));
    const auto index = static_cast<std::size_t>(world * actions_.agents() + agent);
    const float* logits = answer.logits.data();
    values_[index] = answer.value;
    log_probabilities_[index] = 0.0F;
    for (std::size_t component = 0; component < actions_.choices().size(); ++component) {
      const auto count = static_cast<std::int32_t>(actions_.choices()[component]);
      const Choice choice = play_ == Play::Greedy ? choose_most_likely(logits, count)
                                                  : choose_by_chance(logits, count, random);
      actions_.write(0, world, agent, component, choice.index);
      log_probabilities_[index] += choice.log_probability;
      logits += count;
    }
  }
}

}  // namespace starling::policy
