/// What a person looks at: worlds, cameras, what is picked and what is open.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/canvas.hpp"
#include "viewer/render/camera.hpp"
#include "viewer/session/frame.hpp"

namespace starling::viewer {

enum class Tab : std::uint8_t { Worlds, Occupancy, Numbers };

struct Look {
  Tab tab = Tab::Worlds;
  std::int64_t first = 0;  ///< First world of the grid,
  int shown = 64;          ///< which has at most so many.
  std::int64_t selected = 0;
  Subject picked{};
  int agent = 0;
  bool shows_agent = true;  ///< What the agent senses.
  bool follows = false;     ///< The camera goes with what is picked.
  bool is_spatial = false;  ///< Seen in three dimensions, else straight.
  bool is_editing = false;
  bool takes_over = false;                ///< The keyboard acts for the agent.
  std::optional<FlatCamera> flat = {};    ///< None: the whole world is seen.
  std::optional<OrbitCamera> orbit = {};  ///< Likewise.

  /// Where no worlds are seen, none are wanted.
  Wanted wanted() const {
    constexpr std::int64_t no_world = -1;
    if (tab != Tab::Worlds) return {first, 0, no_world, agent, false};
    return {first, shown, selected, agent, shows_agent};
  }
};

}  // namespace starling::viewer
