#include "engine/recording/block_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "engine/byte_hash.hpp"
#include "engine/compression.hpp"
#include "engine/error.hpp"
#include "kernels/hash.hpp"

namespace starling::recording {
namespace {

/// Blocks in another order, or of another file at the same place, do not pass for each other.
std::uint64_t checksum_of(const BlockHead& head, std::uint64_t index,
                          std::span<const std::byte> stored) {
  std::uint64_t sum = kernels::mix64(index + 1);
  sum = kernels::hash_bits(sum, static_cast<std::uint32_t>(head.kind));
  sum = kernels::hash_bits(sum, head.steps);
  sum = kernels::hash_bits(sum, head.stored_bytes);
  sum = kernels::hash_bits(sum, head.plain_bytes);
  return hash_bytes(sum, stored);
}

}  // namespace

BlockWriter::BlockWriter(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) refuse("it is a folder");
  file_.reset(std::fopen(path.c_str(), "wb"));
  if (!file_) refuse(std::strerror(errno));
  put(magic, 8);
  put(&version, sizeof version);
}

void BlockWriter::append(BlockKind kind, std::int64_t steps, std::span<const std::byte> plain) {
  std::vector<std::byte> stored;
  append_compressed(stored, plain);
  BlockHead head{kind, static_cast<std::uint32_t>(steps), static_cast<std::uint32_t>(stored.size()),
                 static_cast<std::uint32_t>(plain.size()), 0};
  head.checksum = checksum_of(head, blocks_++, stored);
  put(&head, sizeof head);
  put(stored.data(), stored.size());
  if (std::fflush(file_.get()) != 0) refuse(std::strerror(errno));
}

void BlockWriter::put(const void* bytes, std::size_t size) {
  if (std::fwrite(bytes, 1, size, file_.get()) != size) refuse(std::strerror(errno));
  size_bytes_ += static_cast<std::int64_t>(size);
}

void BlockWriter::refuse(const std::string& reason) const {
  throw Error(Refusal::Unavailable, "the recording '" + path_ + "' cannot be written: " + reason);
}

BlockReader::BlockReader(const std::string& path) : path_(path) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) {
    throw Error(Refusal::Usage, "'" + path + "' is no recording: " +
                                    (problem ? problem.message() : "it is no file"));
  }
  file_.open(path, std::ios::binary);
  if (!file_) throw Error(Refusal::Usage, "'" + path + "' cannot be read: " + std::strerror(errno));
  size_bytes_ = static_cast<std::int64_t>(std::filesystem::file_size(path, problem));
  read_preamble();
  std::int64_t offset = preamble_bytes;
  while (offset < size_bytes_ && index_next(offset)) {
    offset += static_cast<std::int64_t>(sizeof(BlockHead)) + blocks_.back().head.stored_bytes;
    if (blocks_.back().head.kind != BlockKind::End || offset == size_bytes_) continue;
    damage_ = std::to_string(size_bytes_ - offset) + " bytes follow behind its end";
    break;
  }
  if (blocks_.empty())
    refuse(preamble_bytes, damage_.empty() ? "it has no header" : "its header " + damage_);
}

void BlockReader::read_preamble() {
  char found_magic[8] = {};
  std::uint32_t found = 0;
  if (!get(found_magic, sizeof found_magic) || std::memcmp(found_magic, magic, 8) != 0)
    refuse(0, "it does not begin as a recording does");
  if (!get(&found, sizeof found)) refuse(8, "it ends within its version");
  if (found != version) {
    refuse(8, "its version is " + std::to_string(found) + "; this program reads version " +
                  std::to_string(version));
  }
}

/// True if the block at an offset is whole; else what is wrong with it is the file's damage.
bool BlockReader::index_next(std::int64_t offset) {
  BlockHead head;
  if (size_bytes_ - offset < static_cast<std::int64_t>(sizeof head)) {
    damage_ = "is cut off at byte " + std::to_string(size_bytes_);
    return false;
  }
  file_.seekg(offset);
  if (!get(&head, sizeof head)) refuse(offset, "it cannot be read");
  damage_ = why_unreadable(head, offset);
  if (!damage_.empty()) return false;
  if (checksum_of(head, blocks_.size(), read_stored(head, offset)) != head.checksum) {
    damage_ = "at byte " + std::to_string(offset) + " is not as it was written";
    return false;
  }
  blocks_.push_back({head, offset, steps_});
  steps_ += head.steps;
  return true;
}

std::string BlockReader::why_unreadable(const BlockHead& head, std::int64_t offset) const {
  const auto left = size_bytes_ - offset - static_cast<std::int64_t>(sizeof head);
  const std::string place = "at byte " + std::to_string(offset);
  const bool is_header = head.kind == BlockKind::Header;
  if (is_header != blocks_.empty() || head.kind > BlockKind::End || head.steps > max_block_steps ||
      (head.kind != BlockKind::Steps && head.steps != 0)) {
    return place + " is no block of a recording";
  }
  if (head.plain_bytes > max_plain_bytes) {
    return place + " holds " + std::to_string(head.plain_bytes) + " bytes; a block may hold " +
           std::to_string(max_plain_bytes);
  }
  if (head.stored_bytes > left) return "is cut off at byte " + std::to_string(size_bytes_);
  return "";
}

std::vector<std::byte> BlockReader::read_stored(const BlockHead& head, std::int64_t offset) {
  std::vector<std::byte> stored(head.stored_bytes);
  file_.seekg(offset + static_cast<std::int64_t>(sizeof head));
  if (!get(stored.data(), stored.size())) refuse(offset, "it cannot be read");
  return stored;
}

std::vector<std::byte> BlockReader::read(const IndexedBlock& block) {
  auto plain = decompress(read_stored(block.head, block.offset), block.head.plain_bytes);
  if (!plain) refuse(block.offset, "the block cannot be decompressed to what it says it holds");
  return *std::move(plain);
}

bool BlockReader::get(void* bytes, std::size_t size) {
  file_.clear();
  file_.read(static_cast<char*>(bytes), static_cast<std::streamsize>(size));
  return file_.gcount() == static_cast<std::streamsize>(size);
}

std::string BlockReader::place_of(std::int64_t offset) const {
  return "the recording '" + path_ + "', byte " + std::to_string(offset) + ": ";
}

void BlockReader::refuse(std::int64_t offset, const std::string& reason) const {
  throw Error(Refusal::Usage, place_of(offset) + reason);
}

}  // namespace starling::recording
