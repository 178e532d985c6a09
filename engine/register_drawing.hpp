/// Makes an environment's drawing known to the program it is linked into. One C++ file each.
#pragma once

#include "engine/drawing.hpp"
#include "engine/world_view.hpp"

namespace starling {

template <class Env>
struct RegisterDrawing {
  RegisterDrawing() {
    Drawing& drawing = drawings()[Env::name];
    drawing.draw = [](Canvas& canvas, const WorldSnapshot& world,
                      const PreparedEnvironment& environment) {
      draw(canvas, WorldView<Env>(world, environment));
    };
    if constexpr (requires { controls(Env{}); }) drawing.controls = controls(Env{});
    if constexpr (requires(Canvas & canvas, const WorldView<Env>& world, const Focus& focus) {
                    draw_agent(canvas, world, focus);
                  }) {
      drawing.draw_agent = [](Canvas& canvas, const WorldSnapshot& world,
                              const PreparedEnvironment& environment, const Focus& focus) {
        draw_agent(canvas, WorldView<Env>(world, environment), focus);
      };
    }
  }
};

}  // namespace starling
