#include "envs/overcooked/kitchen_objects.hpp"

#include <algorithm>
#include <array>

#include "envs/overcooked/kitchen_grid.hpp"

namespace starling::envs::overcooked::detail {
namespace {

/// Of every item but the soup, by its number.
constexpr std::array<std::string_view, 4> item_names{"-", "onion", "tomato", "dish"};

constexpr const char* objects_in_words =
    "an object is onion, tomato, dish, or a soup as soup(oot,i) idle, soup(oot,c5) cooking for 5 "
    "of its steps or soup(oot,r) ready";
constexpr const char* fits_in_words =
    "a pot takes soups alone, and no soup is elsewhere before it is ready";

std::size_t recipe_of(const Object& soup) {
  return static_cast<std::size_t>(recipe_index(soup.onions, soup.tomatoes));
}

bool is_ready(const Kitchen& kitchen, const Object& soup) {
  return soup.cooked_steps >= kitchen.recipes[recipe_of(soup)].cook_steps;
}

}  // namespace

ObjectLines::NamedObject ObjectLines::read(const Values& line, const std::string& places_in_words) {
  const NamedObject named{line.at(0, places_in_words), line.at(1, objects_in_words)};
  line.require_no_more_than(2);
  return named;
}

Cell ObjectLines::cell_of(const Kitchen& kitchen, const Word& word) const {
  const std::size_t comma = std::min(word.text.find(','), word.text.size());
  const auto x = whole_number_in(word.text.substr(0, comma));
  const auto y = whole_number_in(word.text.substr(std::min(comma + 1, word.text.size())));
  const Cell cell{x.value_or(-1), y.value_or(-1)};
  if (!is_inside(kitchen, cell)) file_.refuse(word.place, quoted(word.text), cells_in_words);
  const Terrain terrain = kitchen.terrain[cell_index(kitchen, cell)];
  if (terrain != Terrain::Counter && terrain != Terrain::Pot)
    file_.refuse(word.place, quoted(word.text), cells_in_words);
  return cell;
}

std::size_t ObjectLines::player_of(const Kitchen& kitchen, const Word& word) const {
  const std::size_t player =
      word.text.size() == 1 ? start_letters.find(word.text[0]) : start_letters.npos;
  if (player >= kitchen.starts.size())
    file_.refuse(word.place, quoted(word.text), players_in_words);
  return player;
}

Object ObjectLines::object_of(const Kitchen& kitchen, const Word& word) const {
  for (std::size_t item = 1; item < item_names.size(); ++item) {
    if (item_names[item] == word.text) return {.item = static_cast<Item>(item)};
  }
  return soup_of(kitchen, word);
}

/// soup(RECIPE,STAGE)
Object ObjectLines::soup_of(const Kitchen& kitchen, const Word& word) const {
  constexpr std::string_view before = "soup(";
  const std::size_t comma = word.text.find(',');
  if (!word.text.starts_with(before) || !word.text.ends_with(')') || comma == word.text.npos)
    file_.refuse(word.place, quoted(word.text), objects_in_words);
  const std::string_view name = word.text.substr(before.size(), comma - before.size());
  const std::string_view stage = word.text.substr(comma + 1, word.text.size() - comma - 2);
  const auto found = std::find(recipe_names.begin(), recipe_names.end(), name);
  if (found == recipe_names.end()) file_.refuse(word.place, quoted(word.text), objects_in_words);
  const auto recipe = static_cast<std::size_t>(found - recipe_names.begin());
  Object soup{.item = Item::Soup,
              .onions = ingredients_of(recipe, 'o'),
              .tomatoes = ingredients_of(recipe, 't')};
  if (stage == "i") return soup;
  const int cook_steps = kitchen.recipes[recipe].cook_steps;
  const int cooked = stage.starts_with('c') ? whole_number_in(stage.substr(1)).value_or(-1) : -1;
  if (stage != "r" && (cooked < 0 || cooked >= cook_steps))
    file_.refuse(word.place, quoted(word.text), objects_in_words);
  soup.cooked_steps = stage == "r" ? cook_steps : cooked;
  return soup;
}

void ObjectLines::put(const NamedObject& named, const Object& object, Object& where) const {
  if (where.item != Item::None)
    file_.refuse(named.place.place, quoted(named.place.text) + " again",
                 "one object is at a place");
  where = object;
}

void ObjectLines::finish(Kitchen& kitchen) const {
  kitchen.objects.assign(kitchen.terrain.size(), {});
  kitchen.held.assign(kitchen.starts.size(), {});
  for (const NamedObject& named : objects_) {
    const std::size_t cell = cell_index(kitchen, cell_of(kitchen, named.place));
    const Object object = object_of(kitchen, named.object);
    const bool is_soup = object.item == Item::Soup;
    if (kitchen.terrain[cell] == Terrain::Pot ? !is_soup : is_soup && !is_ready(kitchen, object))
      file_.refuse(named.object.place, quoted(named.object.text), fits_in_words);
    put(named, object, kitchen.objects[cell]);
  }
  for (const NamedObject& named : held_) {
    const std::size_t player = player_of(kitchen, named.place);
    const Object object = object_of(kitchen, named.object);
    if (object.item == Item::Soup && !is_ready(kitchen, object))
      file_.refuse(named.object.place, quoted(named.object.text), fits_in_words);
    put(named, object, kitchen.held[player]);
  }
}

std::string object_lines(const Kitchen& kitchen) {
  std::string lines;
  for (std::size_t cell = 0; cell < kitchen.objects.size(); ++cell) {
    if (kitchen.objects[cell].item == Item::None) continue;
    const auto width = static_cast<std::size_t>(kitchen.width);
    lines += "start_object " + std::to_string(cell % width) + "," + std::to_string(cell / width) +
             " " + object_text(kitchen, kitchen.objects[cell]) + "\n";
  }
  for (std::size_t player = 0; player < kitchen.held.size(); ++player) {
    if (kitchen.held[player].item == Item::None) continue;
    lines += std::string("start_held ") + start_letters[player] + " " +
             object_text(kitchen, kitchen.held[player]) + "\n";
  }
  return lines;
}

}  // namespace starling::envs::overcooked::detail

namespace starling::envs::overcooked {

std::string object_text(const Kitchen& kitchen, const Object& object) {
  if (object.item != Item::Soup)
    return std::string(detail::item_names[static_cast<std::size_t>(object.item)]);
  std::string text = "soup(";
  text.append(recipe_names[detail::recipe_of(object)]).append(",");
  if (object.cooked_steps < 0) {
    text += "i";
  } else if (detail::is_ready(kitchen, object)) {
    text += "r";
  } else {
    text.append("c").append(std::to_string(object.cooked_steps));
  }
  return text.append(")");
}

}  // namespace starling::envs::overcooked
