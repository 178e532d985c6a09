/// The runs that parity tests compare: how long, how many worlds, and in which ways.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/layout.hpp"
#include "engine/registry.hpp"
#include "tests/parity/subjects.hpp"
#include "tests/parity/trace.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {

inline constexpr std::int64_t many_worlds = scaled<std::int64_t>(65'536, 2048);
inline constexpr std::int64_t some_worlds = scaled<std::int64_t>(1000, 200);

/// How many worlds most runs of a subject have.
inline std::int64_t worlds_of(std::string_view subject) {
  const bool is_large =
      subject == "murmuration" || subject == "escape_room" || subject == "hide_and_seek";
  return is_large ? scaled<std::int64_t>(96, 12) : some_worlds;
}

/// In which every world starts anew, most of them several times. The subjects with more rows a
/// world take longer for each, and kitchens of several sizes longest; but short runs too destroy a
/// thousand entities.
inline int steps_of(std::string_view subject) {
  if (subject == "overcooked_kitchens") return scaled(200, 150);
  if (subject == "overcooked") return scaled(500, 250);
  if (subject == "murmuration") return 620;               // an episode
  if (subject == "escape_room") return scaled(410, 205);  // two, and one
  if (subject == "hide_and_seek") return 245;             // an episode, and a few
  return subject == "cartpole" ? scaled(2000, 300) : scaled(500, 100);
}

/// One way to run the same worlds.
struct Variant {
  std::string name;
  int tile_worlds = 0;
  int threads = 2;
  int steps_per_launch = 64;
  bool fused = true;
  std::uint64_t tile_shuffle = 0;
  Residency residency = Residency::Automatic;
};

/// A batch of this variant on the tested device, with random actions.
inline Settings settings_of(const Variant& variant, const std::string& subject,
                            std::int64_t worlds) {
  Settings settings = make_settings(environment_of(subject), worlds, variant.steps_per_launch);
  settings.options = options_of(subject);
  settings.device = tested_device;
  settings.actions = Actions::Random;
  settings.tile_worlds = variant.tile_worlds;
  settings.threads = variant.threads;
  settings.fused = variant.fused;
  settings.tile_shuffle = variant.tile_shuffle;
  settings.residency = variant.residency;
  return settings;
}

/// What everything else is compared with: one CPU thread, one tile after the other, one step at a
/// time.
inline Settings plainest_settings(const std::string& subject) {
  Settings settings = settings_of({.name = "plainest", .threads = 1, .steps_per_launch = 1},
                                  subject, worlds_of(subject));
  settings.device = Device::Cpu;
  return settings;
}

/// All variants but for residency; for the thread sanitizer the one in which threads meet most
/// often.
inline std::vector<Variant> base_variants() {
  if (looks_for_races) return {{.name = "two_threads", .steps_per_launch = 1}};
  return {
      {.name = "again", .threads = 1, .steps_per_launch = 1},
      {.name = "two_threads", .steps_per_launch = 1},
      {.name = "sixty_four_steps_a_launch", .threads = 1},
      {.name = "seven_steps_a_launch", .steps_per_launch = 7},
      {.name = "tile_1", .tile_worlds = 1},
      {.name = "tile_7", .tile_worlds = 7},
      {.name = "tile_32", .tile_worlds = 32},
      {.name = "tile_33", .tile_worlds = 33},
      {.name = "tile_1000", .tile_worlds = 1000},
      {.name = "unfused", .fused = false},
      {.name = "unfused_tile_7", .tile_worlds = 7, .fused = false},
      {.name = "shuffled", .tile_worlds = 7, .tile_shuffle = 1},
      {.name = "shuffled_otherwise", .tile_worlds = 33, .threads = 1, .tile_shuffle = 2},
  };
}

/// Whether a subject's hashed steps are compiled for this residency, and a tile fits it. A block of
/// any supported GPU may take 99 KiB of shared memory.
inline bool can_run(const std::string& subject, const Variant& variant) {
  const PreparedEnvironment prepared(environment_of(subject), options_of(subject));
  if (prepared.cuda_kernel(ProgramKind::Verify, variant.fused, variant.residency) == nullptr) {
    return false;
  }
  constexpr std::int64_t shared_bytes = 98 * 1024;
  return variant.residency != Residency::Shared ||
         make_layout(prepared.description, variant.tile_worlds, Layout::Whole).shared_bytes() <=
             shared_bytes;
}

/// The variants of a subject on the tested device: on CUDA, in every residency that it has.
inline std::vector<Variant> variants_of(const std::string& subject) {
  if (tested_device == Device::Cpu) return base_variants();
  std::vector<Variant> variants;
  for (const Residency residency : {Residency::Registers, Residency::Shared, Residency::Global}) {
    for (Variant variant : base_variants()) {
      variant.residency = residency;
      variant.name += std::string("_in_") + name_of(residency);
      if (can_run(subject, variant)) variants.push_back(variant);
    }
  }
  return variants;
}

}  // namespace starling::tests
