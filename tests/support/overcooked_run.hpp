/// Runs of the environment overcooked whose worlds have kitchens that a test made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/vocabulary.hpp"
#include "tests/support/overcooked_frame.hpp"
#include "tests/support/overcooked_kitchen_files.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests::overcooked {

/// What a player earned, as its tensor has it.
struct EarnedValues {
  float sparse = 0.0F;
  float shaped = 0.0F;
};

/// One step of all worlds, as its tensors show it.
struct ShownStep {
  std::vector<std::uint8_t> planes;        ///< [worlds, players, Frame::bytes()]
  std::vector<std::uint8_t> final_planes;  ///< The same, where an episode ended in the launch.
  std::vector<EarnedValues> earned;        ///< [worlds, players]
  std::vector<float> rewards;              ///< [worlds, players]
  std::vector<Ending> endings;             ///< [worlds]
};

/// A simulator in which world i has the kitchen i modulo their number.
class KitchenRun {
 public:
  KitchenRun(Settings settings, const std::vector<Kitchen>& kitchens, Others others)
      : kitchens_(kitchens),
        frame_(kitchens, others),
        files_(kitchens),
        simulator_(with_options(std::move(settings), files_.options(), others)),
        actions_(simulator_.tensor("action")),
        planes_(simulator_.tensor("planes")),
        final_planes_(simulator_.tensor("final_planes")) {}

  const Kitchen& kitchen(std::size_t world) const { return kitchens_[world % kitchens_.size()]; }
  const Frame& frame() const { return frame_; }
  Simulator& simulator() { return simulator_; }
  std::size_t worlds() const { return static_cast<std::size_t>(simulator_.settings().worlds); }

  /// Steps as one launch. actions: [steps][worlds][a kitchen's players]
  void launch(const std::vector<std::vector<std::vector<Action>>>& actions) {
    for (std::size_t step = 0; step < actions.size(); ++step) {
      std::vector<std::uint8_t> acts;
      for (const std::vector<Action>& of_world : actions[step]) {
        for (std::size_t player = 0; player < frame_.players(); ++player) {
          const Action act = player < of_world.size() ? of_world[player] : Action::Interact;
          acts.push_back(static_cast<std::uint8_t>(act));
        }
      }
      simulator_.write(slot_of(actions_, static_cast<int>(step)), std::as_bytes(std::span(acts)));
    }
    simulator_.step(static_cast<int>(actions.size()));
  }

  ShownStep shown(int slot) {
    return {bytes_of(planes_, slot), bytes_of(final_planes_, 0),
            read_slot<EarnedValues>(simulator_, "earned", slot),
            read_slot<float>(simulator_, "reward", slot),
            read_slot<Ending>(simulator_, "ending", slot)};
  }

  /// One world's part of planes as ShownStep has them.
  std::span<const std::uint8_t> of_world(const std::vector<std::uint8_t>& planes,
                                         std::size_t world) const {
    const std::size_t size = frame_.players() * frame_.bytes();
    return std::span(planes).subspan(world * size, size);
  }

 private:
  static Settings with_options(Settings settings, const OptionTexts& layouts, Others others) {
    settings.options = layouts;
    settings.options.emplace_back("planes", others == Others::Merged ? "merged" : "apart");
    return settings;
  }

  std::vector<std::uint8_t> bytes_of(const Tensor& tensor, int slot) {
    const std::vector<std::byte> bytes = simulator_.read(slot_of(tensor, slot));
    const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    return {first, first + bytes.size()};
  }

  std::vector<Kitchen> kitchens_;
  Frame frame_;
  KitchenFiles files_;
  Simulator simulator_;
  // views, since finding a tensor by its name each step would take as long as the step
  Tensor actions_;
  Tensor planes_;
  Tensor final_planes_;
};

}  // namespace starling::tests::overcooked
