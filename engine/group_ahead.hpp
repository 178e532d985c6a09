/// The random words that start a world's next episode, drawn ahead.
///
/// They depend on nothing but the episode's number. In most steps one or two of a warp's 32 worlds
/// end, and a warp that branches into their draws pays for 32; drawn ahead, every few steps, all
/// lanes that lack them draw together.
#pragma once

#include "engine/clock_systems.hpp"
#include "engine/group_plan.hpp"
#include "engine/row.hpp"

namespace starling::detail {

template <class Token>
inline constexpr bool begins_episode = false;
template <class MaskList>
inline constexpr bool begins_episode<LeafToken<EachWorld<begin_episode>, MaskList>> = true;

template <class Token>
inline constexpr bool draws_at = false;
template <class Leaf, class MaskList>
inline constexpr bool draws_at<LeafToken<Leaf, MaskList>> = LeafTraits<Leaf>::draws;

/// Which leaves' words are drawn ahead.
template <class Program, class Deal>
struct AheadPlan {
  /// A leaf's are that stands behind the start of an episode, among masked leaves, and of which a
  /// lane has but one row.
  template <int token>
  static consteval bool is_drawn() {
    if constexpr (draws_at<typename Program::template TokenAt<token>>) {
      const bool fits = !Deal::one_step && Deal::lanes == 1 && Program::is_masked(token) &&
                        Program::access(token).world_space;
      return fits && stands_behind_start<token>();
    } else {
      return false;
    }
  }

  /// How many before `token`.
  template <int token>
  static consteval int count() {
    return count_in(std::make_integer_sequence<int, token>{});
  }

 private:
  template <int token>
  static consteval bool stands_behind_start() {
    if constexpr (token > 0) {
      if (begins_episode<typename Program::template TokenAt<token - 1>>) return true;
      return Program::is_masked(token - 1) && stands_behind_start<token - 1>();
    } else {
      return false;
    }
  }
  template <int... tokens>
  static consteval int count_in(std::integer_sequence<int, tokens...>) {
    return (0 + ... + (is_drawn<tokens>() ? 1 : 0));
  }
};

template <class Program, class Deal>
struct DrawnAhead {
  using Plan = AheadPlan<Program, Deal>;
  static constexpr int leaves = Plan::template count<Program::size>();

  /// Steps from one drawing to the next: CartPole, whose shortest episodes last eight, makes 109.4
  /// G world-steps/s at 65,536 worlds, and 107.9 with sixteen.
  static constexpr int period = 8;

  kernels::RandomBlock blocks[leaves > 0 ? leaves : 1];
  std::uint32_t episode = 0xfffffffeU;  ///< For which they were drawn.

  /// Draws for the episode after the clock's what has not been drawn.
  template <class Context>
  STARLING_FN void draw(const Context& context, const Clock& clock) {
    const Clock next{clock.episode + 1, 0};
    if (episode == next.episode) return;
    episode = next.episode;
    draw_for<0>(context, next);
  }

  template <int token>
  STARLING_FN void hand_over(const Clock& clock, Random& random) const {
    if constexpr (Plan::template is_drawn<token>()) {
      if (episode == clock.episode && clock.step == 0)
        random.begin_with(blocks[Plan::template count<token>()]);
    }
  }

 private:
  template <int token, class Context>
  STARLING_FN void draw_for(const Context& context, const Clock& next) {
    if constexpr (token < Program::size) {
      if constexpr (Plan::template is_drawn<token>()) {
        constexpr int table = Program::first_table(token);
        constexpr auto first = static_cast<std::uint32_t>(Program::S::first_entity(table));
        const std::uint32_t slot = first + static_cast<std::uint32_t>(context.index);
        blocks[Plan::template count<token>()] =
            random_at<Program, token>(context, context.tile.launch.seed, next, slot).first_block();
      }
      draw_for<token + 1>(context, next);
    }
  }
};

}  // namespace starling::detail
