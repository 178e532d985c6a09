/// Reads a checkpoint's file, of which no byte is trusted.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint.hpp"
#include "engine/checkpoint/format.hpp"

namespace starling {

/// Every refusal is an Error (Usage) of one sentence with the file, the byte and the reason.
class CheckpointReader {
 public:
  /// Reads the header and finds all parts; refuses a file that is not whole.
  explicit CheckpointReader(const std::string& path);
  /// The same of bytes that are no file; `path` is their name.
  CheckpointReader(std::unique_ptr<std::istream> stream, const std::string& path);

  const CheckpointHeader& header() const { return header_; }
  std::int64_t size_bytes() const { return size_bytes_; }
  std::string name() const;  ///< "the checkpoint 'a.save'"

  /// Refuses a file whose worlds are not of this environment with these options.
  void require_same(const PreparedEnvironment& environment, const OptionTexts& options) const;

  /// The parts that have some of these worlds, by their index among the header's, checked for what
  /// the engine believes. The environment must be the same; its worlds say how much room is made.
  Checkpoint read(const EnvironmentDescription& description, std::int64_t first,
                  std::int64_t worlds);

 private:
  struct Block {
    checkpoint::BlockHead head;
    std::int64_t offset = 0;  ///< Of its head.
  };

  void index_file();
  void read_preamble();
  void index_block(std::int64_t offset, std::uint64_t most_plain_bytes);
  void read_header();
  Checkpoint::Part read_part(std::int64_t index, const EnvironmentDescription& description);
  std::vector<std::byte> read_block(std::size_t index);
  bool get(void* bytes, std::size_t size);
  std::string place_of(std::int64_t offset) const;
  [[noreturn]] void refuse(std::int64_t offset, const std::string& reason) const;

  std::string path_;
  std::unique_ptr<std::istream> stream_;
  std::int64_t size_bytes_ = 0;
  std::vector<Block> blocks_;
  CheckpointHeader header_;
};

}  // namespace starling
