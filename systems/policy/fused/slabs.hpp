/// Weights on their way through shared memory, a slab at a time, in the order of their use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/async_copy.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/copy_engine.hpp"
#include "kernels/phase_barrier.hpp"
#include "systems/policy/fused/arguments.hpp"
#include "systems/policy/fused/shape.hpp"

namespace starling::policy {

/// Slabs of all layers of a network.
template <class Shape>
STARLING_FN std::int32_t slabs_of(const FusedArguments& arguments) {
  return arguments.layers * (arguments.slices * Shape::slice * 2 / slab_columns +
                             arguments.heads_a_layer * Shape::head_width * 4 / slab_columns);
}

/// For any GPU: where all slabs fit, they are copied once and stay; else two take turns, the next
/// being copied while one is used. Every thread of the block makes the same calls.
template <class Shape>
class SlabTurns {
 public:
  STARLING_FN SlabTurns(const FusedArguments& arguments, std::byte* shared)
      : from_(arguments.slabs),
        memory_(shared + Shape::slabs_at),
        total_(slabs_of<Shape>(arguments)),
        is_resident_(total_ == arguments.slots) {}

  STARLING_FN void begin() {
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

  /// After the last use.
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

/// For GPUs with a copy engine (sm_90): all slabs are copied once and stay.
template <class Shape>
class SlabsThere {
 public:
  STARLING_FN SlabsThere(const FusedArguments& arguments, std::byte* shared)
      : from_(arguments.slabs),
        memory_(shared + Shape::slabs_at),
        barrier_(kernels::shared_address(shared + Shape::barriers_at)),
        total_(slabs_of<Shape>(arguments)) {}

  STARLING_FN void begin() const {
    if (kernels::thread_index() == 0) {
      kernels::begin_phases(barrier_, 1);
      kernels::fence_new_barriers();
      kernels::arrive_announcing(barrier_, static_cast<std::uint32_t>(total_ * Shape::slab_bytes));
      for (std::int32_t slab = 0; slab < total_; ++slab)
        kernels::start_bulk_copy(kernels::shared_address(memory_ + slab * Shape::slab_bytes),
                                 from_ + slab * Shape::slab_bytes, Shape::slab_bytes, barrier_);
    }
    kernels::sync_block();
    kernels::wait_for_phase(barrier_, 0);
  }

  /// From the first slab on again.
  STARLING_FN void rewind() { next_ = memory_; }
  STARLING_FN const std::byte* next() {
    const std::byte* own = next_;
    next_ += Shape::slab_bytes;
    return own;
  }
  STARLING_FN void end() const {}

 private:
  const std::byte* from_;
  std::byte* memory_;
  kernels::SharedAddress barrier_;
  std::int32_t total_;
  std::byte* next_ = nullptr;
};

/// For such GPUs too: slabs follow one another through a ring, and warps may be some slabs apart.
template <class Shape>
class SlabRing {
 public:
  STARLING_FN SlabRing(const FusedArguments& arguments, std::byte* shared)
      : from_(arguments.slabs),
        memory_(shared + Shape::slabs_at),
        barriers_(kernels::shared_address(shared + Shape::barriers_at)),
        total_(slabs_of<Shape>(arguments)),
        slots_(arguments.slots) {}

  STARLING_FN void begin() {
    if (kernels::thread_index() == 0) {
      for (std::int32_t slot = 0; slot < slots_; ++slot) {
        kernels::begin_phases(full(slot), 1);
        kernels::begin_phases(empty(slot), Shape::warps);
      }
      kernels::fence_new_barriers();
      for (std::int32_t slot = 0; slot < slots_; ++slot)
        copy(slot);
    }
    kernels::sync_block();
  }

  STARLING_FN void rewind() const {}

  /// The next slab. Products with the two before it may still be at work.
  STARLING_FN const std::byte* next() {
    if (taken_ < held + lag) {
      ++taken_;
    }
    if (taken_ > held) release();
    kernels::wait_for_phase(full(slot_), phase_);
    const std::byte* own = memory_ + slot_ * Shape::slab_bytes;
    if (++slot_ == slots_) {
      slot_ = 0;
      phase_ ^= 1;
    }
    return own;
  }

  /// After the last use: no copy may be under way when the block ends.
  STARLING_FN void end() {
    if (kernels::thread_index() != 0) return;
    while (slot_ != filled_slot_ || phase_ != filled_phase_) {
      kernels::wait_for_phase(full(slot_), phase_);
      if (++slot_ == slots_) {
        slot_ = 0;
        phase_ ^= 1;
      }
    }
  }

 private:
  /// Slabs that are in use at once: the last one taken and two before it.
  static constexpr int held = 3;
  /// So many slabs later a slot is filled anew, so that no warp is waited for.
  static constexpr int lag = 2;

  STARLING_FN kernels::SharedAddress full(std::int32_t slot) const {
    return barriers_ + static_cast<std::uint32_t>(slot) * 16;
  }
  STARLING_FN kernels::SharedAddress empty(std::int32_t slot) const { return full(slot) + 8; }

  /// The slot of the slab `held` before the one that is taken now.
  STARLING_FN void release() {
    const std::int32_t used = slot_ >= held ? slot_ - held : slot_ - held + slots_;
    if (kernels::thread_index() % 32 == 0) kernels::arrive(empty(used));
    if (kernels::thread_index() != 0 || taken_ < held + lag) return;
    kernels::wait_for_phase(empty(filled_slot_), filled_phase_ ^ 1);
    copy(filled_slot_);
  }

  /// Thread 0 alone.
  STARLING_FN void copy(std::int32_t slot) {
    kernels::arrive_announcing(full(slot), Shape::slab_bytes);
    kernels::start_bulk_copy(kernels::shared_address(memory_ + slot * Shape::slab_bytes),
                             from_ + next_ * Shape::slab_bytes, Shape::slab_bytes, full(slot));
    if (++next_ == total_) next_ = 0;
    if (++filled_slot_ == slots_) {
      filled_slot_ = 0;
      filled_phase_ ^= 1;
    }
  }

  const std::byte* from_;
  std::byte* memory_;
  kernels::SharedAddress barriers_;
  std::int32_t total_;
  std::int32_t slots_;
  std::int32_t taken_ = 0;  ///< Slabs, until there are enough of them.
  std::int32_t slot_ = 0;   ///< Of the next slab to be taken, and the parity of its phase.
  std::uint32_t phase_ = 0;
  // Of thread 0 alone: the next slab to be copied, and whither.
  std::int32_t next_ = 0;
  std::int32_t filled_slot_ = 0;
  std::uint32_t filled_phase_ = 0;
};

/// By how a shape's products take their weights.
template <class Shape>
using SlabsOf =
    std::conditional_t<!Shape::Products::run_by_themselves, SlabTurns<Shape>,
                       std::conditional_t<Shape::is_resident, SlabsThere<Shape>, SlabRing<Shape>>>;

}  // namespace starling::policy
