/// Runs of the environment `murmuration` beside plain models of its worlds.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulator.hpp"
#include "envs/murmuration/components.hpp"
#include "tests/support/birds_seen.hpp"
#include "tests/support/flock_model.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/settings.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {

inline Settings flock_settings(int birds, int hawks, std::int64_t worlds) {
  Settings settings = make_settings("murmuration", worlds);
  settings.options = {{"birds", std::to_string(birds)}, {"hawks", std::to_string(hawks)}};
  settings.seed = 11;
  settings.actions = Actions::Random;
  return settings;
}

/// A model of every world of a simulator that has not stepped yet.
inline std::vector<FlockModel> flock_models(const Simulator& simulator) {
  const Settings& settings = simulator.settings();
  Options options("murmuration", settings.options);
  const rules::Rules flock_rules = rules::read_rules(options);
  std::vector<FlockModel> models;
  for (std::int64_t world = 0; world < settings.worlds; ++world)
    models.emplace_back(flock_rules, settings.seed, static_cast<std::uint32_t>(world));
  return models;
}

/// Steps the models by the actions of the newest step.
inline void step_models(Simulator& simulator, std::vector<FlockModel>& models) {
  const auto actions = read_newest<FlockModel::Action>(simulator, "action");
  const std::size_t hawks = models.front().hawks.size();
  for (std::size_t world = 0; world < models.size(); ++world) {
    const auto begin = actions.begin() + static_cast<std::ptrdiff_t>(world * hawks);
    models[world].step({begin, begin + static_cast<std::ptrdiff_t>(hawks)});
  }
}

/// All scalars of a world by path and row, as bits.
inline std::map<std::pair<std::string, std::int64_t>, std::uint64_t> bits_of(Simulator& simulator,
                                                                             std::int64_t world) {
  std::map<std::pair<std::string, std::int64_t>, std::uint64_t> bits;
  for (const FieldValue& value : simulator.inspect(world))
    bits[{value.path, value.row}] = value.bits;
  return bits;
}

/// Expects the birds of a world to be those of a model, row by row.
inline void expect_birds(Simulator& simulator, std::int64_t world, const FlockModel& model) {
  const auto bits = bits_of(simulator, world);
  ASSERT_EQ(bits.at({"world.BirdPopulation.rows", 0}), model.birds.size());
  for (std::size_t row = 0; row < model.birds.size(); ++row) {
    const FlockModel::Bird& bird = model.birds[row];
    const auto expect = [&](const char* field, std::uint32_t want) {
      ASSERT_EQ(bits.at({std::string("Bird.") + field, static_cast<std::int64_t>(row)}), want)
          << field << " of bird " << row;
    };
    expect("Entity.slot", bird.slot);
    expect("Entity.generation", bird.generation);
    expect("Motion.x_m", std::bit_cast<std::uint32_t>(bird.x));
    expect("Motion.y_m", std::bit_cast<std::uint32_t>(bird.y));
    expect("Motion.vx_mps", std::bit_cast<std::uint32_t>(bird.vx));
    expect("Motion.vy_mps", std::bit_cast<std::uint32_t>(bird.vy));
  }
}

namespace detail {

inline void expect_seen(const envs::murmuration::Seen& seen, const FlockModel& model,
                        const FlockModel::Hawk& hawk, float x, float y, float vx, float vy) {
  const float cosine = kernels::cos(hawk.heading);
  const float sine = kernels::sin(hawk.heading);
  const float dx = model.shortest(x - hawk.x);
  const float dy = model.shortest(y - hawk.y);
  EXPECT_EQ(seen.ahead_m, cosine * dx + sine * dy);
  EXPECT_EQ(seen.left_m, cosine * dy - sine * dx);
  EXPECT_EQ(seen.ahead_mps, cosine * vx + sine * vy);
  EXPECT_EQ(seen.left_mps, cosine * vy - sine * vx);
}

inline void expect_absent(const envs::murmuration::Seen& seen) {
  for (const float value : {seen.ahead_m, seen.left_m, seen.ahead_mps, seen.left_mps})
    EXPECT_EQ(value, 0.0F);
}

}  // namespace detail

/// Expects rewards, endings and observations of a world's newest step to be those of a model.
inline void expect_hawks(Simulator& simulator, std::int64_t world, const FlockModel& model) {
  namespace flock = envs::murmuration;
  const auto own = read_newest<flock::OwnView>(simulator, "own_view");
  const auto birds = read_newest<BirdsSeen>(simulator, "birds_view");
  const auto other = read_newest<flock::HawkView>(simulator, "hawk_view");
  const auto presence = read_newest<flock::Presence>(simulator, "presence");
  const auto rewards = read_newest<Reward>(simulator, "reward");
  const auto endings = read_newest<Ending>(simulator, "ending");
  EXPECT_EQ(endings[static_cast<std::size_t>(world)].terminated, model.terminated);
  EXPECT_EQ(endings[static_cast<std::size_t>(world)].truncated, model.truncated);
  for (std::size_t index = 0; index < model.hawks.size(); ++index) {
    const FlockModel::Hawk& hawk = model.hawks[index];
    const std::size_t row = static_cast<std::size_t>(world) * model.hawks.size() + index;
    EXPECT_EQ(rewards[row].value, hawk.reward);
    EXPECT_EQ(own[row].speed_mps, hawk.speed);
    EXPECT_EQ(own[row].time, static_cast<float>(model.clock) * (1.0F / 600.0F));
    EXPECT_EQ(presence[row].tokens[0], 1);
    const std::vector<std::size_t> nearest = model.nearest(hawk);
    for (std::size_t rank = 0; rank < rules::birds_seen; ++rank) {
      const flock::Seen& seen = birds[row].birds[rank];
      EXPECT_EQ(presence[row].tokens[1 + rank], rank < nearest.size() ? 1 : 0);
      if (rank >= nearest.size()) {
        detail::expect_absent(seen);
        continue;
      }
      SCOPED_TRACE("hawk " + std::to_string(index) + ", nearest bird " + std::to_string(rank));
      const FlockModel::Bird& bird = model.birds[nearest[rank]];
      detail::expect_seen(seen, model, hawk, bird.x, bird.y, bird.vx, bird.vy);
    }
    const bool is_pair = model.hawks.size() == 2;
    EXPECT_EQ(presence[row].tokens[1 + rules::birds_seen], is_pair ? 1 : 0);
    if (is_pair) {
      SCOPED_TRACE("the other hawk");
      const FlockModel::Hawk& rival = model.hawks[1 - index];
      detail::expect_seen(other[row].hawk, model, hawk, rival.x, rival.y, rival.vx, rival.vy);
    } else {
      detail::expect_absent(other[row].hawk);
    }
  }
}

}  // namespace starling::tests
