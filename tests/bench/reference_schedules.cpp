/// The engine's own systems in schedules that other engines use: columns over all worlds in device
/// memory, and the whole grid in step from one pass to the next. They are what the tile schedule is
/// measured against.
#include <algorithm>
#include <optional>

#include "engine/batch.hpp"
#include "kernels/cuda_check.hpp"
#include "tests/bench/on_cuda.hpp"
#include "tests/bench/reference_kernels.hpp"

namespace starling::bench {
namespace {

using kernels::cuda_check;

enum class Schedule { GridBarrier, Graph };

/// The engine's memory with all worlds in one tile; reset and hashes are the engine's.
template <Schedule schedule, bool fused>
class ReferenceSchedule final : public Contestant {
 public:
  explicit ReferenceSchedule(const Task& task) : task_(task) {}

  std::string name() const override {
    return std::string(schedule == Schedule::Graph ? "graph" : "grid barrier") +
           (fused ? ", a stage" : ", a system");
  }

  void start(std::uint64_t seed) override {
    graph_ = {};
    batch_.reset();
    Settings settings;
    settings.environment = task_.workload;
    settings.device = Device::Cuda;
    settings.worlds = task_.worlds;
    settings.tile_worlds = static_cast<int>(task_.worlds);
    settings.residency = Residency::Global;
    settings.steps_per_launch = task_.steps_per_launch;
    settings.actions = Actions::Random;
    settings.seed = seed;
    batch_.emplace(settings);
    if constexpr (schedule == Schedule::Graph) {
      graph_ = PassGraph::capture<fused>(batch_->make_launch(task_.steps_per_launch, 0));
    }
  }
  void reset(std::span<const std::uint8_t> mask) override { batch_->reset(mask); }

  void step(int steps) override {
    newest_slot_ = steps - 1;
    if constexpr (schedule == Schedule::Graph) {
      if (steps == task_.steps_per_launch) {
        graph_.launch(cuda_stream());
        return;
      }
    }
    // a launch of fewer steps, before a timed window, is the barriers' in both
    launch_with_barriers(batch_->make_launch(steps, 0));
  }
  void synchronize() override { batch_->backend().synchronize(); }
  void* stream() const override { return batch_->backend().stream(); }

  ExportViews views() override {
    constexpr std::array<const char*, exports> components = {"Action", "Observation", "Reward",
                                                             "Ending", "FinalObservation"};
    ExportViews views;
    for (std::size_t index = 0; index < exports; ++index)
      views[index] = view_of(components[index]);
    return views;
  }
  /// By the engine's own program, told which slot is the newest.
  std::vector<std::uint64_t> world_hashes() override {
    const LaunchChoice choice{ProgramKind::Hash, true, Residency::Global, 0,
                              batch_->plan().slab_bytes};
    Launch launch = batch_->make_launch(1, newest_slot_);
    batch_->backend().launch(batch_->environment(), choice, launch, batch_->plan().threads);
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(task_.worlds));
    const int column = batch_->description().column_of("StateHash", 0);
    batch_->backend().read(reinterpret_cast<std::byte*>(hashes.data()), batch_->export_data(column),
                           batch_->slot_bytes(column), 1, 0);
    return hashes;
  }

 private:
  cudaStream_t cuda_stream() const { return static_cast<cudaStream_t>(stream()); }

  void launch_with_barriers(Launch launch) {
    const void* kernel = reinterpret_cast<const void*>(&run_with_barriers<fused>);
    if (blocks_ == 0) {
      int blocks_a_processor = 0;
      cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_a_processor, kernel,
                                                               block_threads, 0),
                 "reading a kernel's occupancy");
      blocks_ = blocks_a_processor * batch_->backend().limits().processors;
    }
    void* arguments[] = {&launch};
    cuda_check(cudaLaunchCooperativeKernel(kernel, dim3(static_cast<unsigned>(blocks_)),
                                           dim3(block_threads), arguments, 0, cuda_stream()),
               "launching a grid with barriers");
  }

  ExportView view_of(const char* component) const {
    const auto& columns = batch_->description().columns;
    for (std::size_t index = 0; index < columns.size(); ++index) {
      const ColumnDescription& column = columns[index];
      if (column.component != component || !column.is_exported()) continue;
      const bool is_final = column.role == ColumnRole::Final;
      return {batch_->export_data(static_cast<int>(index)),
              task_.steps_per_launch,
              task_.worlds * column.rows_per_world,
              column.size_bytes,
              column.size_bytes,
              is_final ? SlotOrder::Episodes : SlotOrder::Steps};
    }
    throw Error(Refusal::Usage, std::string("the arena exports no ") + component);
  }

  Task task_;
  std::optional<Batch> batch_;
  PassGraph graph_;
  int blocks_ = 0;
  int newest_slot_ = 0;
};

template <Schedule schedule, bool fused>
Bar bar_of(const Task& task) {
  return {ReferenceSchedule<schedule, fused>(task).name(), "",
          [task] { return std::make_unique<ReferenceSchedule<schedule, fused>>(task); }};
}

}  // namespace

std::vector<Bar> reference_schedules(const Task& task) {
  if (task.workload != "arena" || task.device != Device::Cuda) return {};
  return {bar_of<Schedule::GridBarrier, false>(task), bar_of<Schedule::Graph, false>(task),
          bar_of<Schedule::GridBarrier, true>(task), bar_of<Schedule::Graph, true>(task)};
}

}  // namespace starling::bench
