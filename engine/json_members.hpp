/// Takes the members of a JSON object into a struct, by a table of their names.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/json_reader.hpp"
#include "engine/quotes.hpp"

namespace starling {

/// How one member of an object is taken into a `Target`.
template <class Target>
struct Member {
  std::string_view key;
  void (*take)(JsonReader&, Target&);
};

template <class Target>
using Members = std::span<const Member<Target>>;

/// The members that were there, a bit each.
using Seen = std::uint32_t;

/// Takes an object: each member at most once, in any order; others are skipped.
template <class Target>
Seen take_members(JsonReader& json, const char* object, Members<Target> members, Target& target) {
  Seen seen = 0;
  json.take_object([&](std::string_view key) {
    std::size_t index = 0;
    while (index < members.size() && members[index].key != key)
      ++index;
    if (index == members.size()) return json.skip();
    const Seen bit = Seen{1} << index;
    if ((seen & bit) != 0) json.refuse(in_quotes(key) + " comes twice in " + object);
    seen |= bit;
    members[index].take(json, target);
  });
  return seen;
}

/// `members`: those that must be there, the first ones.
template <class Target>
void require(JsonReader& json, const char* object, Members<Target> members, Seen seen) {
  for (std::size_t index = 0; index < members.size(); ++index) {
    if ((seen >> index & 1) == 0)
      json.refuse(std::string(object) + " ends without " + in_quotes(members[index].key));
  }
}

}  // namespace starling
