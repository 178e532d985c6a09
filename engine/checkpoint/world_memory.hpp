/// Consecutive worlds of a batch, copied to the host and back, as the rows of a checkpoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/batch.hpp"
#include "engine/checkpoint/part.hpp"

namespace starling::checkpoint {

/// Worlds [first, first + worlds) as they are now: the slabs of their tiles, and their rows of the
/// newest slot of each exported column.
class WorldMemory {
 public:
  WorldMemory(Batch& batch, std::int64_t first, std::int64_t worlds);

  /// All of these worlds as a part's bytes.
  std::vector<std::byte> pack() const;

  /// Makes a world, counted from the batch's first, what world `source` of a part is.
  void unpack(std::int64_t world, const PartIndex& part, std::int64_t source);

  /// Makes the batch's worlds what they have become here.
  void write_back();

 private:
  /// Calls visit(memory, byte of the rows) for each scalar of a world's rows of a column.
  template <class Visit>
  void for_each_scalar(std::size_t column, std::int64_t world, std::int64_t rows,
                       Visit visit) const;
  std::int64_t rows_of(int table, std::int64_t world) const;
  std::int64_t place_of(std::size_t column, const FieldDescription& field, std::int64_t world,
                        std::int64_t row) const;
  std::vector<std::byte>& memory_of(std::size_t column);
  const std::vector<std::byte>& memory_of(std::size_t column) const;
  std::uint32_t word(std::size_t column, std::int64_t world) const;
  void set_words(const char* component, int table, std::int64_t world, std::int64_t rows,
                 std::uint32_t value);
  std::byte* export_of(std::size_t column) const;
  void take_finals(std::size_t column);
  bool has_ended(int table, std::int64_t world, std::int64_t row) const;

  Batch& batch_;
  std::int64_t first_;
  std::int64_t worlds_;
  std::int64_t first_tile_;
  std::vector<std::byte> slabs_;
  std::vector<std::vector<std::byte>> exports_;  ///< By column. [worlds, rows, size_bytes]
};

}  // namespace starling::checkpoint
