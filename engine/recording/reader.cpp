#include "engine/recording/reader.hpp"

#include "engine/fingerprint.hpp"

namespace starling {

using recording::BlockKind;
using recording::IndexedBlock;

RecordingReader::RecordingReader(const std::string& path) : file_(path) {
  const IndexedBlock& first = file_.blocks().front();
  const std::vector<std::byte> bytes = file_.read(first);
  ByteReader from(bytes, file_.name_of(first));
  header_ = recording::read_header(from);
  worlds_ = count_worlds(header_.worlds);
  for (const IndexedBlock& block : file_.blocks()) {
    if (block.head.kind == BlockKind::Steps) blocks_.push_back(block);
    if (block.head.kind == BlockKind::End) read_end(block);
  }
}

void RecordingReader::read_end(const IndexedBlock& block) {
  const std::vector<std::byte> bytes = file_.read(block);
  ByteReader from(bytes, file_.name_of(block));
  const auto steps = static_cast<std::int64_t>(from.varint());
  from.expect_end();
  if (steps != file_.steps()) {
    file_.refuse(block.offset, "it ends after " + std::to_string(steps) + " steps and holds " +
                                   std::to_string(file_.steps()));
  }
  is_whole_ = file_.damage().empty();
}

void RecordingReader::set_environment(const PreparedEnvironment& environment) {
  if (fingerprint_of(environment) != header_.fingerprint) {
    file_.refuse(file_.blocks().front().offset,
                 "environment '" + header_.environment +
                     "' is not as it was when this was recorded, by version " +
                     header_.engine_version + ": its tables, components or shared data differ");
  }
  description_ = environment.description;
  columns_ = recording::action_columns(description_, worlds_);
}

RecordedSteps RecordingReader::read(std::size_t block) {
  const IndexedBlock& indexed = blocks_[block];
  RecordedSteps steps;
  steps.first_step_ = indexed.first_step;
  steps.steps_ = indexed.head.steps;
  steps.bytes_ = file_.read(indexed);
  ByteReader from(steps.bytes_, file_.name_of(indexed));
  const std::size_t events = from.count("the number of its events", 2);
  for (std::size_t index = 0; index < events; ++index) {
    steps.events_.push_back(recording::read_event(from, steps.first_step_, steps.steps_, worlds_));
    const std::int64_t before = index > 0 ? steps.events_[index - 1].step : 0;
    if (steps.events_.back().step < before) from.refuse("has events that are not in order");
  }
  const bool are_stored = from.number<std::uint8_t>() != 0;
  for (const recording::ActionColumn& column : columns_) {
    if (are_stored) steps.actions_.emplace_back(from, column, steps.steps_);
  }
  from.expect_end();
  return steps;
}

void RecordingReader::refuse(std::size_t block, const std::string& reason) const {
  file_.refuse(blocks_[block].offset, reason);
}

}  // namespace starling
