#include "systems/policy/tensor_writer.hpp"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/error.hpp"
#include "kernels/check.hpp"

namespace starling::policy {
namespace {

constexpr std::int64_t length_bytes = 8;

/// Data begin at a multiple of it, as the format wants it.
constexpr std::size_t header_alignment = 8;

const char* stored_name(DType dtype) {
  constexpr const char* names[] = {"BOOL", "I8",  "U8",  "I16", "U16", "I32",
                                   "U32",  "I64", "U64", "F32", "F64"};
  return names[static_cast<int>(dtype)];
}

std::int64_t bytes_of(const DeclaredTensor& tensor) {
  std::int64_t bytes = size_bytes(tensor.dtype);
  for (const std::int64_t size : tensor.shape)
    bytes *= size;
  return bytes;
}

}  // namespace

TensorWriter::TensorWriter(const std::string& path, std::vector<DeclaredTensor> tensors,
                           Metadata metadata)
    : tensors_(std::move(tensors)), path_(path), partial_(path + ".partial") {
  for (const DeclaredTensor& tensor : tensors_)
    sizes_.push_back(bytes_of(tensor));
  // those of large elements first, so that each lies at a multiple of its element's size
  std::vector<std::size_t> order(tensors_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [this](std::size_t left, std::size_t right) {
    return size_bytes(tensors_[left].dtype) > size_bytes(tensors_[right].dtype);
  });
  begins_.resize(tensors_.size());
  for (const std::size_t index : order) {
    begins_[index] = data_bytes_;
    data_bytes_ += sizes_[index];
  }
  std::size_t length = header(metadata).size();
  length = (length + header_alignment - 1) / header_alignment * header_alignment;
  data_ = length_bytes + static_cast<std::int64_t>(length);

  std::error_code error;
  const auto folder = std::filesystem::absolute(path_, error).parent_path();
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (!error && static_cast<std::uintmax_t>(file_bytes()) > space.available) {
    refuse("it would take " + std::to_string(file_bytes()) + " bytes, and " +
           std::to_string(space.available) + " are free there");
  }
  if (std::filesystem::is_directory(path_, error)) refuse("it is a folder");
  file_.open(partial_, std::ios::binary | std::ios::trunc);
  if (!file_) refuse(std::strerror(errno));
  write_header(metadata);
  std::filesystem::resize_file(partial_, static_cast<std::uintmax_t>(file_bytes()), error);
  if (error) refuse(error.message());
}

TensorWriter::~TensorWriter() {
  std::error_code ignored;
  if (!is_finished_) std::filesystem::remove(partial_, ignored);
}

void TensorWriter::write(std::size_t tensor, std::int64_t offset_bytes,
                         std::span<const std::byte> bytes) {
  const auto count = static_cast<std::int64_t>(bytes.size());
  STARLING_ASSERT(offset_bytes >= 0 && offset_bytes + count <= sizes_[tensor],
                  "A piece lies within its tensor.");
  file_.seekp(data_ + begins_[tensor] + offset_bytes);
  file_.write(reinterpret_cast<const char*>(bytes.data()), count);
  if (!file_) refuse(std::strerror(errno));
}

void TensorWriter::finish(const Metadata& metadata) {
  write_header(metadata);
  file_.close();
  std::error_code error;
  if (!file_) refuse(std::strerror(errno));
  std::filesystem::rename(partial_, path_, error);
  if (error) refuse(error.message());
  is_finished_ = true;
}

std::string TensorWriter::header(const Metadata& metadata) const {
  nlohmann::ordered_json json{{"__metadata__", metadata}};
  for (std::size_t index = 0; index < tensors_.size(); ++index) {
    json[tensors_[index].name] = {
        {"dtype", stored_name(tensors_[index].dtype)},
        {"shape", tensors_[index].shape},
        {"data_offsets", {begins_[index], begins_[index] + sizes_[index]}}};
  }
  return json.dump();
}

void TensorWriter::write_header(const Metadata& metadata) {
  std::string text = header(metadata);
  const auto length = static_cast<std::uint64_t>(data_ - length_bytes);
  STARLING_ASSERT(text.size() <= length, "Metadata do not grow once their room is taken.");
  text.resize(length, ' ');
  file_.seekp(0);
  file_.write(reinterpret_cast<const char*>(&length), length_bytes);  // little endian
  file_.write(text.data(), static_cast<std::streamsize>(text.size()));
  file_.flush();
  if (!file_) refuse(std::strerror(errno));
}

void TensorWriter::refuse(const std::string& reason) const {
  std::error_code ignored;
  std::filesystem::remove(partial_, ignored);
  throw Error(Refusal::Unavailable,
              "the file '" + path_.string() + "' cannot be written: " + reason);
}

}  // namespace starling::policy
