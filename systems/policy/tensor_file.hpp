/// Reading safetensors files: tensors by name, with nothing in the file believed before it is
/// checked.
///
/// The format is https://huggingface.co/docs/safetensors: the header's length as 8 bytes, little
/// endian; the header, JSON; the tensors' bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace starling::policy {

/// A tensor of a file, as it lies in its bytes.
struct StoredTensor {
  std::string dtype;  ///< As the format names it: "F32".
  std::vector<std::int64_t> shape;
  std::size_t begin = 0;  ///< Bytes [begin, end) of the data behind the header.
  std::size_t end = 0;
};

/// A safetensors file in memory.
class TensorFile {
 public:
  /// Throws Error (Usage) with one sentence, which begins with the path, where the file cannot be
  /// read or is no safetensors file.
  static TensorFile read(const std::string& path);

  /// The same for bytes; `name` begins the sentences.
  TensorFile(std::string name, std::vector<std::byte> bytes);

  const std::string& name() const { return name_; }
  const std::map<std::string, StoredTensor>& tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// Throws Error (Usage) where there is no such tensor.
  const StoredTensor& tensor(const std::string& name) const;

  /// The values of a float32 tensor. Throws Error (Usage) where it is of another type or shape.
  std::vector<float> floats(const std::string& name, const std::vector<std::int64_t>& shape) const;
  /// The values of a tensor of bytes.
  std::vector<std::uint8_t> bytes(const std::string& name,
                                  const std::vector<std::int64_t>& shape) const;

  /// Throws Error (Usage): the file's name, a colon, and the sentence.
  [[noreturn]] void refuse(const std::string& sentence) const;

 private:
  void read_header();
  void check_coverage() const;
  template <class T>
  std::vector<T> values(const std::string& name, const char* dtype,
                        const std::vector<std::int64_t>& shape) const;

  std::string name_;
  std::vector<std::byte> bytes_;
  std::size_t data_ = 0;  ///< Where the header ends.
  std::map<std::string, StoredTensor> tensors_;
  std::map<std::string, std::string> metadata_;
};

/// A shape as text: "[96, 32]".
std::string shape_text(const std::vector<std::int64_t>& shape);

}  // namespace starling::policy
