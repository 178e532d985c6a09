#include "engine/recording/writer.hpp"

#include <algorithm>
#include <cstring>

#include "engine/error.hpp"
#include "kernels/check.hpp"

namespace starling {

using recording::BlockKind;

namespace {

RecordingHeader header_of(const Simulator& simulator, RecordingSettings settings) {
  if (settings.hash_period < 1) {
    throw Error(Refusal::Usage, "the steps between two hashes of a recording are " +
                                    std::to_string(settings.hash_period) + "; they are 1 at least");
  }
  if (simulator.steps_done() != 0) {
    throw Error(Refusal::Usage, "a recording begins with a run; this one has done " +
                                    std::to_string(simulator.steps_done()) + " steps");
  }
  const Settings& made_with = simulator.settings();
  RecordingHeader header;
  header.engine_version = STARLING_VERSION;
  header.environment = made_with.environment;
  header.options = made_with.options;
  header.fingerprint = simulator.fingerprint();
  header.seed = made_with.seed;
  header.batch_worlds = made_with.worlds;
  header.batch_first_world = made_with.first_world;
  header.worlds = std::move(settings.worlds);
  if (header.worlds.empty()) header.worlds = {{0, made_with.worlds}};
  if (header.worlds.size() > recording::max_ranges) {
    throw Error(Refusal::Usage, "the worlds of a recording are " +
                                    std::to_string(header.worlds.size()) +
                                    " runs of consecutive ones; they may be " +
                                    std::to_string(recording::max_ranges));
  }
  header.hash_period = settings.hash_period;
  header.policy = std::move(settings.policy);
  header.policy_hash = settings.policy_hash;
  return header;
}

}  // namespace

RecordingWriter::RecordingWriter(const std::string& path, Simulator& simulator,
                                 RecordingSettings settings)
    : simulator_(simulator),
      header_(header_of(simulator, std::move(settings))),
      worlds_(count_worlds(header_.worlds)),
      columns_(recording::action_columns(simulator.description(), worlds_)),
      file_(path) {
  actions_.resize(columns_.size());
  step_bytes_ = 2 * worlds_;  // those of a hash
  for (const recording::ActionColumn& column : columns_)
    step_bytes_ += column.step_bytes();
  if (step_bytes_ > recording::max_step_bytes) {
    throw Error(Refusal::Usage, "a recording of " + std::to_string(worlds_) + " worlds takes " +
                                    std::to_string(step_bytes_) + " bytes a step; it may take " +
                                    std::to_string(recording::max_step_bytes));
  }
  ByteWriter bytes;
  recording::write_header(bytes, header_);
  file_.append(BlockKind::Header, 0, bytes.bytes());
  note_hash();
}

RecordingWriter::~RecordingWriter() {
  if (is_finished_) return;
  try {
    flush();
  } catch (const Error&) {  // whoever waits for the file hears of it by finish
  }
}

void RecordingWriter::note_launch(int steps) {
  note_launch(steps, simulator_.settings().actions);
}

void RecordingWriter::note_launch(int steps, Actions source) {
  std::vector<std::vector<std::byte>> rows;
  for (const recording::ActionColumn& column : columns_) {
    if (source == Actions::Tensor) rows.push_back(read_actions(column, steps));
  }
  if (block_source_ && *block_source_ != source) flush();
  const std::int64_t piece = std::clamp<std::int64_t>(recording::full_block_bytes / step_bytes_, 1,
                                                      recording::full_block_steps);
  for (std::int64_t done = 0; done < steps; done += piece)
    add_steps(rows, done, std::min<std::int64_t>(piece, steps - done), source);
  STARLING_ASSERT(step_ == simulator_.steps_done(), "Every launch is noted, when it is done.");
  if (step_ >= next_hash_) note_hash();
}

/// The recorded worlds' rows of a launch. [steps, worlds, rows, bytes of a row]
std::vector<std::byte> RecordingWriter::read_actions(const recording::ActionColumn& column,
                                                     int steps) {
  if (header_.worlds.size() == 1) {
    const WorldRange& range = header_.worlds.front();
    return simulator_.read_rows(column.column, steps, range.first, range.worlds);
  }
  const auto step_bytes = static_cast<std::size_t>(column.step_bytes());
  std::vector<std::byte> actions(static_cast<std::size_t>(steps) * step_bytes);
  std::size_t inside = 0;
  for (const WorldRange& range : header_.worlds) {
    const std::vector<std::byte> rows =
        simulator_.read_rows(column.column, steps, range.first, range.worlds);
    const auto width = static_cast<std::size_t>(range.worlds * column.described->bytes_per_world());
    for (std::size_t step = 0; step < static_cast<std::size_t>(steps); ++step) {
      std::memcpy(actions.data() + step * step_bytes + inside, rows.data() + step * width, width);
    }
    inside += width;
  }
  return actions;
}

/// Steps [begin, begin + steps) of a launch, into the block that is being filled or the next.
void RecordingWriter::add_steps(const std::vector<std::vector<std::byte>>& rows, std::int64_t begin,
                                std::int64_t steps, Actions source) {
  const auto is_full = [this](std::int64_t more) {
    const std::int64_t held = step_ - block_step_ + more;
    return held > recording::full_block_steps ||
           (held > 1 && held * step_bytes_ > recording::full_block_bytes);
  };
  if (step_ > block_step_ && is_full(steps)) flush();
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const std::int64_t bytes = columns_[index].step_bytes();
    const auto from = rows[index].begin() + begin * bytes;
    actions_[index].insert(actions_[index].end(), from, from + steps * bytes);
  }
  block_source_ = source;
  step_ += steps;
  if (is_full(1)) flush();
}

void RecordingWriter::note_reset(std::span<const std::uint8_t> mask) {
  RecordedEvent event{EventKind::Reset, step_};
  for (const WorldRange& range : header_.worlds) {
    if (mask.empty()) break;
    const auto begin = mask.begin() + range.first;
    event.mask.insert(event.mask.end(), begin, begin + range.worlds);
  }
  add(std::move(event));
}

void RecordingWriter::note_edit(std::int64_t world, int column, int field, std::int64_t row,
                                std::uint64_t bits) {
  RecordedEvent event{EventKind::Edit, step_};
  event.world = place_in(header_.worlds, world);
  event.column = column;
  event.field = field;
  event.row = row;
  event.bits = bits;
  if (event.world >= 0) add(std::move(event));
}

void RecordingWriter::note_takeover(std::int64_t world, std::int64_t agent, bool is_taken) {
  RecordedEvent event{EventKind::Takeover, step_};
  event.world = place_in(header_.worlds, world);
  event.agent = agent;
  event.is_taken = is_taken;
  if (event.world >= 0) add(std::move(event));
}

void RecordingWriter::note_hash() {
  const std::vector<std::uint64_t> all = simulator_.world_hashes();
  std::vector<std::uint64_t> recorded;
  for (const WorldRange& range : header_.worlds) {
    const auto begin = all.begin() + range.first;
    recorded.insert(recorded.end(), begin, begin + range.worlds);
  }
  RecordedEvent event{EventKind::StateHash, step_};
  event.hash = combine_hashes(recorded);
  for (const std::uint64_t hash : recorded)
    event.briefs.push_back(static_cast<std::uint16_t>(hash));
  add(std::move(event));
  next_hash_ = step_ + header_.hash_period;
}

void RecordingWriter::add(RecordedEvent event) {
  constexpr std::int64_t of_any = 64;
  event_bytes_ += of_any + static_cast<std::int64_t>(event.mask.size() / 8) +
                  static_cast<std::int64_t>(event.briefs.size() * sizeof(std::uint16_t));
  events_.push_back(std::move(event));
  if (event_bytes_ >= recording::full_block_bytes) flush();
}

/// What was noted since the block before.
void RecordingWriter::flush() {
  const std::int64_t steps = step_ - block_step_;
  if (steps == 0 && events_.empty()) return;
  ByteWriter bytes;
  bytes.varint(events_.size());
  for (const RecordedEvent& event : events_)
    recording::write_event(bytes, event, block_step_);
  const bool are_stored = block_source_ == Actions::Tensor && steps != 0;
  bytes.number(static_cast<std::uint8_t>(are_stored ? 1 : 0));
  for (std::size_t index = 0; index < columns_.size(); ++index) {
    if (are_stored) recording::pack_actions(bytes, columns_[index], steps, actions_[index]);
    actions_[index].clear();
  }
  file_.append(BlockKind::Steps, steps, bytes.bytes());
  events_.clear();
  event_bytes_ = 0;
  block_step_ = step_;
  block_source_.reset();
}

void RecordingWriter::finish() {
  STARLING_ASSERT(!is_finished_, "A recording is finished once.");
  note_hash();
  flush();
  ByteWriter bytes;
  bytes.varint(step_);
  file_.append(BlockKind::End, 0, bytes.bytes());
  is_finished_ = true;
}

}  // namespace starling
