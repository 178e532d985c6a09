#include "engine/checkpoint/reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "engine/checkpoint/block.hpp"
#include "engine/checkpoint/part.hpp"
#include "engine/compression.hpp"

namespace starling {

using checkpoint::BlockHead;

CheckpointReader::CheckpointReader(const std::string& path) : path_(path) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) {
    throw Error(Refusal::Usage, "'" + path + "' is no checkpoint: " +
                                    (problem ? problem.message() : "it is no file"));
  }
  stream_ = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*stream_) throw Error(Refusal::Usage, name() + " cannot be read: " + std::strerror(errno));
  index_file();
}

CheckpointReader::CheckpointReader(std::unique_ptr<std::istream> stream, const std::string& path)
    : path_(path), stream_(std::move(stream)) {
  index_file();
}

void CheckpointReader::index_file() {
  stream_->seekg(0, std::ios::end);
  size_bytes_ = static_cast<std::int64_t>(stream_->tellg());
  stream_->seekg(0);
  read_preamble();
  std::int64_t offset = checkpoint::preamble_bytes;
  const auto index_next = [&](std::uint64_t most_plain_bytes) {
    index_block(offset, most_plain_bytes);
    offset += static_cast<std::int64_t>(sizeof(BlockHead) + blocks_.back().head.stored_bytes);
  };
  index_next(checkpoint::most_header_bytes);
  read_header();
  // how much a part may hold is known once the environment is
  for (std::int64_t first = 0; first < header_.worlds; first += header_.part_worlds)
    index_next(std::numeric_limits<std::uint64_t>::max());
  if (offset != size_bytes_)
    refuse(offset, std::to_string(size_bytes_ - offset) + " bytes follow behind its last world");
}

void CheckpointReader::read_preamble() {
  char found_magic[8] = {};
  std::uint32_t found = 0;
  if (!get(found_magic, sizeof found_magic) ||
      std::memcmp(found_magic, checkpoint::magic, sizeof found_magic) != 0)
    refuse(0, "it does not begin as a checkpoint does");
  if (!get(&found, sizeof found)) refuse(8, "it ends within its version");
  if (found != checkpoint::version) {
    refuse(8, "its version is " + std::to_string(found) + "; this program reads version " +
                  std::to_string(checkpoint::version));
  }
}

void CheckpointReader::index_block(std::int64_t offset, std::uint64_t most_plain_bytes) {
  Block block{{}, offset};
  stream_->clear();
  stream_->seekg(offset);
  if (!get(&block.head, sizeof block.head))
    refuse(offset, "it is cut off at byte " + std::to_string(size_bytes_));
  const std::int64_t left = size_bytes_ - offset - static_cast<std::int64_t>(sizeof block.head);
  if (block.head.stored_bytes > static_cast<std::uint64_t>(left))
    refuse(offset, "it is cut off at byte " + std::to_string(size_bytes_));
  if (block.head.plain_bytes > most_plain_bytes) {
    refuse(offset, "its header holds " + std::to_string(block.head.plain_bytes) +
                       " bytes; it may hold " + std::to_string(most_plain_bytes));
  }
  blocks_.push_back(block);
}

void CheckpointReader::read_header() {
  const std::vector<std::byte> bytes = read_block(0);
  ByteReader from(bytes, place_of(checkpoint::preamble_bytes) + "the header");
  header_ = checkpoint::read_header(from);
}

void CheckpointReader::require_same(const PreparedEnvironment& environment,
                                    const OptionTexts& options) const {
  checkpoint::require_same(header_, environment, options, name());
}

Checkpoint CheckpointReader::read(const EnvironmentDescription& description, std::int64_t first,
                                  std::int64_t worlds) {
  if (first < 0 || worlds < 1 || first > header_.worlds - worlds) {
    throw Error(Refusal::Usage, name() + " has " + std::to_string(header_.worlds) +
                                    " worlds, and not those from " + std::to_string(first) +
                                    " to " + std::to_string(first + worlds - 1));
  }
  Checkpoint read{header_, {}};
  const std::int64_t last = (first + worlds - 1) / header_.part_worlds;
  for (std::int64_t part = first / header_.part_worlds; part <= last; ++part)
    read.parts.push_back(read_part(part, description));
  return read;
}

Checkpoint::Part CheckpointReader::read_part(std::int64_t index,
                                             const EnvironmentDescription& description) {
  const auto number = static_cast<std::size_t>(index) + 1;
  const Block& block = blocks_[number];
  const std::int64_t first = index * header_.part_worlds;
  const std::int64_t worlds = std::min(header_.part_worlds, header_.worlds - first);
  const std::int64_t world_bytes = checkpoint::most_world_bytes(description);
  if (header_.part_worlds > checkpoint::part_worlds_of(description) ||
      block.head.plain_bytes > static_cast<std::uint64_t>(worlds * world_bytes)) {
    refuse(block.offset, "the part holds " + std::to_string(block.head.plain_bytes) + " bytes of " +
                             std::to_string(worlds) + " worlds; one has at most " +
                             std::to_string(world_bytes) + ", and a part " +
                             std::to_string(checkpoint::part_worlds_of(description)) + " worlds");
  }
  Checkpoint::Part part{first, worlds, read_block(number)};
  checkpoint::PartIndex(description, part.bytes, worlds, place_of(block.offset) + "the part")
      .check();
  return part;
}

std::vector<std::byte> CheckpointReader::read_block(std::size_t index) {
  const Block& block = blocks_[index];
  std::vector<std::byte> stored(block.head.stored_bytes);
  stream_->clear();
  stream_->seekg(block.offset + static_cast<std::int64_t>(sizeof(BlockHead)));
  if (!get(stored.data(), stored.size())) refuse(block.offset, "it cannot be read");
  if (checkpoint::checksum_of(block.head, index, stored) != block.head.checksum)
    refuse(block.offset, "it is not as it was written");
  auto plain = decompress(stored, block.head.plain_bytes);
  if (!plain) refuse(block.offset, "it cannot be decompressed to what it says it holds");
  return *std::move(plain);
}

bool CheckpointReader::get(void* bytes, std::size_t size) {
  stream_->read(static_cast<char*>(bytes), static_cast<std::streamsize>(size));
  return stream_->gcount() == static_cast<std::streamsize>(size);
}

std::string CheckpointReader::name() const {
  return "the checkpoint '" + path_ + "'";
}

std::string CheckpointReader::place_of(std::int64_t offset) const {
  return name() + ", byte " + std::to_string(offset) + ": ";
}

void CheckpointReader::refuse(std::int64_t offset, const std::string& reason) const {
  throw Error(Refusal::Usage, place_of(offset) + reason);
}

}  // namespace starling
