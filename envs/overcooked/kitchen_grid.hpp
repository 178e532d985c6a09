/// The grid of a kitchen file: a letter a cell.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_file.hpp"

namespace starling::envs::overcooked::detail {

/// The letters of players' starts, by index.
inline constexpr std::string_view start_letters = "123456789abcdefghijklmnopqrstuvwxyz";
static_assert(start_letters.size() == most_players);

/// Reads the rows after line `heading` up to an empty line or the end of the file into the
/// kitchen's size, terrain and start cells. Gives the index of the line after them. Throws Error.
std::size_t read_grid(const KitchenFile& file, std::size_t heading, Kitchen& kitchen);

/// The rows of a kitchen, each with its line end; floor is written as '.'.
std::string grid_text(const Kitchen& kitchen);

}  // namespace starling::envs::overcooked::detail
