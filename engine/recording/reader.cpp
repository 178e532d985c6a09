#include "engine/recording/reader.hpp"

#include "engine/error.hpp"

namespace starling {

using recording::BadBytes;
using recording::BlockKind;
using recording::ByteReader;
using recording::IndexedBlock;

RecordingReader::RecordingReader(const std::string& path) : file_(path) {
  const IndexedBlock& first = file_.blocks().front();
  try {
    const std::vector<std::byte> bytes = file_.read(first);
    ByteReader from(bytes);
    header_ = recording::read_header(from);
  } catch (const BadBytes& bad) {
    file_.refuse(first.offset, bad.reason);
  }
  worlds_ = count_worlds(header_.worlds);
  for (const IndexedBlock& block : file_.blocks()) {
    if (block.head.kind == BlockKind::Steps) blocks_.push_back(block);
    if (block.head.kind == BlockKind::End) read_end(block);
  }
}

void RecordingReader::read_end(const IndexedBlock& block) {
  try {
    const std::vector<std::byte> bytes = file_.read(block);
    ByteReader from(bytes);
    const auto steps = static_cast<std::int64_t>(from.number());
    from.expect_end();
    if (steps != file_.steps()) {
      throw BadBytes{"it ends after " + std::to_string(steps) + " steps and holds " +
                     std::to_string(file_.steps())};
    }
  } catch (const BadBytes& bad) {
    file_.refuse(block.offset, bad.reason);
  }
  is_whole_ = file_.damage().empty();
}

void RecordingReader::set_description(const EnvironmentDescription& description) {
  if (fingerprint_of(description) != header_.fingerprint) {
    file_.refuse(file_.blocks().front().offset,
                 "environment '" + header_.environment +
                     "' is not as it was when this was recorded, by version " +
                     header_.engine_version + ": its tables, components or shared data differ");
  }
  description_ = description;
  columns_ = recording::action_columns(description_, worlds_);
}

RecordedSteps RecordingReader::read(std::size_t block) {
  const IndexedBlock& indexed = blocks_[block];
  RecordedSteps steps;
  steps.first_step_ = indexed.first_step;
  steps.steps_ = indexed.head.steps;
  steps.bytes_ = file_.read(indexed);
  try {
    ByteReader from(steps.bytes_);
    const std::size_t events = from.count("the number of its events", 2);
    for (std::size_t index = 0; index < events; ++index) {
      steps.events_.push_back(
          recording::read_event(from, steps.first_step_, steps.steps_, worlds_));
      const std::int64_t before = index > 0 ? steps.events_[index - 1].step : 0;
      if (steps.events_.back().step < before) throw BadBytes{"its events are not in order"};
    }
    const bool are_stored = from.byte() != 0;
    for (const recording::ActionColumn& column : columns_) {
      if (are_stored) steps.actions_.emplace_back(from, column, steps.steps_);
    }
    from.expect_end();
  } catch (const BadBytes& bad) {
    refuse(block, bad.reason);
  }
  return steps;
}

void RecordingReader::refuse(std::size_t block, const std::string& reason) const {
  file_.refuse(blocks_[block].offset, reason);
}

}  // namespace starling
