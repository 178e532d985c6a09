#include "engine/checkpoint/block.hpp"

#include "engine/byte_hash.hpp"
#include "engine/bytes.hpp"
#include "engine/compression.hpp"
#include "kernels/hash.hpp"

namespace starling::checkpoint {

std::vector<std::byte> preamble() {
  ByteWriter bytes;
  bytes.letters({magic, 8});
  bytes.number(version);
  return bytes.bytes();
}

std::vector<std::byte> block_of(std::uint64_t index, std::span<const std::byte> plain) {
  std::vector<std::byte> stored;
  append_compressed(stored, plain);
  BlockHead head{stored.size(), plain.size(), 0};
  head.checksum = checksum_of(head, index, stored);
  ByteWriter block;
  block.reserve(sizeof head + stored.size());
  block.number(head.stored_bytes);
  block.number(head.plain_bytes);
  block.number(head.checksum);
  block.append(stored);
  return block.bytes();
}

std::uint64_t checksum_of(const BlockHead& head, std::uint64_t index,
                          std::span<const std::byte> stored) {
  std::uint64_t sum = kernels::mix64(index + 1);
  sum = kernels::mix64(sum ^ head.stored_bytes);
  sum = kernels::mix64(sum ^ head.plain_bytes);
  return hash_bytes(sum, stored);
}

}  // namespace starling::checkpoint
