/// Writing safetensors files larger than memory: all tensors are declared, then written in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/tensor.hpp"

namespace starling::policy {

/// A tensor of a file to be, row-major.
struct DeclaredTensor {
  std::string name;
  DType dtype = DType::Float32;
  std::vector<std::int64_t> shape;
};

/// A file to be. It is written beside its name and takes the name when it is finished; one that was
/// there stays until then. What is not written is zero. See TensorFile for the format.
class TensorWriter {
 public:
  using Metadata = std::map<std::string, std::string>;

  /// Throws Error (Unavailable) where no file can be written there, or none so large.
  TensorWriter(const std::string& path, std::vector<DeclaredTensor> tensors, Metadata metadata);
  TensorWriter(const TensorWriter&) = delete;
  TensorWriter& operator=(const TensorWriter&) = delete;
  ~TensorWriter();

  std::int64_t file_bytes() const { return data_ + data_bytes_; }  ///< Of the whole file.

  /// Writes a piece of a tensor, by its index among those declared, from a byte of it on. Throws
  /// Error (Unavailable).
  void write(std::size_t tensor, std::int64_t offset_bytes, std::span<const std::byte> bytes);

  /// Gives the file its name; to be called once. `metadata` takes the place of what was given
  /// first, and no text of it may be longer. Throws Error (Unavailable).
  void finish(const Metadata& metadata);

 private:
  std::string header(const Metadata& metadata) const;
  void write_header(const Metadata& metadata);
  [[noreturn]] void refuse(const std::string& reason) const;

  std::vector<DeclaredTensor> tensors_;
  std::vector<std::int64_t> begins_;  ///< Bytes into the data, and one past the last tensor's.
  std::vector<std::int64_t> sizes_;   ///< In bytes.
  std::int64_t data_ = 0;             ///< Where the data begin.
  std::int64_t data_bytes_ = 0;
  std::filesystem::path path_;
  std::filesystem::path partial_;
  std::ofstream file_;
  bool is_finished_ = false;
};

}  // namespace starling::policy
