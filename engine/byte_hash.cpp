#include "engine/byte_hash.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "kernels/hash.hpp"

namespace starling {
namespace {

constexpr std::uintmax_t most_file_bytes = std::uintmax_t{1} << 30;

}  // namespace

std::uint64_t hash_bytes(std::uint64_t seed, std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    seed = kernels::mix64(seed + (word ^ 0x9e3779b97f4a7c15U));  // the golden ratio: 0 counts
  }
  return seed;
}

std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) {
  return hash_bytes(kernels::mix64(bytes.size()), bytes);
}

std::uint64_t hash_of_file(const std::string& path) {
  // a recording from elsewhere may name anything, such as a pipe or a disk
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem) ||
      std::filesystem::file_size(path, problem) > most_file_bytes)
    return 0;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return file ? hash_of_bytes(std::as_bytes(std::span(text))) : 0;
}

}  // namespace starling
