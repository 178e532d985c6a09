/// Worlds of a simulator as their drawing shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/drawing.hpp"
#include "engine/simulator.hpp"
#include "engine/world_snapshot.hpp"
#include "engine/world_view.hpp"

namespace starling::tests {

/// A simulator with what it takes to draw it.
struct DrawnWorlds {
  explicit DrawnWorlds(const Settings& settings)
      : simulator(settings),
        environment(settings.environment, settings.options),
        drawing(drawings().at(settings.environment)) {}

  WorldSnapshot snapshot(std::int64_t world) {
    return std::move(simulator.snapshot(world, 1).front());
  }
  Canvas draw(const WorldSnapshot& snapshot) const {
    Canvas canvas;
    drawing.draw(canvas, snapshot, environment);
    return canvas;
  }
  Canvas draw_agent(const WorldSnapshot& snapshot, const Focus& focus) const {
    Canvas canvas;
    drawing.draw_agent(canvas, snapshot, environment, focus);
    return canvas;
  }

  Simulator simulator;
  PreparedEnvironment environment;
  Drawing drawing;
};

inline std::vector<FlatShape> flat_shapes_of(const Canvas& canvas, Subject subject) {
  std::vector<FlatShape> shapes;
  for (const FlatShape& shape : canvas.flat_shapes()) {
    if (shape.subject == subject) shapes.push_back(shape);
  }
  return shapes;
}

inline std::vector<SolidShape> solid_shapes_of(const Canvas& canvas, Subject subject) {
  std::vector<SolidShape> shapes;
  for (const SolidShape& shape : canvas.solid_shapes()) {
    if (shape.subject == subject) shapes.push_back(shape);
  }
  return shapes;
}

inline std::size_t count_shapes(const Canvas& canvas) {
  return canvas.flat_shapes().size() + canvas.solid_shapes().size() + canvas.labels().size();
}

/// Every column of a snapshot filled with noise; or with floats that are no numbers.
inline void fill_with_noise(WorldSnapshot& snapshot, std::mt19937& random) {
  for (std::byte& byte : snapshot.bytes)
    byte = static_cast<std::byte>(random());
}
inline void fill_with_nan(WorldSnapshot& snapshot) {
  for (std::byte& byte : snapshot.bytes)
    byte = std::byte{0xff};
}

}  // namespace starling::tests
