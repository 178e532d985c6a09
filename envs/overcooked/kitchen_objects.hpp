/// What a kitchen file puts on counters, into pots and into hands before the first step.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_file.hpp"
#include "envs/overcooked/kitchen_values.hpp"

namespace starling::envs::overcooked::detail {

class ObjectLines {
 public:
  explicit ObjectLines(const KitchenFile& file) : file_(file) {}

  /// start_object X,Y OBJECT
  void read_start_object(const Values& line) { objects_.push_back(read(line, cells_in_words)); }

  /// start_held PLAYER OBJECT
  void read_start_held(const Values& line) { held_.push_back(read(line, players_in_words)); }

  /// Puts the objects into the kitchen, whose grid and recipes are set.
  void finish(Kitchen& kitchen) const;

 private:
  static constexpr const char* cells_in_words =
      "an object lies at a counter or pot X,Y of the grid, counted from 0,0";
  static constexpr const char* players_in_words = "an object is held by a player of the grid";

  /// Where an object is, and which.
  struct NamedObject {
    Word place;
    Word object;
  };

  static NamedObject read(const Values& line, const std::string& places_in_words);
  Cell cell_of(const Kitchen& kitchen, const Word& word) const;
  std::size_t player_of(const Kitchen& kitchen, const Word& word) const;
  Object object_of(const Kitchen& kitchen, const Word& word) const;
  Object soup_of(const Kitchen& kitchen, const Word& word) const;
  void put(const NamedObject& named, const Object& object, Object& where) const;

  const KitchenFile& file_;
  std::vector<NamedObject> objects_;
  std::vector<NamedObject> held_;
};

/// The lines that ObjectLines reads as the kitchen's objects.
std::string object_lines(const Kitchen& kitchen);

}  // namespace starling::envs::overcooked::detail
