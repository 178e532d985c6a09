/// A world's snapshot by the types of its environment.
#pragma once

#include <span>

#include "engine/canvas.hpp"
#include "engine/registry.hpp"
#include "engine/schema.hpp"
#include "engine/set_up.hpp"
#include "engine/world_snapshot.hpp"

namespace starling {

/// Reads one world of Env. Snapshot and environment must outlive it.
template <class Env>
class WorldView {
  using S = detail::Schema<Env>;

 public:
  WorldView(const WorldSnapshot& snapshot, const PreparedEnvironment& environment)
      : snapshot_(snapshot), environment_(environment) {}

  /// Number of the world in its batch.
  std::int64_t world() const { return snapshot_.world; }

  /// A component of the world itself.
  template <class T>
  const T& singleton() const {
    return column<T, 0>().front();
  }

  /// The T of every row of an archetype: [rows].
  template <class Kind, class T>
  std::span<const T> rows() const {
    return column<T, table<Kind>>();
  }

  /// Rows of an archetype.
  template <class Kind>
  int count() const {
    return snapshot_.rows[static_cast<std::size_t>(table<Kind>)];
  }

  /// The elements of a row's strip.
  template <class Kind, class T>
  std::span<const typename T::Element> strip(int row) const {
    constexpr int index = S::template column_in<T>(table<Kind>);
    static_assert(index >= 0, "the archetype has no such strip");
    const auto bytes = static_cast<std::size_t>(
        environment_.description.columns[static_cast<std::size_t>(index)].size_bytes);
    const auto data = snapshot_.column(index).subspan(static_cast<std::size_t>(row) * bytes, bytes);
    return {reinterpret_cast<const typename T::Element*>(data.data()),
            bytes / sizeof(typename T::Element)};
  }

  /// What all worlds of the run share.
  template <class T>
  std::span<const T> shared() const {
    constexpr int index = detail::shared_index<Env, T>;
    static_assert(index >= 0, "the environment shares no such data");
    const SharedData::Array& array = environment_.shared[static_cast<std::size_t>(index)];
    return {reinterpret_cast<const T*>(array.bytes.data()), static_cast<std::size_t>(array.size)};
  }

  const auto& rules() const { return shared<typename detail::DeclaredRules<Env>::type>().front(); }

  /// A row of an archetype, as canvases name it.
  template <class Kind>
  static constexpr Subject subject(int row) {
    return {table<Kind>, row};
  }

 private:
  template <class Kind>
  static constexpr int table = detail::index_in<typename S::Kinds, Kind>;

  template <class T, int table>
  std::span<const T> column() const {
    constexpr int index = S::template column_in<T>(table);
    static_assert(index >= 0, "the table has no such component");
    return {reinterpret_cast<const T*>(snapshot_.column(index).data()),
            static_cast<std::size_t>(snapshot_.rows[static_cast<std::size_t>(table)])};
  }

  const WorldSnapshot& snapshot_;
  const PreparedEnvironment& environment_;
};

}  // namespace starling
