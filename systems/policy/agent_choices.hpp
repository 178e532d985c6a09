/// What agents choose by a network's answers: the same on the CPU and on the GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/random.hpp"
#include "systems/policy/choose.hpp"

namespace starling::policy {

/// Most components of an action.
inline constexpr int max_components = 32;

/// Where one component of all agents' actions lies, in one slot. Of agent i it begins at data + i *
/// stride_bytes: a whole number of 1, 2, 4 or 8 bytes.
struct ActionColumn {
  std::byte* data = nullptr;
  std::int64_t stride_bytes = 0;
  std::int32_t size_bytes = 0;
  std::int32_t choices = 0;
};

/// Where all agents' masks lie, in one slot. Of agent i it begins at data + i * stride_bytes: a
/// byte a choice, those of the first component first, not 0 where it may be taken. Null: all may.
struct ChoiceMask {
  const std::uint8_t* data = nullptr;
  std::int64_t stride_bytes = 0;
};

/// Plain data, handed to a kernel by value. Agents are numbered world by world.
struct AgentChoices {
  const float* answers = nullptr;  ///< [agents, logits of all components and then the value]
  std::int32_t outputs = 0;        ///< Of an agent, with the value.
  std::int32_t component_count = 0;
  ActionColumn components[max_components] = {};
  ChoiceMask mask = {};
  float* log_probabilities = nullptr;  ///< [agents], of all components together.
  float* values = nullptr;             ///< [agents]
  std::int64_t agents = 0;
  std::int32_t agents_per_world = 1;
  std::uint32_t first_world = 0;  ///< Number of the batch's first world.
  bool is_greedy = false;
  kernels::RandomKey key = {};
  const std::uint32_t* steps_before = nullptr;  ///< Steps done before the launch; see Actor::act.
  std::uint32_t slot = 0;                       ///< Step of the launch.
};

STARLING_FN void write_choice(const ActionColumn& column, std::int64_t agent, std::int32_t choice) {
  std::byte* to = column.data + agent * column.stride_bytes;
  if (column.size_bytes == 1)
    *reinterpret_cast<std::int8_t*>(to) = static_cast<std::int8_t>(choice);
  if (column.size_bytes == 2)
    *reinterpret_cast<std::int16_t*>(to) = static_cast<std::int16_t>(choice);
  if (column.size_bytes == 4) *reinterpret_cast<std::int32_t*>(to) = choice;
  if (column.size_bytes == 8) *reinterpret_cast<std::int64_t*>(to) = choice;
}

template <class Allowed>
STARLING_FN Choice choose_one(const AgentChoices& given, const float* logits, std::int32_t count,
                              kernels::Random& random, const Allowed& allowed) {
  return given.is_greedy ? choose_most_likely(logits, count, allowed)
                         : choose_by_chance(logits, count, random, allowed);
}

/// Chooses all components of one agent's action. Its random numbers depend on the key, world, agent
/// and step alone. `has_mask` says whether there is one: the code without asks nothing.
template <bool has_mask>
STARLING_FN void choose_for(const AgentChoices& given, std::int64_t agent) {
  const std::int64_t world = agent / given.agents_per_world;
  kernels::Random random(given.key, static_cast<std::uint32_t>(world) + given.first_world, 0,
                         *given.steps_before + given.slot,
                         static_cast<std::uint32_t>(agent - world * given.agents_per_world));
  const float* logits = given.answers + agent * given.outputs;
  [[maybe_unused]] const std::uint8_t* mask =
      has_mask ? given.mask.data + agent * given.mask.stride_bytes : nullptr;
  float log_probability = 0.0F;
  for (std::int32_t component = 0; component < given.component_count; ++component) {
    const ActionColumn& column = given.components[component];
    Choice choice;
    if constexpr (has_mask) {
      choice = choose_one(given, logits, column.choices, random, MaskAllowed(mask, column.choices));
      mask += column.choices;
    } else {
      choice = choose_one(given, logits, column.choices, random, AllAllowed{});
    }
    write_choice(column, agent, choice.index);
    log_probability += choice.log_probability;
    logits += column.choices;
  }
  given.log_probabilities[agent] = log_probability;
  given.values[agent] = *logits;
}

}  // namespace starling::policy
