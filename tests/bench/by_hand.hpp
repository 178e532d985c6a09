/// What the programs written by hand share: arrays, keys of random streams, and the hash of a world
/// by which their state is compared with the engine's.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/backend.hpp"
#include "engine/hash.hpp"
#include "engine/vocabulary.hpp"
#include "kernels/random.hpp"
#include "systems/episode.hpp"
#include "tests/bench/difference.hpp"

namespace starling::bench {

/// An array in the memory of a device.
template <class T>
class Array {
 public:
  Array(Backend& backend, std::int64_t count)
      : buffer_(backend, count * static_cast<std::int64_t>(sizeof(T))) {
    backend.zero(buffer_.data(), buffer_.size_bytes());
  }
  T* data() const { return reinterpret_cast<T*>(buffer_.data()); }
  std::byte* bytes() const { return buffer_.data(); }

 private:
  Buffer buffer_;
};

/// The exported columns, [slots, worlds, agents] each; `ending` by agent or by world.
template <class Action, class Observation>
struct Exports {
  Action* action;
  Observation* observation;
  Reward* reward;
  Ending* ending;
  Observation* final_observation;  ///< Rows and slots are the program's own affair: FinalLayout.
};

/// How a program keeps its final observations while it is timed.
struct FinalLayout {
  SlotOrder order = SlotOrder::Steps;
  std::int64_t stride_bytes = 0;
};

template <class Action, class Observation>
class ExportArrays {
 public:
  /// Rows of a slot.
  ExportArrays(Backend& backend, std::int64_t slots, std::int64_t agents, std::int64_t endings,
               FinalLayout finals = {SlotOrder::Steps, sizeof(Observation)})
      : slots_(slots),
        agents_(agents),
        endings_(endings),
        finals_(finals),
        action_(backend, slots * agents),
        observation_(backend, slots * agents),
        reward_(backend, slots * agents),
        ending_(backend, slots * endings),
        final_(backend, slots * agents * finals.stride_bytes) {}

  Exports<Action, Observation> pointers() const {
    return {action_.data(), observation_.data(), reward_.data(), ending_.data(),
            reinterpret_cast<Observation*>(final_.data())};
  }
  ExportViews views() const {
    return {view(action_, agents_), view(observation_, agents_), view(reward_, agents_),
            view(ending_, endings_),
            ExportView{final_.data(), slots_, agents_, sizeof(Observation), finals_.stride_bytes,
                       finals_.order}};
  }

 private:
  template <class T>
  ExportView view(const Array<T>& array, std::int64_t rows) const {
    return {array.bytes(), slots_, rows, sizeof(T), sizeof(T)};
  }

  std::int64_t slots_;
  std::int64_t agents_;
  std::int64_t endings_;
  FinalLayout finals_;
  Array<Action> action_;
  Array<Observation> observation_;
  Array<Reward> reward_;
  Array<Ending> ending_;
  Array<std::byte> final_;
};

/// The key of a system's stream, by the system's name: draws are the engine's then.
STARLING_FN kernels::RandomKey key_of(std::uint64_t seed, std::string_view system) {
  return kernels::make_key(seed, kernels::hash_name(system));
}

/// A world's clock before its first episode, and the start of each.
STARLING_FN void begin_next(Clock& clock) {
  clock.episode += 1;
  clock.step = 0;
}

/// Slot of the final observation of a world whose episode ended in the newest of `steps` steps.
/// endings: [steps, worlds]
STARLING_FN std::int64_t newest_final_slot(SlotOrder order, const Ending* endings,
                                           std::int64_t worlds, std::int64_t world, int steps) {
  if (order == SlotOrder::Steps) return steps - 1;
  std::int64_t ended = 0;
  for (int step = 0; step < steps; ++step) {
    const auto* ending = reinterpret_cast<const std::byte*>(endings + step * worlds + world);
    ended += has_ended(ending) ? 1 : 0;
  }
  return ended - 1;
}

/// Joins the columns of a world to the hash that the engine gives it.
template <class Env>
struct WorldHash {
  std::uint64_t value = 0;

  template <int table, class T>
  STARLING_FN void add(int row, const T& component) {
    constexpr int column = detail::Schema<Env>::template column_in<T>(table);
    static_assert(column >= 0, "the table has no such component");
    value = kernels::hash_join(
        value, detail::hash_component(column, static_cast<RowIndex>(row), component));
  }
};

}  // namespace starling::bench
