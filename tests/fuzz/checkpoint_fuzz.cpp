/// libFuzzer on the reader of checkpoints: starling_checkpoint_fuzz NEW_FOLDER tests/fuzz/corpus
#include "tests/fuzz/checkpoint_entry.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static starling::tests::CheckpointEntry entry("murmuration");
  entry.read({reinterpret_cast<const char*>(data), size});
  return 0;
}
