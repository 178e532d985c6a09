/// `starling rollout --out FILE`: all that a run exports, step by step, as a safetensors file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "systems/policy/player.hpp"
#include "systems/policy/tensor_writer.hpp"

namespace starling::cli {

/// Tensors have the names, the types and the axes of the simulator's, [steps, worlds, rows,
/// elements]: index t holds what step t did, whatever the steps of a launch. Unlike in a simulator,
/// so does it of final observations, which are zeros where no episode ended. What was observed
/// before the first step is first_NAME, [1, worlds, rows, elements]. With a player there are
/// log_probability and value too. The metadata say how many steps were done.
class Trajectory {
 public:
  /// Of a simulator that has not stepped yet, which must outlive it like the player, that may be
  /// none. Throws Error (Unavailable) where no such file can be written.
  Trajectory(const std::string& path, Simulator& simulator, const policy::Player* player,
             std::int64_t steps);

  /// Adds the last launch, of so many steps. Throws Error (Unavailable).
  void add_launch(int steps);

  /// To be called once, at the end. Throws Error (Unavailable).
  void finish();

  std::int64_t file_bytes() const { return writer_->file_bytes(); }

 private:
  /// A tensor of the file, by its index there, and where it comes from.
  struct Column {
    Tensor tensor;
    std::size_t index = 0;
    std::string ending;  ///< Of final observations: the tensor that says where an episode ended.
  };

  void take_columns(const policy::Player* player);
  void spread(const Column& column, int steps, const std::vector<std::byte>& kept);
  policy::TensorWriter::Metadata metadata(std::int64_t steps) const;

  Simulator& simulator_;
  std::int64_t steps_done_ = 0;
  std::vector<Column> columns_;
  std::vector<Column> firsts_;
  std::vector<policy::DeclaredTensor> declared_;
  std::unique_ptr<policy::TensorWriter> writer_;
};

}  // namespace starling::cli
