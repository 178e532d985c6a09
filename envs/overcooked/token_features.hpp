/// How many numbers a token of each kind has: see tokens.hpp.
#pragma once

#include <cstdint>

namespace starling::envs::overcooked {

inline constexpr std::int32_t place_features = 2;
inline constexpr std::int32_t facing_features = 4;
inline constexpr std::int32_t station_kinds = 5;
inline constexpr std::int32_t content_features = 8;

inline constexpr std::int32_t cook_features = place_features + facing_features + content_features;
inline constexpr std::int32_t self_features = cook_features + 1;
inline constexpr std::int32_t station_features = place_features + station_kinds + content_features;
inline constexpr std::int32_t thing_features = place_features + content_features;

}  // namespace starling::envs::overcooked
