/// Records a run while it goes on: see format.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/recording/block_file.hpp"
#include "engine/recording/header.hpp"
#include "engine/recording/packed_actions.hpp"

namespace starling {

/// What is recorded of a run, and how.
struct RecordingSettings {
  std::vector<WorldRange> worlds = {};  ///< By their index in the batch; none for all.
  /// Steps from one state hash to the next; one is taken at the end of a launch. It reads the whole
  /// state: of 4,096 worlds a CPU thread takes as long for it as for 5 steps of CartPole, of a
  /// launch of 64, or for 12 of Overcooked.
  std::int64_t hash_period = 512;
  std::string policy = {};        ///< As RecordingHeader has it.
  std::uint64_t policy_hash = 0;  ///< See engine/byte_hash.hpp.
};

/// The caller tells of all that it does to the simulator, when it does it: each launch and each
/// reset by note_..., before the next is begun. Recording reads; it changes no result.
///
/// Where a launch took its actions from the tensors, these are read from there, for which the
/// launch is waited for. Where it drew them, they follow from the seed and nothing is read.
class RecordingWriter {
 public:
  /// The simulator must not have stepped yet and must outlive the writer. A file that was there is
  /// overwritten. Throws Error: Usage for settings out of range, Unavailable where no file can be
  /// written. So do all calls below.
  RecordingWriter(const std::string& path, Simulator& simulator, RecordingSettings settings);
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;
  /// Keeps what was noted; without `finish` the recording reads as cut off there.
  ~RecordingWriter();

  /// After `Simulator::step(steps)`, or where the actions came from elsewhere, from there.
  void note_launch(int steps);
  void note_launch(int steps, Actions source);
  /// After `Simulator::reset`; mask: [worlds] of the batch, empty for all.
  void note_reset(std::span<const std::uint8_t> mask = {});
  /// After `Simulator::edit`. Worlds that are not recorded are passed over.
  void note_edit(std::int64_t world, int column, int field, std::int64_t row, std::uint64_t bits);
  /// A person takes an agent of a world, or gives it back. It is for those who look later.
  void note_takeover(std::int64_t world, std::int64_t agent, bool is_taken);

  /// Ends the file as a whole one, with a last hash. Nothing may be noted after it.
  void finish();

  std::int64_t size_bytes() const { return file_.size_bytes(); }
  std::int64_t worlds() const { return worlds_; }  ///< Recorded.

 private:
  void note_hash();
  void add(RecordedEvent event);
  std::vector<std::byte> read_actions(const recording::ActionColumn& column, int steps);
  void add_steps(const std::vector<std::vector<std::byte>>& rows, std::int64_t begin,
                 std::int64_t steps, Actions source);
  void flush();

  Simulator& simulator_;
  RecordingHeader header_;
  std::int64_t worlds_ = 0;      ///< Recorded.
  std::int64_t step_bytes_ = 0;  ///< Of their actions and a hash.
  std::vector<recording::ActionColumn> columns_;
  recording::BlockWriter file_;

  std::int64_t next_hash_ = 0;
  std::int64_t step_ = 0;
  std::int64_t block_step_ = 0;  ///< Steps done before the block that is being filled.
  std::optional<Actions> block_source_;
  std::vector<RecordedEvent> events_;
  std::int64_t event_bytes_ = 0;                 ///< About.
  std::vector<std::vector<std::byte>> actions_;  ///< By column: [steps, agents, bytes of a row].
  bool is_finished_ = false;
};

}  // namespace starling
