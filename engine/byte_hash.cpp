#include "engine/byte_hash.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "kernels/hash.hpp"

namespace starling {

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
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return hash_of_bytes(std::as_bytes(std::span(text)));
}

}  // namespace starling
