/// Slabs in shared memory on any GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/block_threads.hpp"
#include "systems/policy/fused/arguments.hpp"

namespace starling::policy {

/// Where all fit, they are copied once and stay; else two take turns, the next being copied while
/// one is used.
template <class Shape>
class SlabsByTurns {
 public:
  /// Slots for so many slabs where there is room for `most`.
  static constexpr std::int64_t slots(std::int64_t slabs, std::int64_t most) {
    return slabs <= most ? slabs : 2;
  }

  STARLING_FN SlabsByTurns(const FusedArguments& arguments, std::byte* shared)
      : from_(arguments.slabs),
        memory_(shared + Shape::slabs_at),
        total_(arguments.total_slabs),
        is_resident_(arguments.total_slabs == arguments.slots) {}

  STARLING_FN void begin() const {
    const std::int32_t first = is_resident_ ? total_ : 1;
    for (std::int32_t slab = 0; slab < first; ++slab)
      copy(slab, slab);
    if (!is_resident_) return;
    kernels::wait_for_copies();
    kernels::sync_block();
  }

  STARLING_FN void rewind() const {}

  /// The next slab; those before it must not be read any more.
  STARLING_FN const std::byte* next() {
    const std::int32_t slab = next_;
    next_ = slab + 1 == total_ ? 0 : slab + 1;
    if (is_resident_) return memory_ + slab * Shape::slab_bytes;
    kernels::wait_for_copies();
    kernels::sync_block();
    const std::int32_t own = slot_;
    slot_ = 1 - slot_;
    copy(next_, slot_);
    return memory_ + own * Shape::slab_bytes;
  }

  STARLING_FN void end() const { kernels::wait_for_copies(); }

 private:
  STARLING_FN void copy(std::int32_t slab, std::int32_t slot) const {
    const std::uint32_t first = kernels::thread_index() * kernels::chunk_bytes;
    const std::byte* from = from_ + slab * Shape::slab_bytes + first;
    const kernels::SharedAddress to =
        kernels::shared_address(memory_ + slot * Shape::slab_bytes) + first;
    for (std::uint32_t at = 0; first + at < Shape::slab_bytes;
         at += Shape::threads * kernels::chunk_bytes)
      kernels::copy_async(to + at, from + at, true);
  }

  const std::byte* from_;
  std::byte* memory_;
  std::int32_t total_;
  bool is_resident_;
  std::int32_t next_ = 0;
  std::int32_t slot_ = 0;
};

}  // namespace starling::policy
