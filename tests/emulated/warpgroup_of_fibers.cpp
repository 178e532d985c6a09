/// A warpgroup's products for a block of fibers, as the PTX manual describes them, and as late as
/// may be: when they are waited for.
#include <cstring>
#include <deque>
#include <stdexcept>
#include <vector>

#include "kernels/bfloat16.hpp"
#include "kernels/warpgroup.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"

namespace starling::tests {
namespace {

using kernels::Major;
using kernels::MatrixDescriptor;
using kernels::emulated::WarpgroupProduct;

constexpr std::uint32_t threads = kernels::warpgroup_threads;
constexpr std::uint32_t depth = 16;
constexpr std::uint32_t rows = kernels::warpgroup_rows;

/// What a thread has given to a product that is still at work.
struct Started {
  WarpgroupProduct product;
  std::uint64_t batch;
  std::uint32_t a[4];
  std::vector<float> sums;  ///< As they were; empty where a product before writes them too.
};

struct Thread {
  std::deque<Started> started;
  std::uint64_t batches = 0;  ///< Committed.
  bool is_fenced = false;
};

struct Warpgroup {
  Thread of[threads];
  std::uint32_t come = 0;  ///< To the wait that is next.
  std::uint64_t waits = 0;
};

struct Warpgroups {
  std::uint64_t serial = 0;
  std::vector<Warpgroup> of;
};

thread_local Warpgroups all;

[[noreturn]] void refuse(const char* sentence) {
  throw std::logic_error(sentence);
}

Warpgroup& own_warpgroup() {
  BlockOfFibers& block = BlockOfFibers::current();
  const std::uint64_t serial = EmulatedSharedMemory::current().serial();
  if (all.serial != serial) all = {serial, std::vector<Warpgroup>(block.threads() / threads)};
  return all.of.at(block.rank() / threads);
}
Thread& own_thread() {
  return own_warpgroup().of[BlockOfFibers::current().rank() % threads];
}

struct Descriptor {
  explicit Descriptor(MatrixDescriptor from)
      : first(static_cast<std::uint32_t>(from.bits & 0x3fffU) << 4),
        leading_bytes(static_cast<std::uint32_t>(from.bits >> 16 & 0x3fffU) << 4),
        stride_bytes(static_cast<std::uint32_t>(from.bits >> 32 & 0x3fffU) << 4),
        swizzle(static_cast<std::uint32_t>(from.bits >> 62)) {
    if ((from.bits >> 49 & 7U) != 0) refuse("a descriptor has a base offset");
    if (swizzle > 1) refuse("a descriptor has a swizzle that is not emulated");
  }

  /// Where the number of an m or n and a k lies.
  std::uint32_t address(Major major, std::uint32_t mn, std::uint32_t k) const {
    if (swizzle == 0) {
      const std::uint32_t core = first + mn / 8 * stride_bytes + k / 8 * leading_bytes;
      return core + (major == Major::K ? mn % 8 * 16 + k % 8 * 2 : k % 8 * 16 + mn % 8 * 2);
    }
    const std::uint32_t straight =
        major == Major::K
            ? first + mn / 8 * stride_bytes + mn % 8 * 128 + k * 2
            : first + mn / 64 * leading_bytes + k / 8 * stride_bytes + k % 8 * 128 + mn % 64 * 2;
    return straight ^ (straight >> 7 & 7U) << 4;
  }

  std::uint32_t first, leading_bytes, stride_bytes, swizzle;
};

/// [count, depth], from shared memory.
std::vector<float> read_factor(MatrixDescriptor from, Major major, std::uint32_t count) {
  const Descriptor descriptor(from);
  std::vector<float> factor(count * depth);
  for (std::uint32_t i = 0; i < factor.size(); ++i) {
    kernels::Bfloat16 number;
    const std::uint32_t address = descriptor.address(major, i / depth, i % depth);
    std::memcpy(&number, EmulatedSharedMemory::current().at(address, 2, 2), 2);
    factor[i] = to_float(number);
  }
  return factor;
}

/// [rows, depth], from the registers of the threads.
std::vector<float> read_factor(const Warpgroup& warpgroup) {
  std::vector<float> factor(rows * depth);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t k = 0; k < depth; ++k) {
      const std::uint32_t thread = row / 16 * 32 + row % 8 * 4 + k % 8 / 2;
      const std::uint32_t word =
          warpgroup.of[thread].started.front().product.a[row % 16 / 8 + k / 8 * 2];
      factor[row * depth + k] = kernels::to_float({static_cast<std::uint16_t>(word >> k % 2 * 16)});
    }
  }
  return factor;
}

bool is_same(const WarpgroupProduct& a, const WarpgroupProduct& b) {
  return (a.a == nullptr) == (b.a == nullptr) && a.a_at.bits == b.a_at.bits &&
         a.b_at.bits == b.b_at.bits && a.a_major == b.a_major && a.b_major == b.b_major &&
         a.adds == b.adds && a.columns == b.columns;
}

void check_untouched(const Started& started) {
  const WarpgroupProduct& product = started.product;
  if (product.a != nullptr && std::memcmp(product.a, started.a, sizeof(started.a)) != 0)
    refuse("a factor in registers was written before its product was waited for");
  if (!started.sums.empty() &&
      std::memcmp(product.sums, started.sums.data(), started.sums.size() * sizeof(float)) != 0)
    refuse("sums were written before their product was waited for");
}

/// Does the first of the products that the warpgroup has started.
void multiply_first(Warpgroup& warpgroup) {
  const WarpgroupProduct product = warpgroup.of[0].started.front().product;
  for (const Thread& thread : warpgroup.of) {
    if (thread.started.empty() || !is_same(thread.started.front().product, product))
      refuse("threads of a warpgroup start different products");
    check_untouched(thread.started.front());
  }
  const auto columns = static_cast<std::uint32_t>(product.columns);
  const std::vector<float> a = product.a != nullptr
                                   ? read_factor(warpgroup)
                                   : read_factor(product.a_at, product.a_major, rows);
  const std::vector<float> b = read_factor(product.b_at, product.b_major, columns);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    float* sums = warpgroup.of[thread].started.front().product.sums;
    for (std::uint32_t i = 0; i < columns / 2; ++i) {
      const std::uint32_t row = thread / 32 * 16 + thread % 32 / 4 + i % 4 / 2 * 8;
      const std::uint32_t column = i / 4 * 8 + thread % 4 * 2 + i % 2;
      float sum = product.adds ? sums[i] : 0.0F;
      for (std::uint32_t k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[column * depth + k];
      sums[i] = sum;
    }
    warpgroup.of[thread].started.pop_front();
  }
}

}  // namespace
}  // namespace starling::tests

namespace starling::kernels::emulated {

using namespace tests;

void fence_products() {
  own_thread().is_fenced = true;
}

void start_product(const WarpgroupProduct& product) {
  Thread& thread = own_thread();
  if (!thread.is_fenced) refuse("a batch of products begins without a fence");
  Started started{product, thread.batches, {}, {}};
  if (product.a != nullptr) std::memcpy(started.a, product.a, sizeof(started.a));
  bool is_first = true;
  for (const Started& before : thread.started)
    is_first = is_first && before.product.sums != product.sums;
  if (is_first) started.sums.assign(product.sums, product.sums + product.columns / 2);
  thread.started.push_back(std::move(started));
}

void commit_products() {
  Thread& thread = own_thread();
  ++thread.batches;
  thread.is_fenced = false;
}

/// All threads come; whoever goes on first does the work.
void wait_for_products(int pending) {
  Warpgroup& warpgroup = own_warpgroup();
  const std::uint64_t wait = warpgroup.waits;
  if (++warpgroup.come == threads) {
    warpgroup.come = 0;
    ++warpgroup.waits;
  }
  BlockOfFibers::current().wait_until([&] { return warpgroup.waits != wait; });
  const Thread& own = own_thread();
  while (!own.started.empty() &&
         own.started.front().batch + static_cast<std::uint64_t>(pending) < own.batches)
    multiply_first(warpgroup);
}

}  // namespace starling::kernels::emulated
