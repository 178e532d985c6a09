/// The memory of a simulator and the launches on it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/planner.hpp"

namespace starling {

/// Where one scalar, or one component, of one row lies.
struct Place {
  std::byte* address = nullptr;
  std::int64_t size_bytes = 0;
};

class Batch {
 public:
  explicit Batch(const Settings& settings);

  void reset(std::span<const std::uint8_t> mask);
  void step(int steps, Actions source);
  void step(int steps, Actor& actor);
  void act(Actor& actor);
  void draw_actions();

  SavedState save();
  void restore(const SavedState& state);

  const PreparedEnvironment& environment() const { return environment_; }
  const EnvironmentDescription& description() const { return environment_.description; }
  const Settings& settings() const { return settings_; }
  const Plan& plan() const { return plan_; }
  Backend& backend() const { return *backend_; }
  std::int64_t steps_done() const { return steps_done_; }
  int current_slot() const { return current_slot_; }
  int last_steps() const { return last_steps_; }
  /// Of worlds that were stepped elsewhere before.
  void set_steps_done(std::int64_t steps) { steps_done_ = steps; }
  std::int64_t allocated_bytes() const { return allocated_bytes_; }

  /// First byte of an exported column, slot 0.
  std::byte* export_data(int column) const {
    return exports_[static_cast<std::size_t>(column)].data();
  }
  /// Bytes of one slot of an exported column.
  std::int64_t slot_bytes(int column) const;

  /// What a launch of `steps` steps is given; exports at `first_slot`.
  Launch make_launch(int steps, int first_slot) const;

  /// Hashes every world now. [worlds]
  std::vector<std::uint64_t> hash_worlds();

  /// Reads back what all launches of steps so far recorded, lane by lane. [lanes, lane_records]
  std::vector<TraceRecord> read_trace();
  void clear_trace();
  /// The program whose steps were recorded; none before the first.
  std::optional<ProgramKind> traced_kind() const { return traced_kind_; }
  const TraceTarget& trace_target() const { return trace_target_; }

  /// Where a scalar of a row of a world lies; of an exported column, in the given slot.
  Place place_of(int column, const FieldDescription& field, std::int64_t world, std::int64_t row,
                 std::int64_t slot) const;

  /// First byte of a tile's slab.
  std::byte* slab(std::int64_t tile) const { return slabs_.data() + tile * plan_.slab_bytes; }
  /// Where a scalar of a state column lies, from the start of its world's slab.
  std::int64_t place_in_slab(std::size_t column, const FieldDescription& field, std::int64_t world,
                             std::int64_t row) const;

  /// Rows of a table that a world has now.
  std::int64_t rows_of(int table, std::int64_t world) const;

  /// A state column of the whole batch, scalar by scalar: values of one field, world by world, row
  /// by row; of a table that grows, what lies in rows that do not live means nothing. Each is
  /// `size_bytes(field.dtype)` long.
  std::vector<std::byte> read_state_field(int column, const FieldDescription& field);

 private:
  void run(ProgramKind kind, int first_slot);
  void check_steps(int steps) const;
  std::uint32_t* steps_before();
  void check_source(Actions source) const;
  void run_steps(int steps, Actions source);
  void run_step_of_launch(int slot);
  void count_steps(int steps);
  LaunchChoice step_choice();
  LaunchChoice choice_for(Actions source);
  void choose_trace(LaunchChoice& choice);
  int threads_for(const LaunchChoice& choice) const;
  void check_fit(const SavedState& state) const;
  void make_tile_order();
  void make_trace();

  void share();

  const PreparedEnvironment environment_;
  Settings settings_;
  std::unique_ptr<Backend> backend_;
  Plan plan_;
  SlabLayout layout_;
  Buffer slabs_;
  std::vector<Buffer> shared_;   ///< What all worlds read, in the order of launches.
  std::vector<Buffer> exports_;  ///< By column; empty for state.
  Buffer tile_order_;
  Buffer trace_;
  Buffer steps_before_;  ///< A word; none before an actor's first launch.
  TraceTarget trace_target_;
  std::optional<ProgramKind> traced_kind_;
  std::int64_t allocated_bytes_ = 0;
  std::int64_t steps_done_ = 0;
  Launch step_launch_;
  int current_slot_ = 0;
  int last_steps_ = 0;
};

}  // namespace starling
