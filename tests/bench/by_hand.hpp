/// What the programs written by hand share: arrays, keys of random streams, and the hash of a world
/// by which their state is compared with the engine's.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/backend.hpp"
#include "engine/hash.hpp"
#include "engine/vocabulary.hpp"
#include "kernels/random.hpp"
#include "tests/bench/contestant.hpp"

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
  Final<Observation>* final_observation;
};

template <class Action, class Observation>
class ExportArrays {
 public:
  /// Rows in all slots.
  ExportArrays(Backend& backend, std::int64_t agents, std::int64_t endings)
      : agents_(agents),
        endings_(endings),
        action_(backend, agents),
        observation_(backend, agents),
        reward_(backend, agents),
        ending_(backend, endings),
        final_(backend, agents) {}

  Exports<Action, Observation> pointers() const {
    return {action_.data(), observation_.data(), reward_.data(), ending_.data(), final_.data()};
  }
  ExportViews views() const {
    return {view(action_, agents_), view(observation_, agents_), view(reward_, agents_),
            view(ending_, endings_), view(final_, agents_)};
  }

 private:
  template <class T>
  static ExportView view(const Array<T>& array, std::int64_t rows) {
    return {array.bytes(), rows, sizeof(T), sizeof(T)};
  }

  std::int64_t agents_;
  std::int64_t endings_;
  Array<Action> action_;
  Array<Observation> observation_;
  Array<Reward> reward_;
  Array<Ending> ending_;
  Array<Final<Observation>> final_;
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
