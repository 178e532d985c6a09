/// libFuzzer on the reader of checkpoints: the first byte says as what the others are read.
#include "tests/fuzz/checkpoint_entry.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static starling::tests::CheckpointEntry entry("murmuration");
  if (size == 0) return 0;
  const auto* letters = reinterpret_cast<const char*>(data + 1);
  if (data[0] % 3 == 0) {
    entry.read_file({letters, size - 1});
  } else {
    entry.read_block(data[0] % 3 - 1U, std::as_bytes(std::span(data + 1, size - 1)));
  }
  return 0;
}
