/// The errors that worlds hold: how many of each kind, and what the first are about.
#include <cstring>

#include "engine/batch.hpp"
#include "engine/vocabulary.hpp"

namespace starling {

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::InvalidAction:
      return "invalid_action";
    case ErrorKind::Assertion:
      return "assertion";
    case ErrorKind::TableFull:
      return "table_full";
    case ErrorKind::NotFinite:
      return "not_finite";
    case ErrorKind::NoRoom:
      return "no_room";
  }
  return "unknown";
}

namespace {

ErrorKind kind_of(std::uint64_t word) {
  return static_cast<ErrorKind>(word & 0xffU);
}

/// The error word of every world. [worlds]
std::vector<std::uint64_t> read_words(Batch& batch) {
  const int column = batch.description().column_of("ErrorWord", 0);
  const auto& described = batch.description().columns[static_cast<std::size_t>(column)];
  const std::vector<std::byte> bytes = batch.read_state_field(column, described.fields.front());
  std::vector<std::uint64_t> words(bytes.size() / sizeof(std::uint64_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

/// What a world's ErrorDetail holds. Its fields lie apart in memory.
ErrorDetail read_detail(const Batch& batch, std::int64_t world) {
  ErrorDetail detail;
  const int column = batch.description().column_of("ErrorDetail", 0);
  if (column < 0) return detail;
  const auto& described = batch.description().columns[static_cast<std::size_t>(column)];
  for (const FieldDescription& field : described.fields) {
    const Place place = batch.place_of(column, field, world, 0, 0);
    batch.backend().read(reinterpret_cast<std::byte*>(&detail) + field.offset_bytes, place.address,
                         place.size_bytes, 1, place.size_bytes);
  }
  return detail;
}

/// What is said after "world 7, step 203: ".
std::string sentence_of(const WorldError& error, std::uint64_t word) {
  const std::string row = std::to_string(word >> 8 & 0xffffU);
  const std::string system =
      "system " + std::to_string(word >> 24 & 0xffU) + " of the graph, counted from 0, ";
  switch (kind_of(word)) {
    case ErrorKind::InvalidAction:
      return "the action of agent " + row + " is none of its declared choices";
    case ErrorKind::Assertion:
      return system + "reported on row " + row + " that something cannot be";
    case ErrorKind::TableFull:
      return error.archetype.empty()
                 ? std::string("an archetype had no room for what was spawned")
                 : "archetype " + error.archetype + " wanted " + std::to_string(error.wanted) +
                       " rows and may have " + std::to_string(error.allowed) +
                       ", so nothing of it was spawned";
    case ErrorKind::NotFinite:
      return system + "came to a number that is not finite";
    case ErrorKind::NoRoom:
      return error.allowed == 0 ? system + "had no room for what it works on"
                                : system + "wanted room for " + std::to_string(error.wanted) +
                                      " and has it for " + std::to_string(error.allowed);
  }
  return "an error of unknown kind";
}

WorldError describe_error(const Batch& batch, std::int64_t world, std::uint64_t word) {
  WorldError error;
  error.kind = name_of(kind_of(word));
  error.world = world;
  error.step = static_cast<std::int64_t>(word >> 32);
  const ErrorDetail detail = read_detail(batch, world);
  if (detail.word == word) {
    if (kind_of(word) == ErrorKind::TableFull)
      error.archetype = batch.description().tables[detail.table].name;
    error.wanted = static_cast<std::int64_t>(detail.wanted);
    error.allowed = detail.allowed;
  }
  error.text = "world " + std::to_string(world) + ", step " + std::to_string(error.step) + ": " +
               sentence_of(error, word);
  return error;
}

}  // namespace

std::map<std::string, std::int64_t> Simulator::errors() {
  std::map<std::string, std::int64_t> counts;
  for (const std::uint64_t word : read_words(*batch_)) {
    if (word != ErrorWord::none) counts[name_of(kind_of(word))] += 1;
  }
  return counts;
}

std::vector<WorldError> Simulator::first_errors(std::int64_t most_a_kind) {
  const std::vector<std::uint64_t> words = read_words(*batch_);
  std::map<std::string, std::vector<WorldError>> by_kind;
  for (std::size_t world = 0; world < words.size(); ++world) {
    if (words[world] == ErrorWord::none) continue;
    std::vector<WorldError>& kept = by_kind[name_of(kind_of(words[world]))];
    if (static_cast<std::int64_t>(kept.size()) == most_a_kind) continue;
    kept.push_back(describe_error(*batch_, static_cast<std::int64_t>(world), words[world]));
  }
  std::vector<WorldError> errors;
  for (const auto& [kind, kept] : by_kind)
    errors.insert(errors.end(), kept.begin(), kept.end());
  return errors;
}

}  // namespace starling
