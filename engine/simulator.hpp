/// A batch of worlds of one environment, stepped together on one device.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "engine/options.hpp"
#include "engine/tensor.hpp"

namespace starling {

/// Where the action of each step comes from.
enum class Actions : std::uint8_t {
  Tensor,  ///< Slot k of the action tensors is the action of step k of a launch; zeros at first.
  Random,  ///< Drawn uniformly inside the step, and written to the action tensors.
};

/// Where the columns of a tile live while it is stepped.
enum class Residency : std::uint8_t {
  Automatic,  ///< The fastest that the graph and the device allow.
  Registers,  ///< Rows stay in registers for all steps of a launch (CUDA, small worlds).
  Shared,     ///< The slab is copied to shared memory for a launch (CUDA).
  Global,     ///< The slab stays where it is, in device or host memory.
};

/// How finely a run is traced: what a CUDA block or a CPU thread records.
enum class TraceLevel : std::uint8_t {
  Off,
  Automatic,  ///< Each tile where the graph is one stage, else each stage too.
  Tile,       ///< Each tile, all steps of a launch in one record.
  Stage,      ///< Each tile, and each stage in some steps.
};

const char* name_of(Device device);
const char* name_of(Residency residency);
const char* name_of(TraceLevel level);

/// What a simulator is made from. Results depend on environment, worlds, seed and actions alone.
struct Settings {
  std::string environment;
  OptionTexts options = {};  ///< The environment's own.
  std::int64_t worlds = 1;
  std::int64_t first_world = 0;  ///< Number of the first world. World n of a seed is the same world
                                 ///< in every batch that has it; only calls count from 0.
  std::uint64_t seed = 0;
  Device device = Device::Cpu;
  int threads = 0;           ///< CPU threads; 0 takes one a core.
  int tile_worlds = 0;       ///< Worlds stepped together; 0 lets the planner choose.
  int steps_per_launch = 1;  ///< Most steps of one `step` call, and slots of each tensor.
  Actions actions = Actions::Tensor;
  bool fused = true;  ///< Off: every system is a pass of its own. Same results.
  Residency residency = Residency::Automatic;
  int lanes = 0;                   ///< CUDA threads a world in registers; 0: the planner chooses.
  bool hash_steps = false;         ///< Also hash every world after every step.
  std::uint64_t tile_shuffle = 0;  ///< Not 0: seed of a random order of tiles. Same results.
  TraceLevel trace = TraceLevel::Off;    ///< See Simulator::trace. Same results.
  std::int64_t trace_records = 1 << 20;  ///< Most records kept, shared out evenly; 32 bytes each.
  int trace_period = 0;  ///< Stages are recorded in every so many steps of a launch; 0: 64 on CUDA,
                         ///< each on a CPU. A power of two.
};

/// Bytes of one table, column or buffer, for all worlds.
struct FootprintItem {
  std::string name;
  std::int64_t size_bytes = 0;
};

/// What a simulator takes and how it was planned, known before anything is allocated.
struct Plan {
  int tile_worlds = 0;
  std::int64_t tiles = 0;
  int threads = 0;  ///< CPU threads, or CUDA threads a block.
  Residency residency = Residency::Global;
  int lanes = 0;          ///< CUDA threads that step a world in registers; 0: a block steps a tile.
  bool resident = false;  ///< The state of a tile stays on chip (registers, shared memory, cache).
  int stages = 0;         ///< Passes over rows in one step.
  int barriers = 0;       ///< Crew-wide barriers in one step.
  std::int64_t slab_bytes = 0;
  std::vector<FootprintItem> items;
  std::int64_t total_bytes = 0;
  double bytes_per_world = 0;
};

/// Sums over the episodes that ended since creation.
struct EpisodeTally {
  std::int64_t episodes = 0;
  double return_sum = 0;  ///< Sum over finished episodes of the mean over agents of their return.
  std::int64_t length_sum = 0;

  /// Nothing where no episode has ended.
  std::optional<double> mean_return() const { return mean(return_sum); }
  std::optional<double> mean_length() const { return mean(static_cast<double>(length_sum)); }

  EpisodeTally& operator+=(const EpisodeTally& more) {
    episodes += more.episodes;
    return_sum += more.return_sum;
    length_sum += more.length_sum;
    return *this;
  }
  friend bool operator==(const EpisodeTally&, const EpisodeTally&) = default;

 private:
  std::optional<double> mean(double sum) const {
    if (episodes == 0) return std::nullopt;
    return sum / static_cast<double>(episodes);
  }
};

/// The first error of a world.
struct WorldError {
  std::string kind;  ///< As `Simulator::errors` counts them.
  std::int64_t world = 0;
  std::int64_t step = 0;  ///< Steps done when it happened, modulo 2^32.
  std::string archetype;  ///< With table_full: whose rows had no room. Else empty.
  std::int64_t wanted = 0;
  std::int64_t allowed = 0;
  std::string text;  ///< All of it in one sentence.
};

/// One scalar of one world: "Cart.x_m", row 0.
struct FieldValue {
  std::string path;  ///< "archetype.Component.field" or "world.Component.field"
  std::int64_t row = 0;
  std::uint64_t bits = 0;
  std::string text;  ///< The value as a person reads it.
};

/// All that a batch was at one time, in host memory: see Simulator::save.
struct SavedState {
  std::string environment;
  std::int64_t worlds = 0;
  std::int64_t first_world = 0;
  std::uint64_t seed = 0;
  Device device = Device::Cpu;
  int tile_worlds = 0;
  int slots = 0;
  std::int64_t steps_done = 0;
  int current_slot = 0;
  int last_steps = 0;
  std::vector<std::byte> slabs;
  std::vector<std::vector<std::byte>> exports;  ///< By column, all slots; empty for state.

  std::int64_t size_bytes() const;
};

struct Checkpoint;
struct EnvironmentDescription;
struct PreparedEnvironment;
struct TraceLog;
struct WorldSnapshot;
class Actor;
class Batch;

/// Steps a batch of worlds. Not thread-safe; simulators are independent of each other.
///
/// On CUDA, `reset`, `step`, `act` and `draw_actions` return once their work is queued; what reads
/// or writes waits for it.
class Simulator {
 public:
  /// Allocates, makes the worlds and starts their first episode. Throws Error when the environment
  /// is unknown, a setting is out of range, the device is missing or memory does not suffice.
  explicit Simulator(const Settings& settings);
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  /// Ends the episode of every world, or of those whose mask entry is not 0, and starts a fresh
  /// one. mask: [worlds]. Observations of the current slot become those of the new episode.
  void reset();
  void reset(std::span<const std::uint8_t> mask);

  /// Steps all worlds `steps` times, 1 <= steps <= steps_per_launch, as one launch.
  void step(int steps = 1);
  /// The same, with actions from `source`, whatever Settings::actions says. A trace holds steps
  /// with actions from one source only: that of the first since it was cleared. Throws Error where
  /// every step is hashed and the source is another than the settings'.
  void step(int steps, Actions source);
  /// The same, and before each step the actor writes its actions.
  void step(int steps, Actor& actor);
  /// The actor writes the actions of the next step to slot 0; nothing is stepped.
  void act(Actor& actor);

  /// Writes to slot 0 of the action tensors what the next step would draw: changed or not, a step
  /// from the tensors may follow. Nothing else changes.
  void draw_actions();

  /// Waits until all queued work is done.
  void synchronize();

  const Settings& settings() const;  ///< As given, with the planner's choices filled in.
  const Plan& plan() const;
  const PreparedEnvironment& environment() const;  ///< As the settings' options make it.
  const EnvironmentDescription& description() const;
  std::uint64_t fingerprint() const;  ///< Of the environment: see engine/fingerprint.hpp.
  std::string device_name() const;
  void* stream() const;  ///< Where CUDA work is queued, a cudaStream_t; null on a CPU.
  std::int64_t steps_done() const;
  std::int64_t agents_per_world() const;  ///< Rows that take actions, per world.
  std::int64_t peak_bytes() const;        ///< Bytes allocated, all buffers together.

  /// Exported columns by name. Throws Error for an unknown name.
  std::vector<std::string> tensor_names() const;
  Tensor tensor(std::string_view name) const;
  /// The slot that holds the newest step; 0 after creation.
  int current_slot() const;
  /// Copies a tensor of contiguous elements to the host, or from it. Sizes in bytes must match.
  std::vector<std::byte> read(const Tensor& tensor);
  void write(const Tensor& tensor, std::span<const std::byte> bytes);
  /// Copies rows of some worlds of an exported column, by its index in the description, from the
  /// first slots: [slots, worlds, rows, bytes of a row].
  std::vector<std::byte> read_rows(int column, int slots, std::int64_t first_world,
                                   std::int64_t worlds);
  /// The way back, for one slot and whole worlds from `first_world` on. [worlds, rows, bytes of a
  /// row]
  void write_rows(int column, int slot, std::int64_t first_world, std::span<const std::byte> bytes);

  /// Hash of one world: every column, singleton and counter. [worlds]
  std::vector<std::uint64_t> world_hashes();
  /// With Settings::hash_steps: hashes of each step of the last launch. [steps, worlds]
  std::vector<std::uint64_t> step_hashes();
  /// Hash of the whole batch, from the world hashes in order.
  std::uint64_t state_hash();

  /// Worlds that hold an error, by kind; empty when all is well.
  std::map<std::string, std::int64_t> errors();
  /// Of every kind the first worlds that hold one, `most_a_kind` at most; kinds in the order of
  /// their names.
  std::vector<WorldError> first_errors(std::int64_t most_a_kind = 1);
  EpisodeTally tally();
  /// The same of every world. [worlds]
  std::vector<EpisodeTally> tallies();
  /// Rows that live now, of all worlds together, by table.
  std::vector<std::int64_t> rows_alive();

  /// With Settings::trace: who did what and when in all `step` calls since creation.
  TraceLog trace();
  /// Forgets what was recorded so far.
  void clear_trace();

  /// Worlds [first, first + count) as they are now, on the host. Throws Error (Usage) where there
  /// are no such worlds.
  std::vector<WorldSnapshot> snapshot(std::int64_t first, std::int64_t count);

  /// Every scalar of one world, in declaration order; of archetypes that grow, the rows that live.
  std::vector<FieldValue> inspect(std::int64_t world);
  /// Flips one bit of one scalar of one world: `index` and the order are those of `inspect`.
  void flip_bit(std::int64_t world, std::size_t index, int bit);
  /// Writes one scalar of one world: path and row are those of `inspect`, and `bits` the value's
  /// in its lowest bytes. Of an exported column it is written to the current slot. Throws Error
  /// where there is no such scalar, where the bits are not its, and where it is the engine's own
  /// account of which entity lies where.
  void edit(std::int64_t world, std::string_view path, std::int64_t row, std::uint64_t bits);
  /// The same: column is an index of the description's, and field one of the column's.
  void edit(std::int64_t world, int column, int field, std::int64_t row, std::uint64_t bits);

  /// Copies all that later steps depend on, and all that the calls above show but the trace.
  SavedState save();
  /// Makes the batch what it was when it was saved, or what another of the same settings was: all
  /// that follows is the same, bit by bit. Throws Error where the state does not fit.
  void restore(const SavedState& state);

  /// The same for any settings but environment, options and seed, of worlds [first, first + count):
  /// all that they are, whatever device and tiles they lay on. Throws Error (Usage) where there are
  /// no such worlds.
  Checkpoint checkpoint(std::int64_t first, std::int64_t count);
  Checkpoint checkpoint();
  /// Makes the worlds that a checkpoint has, by their numbers (see Settings::first_world), what
  /// they were, and leaves the others as they are: a rewind, where the checkpoint is this batch's.
  /// All that follows is the same, bit by bit. Where it has all worlds of the batch, so is
  /// steps_done; what the tensors hold of other steps than the newest is not part of it. Throws
  /// Error (Usage) where environment, options or seed are others, or no world is of this batch;
  /// then nothing has changed.
  void restore(const Checkpoint& checkpoint);

  /// Writes a checkpoint of all worlds to a file, at once: whoever opens the file, also after a
  /// crash, finds the one that was there or this one. Returns its bytes. Throws Error
  /// (Unavailable).
  std::int64_t save(const std::string& path);
  /// Restores from such a file as many worlds as this batch has of it. Throws Error (Usage).
  void load(const std::string& path);

  /// Makes worlds [first, first + count) copies of a world. Each draws the random numbers of its
  /// own place from here on: with equal actions they differ by chance alone. Throws Error (Usage)
  /// where there are no such worlds.
  void fork(std::int64_t world, std::int64_t first, std::int64_t count);

 private:
  std::unique_ptr<Batch> batch_;
};

/// Names of the environments linked into this program, sorted.
std::vector<std::string> environment_names();

/// The options of an environment, where a run gives none. Throws Error for an unknown one.
std::vector<OptionHelp> environment_options(const std::string& environment);

/// Combines world hashes, in world order, to the hash of a batch.
std::uint64_t combine_hashes(std::span<const std::uint64_t> world_hashes);

/// True if this build has the CUDA backend; `cuda_unavailable_reason` says why a run would fail,
/// or nothing when it would not.
bool built_with_cuda();
std::optional<std::string> cuda_unavailable_reason();

}  // namespace starling
