/// A batch as it was: copied out of the device and back.
#include "engine/batch.hpp"

namespace starling {
namespace {

std::vector<std::byte> copy_of(Backend& backend, const Buffer& buffer) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(buffer.size_bytes()));
  backend.read(bytes.data(), buffer.data(), buffer.size_bytes(), 1, buffer.size_bytes());
  return bytes;
}

bool fits(const std::vector<std::byte>& bytes, const Buffer& buffer) {
  return static_cast<std::int64_t>(bytes.size()) == buffer.size_bytes();
}

[[noreturn]] void refuse(const std::string& what, const std::string& saved,
                         const std::string& here) {
  throw Error(Refusal::Usage, "a state saved with " + what + " " + saved +
                                  " cannot be restored in a batch with " + here);
}

}  // namespace

std::int64_t SavedState::size_bytes() const {
  std::size_t bytes = slabs.size();
  for (const std::vector<std::byte>& column : exports)
    bytes += column.size();
  return static_cast<std::int64_t>(bytes);
}

SavedState Simulator::save() {
  return batch_->save();
}

void Simulator::restore(const SavedState& state) {
  batch_->restore(state);
}

SavedState Batch::save() {
  SavedState state;
  state.environment = settings_.environment;
  state.worlds = settings_.worlds;
  state.first_world = settings_.first_world;
  state.seed = settings_.seed;
  state.device = settings_.device;
  state.tile_worlds = settings_.tile_worlds;
  state.slots = settings_.steps_per_launch;
  state.steps_done = steps_done_;
  state.current_slot = current_slot_;
  state.last_steps = last_steps_;
  backend_->synchronize();
  state.slabs = copy_of(*backend_, slabs_);
  for (const Buffer& buffer : exports_)
    state.exports.push_back(copy_of(*backend_, buffer));
  return state;
}

void Batch::restore(const SavedState& state) {
  check_fit(state);
  backend_->synchronize();
  backend_->write(slabs_.data(), state.slabs.data(), slabs_.size_bytes());
  for (std::size_t column = 0; column < exports_.size(); ++column) {
    if (exports_[column].size_bytes() == 0) continue;
    backend_->write(exports_[column].data(), state.exports[column].data(),
                    exports_[column].size_bytes());
  }
  steps_done_ = state.steps_done;
  current_slot_ = state.current_slot;
  last_steps_ = state.last_steps;
}

/// What the numbers allow, the sizes may still forbid: those of a run with other options.
void Batch::check_fit(const SavedState& state) const {
  const auto check = [](const char* what, auto saved, auto here) {
    if (saved != here) refuse(what, std::to_string(saved), std::to_string(here));
  };
  if (state.environment != settings_.environment)
    refuse("environment", state.environment, settings_.environment);
  if (state.device != settings_.device)
    refuse("backend", name_of(state.device), name_of(settings_.device));
  check("worlds", state.worlds, settings_.worlds);
  check("first_world", state.first_world, settings_.first_world);
  check("seed", state.seed, settings_.seed);
  check("tile_worlds", state.tile_worlds, settings_.tile_worlds);
  check("steps_per_launch", state.slots, settings_.steps_per_launch);
  check("columns", state.exports.size(), exports_.size());
  bool fits_all = fits(state.slabs, slabs_) && state.steps_done >= 0 && state.current_slot >= 0 &&
                  state.current_slot < settings_.steps_per_launch && state.last_steps >= 0 &&
                  state.last_steps <= settings_.steps_per_launch;
  for (std::size_t column = 0; column < exports_.size(); ++column)
    fits_all = fits_all && fits(state.exports[column], exports_[column]);
  if (!fits_all) {
    throw Error(Refusal::Usage, "a state of '" + state.environment + "' of " +
                                    std::to_string(state.size_bytes()) +
                                    " bytes does not fit this batch, which has other options");
  }
}

}  // namespace starling
