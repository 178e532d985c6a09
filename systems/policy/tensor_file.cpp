#include "systems/policy/tensor_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/error.hpp"

namespace starling::policy {
namespace {

using Json = nlohmann::json;

constexpr std::size_t length_bytes = 8;

struct NamedType {
  const char* name;
  ElementType type;
  std::size_t bytes;
};

constexpr NamedType element_types[] = {
    {"BOOL", ElementType::Other, 1},   {"U8", ElementType::U8, 1},
    {"I8", ElementType::Other, 1},     {"U16", ElementType::Other, 2},
    {"I16", ElementType::Other, 2},    {"F16", ElementType::F16, 2},
    {"BF16", ElementType::Bf16, 2},    {"U32", ElementType::Other, 4},
    {"I32", ElementType::I32, 4},      {"F32", ElementType::F32, 4},
    {"U64", ElementType::Other, 8},    {"I64", ElementType::I64, 8},
    {"F64", ElementType::F64, 8},      {"F8_E4M3", ElementType::Other, 1},
    {"F8_E5M2", ElementType::Other, 1}};

const NamedType* find_type(const Json& value) {
  if (!value.is_string()) return nullptr;
  const auto found = std::find_if(std::begin(element_types), std::end(element_types),
                                  [&](const NamedType& known) { return value == known.name; });
  return found == std::end(element_types) ? nullptr : found;
}

/// A whole number that is not negative, or -1.
std::int64_t whole_number(const Json& value) {
  if (!value.is_number_integer()) return -1;
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    return number > INT64_MAX ? -1 : static_cast<std::int64_t>(number);
  }
  return std::max<std::int64_t>(value.get<std::int64_t>(), -1);
}

/// Bytes of a tensor, or -1 where they overflow.
std::int64_t bytes_of(const std::vector<std::int64_t>& shape, std::size_t element_bytes) {
  auto bytes = static_cast<std::int64_t>(element_bytes);
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

}  // namespace

std::int64_t StoredTensor::elements() const {
  std::int64_t count = 1;
  for (const std::int64_t size : shape)
    count *= size;
  return count;
}

std::string in_quotes(const std::string& name) {
  constexpr std::size_t most = 80;
  std::string text = name.substr(0, most);
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) letter = '?';
  }
  return "'" + text + (name.size() > most ? "..." : "") + "'";
}

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
  const std::size_t data_bytes = bytes_.size() - data_;
  for (const auto& [key, value] : header.items()) {
    if (key == "__metadata__") {
      if (!value.is_object()) refuse("its __metadata__ is no JSON object");
      for (const auto& [name, text] : value.items()) {
        if (!text.is_string()) refuse("metadata " + in_quotes(name) + " is no text");
        metadata_[name] = text;
      }
      continue;
    }
    const auto of = [&](const char* field) {
      return value.is_object() && value.contains(field) ? value[field] : Json();
    };
    const NamedType* type = find_type(of("dtype"));
    if (type == nullptr) refuse("tensor " + in_quotes(key) + " has no dtype that is known");
    StoredTensor tensor{type->type, {}, 0, 0};
    const Json shape = of("shape");
    if (!shape.is_array()) refuse("tensor " + in_quotes(key) + " has no shape");
    for (const Json& size : shape) {
      if (whole_number(size) < 0)
        refuse("tensor " + in_quotes(key) + " has a size that is no whole number");
      tensor.shape.push_back(whole_number(size));
    }
    const Json offsets = of("data_offsets");
    if (!offsets.is_array() || offsets.size() != 2 || whole_number(offsets[0]) < 0 ||
        whole_number(offsets[1]) < whole_number(offsets[0]) ||
        static_cast<std::uint64_t>(whole_number(offsets[1])) > data_bytes) {
      refuse("tensor " + in_quotes(key) + " does not lie within the file's " +
             std::to_string(data_bytes) + " bytes of data");
    }
    tensor.begin = static_cast<std::size_t>(whole_number(offsets[0]));
    tensor.end = static_cast<std::size_t>(whole_number(offsets[1]));
    const std::int64_t bytes = bytes_of(tensor.shape, type->bytes);
    if (bytes < 0 || static_cast<std::size_t>(bytes) != tensor.end - tensor.begin) {
      refuse("tensor " + in_quotes(key) + " of shape " + shape_text(tensor.shape) + " and type " +
             type->name + " has " + std::to_string(tensor.end - tensor.begin) + " bytes");
    }
    tensors_.emplace(key, std::move(tensor));
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

const StoredTensor& TensorFile::checked(const std::string& name, ElementType type,
                                        const char* type_name,
                                        const std::vector<std::int64_t>& shape) const {
  const StoredTensor& found = tensor(name);
  if (found.shape != shape) {
    refuse("tensor " + in_quotes(name) + " has shape " + shape_text(found.shape) + ", not " +
           shape_text(shape));
  }
  if (found.type != type) refuse("tensor " + in_quotes(name) + " is not of type " + type_name);
  return found;
}

std::vector<float> TensorFile::floats(const std::string& name,
                                      const std::vector<std::int64_t>& shape) const {
  const StoredTensor& found = checked(name, ElementType::F32, "F32", shape);
  std::vector<float> values(static_cast<std::size_t>(found.elements()));
  if (!values.empty())
    std::memcpy(values.data(), bytes_.data() + data_ + found.begin, found.end - found.begin);
  return values;
}

std::vector<std::uint8_t> TensorFile::bytes(const std::string& name,
                                            const std::vector<std::int64_t>& shape) const {
  const StoredTensor& found = checked(name, ElementType::U8, "U8", shape);
  std::vector<std::uint8_t> values(static_cast<std::size_t>(found.elements()));
  if (!values.empty())
    std::memcpy(values.data(), bytes_.data() + data_ + found.begin, found.end - found.begin);
  return values;
}

void TensorFile::refuse(const std::string& sentence) const {
  throw Error(Refusal::Usage, name_ + ": " + sentence);
}

}  // namespace starling::policy
