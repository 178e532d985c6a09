/// A file of blocks: each compressed, checked and handed to the system before the next is begun.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/recording/format.hpp"

namespace starling::recording {

/// Appends blocks to a new file; one that was there is gone.
class BlockWriter {
 public:
  /// Throws Error (Unavailable) where no file can be written there.
  explicit BlockWriter(const std::string& path);

  /// Once it returns the block survives the end of this process, but not yet of the machine. Throws
  /// Error (Unavailable).
  void append(BlockKind kind, std::int64_t steps, std::span<const std::byte> plain);

  std::int64_t size_bytes() const { return size_bytes_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void put(const void* bytes, std::size_t size);
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t blocks_ = 0;
  std::int64_t size_bytes_ = 0;
};

/// A block of a file, known to be whole.
struct IndexedBlock {
  BlockHead head;
  std::int64_t offset = 0;      ///< Of its head.
  std::int64_t first_step = 0;  ///< Steps of the blocks before.
};

/// Reads blocks in any order.
class BlockReader {
 public:
  /// Reads through the file once. Throws Error (Usage) where it is no recording, or none that this
  /// program can read.
  explicit BlockReader(const std::string& path);

  const std::vector<IndexedBlock>& blocks() const { return blocks_; }
  std::int64_t steps() const { return steps_; }  ///< Of all blocks that are whole.
  std::int64_t size_bytes() const { return size_bytes_; }
  /// What lies behind the last whole block, in a sentence; empty where nothing does.
  const std::string& damage() const { return damage_; }

  /// What a block holds. Throws Error (Usage).
  std::vector<std::byte> read(const IndexedBlock& block);

  /// "the recording 'a.run', byte 12: the block", as a sentence about it begins.
  std::string name_of(const IndexedBlock& block) const {
    return place_of(block.offset) + "the block";
  }

  /// Throws Error (Usage): the file, the offset and what is wrong there.
  [[noreturn]] void refuse(std::int64_t offset, const std::string& reason) const;

 private:
  std::string place_of(std::int64_t offset) const;
  void read_preamble();
  bool index_next(std::int64_t offset);
  std::string why_unreadable(const BlockHead& head, std::int64_t offset) const;
  std::vector<std::byte> read_stored(const BlockHead& head, std::int64_t offset);
  bool get(void* bytes, std::size_t size);

  std::string path_;
  std::ifstream file_;
  std::int64_t size_bytes_ = 0;
  std::vector<IndexedBlock> blocks_;
  std::int64_t steps_ = 0;
  std::string damage_;
};

}  // namespace starling::recording
