#include "systems/policy/tensor_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/error.hpp"
#include "engine/quotes.hpp"
#include "systems/policy/whole_number.hpp"

namespace starling::policy {
namespace {

using Json = nlohmann::json;

constexpr std::size_t length_bytes = 8;

/// Bytes of an element, or 0 where the format has no such type.
std::size_t element_bytes(const std::string& dtype) {
  static const std::map<std::string, std::size_t> known = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E4M3", 1}, {"F8_E5M2", 1},
      {"U16", 2},  {"I16", 2}, {"F16", 2}, {"BF16", 2},    {"U32", 4},
      {"I32", 4},  {"F32", 4}, {"U64", 8}, {"I64", 8},     {"F64", 8}};
  const auto found = known.find(dtype);
  return found == known.end() ? 0 : found->second;
}

/// Bytes of a tensor, or -1 where they overflow.
std::int64_t bytes_of(const std::vector<std::int64_t>& shape, std::size_t bytes_each) {
  auto bytes = static_cast<std::int64_t>(bytes_each);
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) return -1;
  }
  return bytes;
}

/// A header, or a discarded value where it is no JSON or names a tensor twice.
Json parse_header(const char* begin, const char* end) {
  std::set<std::string> names;
  bool is_twice = false;
  const auto notice = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1)
      is_twice = !names.insert(parsed.get<std::string>()).second || is_twice;
    return true;
  };
  Json header = Json::parse(begin, end, notice, false);
  return is_twice ? Json(Json::value_t::discarded) : header;
}

/// The member of an object, or null where the value has none.
const Json& member(const Json& value, const char* name) {
  static const Json none;
  if (!value.is_object()) return none;
  const auto found = value.find(name);
  return found == value.end() ? none : *found;
}

std::vector<std::int64_t> read_shape(const TensorFile& file, const std::string& what,
                                     const Json& sizes) {
  if (!sizes.is_array()) file.refuse(what + " has no shape");
  std::vector<std::int64_t> shape;
  for (const Json& size : sizes) {
    shape.push_back(whole_number(size));
    if (shape.back() < 0) file.refuse(what + " has a size that is no whole number");
  }
  return shape;
}

/// What the header says of a tensor, if it fits the file's data.
StoredTensor read_tensor(const TensorFile& file, const std::string& name, const Json& value,
                         std::size_t data_bytes) {
  const std::string what = "tensor " + in_quotes(name);
  StoredTensor tensor;
  const Json& dtype = member(value, "dtype");
  if (dtype.is_string()) tensor.dtype = dtype;
  const std::size_t bytes_each = element_bytes(tensor.dtype);
  if (bytes_each == 0) file.refuse(what + " has no dtype that is known");
  tensor.shape = read_shape(file, what, member(value, "shape"));
  const Json& offsets = member(value, "data_offsets");
  const bool is_pair = offsets.is_array() && offsets.size() == 2;
  const std::int64_t begin = is_pair ? whole_number(offsets[0]) : -1;
  const std::int64_t end = is_pair ? whole_number(offsets[1]) : -1;
  if (begin < 0 || end < begin || static_cast<std::size_t>(end) > data_bytes) {
    file.refuse(what + " does not lie within the file's " + std::to_string(data_bytes) +
                " bytes of data");
  }
  if (bytes_of(tensor.shape, bytes_each) != end - begin) {
    file.refuse(what + " of shape " + shape_text(tensor.shape) + " and type " + tensor.dtype +
                " has " + std::to_string(end - begin) + " bytes");
  }
  tensor.begin = static_cast<std::size_t>(begin);
  tensor.end = static_cast<std::size_t>(end);
  return tensor;
}

std::map<std::string, std::string> read_metadata(const TensorFile& file, const Json& value) {
  if (!value.is_object()) file.refuse("its __metadata__ is no JSON object");
  std::map<std::string, std::string> metadata;
  for (const auto& [name, text] : value.items()) {
    if (!text.is_string()) file.refuse("metadata " + in_quotes(name) + " is no text");
    metadata[name] = text;
  }
  return metadata;
}

}  // namespace

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (const std::int64_t size : shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

TensorFile TensorFile::read(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);  // an error for a folder
  std::vector<std::byte> bytes(error ? 0 : size);
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (error || !file) throw Error(Refusal::Usage, path + ": is no file that can be read");
  return {path, std::move(bytes)};
}

TensorFile::TensorFile(std::string name, std::vector<std::byte> bytes)
    : name_(std::move(name)), bytes_(std::move(bytes)) {
  if (bytes_.size() < length_bytes) refuse("is no safetensors file: it has no header");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes_.data(), length_bytes);
  if (length > bytes_.size() - length_bytes) {
    refuse("is no safetensors file, or was cut off: its header would have " +
           std::to_string(length) + " bytes of the file's " + std::to_string(bytes_.size()));
  }
  data_ = length_bytes + static_cast<std::size_t>(length);
  read_header();
  check_coverage();
}

void TensorFile::read_header() {
  const auto* begin = reinterpret_cast<const char*>(bytes_.data());
  const Json header = parse_header(begin + length_bytes, begin + data_);
  if (!header.is_object()) refuse("is no safetensors file: its header is no JSON object");
  for (const auto& [name, value] : header.items()) {
    if (name == "__metadata__") {
      metadata_ = read_metadata(*this, value);
    } else {
      tensors_[name] = read_tensor(*this, name, value, bytes_.size() - data_);
    }
  }
}

/// As the format demands: the tensors cover the data, without holes and without overlap.
void TensorFile::check_coverage() const {
  std::vector<std::pair<std::size_t, std::size_t>> pieces;
  for (const auto& [name, tensor] : tensors_)
    pieces.emplace_back(tensor.begin, tensor.end);
  std::sort(pieces.begin(), pieces.end());
  std::size_t end = 0;
  for (const auto& [begin, stop] : pieces) {
    if (begin != end) refuse("its tensors overlap, or leave bytes between them");
    end = stop;
  }
  if (end != bytes_.size() - data_) refuse("has bytes behind its last tensor");
}

const StoredTensor& TensorFile::tensor(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) refuse("has no tensor " + in_quotes(name));
  return found->second;
}

template <class T>
std::vector<T> TensorFile::values(const std::string& name, const char* dtype,
                                  const std::vector<std::int64_t>& shape) const {
  const StoredTensor& found = tensor(name);
  if (found.shape != shape) {
    refuse("tensor " + in_quotes(name) + " has shape " + shape_text(found.shape) + ", not " +
           shape_text(shape));
  }
  if (found.dtype != dtype) refuse("tensor " + in_quotes(name) + " is not of type " + dtype);
  std::vector<T> values((found.end - found.begin) / sizeof(T));
  if (!values.empty())
    std::memcpy(values.data(), bytes_.data() + data_ + found.begin, found.end - found.begin);
  return values;
}

std::vector<float> TensorFile::floats(const std::string& name,
                                      const std::vector<std::int64_t>& shape) const {
  return values<float>(name, "F32", shape);
}

std::vector<std::uint8_t> TensorFile::bytes(const std::string& name,
                                            const std::vector<std::int64_t>& shape) const {
  return values<std::uint8_t>(name, "U8", shape);
}

void TensorFile::refuse(const std::string& sentence) const {
  throw Error(Refusal::Usage, name_ + ": " + sentence);
}

}  // namespace starling::policy
