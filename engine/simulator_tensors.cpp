/// The exported columns of a simulator as tensors, and copies of them.
#include <cstring>

#include "engine/batch.hpp"
#include "kernels/check.hpp"

namespace starling {
namespace {

bool is_public(const ColumnDescription& column) {
  return column.is_exported() && column.role != ColumnRole::Internal && !column.fields.empty();
}

bool is_uniform(const ColumnDescription& column) {
  for (const FieldDescription& field : column.fields) {
    if (field.dtype != column.fields.front().dtype) return false;
  }
  return true;
}

/// "observation", or "agent.observation" where several archetypes export the same component.
std::string public_name(const EnvironmentDescription& description,
                        const ColumnDescription& column) {
  int same = 0;
  for (const ColumnDescription& other : description.columns) {
    same += is_public(other) && other.tensor_name == column.tensor_name ? 1 : 0;
  }
  const std::string& table = description.tables[static_cast<std::size_t>(column.table)].name;
  return same > 1 ? table + "." + column.tensor_name : column.tensor_name;
}

Tensor view_of(const Batch& batch, int index, const ColumnDescription& column,
               const FieldDescription& first, std::int64_t elements, const std::string& name) {
  const std::int64_t scalar = size_bytes(first.dtype);
  const std::int64_t row = column.size_bytes / scalar;
  const std::int64_t worlds = batch.settings().worlds;
  Tensor tensor;
  tensor.name = name;
  tensor.data = batch.export_data(index) + first.offset_bytes;
  tensor.shape = {batch.settings().steps_per_launch, worlds, column.rows_per_world, elements};
  tensor.strides = {worlds * column.rows_per_world * row, column.rows_per_world * row, row, 1};
  tensor.dtype = first.dtype;
  tensor.device = batch.settings().device;
  tensor.device_index = batch.backend().device_index();
  return tensor;
}

std::vector<Tensor> all_tensors(const Batch& batch) {
  std::vector<Tensor> tensors;
  const auto& columns = batch.description().columns;
  for (std::size_t index = 0; index < columns.size(); ++index) {
    const ColumnDescription& column = columns[index];
    if (!is_public(column)) continue;
    const std::string name = public_name(batch.description(), column);
    const auto elements = static_cast<std::int64_t>(column.fields.size());
    const int number = static_cast<int>(index);
    if (is_uniform(column)) {
      tensors.push_back(view_of(batch, number, column, column.fields.front(), elements, name));
    }
    if (column.role == ColumnRole::Final || column.is_strip) continue;
    for (const FieldDescription& field : column.fields) {
      tensors.push_back(view_of(batch, number, column, field, 1, name + "." + field.path));
    }
  }
  return tensors;
}

/// Bytes from a tensor's first element to one past its last, in its column's memory.
std::int64_t span_bytes(const Tensor& tensor) {
  std::int64_t last = 0;
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
    last += (tensor.shape[axis] - 1) * tensor.strides[axis];
  }
  return tensor.elements() == 0 ? 0 : (last + 1) * size_bytes(tensor.dtype);
}

/// Calls copy(dense byte offset, strided byte offset) for each innermost run of a tensor.
template <class Copy>
void for_each_run(const Tensor& tensor, Copy copy) {
  const std::int64_t scalar = size_bytes(tensor.dtype);
  std::int64_t dense = 0;
  for (std::int64_t slot = 0; slot < tensor.shape[0]; ++slot) {
    for (std::int64_t world = 0; world < tensor.shape[1]; ++world) {
      for (std::int64_t row = 0; row < tensor.shape[2]; ++row) {
        const std::int64_t strided =
            slot * tensor.strides[0] + world * tensor.strides[1] + row * tensor.strides[2];
        copy(dense * scalar, strided * scalar);
        dense += tensor.shape[3];
      }
    }
  }
}

bool is_dense(const Tensor& tensor) {
  return span_bytes(tensor) == tensor.elements() * size_bytes(tensor.dtype);
}

}  // namespace

std::vector<std::string> Simulator::tensor_names() const {
  std::vector<std::string> names;
  for (const Tensor& tensor : all_tensors(*batch_))
    names.push_back(tensor.name);
  return names;
}

Tensor Simulator::tensor(std::string_view name) const {
  std::string known;
  for (const Tensor& tensor : all_tensors(*batch_)) {
    if (tensor.name == name) return tensor;
    known += (known.empty() ? "" : ", ") + tensor.name;
  }
  throw Error(Refusal::Usage, "environment '" + description().name + "' exports no tensor '" +
                                  std::string(name) + "'; it has " + known);
}

std::vector<std::byte> Simulator::read(const Tensor& tensor) {
  const std::int64_t span = span_bytes(tensor);
  std::vector<std::byte> memory(static_cast<std::size_t>(span));
  batch_->backend().read(memory.data(), static_cast<const std::byte*>(tensor.data), span, 1, span);
  if (is_dense(tensor)) return memory;
  const std::int64_t scalar = size_bytes(tensor.dtype);
  std::vector<std::byte> dense(static_cast<std::size_t>(tensor.elements() * scalar));
  for_each_run(tensor, [&](std::int64_t to, std::int64_t from) {
    std::memcpy(dense.data() + to, memory.data() + from,
                static_cast<std::size_t>(tensor.shape[3] * scalar));
  });
  return dense;
}

void Simulator::write(const Tensor& tensor, std::span<const std::byte> bytes) {
  const std::int64_t scalar = size_bytes(tensor.dtype);
  const std::int64_t wanted = tensor.elements() * scalar;
  if (static_cast<std::int64_t>(bytes.size()) != wanted) {
    throw Error(Refusal::Usage, "tensor '" + tensor.name + "' takes " + std::to_string(wanted) +
                                    " bytes, not " + std::to_string(bytes.size()));
  }
  auto* data = static_cast<std::byte*>(tensor.data);
  if (is_dense(tensor)) {
    batch_->backend().write(data, bytes.data(), wanted);
    return;
  }
  const std::int64_t span = span_bytes(tensor);
  std::vector<std::byte> memory(static_cast<std::size_t>(span));
  batch_->backend().read(memory.data(), data, span, 1, span);
  for_each_run(tensor, [&](std::int64_t from, std::int64_t to) {
    std::memcpy(memory.data() + to, bytes.data() + from,
                static_cast<std::size_t>(tensor.shape[3] * scalar));
  });
  batch_->backend().write(data, memory.data(), span);
}

std::vector<std::byte> Simulator::read_rows(int column, int slots, std::int64_t first_world,
                                            std::int64_t worlds) {
  const std::int64_t slot_bytes = batch_->slot_bytes(column);
  const std::int64_t world_bytes = slot_bytes / settings().worlds;
  STARLING_ASSERT(slots <= settings().steps_per_launch && first_world >= 0 &&
                      first_world + worlds <= settings().worlds,
                  "Rows are read of slots and worlds that are there.");
  std::vector<std::byte> rows(static_cast<std::size_t>(slots * worlds * world_bytes));
  const std::byte* from = batch_->export_data(column) + first_world * world_bytes;
  if (worlds == settings().worlds) {
    batch_->backend().read(rows.data(), from, slots * slot_bytes, 1, slots * slot_bytes);
  } else {
    batch_->backend().read(rows.data(), from, worlds * world_bytes, slots, slot_bytes);
  }
  return rows;
}

void Simulator::write_rows(int column, int slot, std::int64_t first_world,
                           std::span<const std::byte> bytes) {
  const std::int64_t slot_bytes = batch_->slot_bytes(column);
  const std::int64_t begin = first_world * (slot_bytes / settings().worlds);
  const auto size = static_cast<std::int64_t>(bytes.size());
  STARLING_ASSERT(
      slot < settings().steps_per_launch && first_world >= 0 && begin + size <= slot_bytes,
      "Rows are written to a slot and to worlds that are there.");
  batch_->backend().write(batch_->export_data(column) + slot * slot_bytes + begin, bytes.data(),
                          size);
}

}  // namespace starling
