/// What a kitchen looks like, from above and in space.
#pragma once

#include "engine/drawing.hpp"
#include "envs/overcooked/draw_cooks.hpp"
#include "envs/overcooked/draw_sight.hpp"
#include "envs/overcooked/draw_stations.hpp"

namespace starling::envs::overcooked {

inline void draw(starling::Canvas& canvas, const WorldView<Overcooked>& world) {
  constexpr float margin = 0.25F;
  const DrawnKitchen kitchen(world);
  const Vec2 size{static_cast<float>(kitchen.house().width),
                  static_cast<float>(kitchen.house().height)};
  canvas.set_view({.plane = starling::Plane::Ground,
                   .lowest = {-margin, -margin},
                   .highest = size + Vec2{margin, margin},
                   .background = palette::night});
  if (!kitchen.is_known()) return;
  draw_room(canvas, kitchen);
  draw_cooks(canvas, kitchen);
  draw_things(canvas, kitchen);
}

inline starling::Controls controls(Overcooked) {
  using starling::Key;
  const auto act = [](Act choice) { return static_cast<int>(choice); };
  return {{act(Act::Stay)},
          {{Key::Up, 0, act(Act::North)},
           {Key::Down, 0, act(Act::South)},
           {Key::Right, 0, act(Act::East)},
           {Key::Left, 0, act(Act::West)},
           {Key::Space, 0, act(Act::Interact)}}};
}

}  // namespace starling::envs::overcooked
