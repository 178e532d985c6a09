/// Reduce, SortBy, EachPair and EachTeam give what a plain look at all rows gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/environments/crowd.hpp"

namespace starling::tests {
namespace {

constexpr std::int64_t crowds = 5;
constexpr int compared_steps = 60;

/// The scalars of one world.
class World {
 public:
  World(Simulator& simulator, std::int64_t world) {
    for (const FieldValue& value : simulator.inspect(world))
      bits_[{value.path, value.row}] = value.bits;
  }
  std::uint32_t at(const std::string& path, std::int64_t row = 0) const {
    return static_cast<std::uint32_t>(bits_.at({path, row}));
  }
  Entity entity(const std::string& path, std::int64_t row) const {
    return {at(path + ".slot", row), at(path + ".generation", row)};
  }
  std::int64_t walkers() const { return at("world.WalkerPopulation.rows"); }

 private:
  std::map<std::pair<std::string, std::int64_t>, std::uint64_t> bits_;
};

/// All that have a place: walkers, then posts.
struct Placed {
  Entity entity;
  std::uint32_t x = 0;
};

std::vector<Placed> placed_in(const World& world) {
  std::vector<Placed> placed;
  for (std::int64_t row = 0; row < world.walkers(); ++row)
    placed.push_back({world.entity("Walker.Entity", row), world.at("Walker.Place.x", row)});
  const crowd::Rules rules;
  for (std::int64_t row = 0; row < rules.posts; ++row) {
    const auto slot = static_cast<std::uint32_t>(rules.capacity + row);
    placed.push_back({{slot, 0}, world.at("Post.Place.x", row)});
  }
  return placed;
}

/// 32 partial results by turns, then halves.
template <class T, class Join>
T join_in_order(const std::vector<T>& values, Join join) {
  if (values.empty()) return T{};
  std::vector<T> partials(values.begin(),
                          values.begin() + std::min<std::ptrdiff_t>(32, std::ssize(values)));
  for (std::size_t row = 32; row < values.size(); ++row)
    partials[row % 32] = join(partials[row % 32], values[row]);
  for (std::size_t half = 16; half > 0; half /= 2) {
    for (std::size_t low = 0; low < half && low + half < partials.size(); ++low)
      partials[low] = join(partials[low], partials[low + half]);
    partials.resize(std::min(partials.size(), half));
  }
  return partials[0];
}

class RowNodesOn : public DeviceTest {
 protected:
  /// Calls look(world, step) for every world after every step.
  template <class Look>
  static void run(Look look, OptionTexts options = {}) {
    Settings settings = random_settings_of("crowd", crowds);
    settings.options = std::move(options);
    settings.tile_worlds = 3;
    Simulator simulator(settings);
    for (int step = 0; step < compared_steps; ++step) {
      simulator.step();
      for (std::int64_t world = 0; world < crowds; ++world) {
        SCOPED_TRACE("step " + std::to_string(step) + ", world " + std::to_string(world));
        look(World(simulator, world));
        if (HasFailure()) return;
      }
    }
  }
};

/// What a world shows after a step in which it restarted is of its new episode.
bool has_restarted(const World& world) {
  return world.at("world.Clock.step") == 0;
}

TEST_P(RowNodesOn, SortByOrdersRowsByKeyThenSlot) {
  int crowded = 0;
  run([&](const World& world) {
    if (has_restarted(world)) return;
    const std::int64_t rows = world.walkers();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> keys;
    std::map<std::uint32_t, std::uint32_t> counts;
    for (std::int64_t row = 0; row < rows; ++row) {
      keys.emplace_back(world.at("Walker.Kind.number", row), world.at("Walker.Entity.slot", row));
      ++counts[keys.back().first];
    }
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    std::uint32_t first = 0;
    for (std::uint32_t kind = 0; kind < 5; ++kind) {
      EXPECT_EQ(world.at("Box.RangeOf.first", kind), first);
      EXPECT_EQ(world.at("Box.RangeOf.count", kind), counts[kind]);
      first += counts[kind];
    }
    crowded += rows > 32 ? 1 : 0;
  });
  EXPECT_GT(crowded, 50);
}

TEST_P(RowNodesOn, HandlesFollowSortedRows) {
  int kept = 0;
  run([&](const World& world) {
    std::map<std::uint32_t, std::int64_t> rows;
    for (std::int64_t row = 0; row < world.walkers(); ++row)
      EXPECT_TRUE(rows.emplace(world.at("Walker.Entity.slot", row), row).second);
    const crowd::Rules rules;
    for (std::uint32_t slot = 0; slot < static_cast<std::uint32_t>(rules.capacity); ++slot) {
      const bool lives = rows.contains(slot);
      EXPECT_EQ(world.at("WalkerSlots.Slot.row", slot),
                lives ? static_cast<std::uint32_t>(rows[slot]) : 0xffffffffU);
      if (!lives) continue;
      EXPECT_EQ(world.at("WalkerSlots.Slot.generation", slot),
                world.at("Walker.Entity.generation", rows[slot]));
      ++kept;
    }
  });
  EXPECT_GT(kept, 1000);
}

TEST_P(RowNodesOn, ReduceJoinsInAnOrderOfItsOwn) {
  run([](const World& world) {
    if (has_restarted(world)) return;
    std::vector<crowd::Digest> digests;
    for (const Placed& placed : placed_in(world))
      digests.push_back(crowd::digest_of({placed.x}));
    const crowd::Digest joined = join_in_order(
        digests, [](const auto& a, const auto& b) { return crowd::join_digests(a, b); });
    EXPECT_EQ(world.at("world.Digest.value"), joined.value);
    EXPECT_EQ(world.at("world.Digest.sum"), std::bit_cast<std::uint32_t>(joined.sum));
  });
}

TEST_P(RowNodesOn, ReduceUnderWhenRunsInTheWorldsThatAreMeant) {
  std::map<std::uint32_t, int> parities;
  run([&](const World& world) {
    // the step that was judged is the one before that on the clock
    if (has_restarted(world) || world.at("world.Clock.step") % 2 == 1) return;
    std::vector<crowd::OddDigest> kinds;
    for (std::int64_t row = 0; row < world.walkers(); ++row)
      kinds.push_back({world.at("Walker.Kind.number", row)});
    EXPECT_EQ(world.at("world.OddDigest.value"),
              join_in_order(kinds, [](const auto& a, const auto& b) {
                return crowd::join_kinds(a, b);
              }).value);
    ++parities[0];
  });
  EXPECT_GT(parities[0], 100);
}

TEST_P(RowNodesOn, EachPairMeetsEveryPairOnceInOrder) {
  std::int64_t met = 0;
  run([&](const World& world) {
    if (has_restarted(world)) return;
    std::int64_t meeting = 0;
    const auto expect = [&](const Placed& own, const Placed& other, std::uint32_t gap) {
      EXPECT_EQ(world.entity("Meeting.Pair.own", meeting), own.entity);
      EXPECT_EQ(world.entity("Meeting.Pair.other", meeting), other.entity);
      EXPECT_EQ(world.at("Meeting.Pair.gap", meeting), gap);
      ++meeting;
    };
    const std::vector<Placed> placed = placed_in(world);
    for (std::size_t own = 0; own < placed.size(); ++own) {
      for (std::size_t other = own + 1; other < placed.size(); ++other) {
        const std::uint32_t low = std::min(placed[own].x, placed[other].x);
        const std::uint32_t gap = std::max(placed[own].x, placed[other].x) - low;
        if (gap < 40) expect(placed[own], placed[other], gap);
        if (gap < 10) expect(placed[other], placed[own], gap);
        ASSERT_FALSE(HasFailure());
      }
    }
    EXPECT_EQ(world.at("world.MeetingPopulation.rows"), meeting);
    met += meeting;
  });
  EXPECT_GT(met, 1000);
}

TEST_P(RowNodesOn, EachTeamFindsTheNearestByDistanceThenSlot) {
  run([](const World& world) {
    const std::int64_t rows = world.walkers();
    for (std::int64_t post = 0; post < 3; ++post) {
      const auto own = static_cast<std::int64_t>(world.at("Post.Place.x", post));
      std::vector<std::pair<std::pair<std::int64_t, std::uint32_t>, std::uint32_t>> nearest;
      for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t gap = std::abs(own - world.at("Walker.Place.x", row));
        nearest.push_back(
            {{gap / 100, world.at("Walker.Entity.slot", row)}, static_cast<std::uint32_t>(row)});
      }
      std::sort(nearest.begin(), nearest.end());
      nearest.resize(4, {{}, 0xffffffffU});
      for (std::size_t rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(world.at("Post.Sight.nearest[" + std::to_string(rank) + "]", post),
                  nearest[rank].second);
      }
    }
  });
}

TEST_P(RowNodesOn, EachWorldTeamWritesRowsOfAWorldAndWaitsBetween) {
  run([](const World& world) {
    if (has_restarted(world)) return;
    const std::int64_t rows = world.walkers();
    std::int64_t evens = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t behind = (row + 1) % rows;
      EXPECT_EQ(world.at("Walker.Word.called", row), world.at("Walker.Place.x", rows - 1 - row));
      EXPECT_EQ(world.at("Walker.Word.heard", row), world.at("Walker.Word.called", behind));
      evens += world.at("Walker.Word.heard", row) % 2 == 0 ? 1 : 0;
    }
    EXPECT_EQ(world.at("world.Evens.count"), evens);
  });
}

TEST_P(RowNodesOn, AKeyBeyondTheLastIsAnErrorOfTheWorld) {
  Settings settings = random_settings_of("crowd", crowds, 20);
  settings.options = {{"odd-kind", "1"}};
  Simulator simulator(settings);
  simulator.step(20);
  const auto errors = simulator.errors();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors.begin()->second, crowds);
}

INSTANTIATE_TEST_SUITE_P(On, RowNodesOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
