/// The engine's own systems in schedules that other engines use: columns over all worlds in device
/// memory, and the whole grid in step from one system to the next.
///
/// They are what the tile schedule is measured against (design.md, section 2). A pass is a system
/// with the clearing of what it writes, or a stage of fused systems; each is the engine's RowPass
/// on one tile that holds all worlds.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <optional>

#include "engine/batch.hpp"
#include "engine/programs.hpp"
#include "engine/run_tile.hpp"
#include "kernels/cuda_check.hpp"
#include "tests/bench/on_cuda.hpp"
#include "tests/support/environments/arena.hpp"

namespace starling::bench {
namespace {

using detail::RowPass;
using detail::TokenKind;
using kernels::cuda_check;
using tests::arena::Arena;

constexpr int block_threads = 256;

/// All threads of the grid, in step.
struct GridCrew {
  __device__ std::ptrdiff_t rank() const {
    return static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  }
  __device__ std::ptrdiff_t size() const {
    return static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  }
  __device__ void sync() const { cooperative_groups::this_grid().sync(); }
};

template <class Token>
inline constexpr bool clears = false;
template <class T, class MaskList>
inline constexpr bool clears<detail::LeafToken<Clear<T>, MaskList>> = true;

/// The passes of a program: its stages where it is fused, else system by system.
template <bool fused>
struct Passes {
  using Program = detail::ProgramOf<Arena, ProgramKind::Rollout, fused>;
  using Tile = detail::Tile<Arena>;

  template <int token>
  static consteval int pass_end() {
    if constexpr (fused) {
      return Program::plan.stage_end[token];
    } else if constexpr (clears<typename Program::template TokenAt<token>>) {
      return pass_end<token + 1>();
    } else {
      return token + 1;
    }
  }

  /// Calls visit.template operator()<begin, end>() for every pass of a step in order; on the host
  /// to queue kernels, on the device to run them.
#pragma nv_exec_check_disable
  template <int token, int end, class Visit>
  STARLING_FN static void for_each(const Visit& visit) {
    if constexpr (token < end) {
      if constexpr (starts_loop<token>()) {
        constexpr int match = Program::info(token).match;
        for (int turn = 0; turn < Program::info(token).times; ++turn)
          for_each<token + 1, match>(visit);
        for_each<match + 1, end>(visit);
      } else {
        visit.template operator()<token, pass_end<token>()>();
        for_each<pass_end<token>(), end>(visit);
      }
    }
  }

 private:
  /// A loop that is not itself a stage, or part of one.
  template <int token>
  static consteval bool starts_loop() {
    return Program::info(token).kind == TokenKind::LoopBegin &&
           (!fused || Program::plan.stage_end[token] == 0);
  }
};

/// One pass by the whole grid, then a barrier.
template <bool fused>
struct PassAndBarrier {
  const typename Passes<fused>::Tile& tile;
  std::int32_t step;

  template <int begin, int end>
  __device__ void operator()() const {
    const GridCrew crew;
    RowPass<typename Passes<fused>::Program, begin, end>::run(tile, crew, step);
    crew.sync();
  }
};

template <bool fused>
__global__ void __launch_bounds__(block_threads)
    run_with_barriers(const __grid_constant__ Launch launch) {
  using P = Passes<fused>;
  const typename P::Tile tile = detail::tile_at<Arena>(launch, 0);
  for (std::int32_t step = 0; step < launch.steps; ++step)
    P::template for_each<0, P::Program::size>(PassAndBarrier<fused>{tile, step});
}

template <bool fused, int begin, int end>
__global__ void __launch_bounds__(block_threads)
    run_pass(const __grid_constant__ Launch launch, std::int32_t step) {
  const auto tile = detail::tile_at<Arena>(launch, 0);
  RowPass<typename Passes<fused>::Program, begin, end>::run(tile, GridCrew{}, step);
}

/// Queues the kernel of a pass; a thread for every row of the largest table that it runs over.
template <bool fused>
struct QueuePass {
  const Launch& launch;
  std::int32_t step;
  cudaStream_t stream;

  template <int begin, int end>
  void operator()() const {
    using Pass = RowPass<typename Passes<fused>::Program, begin, end>;
    std::int64_t rows = launch.worlds;
    if (!Pass::rows_of.world_space) {
      for (int table = 1; table < detail::Schema<Arena>::tables; ++table) {
        const bool runs = (Pass::rows_of.tables >> table & 1U) != 0;
        const int rows_per_world = runs ? detail::Tile<Arena>::S::rows_per_world[table] : 0;
        rows = std::max(rows, launch.worlds * rows_per_world);
      }
    }
    const auto blocks = static_cast<unsigned>((rows + block_threads - 1) / block_threads);
    run_pass<fused, begin, end><<<blocks, block_threads, 0, stream>>>(launch, step);
    cuda_check(cudaGetLastError(), "queueing a pass");
  }
};

/// A CUDA graph of all passes of a launch.
class PassGraph {
 public:
  template <bool fused>
  static PassGraph capture(const Launch& launch) {
    using P = Passes<fused>;
    cudaStream_t stream = nullptr;
    cuda_check(cudaStreamCreate(&stream), "creating a stream to capture");
    cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capturing");
    for (std::int32_t step = 0; step < launch.steps; ++step)
      P::template for_each<0, P::Program::size>(QueuePass<fused>{launch, step, stream});
    cudaGraph_t graph = nullptr;
    cuda_check(cudaStreamEndCapture(stream, &graph), "ending the capture");
    PassGraph passes;
    cuda_check(cudaGraphInstantiate(&passes.graph_, graph, 0), "making a graph");
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return passes;
  }
  PassGraph() = default;
  PassGraph(PassGraph&& other) noexcept { std::swap(graph_, other.graph_); }
  PassGraph& operator=(PassGraph&& other) noexcept {
    std::swap(graph_, other.graph_);
    return *this;
  }
  ~PassGraph() {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  }

  void launch(cudaStream_t stream) const {
    cuda_check(cudaGraphLaunch(graph_, stream), "launching a graph");
  }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

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
    const LaunchChoice choice{ProgramKind::Hash, true, Residency::Global,
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
      return {batch_->export_data(static_cast<int>(index)),
              task_.steps_per_launch * task_.worlds * column.rows_per_world, column.size_bytes,
              column.size_bytes};
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
  if (task.workload != "arena") return {};
  return {bar_of<Schedule::GridBarrier, false>(task), bar_of<Schedule::Graph, false>(task),
          bar_of<Schedule::GridBarrier, true>(task), bar_of<Schedule::Graph, true>(task)};
}

}  // namespace starling::bench
