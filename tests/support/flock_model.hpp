/// The flock and its hawks as a plain model: a vector of birds, every bird looked at by every
/// other.
///
/// Written from the rules, without the engine; what the two have in common is the elementary
/// functions, the random numbers and the numbers of the rules. It gives the environment's bits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "envs/murmuration/rules.hpp"
#include "kernels/elementary.hpp"
#include "kernels/random.hpp"

namespace starling::tests {

namespace rules = envs::murmuration;

class FlockModel {
 public:
  struct Bird {
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;
    float x = 0, y = 0, vx = 0, vy = 0;
  };
  struct Hawk {
    float x = 0, y = 0, vx = 0, vy = 0;
    float heading = 0, speed = 0;
    float reward = 0;
  };
  struct Action {
    std::uint8_t turn = 0, thrust = 0;
  };

  /// The first episode of a world.
  FlockModel(const rules::Rules& rules, std::uint64_t seed, std::uint32_t world)
      : rules_(rules), seed_(seed), world_(world) {
    hawks.resize(static_cast<std::size_t>(rules.hawks));
    generations_.resize(static_cast<std::size_t>(rules.cap));
    start();
  }

  /// One step; the next episode has begun where one ended.
  void step(const std::vector<Action>& actions) {
    for (std::size_t hawk = 0; hawk < hawks.size(); ++hawk)
      prowl(hawks[hawk], actions[hawk]);
    std::sort(birds.begin(), birds.end(), [this](const Bird& a, const Bird& b) {
      return std::pair(cell(a), a.slot) < std::pair(cell(b), b.slot);
    });
    fly();
    catch_and_bear();
    terminated = birds.size() * 8 < static_cast<std::size_t>(rules_.birds);
    truncated = clock + 1 >= rules::horizon_steps;
    ++clock;
    if (terminated || truncated) start();
  }

  std::vector<Bird> birds;  ///< In the order of the environment's rows.
  std::vector<Hawk> hawks;
  std::uint32_t episode = 0xffffffffU;
  std::uint32_t clock = 0;
  bool terminated = false, truncated = false;
  std::int64_t births = 0, catches = 0;

  /// Indices of the birds nearest to a hawk, by distance, then slot.
  std::vector<std::size_t> nearest(const Hawk& hawk) const {
    std::vector<std::pair<std::pair<float, std::uint32_t>, std::size_t>> order;
    for (std::size_t bird = 0; bird < birds.size(); ++bird) {
      const float squared = squared_distance(birds[bird].x, birds[bird].y, hawk);
      order.push_back({{squared, birds[bird].slot}, bird});
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> indices;
    for (std::size_t rank = 0; rank < order.size() && rank < rules::birds_seen; ++rank)
      indices.push_back(order[rank].second);
    return indices;
  }

  /// The shortest way along an axis.
  float shortest(float difference) const {
    const float side = rules_.grid.side_m;
    return difference - std::nearbyint(difference * (1.0F / side)) * side;
  }

 private:
  kernels::Random random(std::string_view system, std::uint32_t slot) const {
    return {kernels::make_key(seed_, kernels::hash_name(system)), world_, episode, clock, slot};
  }
  float wrapped(float x) const {
    const float side = rules_.grid.side_m;
    if (x < 0.0F) x += side;
    return x >= side ? x - side : x;
  }
  float squared_distance(float x, float y, const Hawk& hawk) const {
    const float dx = shortest(x - hawk.x);
    const float dy = shortest(y - hawk.y);
    return std::fma(dx, dx, dy * dy);
  }
  int along(float x) const {
    const int cells = rules_.grid.cells_a_side;
    return std::min(static_cast<int>(x * (static_cast<float>(cells) / rules_.grid.side_m)),
                    cells - 1);
  }
  int cell(const Bird& bird) const {
    return along(bird.y) * rules_.grid.cells_a_side + along(bird.x);
  }

  void start() {
    ++episode;
    clock = 0;
    for (const Bird& bird : birds)
      ++generations_[bird.slot];
    birds.clear();
    for (std::uint32_t slot = 0; slot < static_cast<std::uint32_t>(rules_.birds); ++slot) {
      kernels::Random draw = random("place_bird", slot);
      Bird bird{slot, generations_[slot]};
      bird.x = draw.uniform() * rules_.grid.side_m;
      bird.y = draw.uniform() * rules_.grid.side_m;
      const float angle = draw.uniform(-kernels::pi, kernels::pi);
      bird.vx = 4.0F * kernels::cos(angle);
      bird.vy = 4.0F * kernels::sin(angle);
      birds.push_back(bird);
    }
    for (std::size_t hawk = 0; hawk < hawks.size(); ++hawk) {
      const auto handle = static_cast<std::uint32_t>(rules_.cap) + static_cast<std::uint32_t>(hawk);
      kernels::Random draw = random("place_hawk", handle);
      Hawk& placed = hawks[hawk];
      placed.x = draw.uniform() * rules_.grid.side_m;
      placed.y = draw.uniform() * rules_.grid.side_m;
      placed.heading = draw.uniform(-kernels::pi, kernels::pi);
      placed.speed = 5.5F;
      head(placed);
    }
  }

  static void head(Hawk& hawk) {
    hawk.vx = hawk.speed * kernels::cos(hawk.heading);
    hawk.vy = hawk.speed * kernels::sin(hawk.heading);
  }

  void prowl(Hawk& hawk, const Action& action) const {
    constexpr float turn_rad = 3.0F * rules::step_s / 5.0F;
    constexpr float thrust_mps = 6.0F * rules::step_s / 2.0F;
    hawk.heading += static_cast<float>(action.turn - 5) * turn_rad;
    if (hawk.heading > kernels::pi) hawk.heading -= 2.0F * kernels::pi;
    if (hawk.heading < -kernels::pi) hawk.heading += 2.0F * kernels::pi;
    hawk.speed =
        std::clamp(hawk.speed + static_cast<float>(action.thrust - 2) * thrust_mps, 3.0F, 8.0F);
    head(hawk);
    hawk.x = wrapped(hawk.x + hawk.vx * rules::step_s);
    hawk.y = wrapped(hawk.y + hawk.vy * rules::step_s);
  }

  /// -1, 0 or 1: where cell `other` lies beside cell `own` along an axis; 2: not beside it.
  int beside(int own, int other) const {
    const int cells = rules_.grid.cells_a_side;
    const int steps = (other - own + cells) % cells;
    return steps == cells - 1 ? -1 : std::min(steps, 2);
  }

  /// What a coordinate of the bird's is where a cell's copy of the square is its own.
  float seen_from(float x, int own_cell, int step) const {
    const int cell = own_cell + step;
    if (cell < 0) return x + rules_.grid.side_m;
    return cell >= rules_.grid.cells_a_side ? x - rules_.grid.side_m : x;
  }

  void fly() {
    std::vector<Bird> flown = birds;
    for (std::size_t bird = 0; bird < birds.size(); ++bird) {
      const auto [vx, vy] = steered(bird);
      flown[bird].vx = vx;
      flown[bird].vy = vy;
      flown[bird].x = wrapped(birds[bird].x + vx * rules::step_s);
      flown[bird].y = wrapped(birds[bird].y + vy * rules::step_s);
    }
    birds = flown;
  }

  /// The birds in the cells around one, cells from the lowest row up, left to right.
  using Around = std::array<std::vector<std::size_t>, 9>;

  Around birds_around(const Bird& own) const {
    Around around;
    for (std::size_t other = 0; other < birds.size(); ++other) {
      const int up = beside(along(own.y), along(birds[other].y));
      const int right = beside(along(own.x), along(birds[other].x));
      if (up != 2 && right != 2)
        around[static_cast<std::size_t>(3 * (up + 1) + right + 1)].push_back(other);
    }
    return around;
  }

  /// In the order of the cells around; in each the birds as they are sorted.
  std::array<float, 2> steered(std::size_t own) const {
    const Bird& bird = birds[own];
    float count = 0, away_x = 0, away_y = 0, vx = 0, vy = 0, way_x = 0, way_y = 0;
    const Around around = birds_around(bird);
    for (int cell = 0; cell < 9; ++cell) {
      const float x = seen_from(bird.x, along(bird.x), cell % 3 - 1);
      const float y = seen_from(bird.y, along(bird.y), cell / 3 - 1);
      for (const std::size_t other : around[static_cast<std::size_t>(cell)]) {
        const Bird& seen = birds[other];
        const float dx = seen.x - x;
        const float dy = seen.y - y;
        const float squared = std::fma(dx, dx, std::fma(dy, dy, 1e-12F));
        if (other == own || squared > 1.0F) continue;
        if (squared <= 0.25F) {
          const float per = kernels::fast_reciprocal(squared);
          away_x = std::fma(-per, dx, away_x);
          away_y = std::fma(-per, dy, away_y);
        }
        count += 1.0F;
        vx += seen.vx;
        vy += seen.vy;
        way_x += dx;
        way_y += dy;
      }
    }
    const auto [flight_x, flight_y] = flight(bird);
    float ax = 1.5F * away_x + 8.0F * flight_x;
    float ay = 1.5F * away_y + 8.0F * flight_y;
    if (count > 0.0F) {
      const float share = 1.0F / count;
      ax = ax + (vx * share - bird.vx) + way_x * share;
      ay = ay + (vy * share - bird.vy) + way_y * share;
    }
    const float thrust = ax * ax + ay * ay;
    if (thrust > 400.0F) {
      const float scale = 20.0F / std::sqrt(thrust);
      ax *= scale;
      ay *= scale;
    }
    return with_speed(bird.vx + ax * rules::step_s, bird.vy + ay * rules::step_s);
  }

  std::array<float, 2> flight(const Bird& bird) const {
    float x = 0, y = 0;
    for (const Hawk& hawk : hawks) {
      const float dx = shortest(bird.x - hawk.x);
      const float dy = shortest(bird.y - hawk.y);
      const float squared = dx * dx + dy * dy;
      if (squared > 9.0F) continue;
      const float distance = squared > 0.0F ? std::sqrt(squared) : 1.0F;
      x += dx / distance;
      y += dy / distance;
    }
    return {x, y};
  }

  static std::array<float, 2> with_speed(float vx, float vy) {
    const float speed = std::sqrt(vx * vx + vy * vy);
    if (speed == 0.0F) return {2.0F, 0.0F};
    const float flown = std::clamp(speed, 2.0F, 6.0F);
    if (flown == speed) return {vx, vy};
    return {vx * (flown / speed), vy * (flown / speed)};
  }

  /// The hawk that has the bird, or as many as there are.
  std::size_t hunter(const Bird& bird) const {
    std::size_t hunter = hawks.size();
    float least = 0.3F * 0.3F;
    for (std::size_t hawk = 0; hawk < hawks.size(); ++hawk) {
      const float squared = squared_distance(bird.x, bird.y, hawks[hawk]);
      if (squared > least || (squared == least && hunter < hawks.size())) continue;
      least = squared;
      hunter = hawk;
    }
    return hunter;
  }

  void catch_and_bear() {
    for (Hawk& hawk : hawks)
      hawk.reward = 0.0F;
    const std::vector<Bird> chicks = hatch();
    std::vector<Bird> living;
    for (const Bird& bird : birds) {
      const std::size_t hawk = hunter(bird);
      if (hawk == hawks.size()) {
        living.push_back(bird);
        continue;
      }
      hawks[hawk].reward += 1.0F;
      ++catches;
      ++generations_[bird.slot];
    }
    birds = living;
    for (Bird chick : chicks) {
      chick.slot = lowest_free_slot();
      chick.generation = generations_[chick.slot];
      birds.push_back(chick);
      ++births;
    }
  }

  std::vector<Bird> hatch() const {
    kernels::Random draw = random("bear", 0);
    const auto gap = [&draw] {
      const float chance = 1.0F - draw.uniform();
      return static_cast<std::size_t>(kernels::log(chance) * rules::per_log_of_no_birth);
    };
    std::vector<Bird> chicks;
    for (std::size_t row = gap(); row < birds.size(); row += 1 + gap()) {
      if (birds.size() + chicks.size() >= static_cast<std::size_t>(rules_.cap)) break;
      const Bird& parent = birds[row];
      if (hunter(parent) != hawks.size()) continue;
      const float angle = draw.uniform(-0.3F, 0.3F);
      const float cosine = kernels::cos(angle);
      const float sine = kernels::sin(angle);
      Bird chick = parent;
      chick.vx = parent.vx * cosine - parent.vy * sine;
      chick.vy = parent.vx * sine + parent.vy * cosine;
      chicks.push_back(chick);
    }
    return chicks;
  }

  std::uint32_t lowest_free_slot() const {
    std::vector<bool> taken(static_cast<std::size_t>(rules_.cap));
    for (const Bird& bird : birds)
      taken[bird.slot] = true;
    return static_cast<std::uint32_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
  }

  rules::Rules rules_;
  std::uint64_t seed_;
  std::uint32_t world_;
  std::vector<std::uint32_t> generations_;
};

}  // namespace starling::tests
