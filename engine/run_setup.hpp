/// What a run of an environment is set up with: shared data and rows a world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/names.hpp"
#include "engine/options.hpp"

namespace starling {

/// Data that all worlds of a run read, type by type.
class SharedData {
 public:
  /// Hands over the Ts of the run, one of the types of the environment's Shared.
  template <class T>
  void put(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>, "shared data are plain structs");
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    arrays_.push_back(
        {detail::pretty_type<T>(), std::move(bytes), static_cast<std::int64_t>(values.size())});
  }

  struct Array {
    std::string_view type;
    std::vector<std::byte> bytes;
    std::int64_t size = 0;
  };
  const std::vector<Array>& arrays() const { return arrays_; }

 private:
  std::vector<Array> arrays_;
};

/// Shared data in the order of launches, and rows a world by table.
struct RunSetup {
  std::vector<SharedData::Array> shared;
  std::vector<int> table_rows;     ///< By table.
  std::vector<int> strip_lengths;  ///< By column: elements of a row; 0 for all but strips.
  std::vector<OptionHelp> options;
};

}  // namespace starling
