/// What a player's tokens are of: cooks, stations and things, by how much it attends to them.
#pragma once

#include "engine/emphasis.hpp"
#include "envs/overcooked/draw_cooks.hpp"

namespace starling::envs::overcooked {

/// Above tables, so that marks lie round what stands on them.
inline constexpr float mark_height = counter_top + 0.06F;

/// Marks what one player observes.
class Sight {
 public:
  Sight(starling::Canvas& canvas, const DrawnKitchen& kitchen, const Focus& focus)
      : canvas_(canvas),
        kitchen_(kitchen),
        own_(focus.agent),
        emphasis_(focus, kitchen.world().strip<Onlooker, TokenMask>(focus.agent)) {}

  void mark_cooks() const {
    for (int player = 0; player < kitchen_.players(); ++player) {
      const int token = player == own_ ? 0 : player < own_ ? player + 1 : player;
      if (!is_present(token) || !kitchen_.is_present(player)) continue;
      canvas_.set_subject(kitchen_.world().subject<Player>(player));
      const Vec2 at = center(kitchen_.body(player));
      if (player != own_) draw_line(at, emphasis(token));
      canvas_.set_height(mark_height + 2.0F * just_above);
      glow(canvas_, at, 0.7F, with_alpha(palette::attention, 0.35F * emphasis(token)));
      ring(canvas_, at, 0.43F, 0.05F, mark_color(token));
    }
  }

  void mark_stations() const {
    const House& house = kitchen_.house();
    const auto stations = kitchen_.world().shared<Station>();
    for (int index = 0; index < house.stations; ++index) {
      const Station station = stations[static_cast<std::size_t>(house.first_station + index)];
      const int token = kitchen_.world().rules().players + index;
      if (!is_present(token)) continue;
      canvas_.set_subject(kitchen_.world().subject<Square>(kitchen_.square(station.x, station.y)));
      mark_square(kitchen_.center(station.x, station.y), 0.47F, token);
    }
  }

  /// Held things and soups in pots are part of the tokens of cooks and stations.
  void mark_things() const {
    const Rules& rules = kitchen_.world().rules();
    const auto foods = kitchen_.world().rows<Thing, Food>();
    const auto spots = kitchen_.world().rows<Thing, Spot>();
    for (std::size_t row = 0; row < foods.size(); ++row) {
      const Spot spot = spots[row];
      if (spot.holder != Spot::nobody || foods[row].in_pot != 0) continue;
      if (!kitchen_.has(spot.x, spot.y)) continue;
      const int place = kitchen_.token(spot.x, spot.y);
      const int token = rules.players + rules.station_tokens + place;
      if (place < 0 || !is_present(token)) continue;
      canvas_.set_subject(kitchen_.world().subject<Thing>(static_cast<int>(row)));
      mark_square(kitchen_.center(spot.x, spot.y), 0.36F, token);
    }
  }

 private:
  Vec2 center(const Body& body) const { return kitchen_.center(body.x, body.y); }
  bool is_present(int token) const { return emphasis_.is_present(static_cast<std::size_t>(token)); }
  float emphasis(int token) const { return emphasis_[static_cast<std::size_t>(token)]; }
  Color mark_color(int token) const {
    return with_alpha(palette::attention, 0.2F + 0.8F * emphasis(token));
  }

  void draw_line(Vec2 to, float strength) const {
    canvas_.set_height(mark_height);
    canvas_.line(center(kitchen_.body(own_)), to, 0.02F + 0.04F * strength,
                 with_alpha(palette::attention, 0.05F + 0.55F * strength));
  }

  void mark_square(Vec2 at, float half, int token) const {
    draw_line(at, emphasis(token));
    canvas_.set_height(mark_height + just_above);
    canvas_.box(at, {half, half}, with_alpha(palette::attention, 0.22F * emphasis(token)), 0.0F,
                0.1F);
    canvas_.box(at, {half, half}, mark_color(token), 0.0F, 0.1F, {.stroke = 0.045F});
  }

  starling::Canvas& canvas_;
  const DrawnKitchen& kitchen_;
  int own_;
  Emphasis emphasis_;
};

/// Nothing where players see no tokens, or there is no such player.
inline void draw_agent(starling::Canvas& canvas, const WorldView<Overcooked>& world,
                       const Focus& focus) {
  const DrawnKitchen kitchen(world);
  if (!kitchen.is_known() || focus.agent < 0 || focus.agent >= world.count<Onlooker>()) return;
  if (!kitchen.is_present(focus.agent)) return;
  const Sight sight(canvas, kitchen, focus);
  sight.mark_stations();
  sight.mark_things();
  sight.mark_cooks();
}

}  // namespace starling::envs::overcooked
