#include "engine/checkpoint/writer.hpp"

#include "engine/checkpoint/block.hpp"

namespace starling {

CheckpointWriter::CheckpointWriter(const std::string& path, const CheckpointHeader& header)
    : file_("the checkpoint", path) {
  file_.append(checkpoint::preamble());
  ByteWriter bytes;
  checkpoint::write_header(bytes, header);
  append(bytes.bytes());
}

void CheckpointWriter::append(std::span<const std::byte> part) {
  file_.append(checkpoint::block_of(blocks_++, part));
}

}  // namespace starling
