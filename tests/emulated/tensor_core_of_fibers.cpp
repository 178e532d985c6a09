#include "tests/emulated/tensor_core_of_fibers.hpp"

#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "kernels/tensor_core.hpp"
#include "tests/emulated/block_of_fibers.hpp"

namespace starling::tests {
namespace {

constexpr std::uint32_t most_threads = 1024;
constexpr std::uint32_t warp_threads = BlockOfFibers::warp_threads;

struct Copy {
  kernels::SharedAddress to;
  const void* from;
  bool present;
};

/// What a thread gives to a matrix instruction: an address, or fragments of A and B.
struct Operands {
  std::uint32_t words[6];
};

struct Block {
  EmulatedSharedMemory* memory = nullptr;
  std::vector<Copy> copies[most_threads];  ///< That each thread has begun.
  Operands given[2][most_threads];
  std::uint32_t turns[most_threads] = {};
};

thread_local Block block;
thread_local std::uint64_t memories = 0;

std::byte* checked(kernels::SharedAddress address) {
  return block.memory->at(address, kernels::chunk_bytes, kernels::chunk_bytes);
}

/// Those of the warp's threads, by lane. A thread that goes on to its next instruction writes into
/// the other half; none is two ahead.
const Operands* exchange(const Operands& own) {
  const std::uint32_t rank = BlockOfFibers::current().rank();
  Operands* half = block.given[block.turns[rank]++ % 2];
  half[rank] = own;
  BlockOfFibers::current().sync_warp();
  return half + rank / warp_threads * warp_threads;
}

float half_of(std::uint32_t word, std::uint32_t which) {
  return kernels::to_float({static_cast<std::uint16_t>(word >> (16 * which))});
}

/// A[row, k] and B[k, column] among the warp's fragments of m16n8k16.
float element_of_a(const Operands* warp, std::uint32_t row, std::uint32_t k) {
  const Operands& owner = warp[row % 8 * 4 + k % 8 / 2];
  return half_of(owner.words[row / 8 + k / 8 * 2], k % 2);
}
float element_of_b(const Operands* warp, std::uint32_t k, std::uint32_t column) {
  const Operands& owner = warp[column * 4 + k % 8 / 2];
  return half_of(owner.words[4 + k / 8], k % 2);
}

}  // namespace

EmulatedSharedMemory::EmulatedSharedMemory(std::size_t size_bytes)
    : bytes_(size_bytes, std::byte{0xff}), serial_(++memories) {
  block.memory = this;
}

EmulatedSharedMemory::~EmulatedSharedMemory() {
  block.memory = nullptr;
}

EmulatedSharedMemory& EmulatedSharedMemory::current() {
  return *block.memory;
}

std::byte* EmulatedSharedMemory::at(kernels::SharedAddress first, std::size_t size_bytes,
                                    std::size_t alignment) {
  if (first % alignment != 0 || first + size_bytes > bytes_.size())
    throw std::logic_error("an address lies outside of shared memory, or askew");
  return bytes_.data() + first;
}

}  // namespace starling::tests

namespace starling::kernels::emulated {

using namespace tests;

SharedAddress shared_address(const void* pointer) {
  return static_cast<SharedAddress>(static_cast<const std::byte*>(pointer) - block.memory->data());
}

void copy_async(SharedAddress to, const void* from, bool present) {
  block.copies[BlockOfFibers::current().rank()].push_back({to, from, present});
}

void wait_for_copies() {
  std::vector<Copy>& own = block.copies[BlockOfFibers::current().rank()];
  for (const Copy& copy : own) {
    std::memset(checked(copy.to), 0, chunk_bytes);
    if (copy.present) std::memcpy(checked(copy.to), copy.from, chunk_bytes);
  }
  own.clear();
}

void load_matrices(SharedAddress row, bool transposed, std::uint32_t (&matrices)[4]) {
  const Operands* warp = exchange({{row}});
  const std::uint32_t lane = BlockOfFibers::current().rank() % warp_threads;
  for (std::uint32_t matrix = 0; matrix < 4; ++matrix) {
    matrices[matrix] = 0;
    for (std::uint32_t which = 0; which < 2; ++which) {
      const std::uint32_t along = lane % 4 * 2 + which;
      const std::uint32_t own_row = transposed ? along : lane / 4;
      const std::uint32_t own_column = transposed ? lane / 4 : along;
      std::uint16_t bits = 0;
      std::memcpy(&bits, checked(warp[matrix * 8 + own_row].words[0]) + 2 * own_column, 2);
      matrices[matrix] |= static_cast<std::uint32_t>(bits) << (16 * which);
    }
  }
}

void multiply_add(const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1,
                  float (&sums)[4]) {
  const Operands* warp = exchange({{a[0], a[1], a[2], a[3], b0, b1}});
  const std::uint32_t lane = BlockOfFibers::current().rank() % warp_threads;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t row = lane / 4 + i / 2 * 8;
    const std::uint32_t column = lane % 4 * 2 + i % 2;
    for (std::uint32_t k = 0; k < 16; ++k)
      sums[i] += element_of_a(warp, row, k) * element_of_b(warp, k, column);
  }
}

}  // namespace starling::kernels::emulated
