/// Writes a checkpoint part by part, so that no more than one of them is in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/atomic_file.hpp"
#include "engine/checkpoint/header.hpp"

namespace starling {

class CheckpointWriter {
 public:
  /// Throws Error (Unavailable), as do all calls below.
  CheckpointWriter(const std::string& path, const CheckpointHeader& header);

  /// The next part. The bytes: see engine/checkpoint/format.hpp.
  void append(std::span<const std::byte> part);
  /// To be called once, behind the last part: only now is the file there.
  void finish() { file_.finish(); }

  std::int64_t size_bytes() const { return file_.size_bytes(); }

 private:
  AtomicFile file_;
  std::uint64_t blocks_ = 0;
};

}  // namespace starling
