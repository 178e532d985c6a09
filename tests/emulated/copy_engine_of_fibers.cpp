#include "tests/emulated/copy_engine_of_fibers.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

#include "kernels/warpgroup_layout.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"

namespace starling::tests {
namespace {

using kernels::SharedAddress;

struct PhaseBarrier {
  std::uint32_t arrivals = 0;  ///< Of each phase.
  std::uint32_t missing = 0;   ///< Arrivals of this phase.
  std::int64_t missing_bytes = 0;
  std::uint32_t phase = 0;
};

struct Engine {
  std::uint64_t serial = 0;
  std::map<SharedAddress, PhaseBarrier> barriers;
  std::deque<std::function<void()>> copies;  ///< Not yet made.
};

thread_local Engine engine;
thread_local CopiesMade copies_made = CopiesMade::LateFromFirst;

Engine& own_engine() {
  const std::uint64_t serial = EmulatedSharedMemory::current().serial();
  if (engine.serial != serial) engine = {serial, {}, {}};
  return engine;
}

PhaseBarrier& barrier_at(SharedAddress address) {
  const auto found = own_engine().barriers.find(address);
  if (found == own_engine().barriers.end()) throw std::logic_error("a barrier has no phases yet");
  return found->second;
}

void end_phase_if_complete(PhaseBarrier& barrier) {
  if (barrier.missing != 0 || barrier.missing_bytes != 0) return;
  barrier.missing = barrier.arrivals;
  ++barrier.phase;
}

void count_bytes(SharedAddress address, std::size_t size_bytes) {
  PhaseBarrier& barrier = barrier_at(address);
  barrier.missing_bytes -= static_cast<std::int64_t>(size_bytes);
  end_phase_if_complete(barrier);
}

void start(std::function<void()> copy) {
  if (copies_made == CopiesMade::AtOnce) return copy();
  own_engine().copies.push_back(std::move(copy));
  BlockOfFibers::current().when_idle([] {
    std::deque<std::function<void()>>& copies = own_engine().copies;
    if (copies.empty()) return false;
    if (copies_made == CopiesMade::LateFromLast)
      std::rotate(copies.begin(), copies.end() - 1, copies.end());
    const std::function<void()> next = std::move(copies.front());
    copies.pop_front();
    next();
    return true;
  });
}

std::byte* checked(SharedAddress address, std::size_t size_bytes, std::size_t alignment) {
  return EmulatedSharedMemory::current().at(address, size_bytes, alignment);
}

/// What describe_for_fibers makes of a tensor.
static_assert(sizeof(kernels::BoxedTensor) <= sizeof(kernels::TensorMap));

void copy_box(SharedAddress to, const kernels::BoxedTensor& tensor,
              const kernels::BoxOrigin& origin) {
  const bool has_rows = origin.head >= 0 && origin.head < tensor.heads && origin.batch >= 0 &&
                        origin.batch < tensor.batch;
  for (int row = 0; row < tensor.box_rows; ++row) {
    for (int column = 0; column < kernels::box_columns; ++column) {
      const std::int64_t from_row = origin.row + row;
      const std::int64_t from_column = origin.column + column;
      kernels::Bfloat16 number{0};
      if (has_rows && from_row >= 0 && from_row < tensor.rows && from_column >= 0 &&
          from_column < tensor.columns)
        number =
            tensor.first[origin.batch * tensor.batch_stride + origin.head * tensor.head_stride +
                         from_row * tensor.row_stride + from_column];
      const SharedAddress straight =
          to + static_cast<SharedAddress>(row * 128 + column * 2);  // before chunks are permuted
      std::memcpy(checked(straight ^ (straight >> 7 & 7U) << 4, 2, 2), &number, 2);
    }
  }
}

}  // namespace

void set_copies_made(CopiesMade when) {
  copies_made = when;
}

kernels::TensorMap describe_for_fibers(const kernels::BoxedTensor& tensor) {
  kernels::TensorMap map{};
  std::memcpy(&map, &tensor, sizeof(tensor));
  return map;
}

}  // namespace starling::tests

namespace starling::kernels::emulated {

using namespace tests;

void begin_phases(SharedAddress barrier, std::uint32_t arrivals) {
  checked(barrier, phase_barrier_bytes, phase_barrier_bytes);
  own_engine().barriers[barrier] = {arrivals, arrivals, 0, 0};
}

void arrive(SharedAddress barrier, std::uint32_t announced_bytes) {
  PhaseBarrier& own = barrier_at(barrier);
  if (own.missing == 0) throw std::logic_error("more threads arrive than a phase has arrivals");
  own.missing_bytes += announced_bytes;
  --own.missing;
  end_phase_if_complete(own);
}

void wait_for_phase(SharedAddress barrier, std::uint32_t parity) {
  const PhaseBarrier& own = barrier_at(barrier);
  BlockOfFibers::current().wait_until([&] { return own.phase % 2 != parity; });
}

void start_bulk_copy(SharedAddress to, const void* from, std::uint32_t size_bytes,
                     SharedAddress barrier) {
  if (size_bytes % chunk_bytes != 0 || reinterpret_cast<std::uintptr_t>(from) % chunk_bytes != 0)
    throw std::logic_error("a bulk copy is not of whole chunks");
  start([=] {
    std::memcpy(checked(to, size_bytes, chunk_bytes), from, size_bytes);
    count_bytes(barrier, size_bytes);
  });
}

void start_box_copy(SharedAddress to, const TensorMap& map, const BoxOrigin& origin,
                    SharedAddress barrier) {
  BoxedTensor tensor;
  std::memcpy(&tensor, &map, sizeof(tensor));
  const auto size_bytes = static_cast<std::size_t>(tensor.box_rows) * 128;
  checked(to, size_bytes, 1024);
  start([=] {
    copy_box(to, tensor, origin);
    count_bytes(barrier, size_bytes);
  });
}

}  // namespace starling::kernels::emulated
