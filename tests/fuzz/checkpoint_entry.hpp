/// What a fuzzer calls with bytes of its own: the reader of checkpoints, from the file's first byte
/// to worlds that have what it says. They are not stepped: what an environment's own numbers may be
/// is its own matter, as with Simulator::edit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>

#include "engine/checkpoint/block.hpp"
#include "engine/checkpoint/reader.hpp"
#include "engine/simulator.hpp"

namespace starling::tests {

/// What became of the bytes: the sentence of the refusal, or none where they were taken.
using Answer = std::optional<std::string>;

class CheckpointEntry {
 public:
  /// A batch whose tables grow, whose worlds have handles and whose actions are drawn.
  static Settings settings(const std::string& environment) {
    Settings settings;
    settings.environment = environment;
    if (environment == "murmuration") settings.options = {{"birds", "64"}};
    settings.worlds = 3;
    settings.threads = 1;
    settings.actions = Actions::Random;
    return settings;
  }

  explicit CheckpointEntry(const std::string& environment) : simulator_(settings(environment)) {}

  /// An input of the fuzzer's: its first byte says as what the others are read.
  Answer read(const std::string& input) {
    if (input.empty()) return std::nullopt;
    const auto kind = static_cast<unsigned char>(input.front()) % 3U;
    const std::string bytes = input.substr(1);
    return kind == 0 ? read_file(bytes) : read_block(kind - 1, std::as_bytes(std::span(bytes)));
  }

  /// As a file's bytes.
  Answer read_file(const std::string& bytes) {
    try {
      CheckpointReader reader(std::make_unique<std::istringstream>(bytes), "fuzzed");
      reader.require_same(simulator_.environment(), simulator_.settings().options);
      simulator_.restore(reader.read(simulator_.description(), 0,
                                     std::min<std::int64_t>(reader.header().worlds, 3)));
      simulator_.state_hash();  // which believes how many rows live
      return std::nullopt;
    } catch (const Error& error) {
      return error.what();
    }
  }

  /// As those of its header or its first part, behind a checksum that is right: no fuzzer finds
  /// one.
  Answer read_block(std::uint64_t index, std::span<const std::byte> bytes) {
    const Checkpoint own = simulator_.checkpoint();
    const std::span<const std::byte> part = own.parts.front().bytes;
    ByteWriter header;
    checkpoint::write_header(header, own.header);
    ByteWriter file;
    file.append(checkpoint::preamble());
    file.append(checkpoint::block_of(0, index == 0 ? bytes : std::span(header.bytes())));
    file.append(checkpoint::block_of(1, index == 0 ? part : bytes));
    const auto* letters = reinterpret_cast<const char*>(file.bytes().data());
    return read_file({letters, file.bytes().size()});
  }

 private:
  Simulator simulator_;
};

}  // namespace starling::tests
