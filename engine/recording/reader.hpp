/// Reads a recording: what it is of, and block by block what happened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/recording/block_file.hpp"
#include "engine/recording/header.hpp"
#include "engine/recording/packed_actions.hpp"
#include "engine/registry.hpp"

namespace starling {

/// Some steps of a recording that follow each other.
class RecordedSteps {
 public:
  std::int64_t first_step() const { return first_step_; }
  std::int64_t steps() const { return steps_; }
  /// In the order in which they happened.
  const std::vector<RecordedEvent>& events() const { return events_; }
  /// Whether the actions are here; else the steps drew them.
  bool has_actions() const { return !actions_.empty(); }
  /// All actions of one step in one of the reader's action columns, step counted in this block.
  /// rows: [recorded worlds, rows, bytes of a row]
  void read_actions(std::size_t column, std::int64_t step, std::span<std::byte> rows) const {
    actions_[column].read(step, rows);
  }

 private:
  friend class RecordingReader;
  std::vector<std::byte> bytes_;  ///< What the actions are read from.
  std::int64_t first_step_ = 0;
  std::int64_t steps_ = 0;
  std::vector<RecordedEvent> events_;
  std::vector<recording::PackedActions> actions_;
};

class RecordingReader {
 public:
  /// Throws Error (Usage) where it is no recording, or its header is not whole. So do all calls
  /// below, each with one sentence that names file, offset and reason.
  explicit RecordingReader(const std::string& path);

  const RecordingHeader& header() const { return header_; }
  std::int64_t worlds() const { return worlds_; }  ///< Recorded.
  std::int64_t steps() const { return file_.steps(); }
  std::int64_t size_bytes() const { return file_.size_bytes(); }
  /// Whether the run ended as it should; else `damage` says, if anything is known, what stands
  /// where the last whole block ends.
  bool is_whole() const { return is_whole_; }
  const std::string& damage() const { return file_.damage(); }

  /// Takes the environment as a run with the header's options has it, which what follows is read
  /// by. Refuses one that is not as it was when the run was recorded.
  void set_environment(const PreparedEnvironment& environment);
  const std::vector<recording::ActionColumn>& action_columns() const { return columns_; }

  /// Blocks of steps, in order.
  std::size_t blocks() const { return blocks_.size(); }
  std::int64_t first_step_of(std::size_t block) const { return blocks_[block].first_step; }
  RecordedSteps read(std::size_t block);

  /// Throws Error (Usage), which names the file and where the block stands.
  [[noreturn]] void refuse(std::size_t block, const std::string& reason) const;

 private:
  void read_end(const recording::IndexedBlock& block);

  recording::BlockReader file_;
  RecordingHeader header_;
  std::int64_t worlds_ = 0;
  bool is_whole_ = false;
  std::vector<recording::IndexedBlock> blocks_;
  EnvironmentDescription description_;
  std::vector<recording::ActionColumn> columns_;
};

}  // namespace starling
