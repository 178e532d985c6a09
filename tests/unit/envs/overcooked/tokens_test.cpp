/// Overcooked's tokens of entities are what a plain function of the model's state gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/overcooked_cooks.hpp"
#include "tests/support/overcooked_kitchen_files.hpp"
#include "tests/support/overcooked_kitchens.hpp"
#include "tests/support/overcooked_tokens.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests::overcooked {
namespace {

struct Kind {
  std::string tensor;
  std::size_t features;
};

const std::vector<Kind> kinds = {
    {"self_tokens", 15}, {"cook_tokens", 14}, {"station_tokens", 15}, {"thing_tokens", 10}};

/// Tokens of one of the kinds.
Tokens of_kind(const TokenSight& sight, std::size_t kind) {
  return std::array{sight.self, sight.cooks, sight.stations, sight.things}[kind];
}

/// The elements of a tensor that has one slot: [worlds, players][elements]. Where no kitchen of a
/// run has a kind of token, there is no tensor: none.
template <class Element>
std::vector<std::vector<Element>> rows_of(Simulator& simulator, const std::string& name) {
  const std::vector<std::string> names = simulator.tensor_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) return {};
  const Tensor tensor = simulator.tensor(name);
  const std::vector<std::byte> bytes = simulator.read(tensor);
  const auto elements = static_cast<std::size_t>(tensor.shape[3]);
  std::vector<std::vector<Element>> rows(
      static_cast<std::size_t>(tensor.shape[1] * tensor.shape[2]), std::vector<Element>(elements));
  for (std::size_t row = 0; row < rows.size() && elements > 0; ++row) {
    std::memcpy(rows[row].data(), bytes.data() + row * elements * sizeof(Element),
                elements * sizeof(Element));
  }
  return rows;
}

/// Tokens as their strip has them: those that are not there, and those behind the last, are zeros.
std::vector<float> flat(const Tokens& tokens, std::size_t features, std::size_t elements) {
  std::vector<float> strip(elements);
  for (std::size_t token = 0; token < tokens.size(); ++token) {
    EXPECT_TRUE(tokens[token].empty() || tokens[token].size() == features);
    std::copy(tokens[token].begin(), tokens[token].end(),
              strip.begin() + static_cast<std::ptrdiff_t>(token * features));
  }
  return strip;
}

/// A run of random kitchens and the plain model side by side.
class Observed {
 public:
  Observed(Settings settings, std::vector<Kitchen> kitchens)
      : kitchens_(std::move(kitchens)),
        files_(kitchens_),
        simulator_(with_options(std::move(settings))),
        players_(static_cast<std::size_t>(simulator_.agents_per_world())) {
    for (const Kitchen& kitchen : kitchens_)
      worlds_.push_back(start(kitchen));
  }

  /// Returns how many episodes end.
  int step() {
    std::vector<std::uint8_t> acts(worlds_.size() * players_);
    last_ = worlds_;
    std::vector<bool> ends(worlds_.size());
    for (std::size_t world = 0; world < worlds_.size(); ++world) {
      const std::vector<Action> actions = cooks_.act(kitchens_[world], worlds_[world]);
      for (std::size_t player = 0; player < actions.size(); ++player)
        acts[world * players_ + player] = static_cast<std::uint8_t>(actions[player]);
      overcooked::step(kitchens_[world], worlds_[world], actions);
      last_[world] = worlds_[world];
      ends[world] = worlds_[world].steps == kitchens_[world].horizon_steps;
      if (ends[world]) worlds_[world] = start(kitchens_[world]);
    }
    write_slot(simulator_, "action", 0, acts);
    simulator_.step();
    expect_tokens("", worlds_, std::vector<bool>(worlds_.size(), true));
    expect_tokens("final_", last_, ends);
    return static_cast<int>(std::count(ends.begin(), ends.end(), true));
  }

  void expect_start() { expect_tokens("", worlds_, std::vector<bool>(worlds_.size(), true)); }

 private:
  Settings with_options(Settings settings) const {
    settings.options = files_.options();
    settings.options.emplace_back("entities", "on");
    return settings;
  }

  /// What is shown of the chosen worlds, in the tensors whose names begin so.
  void expect_tokens(const std::string& prefix, const std::vector<World>& worlds,
                     const std::vector<bool>& chosen) {
    const auto mask = rows_of<std::uint8_t>(simulator_, prefix + "token_mask");
    std::vector<std::vector<std::uint8_t>> present(mask.size());
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      const auto& [tensor, features] = kinds[kind];
      const auto rows = rows_of<float>(simulator_, prefix + tensor);
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::size_t world = row / players_;
        const std::size_t player = row % players_;
        if (!chosen[world]) continue;
        const bool is_there = player < worlds[world].players.size();
        const Tokens tokens =
            is_there ? of_kind(tokens_of(kitchens_[world], worlds[world], player), kind) : Tokens{};
        ASSERT_EQ(rows[row], flat(tokens, features, rows[row].size()))
            << prefix << tensor << " of world " << world << ", player " << player;
        std::vector<std::uint8_t> there(rows[row].size() / features);
        for (std::size_t token = 0; token < tokens.size(); ++token)
          there.at(token) = tokens[token].empty() ? 0 : 1;
        present[row].insert(present[row].end(), there.begin(), there.end());
      }
    }
    for (std::size_t row = 0; row < mask.size(); ++row) {
      if (!chosen[row / players_]) continue;
      present[row].at(0) = 1;  // who is not there sees itself too
      ASSERT_EQ(mask[row], present[row]) << prefix << "mask of row " << row;
    }
  }

  std::vector<Kitchen> kitchens_;
  KitchenFiles files_;
  Simulator simulator_;
  std::size_t players_;
  RandomCooks cooks_{13};
  std::vector<World> worlds_;
  std::vector<World> last_;  ///< Before a new episode began.
};

class OvercookedTokens : public DeviceTest {};

TEST_P(OvercookedTokens, AreThoseOfTheModel) {
  RandomKitchens random(7);
  std::vector<Kitchen> kitchens;
  for (int turn = 0; turn < 20; ++turn)
    kitchens.push_back(random.make({.most_width = 9, .most_height = 7, .most_players = 5}));
  kitchens.push_back(envs::overcooked::find_kitchen("cramped_room"));
  Observed observed(settings_of("overcooked", static_cast<std::int64_t>(kitchens.size())),
                    kitchens);
  observed.expect_start();
  int episodes = 0;
  for (int step = 0; step < scaled(500, 100) && !HasFatalFailure(); ++step)
    episodes += observed.step();
  EXPECT_GE(episodes, 20);
}

TEST_P(OvercookedTokens, OfOneAloneInABareRoomAreItsOwn) {
  const Kitchen kitchen = envs::overcooked::parse_kitchen("horizon 9\ngrid\n1..\n...\n", "bare");
  Observed observed(settings_of("overcooked", 1), {kitchen});
  observed.expect_start();
  for (int step = 0; step < 20; ++step)
    observed.step();
}

INSTANTIATE_TEST_SUITE_P(On, OvercookedTokens, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests::overcooked
