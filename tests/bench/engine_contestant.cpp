#include "tests/bench/engine_contestant.hpp"

#include <fmt/format.h>

#include <optional>

namespace starling::bench {
namespace {

class Engine final : public Contestant {
 public:
  Engine(const Task& task, const Settings& variant, const std::string& name)
      : settings_(variant), name_(name) {
    settings_.environment = task.workload;
    settings_.device = task.device;
    settings_.worlds = task.worlds;
    settings_.steps_per_launch = task.steps_per_launch;
    settings_.actions = Actions::Random;
    if (task.device == Device::Cpu) settings_.threads = task.threads;
  }

  std::string name() const override { return name_; }

  void start(std::uint64_t seed) override {
    simulator_.reset();  // its memory first, since two may not fit
    settings_.seed = seed;
    simulator_.emplace(settings_);
    if (!is_said_) say_plan();
  }
  void reset(std::span<const std::uint8_t> mask) override { simulator_->reset(mask); }
  void step(int steps) override { simulator_->step(steps); }
  void synchronize() override { simulator_->synchronize(); }
  void* stream() const override { return simulator_->stream(); }
  ExportViews views() override { return views_of(*simulator_); }
  std::vector<std::uint64_t> world_hashes() override { return simulator_->world_hashes(); }

 private:
  void say_plan() {
    is_said_ = true;
    const Plan& plan = simulator_->plan();
    fmt::print(stderr, "{}: tile of {} worlds, {} threads, {}, {} stages, {} barriers\n", name_,
               plan.tile_worlds, plan.threads, name_of(plan.residency), plan.stages, plan.barriers);
  }

  Settings settings_;
  std::string name_;
  bool is_said_ = false;
  std::optional<Simulator> simulator_;
};

ExportView view_of(const Tensor& tensor) {
  const std::int64_t scalar = size_bytes(tensor.dtype);
  return {static_cast<std::byte*>(tensor.data), tensor.shape[0],
          tensor.shape[1] * tensor.shape[2],    tensor.shape[3] * scalar,
          tensor.strides[2] * scalar,           SlotOrder::Steps};
}

}  // namespace

ExportViews views_of(Simulator& simulator) {
  ExportViews views;
  for (std::size_t index = 0; index < exports; ++index) {
    views[index] = view_of(simulator.tensor(export_names[index]));
  }
  views[static_cast<std::size_t>(Export::FinalObservation)].order = SlotOrder::Episodes;
  return views;
}

std::unique_ptr<Contestant> make_engine(const Task& task, const Settings& variant,
                                        const std::string& name) {
  return std::make_unique<Engine>(task, variant, name);
}

}  // namespace starling::bench
