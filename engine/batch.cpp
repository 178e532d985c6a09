#include "engine/batch.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/footprint.hpp"
#include "engine/tile_size.hpp"
#include "kernels/hash.hpp"

namespace starling {
namespace {

/// Stages of every step would cost the warps, each of which records its own, too much.
constexpr int default_period_cuda = 64;

std::unique_ptr<Backend> make_backend(const Settings& settings) {
  return settings.device == Device::Cpu ? make_cpu_backend(settings.threads) : make_cuda_backend();
}

/// Slots of final observations are counted from the launch's first, and outside a step the engine's
/// own columns have but one.
bool has_slot_by_step(ColumnRole role) {
  return role != ColumnRole::Internal && role != ColumnRole::Final;
}

/// Where hashes of now are written: behind those of a launch's steps.
std::byte* hashes_of_now(const Batch& batch) {
  const int column = batch.description().column_of("StateHash", 0);
  const auto& described = batch.description().columns[static_cast<std::size_t>(column)];
  return batch.export_data(column) +
         (slots_of(described, batch.settings()) - 1) * batch.slot_bytes(column);
}

}  // namespace

Batch::Batch(const Settings& settings)
    : environment_(settings.environment, settings.options),
      settings_(settings),
      backend_(make_backend(settings)),
      plan_(make_plan(environment_, settings_, *backend_)),
      layout_(make_layout(description(), plan_.tile_worlds, layout_on(settings.device))),
      slabs_(*backend_, plan_.tiles * plan_.slab_bytes) {
  settings_.tile_worlds = plan_.tile_worlds;
  settings_.residency = plan_.residency;
  settings_.lanes = plan_.lanes;
  settings_.threads = plan_.threads;
  allocated_bytes_ = slabs_.size_bytes();
  const auto& columns = description().columns;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    exports_.emplace_back();
    if (!columns[column].is_exported()) continue;
    exports_.back() = Buffer(
        *backend_, slot_bytes(static_cast<int>(column)) * slots_of(columns[column], settings_));
    backend_->zero(exports_.back().data(), exports_.back().size_bytes());
    allocated_bytes_ += exports_.back().size_bytes();
  }
  share();
  if (settings_.tile_shuffle != 0) make_tile_order();
  if (settings_.trace != TraceLevel::Off) make_trace();
  step_launch_ = make_launch(1, 0);
  run(ProgramKind::Create, 0);
  reset({});
}

void Batch::share() {
  for (const SharedData::Array& array : environment_.shared) {
    const auto bytes = static_cast<std::int64_t>(array.bytes.size());
    shared_.emplace_back(*backend_, bytes);
    backend_->write(shared_.back().data(), array.bytes.data(), bytes);
    allocated_bytes_ += bytes;
  }
}

/// A Fisher-Yates shuffle; the order changes nothing but the timing, which is what it is for.
void Batch::make_tile_order() {
  std::vector<std::int32_t> order(static_cast<std::size_t>(plan_.tiles));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    const std::uint64_t draw = kernels::mix64(settings_.tile_shuffle + left);
    std::swap(order[left - 1], order[draw % left]);
  }
  tile_order_ = Buffer(*backend_, static_cast<std::int64_t>(order.size() * sizeof(std::int32_t)));
  allocated_bytes_ += tile_order_.size_bytes();
  backend_->write(tile_order_.data(), reinterpret_cast<const std::byte*>(order.data()),
                  tile_order_.size_bytes());
}

void Batch::make_trace() {
  if (settings_.trace == TraceLevel::Automatic) {
    settings_.trace = plan_.stages > 1 ? TraceLevel::Stage : TraceLevel::Tile;
  }
  if (settings_.trace_period == 0) {
    settings_.trace_period = settings_.device == Device::Cuda ? default_period_cuda : 1;
  }
  trace_ =
      Buffer(*backend_, settings_.trace_records * static_cast<std::int64_t>(sizeof(TraceRecord)));
  allocated_bytes_ += trace_.size_bytes();
  backend_->zero(trace_.data(), trace_.size_bytes());
  trace_target_.records = reinterpret_cast<TraceRecord*>(trace_.data());
  trace_target_.total_records = settings_.trace_records;
  trace_target_.stages = settings_.trace == TraceLevel::Stage;
  trace_target_.step_mask = static_cast<std::uint32_t>(settings_.trace_period - 1);
}

std::vector<TraceRecord> Batch::read_trace() {
  std::vector<TraceRecord> records(static_cast<std::size_t>(trace_target_.lanes) *
                                   trace_target_.lane_records);
  backend_->read(reinterpret_cast<std::byte*>(records.data()), trace_.data(),
                 static_cast<std::int64_t>(records.size() * sizeof(TraceRecord)), 1, 0);
  return records;
}

void Batch::clear_trace() {
  backend_->zero(trace_.data(), trace_.size_bytes());
  traced_kind_.reset();
}

void Batch::reset(std::span<const std::uint8_t> mask) {
  if (!mask.empty() && static_cast<std::int64_t>(mask.size()) != settings_.worlds) {
    throw Error(Refusal::Usage, "a reset mask has " + std::to_string(mask.size()) +
                                    " entries; this batch has " + std::to_string(settings_.worlds) +
                                    " worlds");
  }
  const int column = description().column_of("ResetRequest", 0);
  const std::vector<std::uint8_t> all(mask.empty() ? static_cast<std::size_t>(settings_.worlds) : 0,
                                      1);
  const std::uint8_t* requested = mask.empty() ? all.data() : mask.data();
  backend_->write(export_data(column), reinterpret_cast<const std::byte*>(requested),
                  settings_.worlds);
  run(ProgramKind::Reset, current_slot_);
}

std::vector<std::uint64_t> Batch::hash_worlds() {
  const int column = description().column_of("StateHash", 0);
  run(ProgramKind::Hash, current_slot_);
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(settings_.worlds));
  backend_->read(reinterpret_cast<std::byte*>(hashes.data()), hashes_of_now(*this),
                 slot_bytes(column), 1, 0);
  return hashes;
}

std::int64_t Batch::slot_bytes(int column) const {
  return settings_.worlds *
         description().columns[static_cast<std::size_t>(column)].bytes_per_world();
}

Launch Batch::make_launch(int steps, int first_slot) const {
  Launch launch;
  launch.slabs = slabs_.data();
  launch.slab_bytes = plan_.slab_bytes;
  launch.staging_bytes = static_cast<std::uint32_t>(layout_.staging_bytes);
  launch.worlds = settings_.worlds;
  launch.tile_worlds = plan_.tile_worlds;
  launch.tiles = static_cast<std::int32_t>(plan_.tiles);
  launch.steps = steps;
  launch.slots = settings_.steps_per_launch;
  launch.first_step = static_cast<std::uint32_t>(steps_done_);
  launch.seed = settings_.seed;
  launch.first_world = static_cast<std::uint32_t>(settings_.first_world);
  launch.tile_order = reinterpret_cast<const std::int32_t*>(tile_order_.data());
  const auto& columns = description().columns;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    launch.columns[column].offset = static_cast<std::uint32_t>(layout_.column_offset[column]);
    if (!columns[column].is_exported()) continue;
    launch.columns[column].row_bytes = static_cast<std::uint32_t>(columns[column].size_bytes);
    const int index = static_cast<int>(column);
    const bool by_step = has_slot_by_step(columns[column].role);
    launch.columns[column].exported =
        export_data(index) + (by_step ? first_slot * slot_bytes(index) : 0);
  }
  std::int32_t entities = 0;
  for (std::size_t table = 0; table < layout_.plane_rows.size(); ++table) {
    const std::int32_t rows = description().tables[table].rows_per_world;
    launch.tables[table] = {static_cast<std::int32_t>(layout_.plane_rows[table]), rows, entities};
    entities += table > 0 ? rows : 0;
  }
  for (std::size_t index = 0; index < shared_.size(); ++index)
    launch.shared[index] = {shared_[index].data(), environment_.shared[index].size};
  return launch;
}

/// What makes, restarts and hashes worlds is compiled once, fused and for slabs in memory.
void Batch::run(ProgramKind kind, int first_slot) {
  Launch launch = make_launch(1, first_slot);
  if (kind == ProgramKind::Hash) {
    launch.columns[description().column_of("StateHash", 0)].exported = hashes_of_now(*this);
  }
  const LaunchChoice choice{kind, true, Residency::Global, 0, layout_.shared_bytes(), nullptr};
  backend_->launch(environment_, choice, launch, threads_for(choice));
}

Place Batch::place_of(int column, const FieldDescription& field, std::int64_t world,
                      std::int64_t row, std::int64_t slot) const {
  const auto index = static_cast<std::size_t>(column);
  const ColumnDescription& described = description().columns[index];
  const std::int64_t scalar = size_bytes(field.dtype);
  if (described.is_exported()) {
    const std::int64_t rows = world * described.rows_per_world + row;
    return {export_data(column) + slot * slot_bytes(column) + rows * described.size_bytes +
                field.offset_bytes,
            scalar};
  }
  return {slab(world / plan_.tile_worlds) + place_in_slab(index, field, world, row), scalar};
}

std::int64_t Batch::place_in_slab(std::size_t column, const FieldDescription& field,
                                  std::int64_t world, std::int64_t row) const {
  return layout_.column_offset[column] +
         layout_.offset_of(description().columns[column], field, world % plan_.tile_worlds, row);
}

std::int64_t Batch::rows_of(int table, std::int64_t world) const {
  const TableDescription& described = description().tables[static_cast<std::size_t>(table)];
  if (!described.grows) return described.rows_per_world;
  const auto column = static_cast<std::size_t>(described.population);
  const Place place =
      place_of(described.population, description().columns[column].fields.front(), world, 0, 0);
  std::uint32_t rows = 0;
  backend_->read(reinterpret_cast<std::byte*>(&rows), place.address, place.size_bytes, 1,
                 place.size_bytes);
  return std::min<std::int64_t>(rows, described.rows_per_world);
}

std::vector<std::byte> Batch::read_state_field(int column, const FieldDescription& field) {
  const auto index = static_cast<std::size_t>(column);
  const ColumnDescription& described = description().columns[index];
  if (described.rows_per_world == 0) return {};
  const std::int64_t scalar = size_bytes(field.dtype);
  const auto inside = [&](std::int64_t tile_world, std::int64_t row) {
    return layout_.offset_of(described, field, tile_world, row);
  };
  const std::int64_t first = layout_.column_offset[index] + inside(0, 0);
  const std::int64_t width =
      inside(plan_.tile_worlds - 1, described.rows_per_world - 1) - inside(0, 0) + scalar;
  std::vector<std::byte> tiles(static_cast<std::size_t>(plan_.tiles * width));
  backend_->read(tiles.data(), slabs_.data() + first, width, plan_.tiles, plan_.slab_bytes);
  std::vector<std::byte> values(
      static_cast<std::size_t>(settings_.worlds * described.rows_per_world * scalar));
  std::byte* to = values.data();
  for (std::int64_t world = 0; world < settings_.worlds; ++world) {
    const std::byte* tile = tiles.data() + world / plan_.tile_worlds * width;
    for (std::int64_t row = 0; row < described.rows_per_world; ++row, to += scalar) {
      const std::int64_t at = inside(world % plan_.tile_worlds, row) - inside(0, 0);
      std::memcpy(to, tile + at, static_cast<std::size_t>(scalar));
    }
  }
  return values;
}

}  // namespace starling
