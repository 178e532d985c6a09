/// Tables that grow and shrink do what a plain model of their rules does, under random programs of
/// spawns and destroys.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/ledger_model.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

using ledger::Order;
using ledger::orders_a_clerk;
using ledger::Verb;

std::uint32_t below(std::mt19937& rng, std::size_t limit) {
  return static_cast<std::uint32_t>(rng() % limit);
}

/// Handles given in the orders of a world: of the living, of the dead, and of nobody.
class Handles {
 public:
  Entity pick(std::mt19937& rng, ledger::World& world) {
    const ledger::Book& book = world.book(static_cast<int>(below(rng, 2)));
    if (!book.rows.empty()) remembered_[below(rng, remembered_.size())] = book.rows.back().self;
    if (below(rng, 16) == 0) return {};
    if (below(rng, 16) == 0) return {below(rng, 90), below(rng, 3)};
    if (below(rng, 4) == 0 || book.rows.empty()) return remembered_[below(rng, remembered_.size())];
    return book.rows[below(rng, book.rows.size())].self;
  }

 private:
  std::array<Entity, 24> remembered_{};
};

/// An order that keeps books between empty and full, and now and then asks for too much.
Order random_order(std::mt19937& rng, Handles& handles, ledger::World& world) {
  const Entity given = handles.pick(rng, world);
  Order order;
  order.slot = given.slot;
  order.generation = given.generation;
  order.verb = below(rng, 32);
  if (order.verb >= ledger::verbs) order.verb = static_cast<std::uint32_t>(Verb::Destroy);
  if (Verb{order.verb} == Verb::DestroyAll && below(rng, 8) != 0) order.verb = 0;
  order.book = below(rng, 8) == 0 ? 2 : below(rng, 2);
  order.count = below(rng, 4);
  order.units = below(rng, 1000);
  const bool alike = Verb{order.verb} == Verb::SpawnAlike || Verb{order.verb} == Verb::KeepFirst;
  if (alike && below(rng, 256) == 0) order.count = below(rng, 2) == 0 ? 100 : 0xffffffffU;
  return order;
}

struct Program {
  std::string name;
  ledger::Rules rules;
  int tile_worlds = 0;
  bool fused = true;
  Residency residency = Residency::Automatic;
};

void PrintTo(const Program& program, std::ostream* stream) {
  *stream << program.name;
}

ledger::Rules rules_of(int accounts, int coins, int notes, int clerks = 3, int founders = 4) {
  ledger::Rules rules;
  rules.accounts = accounts;
  rules.coins = coins;
  rules.notes = notes;
  rules.clerks = clerks;
  rules.founders = founders;
  rules.orders = clerks * static_cast<int>(orders_a_clerk);
  rules.lines = std::max(accounts + coins, notes);
  return rules;
}

Settings settings_for(const Program& program, std::int64_t worlds) {
  Settings settings = make_settings("ledger", worlds);
  settings.device = tested_device;
  settings.tile_worlds = program.tile_worlds;
  settings.fused = program.fused;
  settings.residency = program.residency;
  const auto number = [&](const char* name, std::int32_t value) {
    settings.options.emplace_back(name, std::to_string(value));
  };
  number("accounts", program.rules.accounts);
  number("coins", program.rules.coins);
  number("notes", program.rules.notes);
  number("clerks", program.rules.clerks);
  number("founders", program.rules.founders);
  return settings;
}

/// A batch of ledgers and its models, driven by the same orders.
class Pair {
 public:
  Pair(const Program& program, std::int64_t worlds, std::uint32_t seed)
      : rules_(program.rules),
        simulator_(settings_for(program, worlds)),
        models_(static_cast<std::size_t>(worlds), ledger::World(program.rules)),
        handles_(models_.size()),
        rng_(seed) {}

  Simulator& simulator() { return simulator_; }
  std::int64_t operations() const { return operations_; }
  std::size_t worlds() const { return models_.size(); }

  void step() {
    const auto per_world = static_cast<std::size_t>(rules_.orders);
    orders_.resize(models_.size() * per_world);
    for (std::size_t world = 0; world < models_.size(); ++world) {
      for (std::size_t index = 0; index < per_world; ++index)
        orders_[world * per_world + index] = random_order(rng_, handles_[world], models_[world]);
    }
    if (!orders_.empty()) write_slot(simulator_, "order", 0, orders_);
    for (std::size_t world = 0; world < models_.size(); ++world)
      models_[world].step(orders_.data() + world * per_world, simulator_.steps_done());
    simulator_.step();
    for (const Order& order : orders_)
      operations_ += Verb{order.verb} == Verb::Spawn ? order.count : 1;
  }

  void reset_some() {
    std::vector<std::uint8_t> mask(models_.size());
    for (std::size_t world = 0; world < models_.size(); ++world) {
      mask[world] = below(rng_, 8) == 0 ? 1 : 0;
      if (mask[world] != 0) models_[world].restart(simulator_.steps_done());
    }
    simulator_.reset(mask);
  }

  /// What is shown of every world, in one string a world, so that a difference can be read.
  void compare() {
    const auto lines = read_newest<std::array<std::uint32_t, 6>>(simulator_, "line");
    const auto seen = read_newest<std::array<std::uint32_t, 6>>(simulator_, "seen");
    const auto counts = read_newest<std::array<std::uint32_t, 6>>(simulator_, "count");
    const auto per_world = static_cast<std::size_t>(rules_.lines);
    const auto clerks = static_cast<std::size_t>(rules_.clerks);
    for (std::size_t world = 0; world < models_.size(); ++world) {
      ledger::World& model = models_[world];
      const std::string place = "world " + std::to_string(world) + ", step " +
                                std::to_string(simulator_.steps_done()) + ", ";
      ASSERT_EQ(counts[world], as_words(model.count())) << place << "counts";
      const auto expected = model.lines();
      for (std::size_t line = 0; line < per_world; ++line) {
        ASSERT_EQ(lines[world * per_world + line], as_words(expected[line]))
            << place << "line " << line;
      }
      for (std::size_t clerk = 0; clerk < clerks; ++clerk) {
        const std::size_t first = world * static_cast<std::size_t>(rules_.orders);
        const Order& given = orders_[first + clerk * orders_a_clerk + ledger::looked_up];
        ASSERT_EQ(seen[world * clerks + clerk], as_words(model.seen(clerk, given)))
            << place << "clerk " << clerk;
      }
    }
  }

  void compare_errors() {
    std::map<std::string, std::int64_t> counts;
    std::vector<WorldError> errors = simulator_.first_errors(simulator_.settings().worlds);
    std::size_t next = 0;
    for (std::size_t world = 0; world < models_.size(); ++world) {
      const auto& overflow = models_[world].overflow();
      if (!overflow) continue;
      counts["table_full"] += 1;
      ASSERT_LT(next, errors.size());
      const WorldError& error = errors[next++];
      ASSERT_EQ(error.world, static_cast<std::int64_t>(world));
      const ledger::Overflow got{error.step, error.archetype, error.wanted, error.allowed};
      ASSERT_EQ(got, *overflow) << error.text;
    }
    ASSERT_EQ(next, errors.size());
    ASSERT_EQ(simulator_.errors(), counts);
  }

 private:
  template <class T>
  static std::array<std::uint32_t, 6> as_words(const T& value) {
    return std::bit_cast<std::array<std::uint32_t, 6>>(value);
  }

  ledger::Rules rules_;
  Simulator simulator_;
  std::vector<ledger::World> models_;
  std::vector<Handles> handles_;
  std::mt19937 rng_;
  std::vector<Order> orders_;
  std::int64_t operations_ = 0;
};

std::vector<Program> programs() {
  return {{.name = "room_enough", .rules = rules_of(60, 60, 40)},
          {.name = "often_full", .rules = rules_of(24, 16, 12), .tile_worlds = 7},
          {.name = "unfused", .rules = rules_of(33, 32, 31), .tile_worlds = 33, .fused = false},
          {.name = "one_coin", .rules = rules_of(40, 1, 1, 2)},
          {.name = "no_accounts", .rules = rules_of(0, 33, 5, 2, 0), .tile_worlds = 1},
          {.name = "more_founders_than_room", .rules = rules_of(3, 3, 0, 1)},
          {.name = "no_clerks", .rules = rules_of(5, 5, 5, 0)},
          {.name = "in_memory",
           .rules = rules_of(50, 20, 20, 4),
           .tile_worlds = 16,
           .residency = Residency::Global}};
}

class LedgerOf : public ::testing::TestWithParam<Program> {
 protected:
  void SetUp() override {
    if (tested_device == Device::Cuda && cuda_unavailable_reason()) {
      GTEST_SKIP() << "no CUDA device";
    }
  }
};

// Issue 4: random spawn and destroy programs against a plain reference model, millions of
// operations, stale handles always found out, double destroys, generations.
TEST_P(LedgerOf, DoesWhatThePlainModelDoes) {
  constexpr int steps = scaled(400, 12);
  Pair pair(GetParam(), scaled(250, 20), 7);
  for (int step = 0; step < steps && !HasFatalFailure(); ++step) {
    pair.step();
    pair.compare();
    if (step % 16 == 15) {
      pair.compare_errors();
      pair.reset_some();
      pair.compare_errors();
    }
  }
  RecordProperty("operations", std::to_string(pair.operations()));
}

INSTANTIATE_TEST_SUITE_P(With, LedgerOf, ::testing::ValuesIn(programs()),
                         [](const auto& test) { return test.param.name; });

class LedgerOn : public DeviceTest {};

/// Orders that leave every world the same but one, which wants too much in one step.
TEST_P(LedgerOn, OverflowsOfOneWorldLeaveAllOthersBitIdentical) {
  const Program program = {.name = "", .rules = rules_of(99, 99, 0), .tile_worlds = 5};
  constexpr std::size_t worlds = 23;
  constexpr std::size_t flooded = 11;
  Simulator calm(settings_for(program, worlds));
  Simulator full(settings_for(program, worlds));
  const auto per_world = static_cast<std::size_t>(program.rules.orders);
  std::mt19937 rng(3);
  for (int step = 0; step < 20; ++step) {
    std::vector<Order> orders(worlds * per_world);
    for (Order& order : orders) {
      order.verb = static_cast<std::uint32_t>(below(rng, 8) == 0 ? Verb::Spawn : Verb::Destroy);
      order.book = below(rng, 2);
      order.count = 1;
      order.slot = below(rng, 198);
      order.generation = below(rng, 2);
    }
    write_slot(calm, "order", 0, orders);
    if (step == 9) {
      orders[flooded * per_world + 3] = {static_cast<std::uint32_t>(Verb::SpawnAlike), 1, 1000};
    }
    write_slot(full, "order", 0, orders);
    calm.step();
    full.step();
    const auto expected = calm.world_hashes();
    const auto got = full.world_hashes();
    for (std::size_t world = 0; world < worlds; ++world) {
      const bool may_differ = world == flooded && step >= 9;
      EXPECT_EQ(got[world] == expected[world], !may_differ) << "world " << world;
    }
  }
  EXPECT_TRUE(calm.errors().empty());
  EXPECT_EQ(full.errors(), (std::map<std::string, std::int64_t>{{"table_full", 1}}));
  const std::vector<WorldError> errors = full.first_errors();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].world, static_cast<std::int64_t>(flooded));
  EXPECT_EQ(errors[0].step, 9);
  EXPECT_EQ(errors[0].archetype, "Coin");
  EXPECT_GE(errors[0].wanted, 1000);
  EXPECT_EQ(errors[0].allowed, 99);
  for (const char* word : {"world 11", "step 9", "archetype Coin", "may have 99"})
    EXPECT_NE(errors[0].text.find(word), std::string::npos) << errors[0].text;
}

INSTANTIATE_TEST_SUITE_P(On, LedgerOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
