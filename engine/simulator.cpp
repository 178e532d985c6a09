#include "engine/simulator.hpp"

#include "engine/batch.hpp"
#include "engine/fingerprint.hpp"
#include "kernels/hash.hpp"

namespace starling {

const char* name_of(Device device) {
  return device == Device::Cpu ? "cpu" : "cuda";
}

const char* name_of(Residency residency) {
  constexpr const char* names[] = {"automatic", "registers", "shared", "global"};
  return names[static_cast<int>(residency)];
}

const char* name_of(TraceLevel level) {
  constexpr const char* names[] = {"off", "automatic", "tile", "stage"};
  return names[static_cast<int>(level)];
}

std::uint64_t combine_hashes(std::span<const std::uint64_t> world_hashes) {
  std::uint64_t hash = kernels::mix64(world_hashes.size());
  for (std::size_t world = 0; world < world_hashes.size(); ++world) {
    hash =
        kernels::hash_join(hash, kernels::mix64(world_hashes[world] + kernels::mix64(world + 1)));
  }
  return hash;
}

Simulator::Simulator(const Settings& settings) : batch_(std::make_unique<Batch>(settings)) {}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

void Simulator::reset() {
  batch_->reset({});
}
void Simulator::reset(std::span<const std::uint8_t> mask) {
  if (mask.empty()) throw Error(Refusal::Usage, "a reset mask is empty; it has an entry a world");
  batch_->reset(mask);
}
void Simulator::step(int steps) {
  batch_->step(steps, settings().actions);
}
void Simulator::step(int steps, Actions source) {
  batch_->step(steps, source);
}
void Simulator::step(int steps, Actor& actor) {
  batch_->step(steps, actor);
}
void Simulator::act(Actor& actor) {
  batch_->act(actor);
}
void Simulator::draw_actions() {
  batch_->draw_actions();
}
void Simulator::synchronize() {
  batch_->backend().synchronize();
}

const Settings& Simulator::settings() const {
  return batch_->settings();
}
const Plan& Simulator::plan() const {
  return batch_->plan();
}
const PreparedEnvironment& Simulator::environment() const {
  return batch_->environment();
}
const EnvironmentDescription& Simulator::description() const {
  return batch_->description();
}
std::uint64_t Simulator::fingerprint() const {
  return fingerprint_of(environment());
}
std::string Simulator::device_name() const {
  return batch_->backend().limits().name;
}
void* Simulator::stream() const {
  return batch_->backend().stream();
}
std::int64_t Simulator::steps_done() const {
  return batch_->steps_done();
}
std::int64_t Simulator::agents_per_world() const {
  return description().agents_per_world();
}
std::int64_t Simulator::peak_bytes() const {
  return batch_->allocated_bytes();
}
int Simulator::current_slot() const {
  return batch_->current_slot();
}

std::vector<std::uint64_t> Simulator::world_hashes() {
  return batch_->hash_worlds();
}

std::uint64_t Simulator::state_hash() {
  return combine_hashes(world_hashes());
}

std::vector<std::uint64_t> Simulator::step_hashes() {
  if (!settings().hash_steps) {
    throw Error(Refusal::Usage, "step_hashes needs a simulator made with hash_steps");
  }
  const int column = description().column_of("StateHash", 0);
  const std::int64_t bytes = batch_->slot_bytes(column) * batch_->last_steps();
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(bytes) / sizeof(std::uint64_t));
  batch_->backend().read(reinterpret_cast<std::byte*>(hashes.data()), batch_->export_data(column),
                         bytes, 1, 0);
  return hashes;
}

}  // namespace starling
