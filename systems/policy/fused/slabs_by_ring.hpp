/// Slabs that follow one another through a ring in shared memory, brought by the copy engine
/// (sm_90).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/copy_engine.hpp"
#include "kernels/phase_barrier.hpp"
#include "systems/policy/fused/arguments.hpp"

namespace starling::policy {

/// They come in pairs, for which a network's slabs are an even number. Warps may be some pairs
/// apart. Thread 0 refills the ring on its way.
template <class Shape>
class SlabsByRing {
 public:
  static constexpr std::int64_t slots(std::int64_t slabs, std::int64_t most) {
    return slabs <= most ? slabs : most / 2 * 2;
  }

  STARLING_FN SlabsByRing(const FusedArguments& arguments, std::byte* shared)
      : from_(arguments.slabs),
        memory_(shared + Shape::slabs_at),
        barriers_(kernels::shared_address(shared + Shape::barriers_at)),
        pairs_(arguments.total_slabs / 2),
        slots_(arguments.slots / 2) {}

  STARLING_FN void begin() {
    if (kernels::thread_index() == 0) {
      for (std::int32_t slot = 0; slot < slots_; ++slot) {
        kernels::begin_phases(full(slot), 1);
        kernels::begin_phases(empty(slot), Shape::warps);
      }
      kernels::fence_new_barriers();
      for (std::int32_t slot = 0; slot < slots_; ++slot)
        copy();
    }
    kernels::sync_block();
  }

  STARLING_FN void rewind() const {}

  /// The next slab; those before it must not be read any more.
  STARLING_FN const std::byte* next() {
    if (second_ != nullptr) {
      const std::byte* own = second_;
      second_ = nullptr;
      return own;
    }
    if (taken_ <= lag) ++taken_;
    if (taken_ > 1) release();
    kernels::wait_for_phase(full(slot_), phase_);
    const std::byte* own = memory_ + slot_ * pair_bytes;
    advance(slot_, phase_);
    second_ = own + Shape::slab_bytes;
    return own;
  }

  /// No copy may be under way when the block ends.
  STARLING_FN void end() {
    if (kernels::thread_index() != 0) return;
    while (slot_ != filled_slot_ || phase_ != filled_phase_) {
      kernels::wait_for_phase(full(slot_), phase_);
      advance(slot_, phase_);
    }
  }

 private:
  static constexpr std::int64_t pair_bytes = 2 * Shape::slab_bytes;
  /// A slot is filled anew when this many pairs have been taken since: then no warp is waited for
  /// that is less far behind.
  static constexpr int lag = 2;

  STARLING_FN kernels::SharedAddress full(std::int32_t slot) const {
    return barriers_ + static_cast<std::uint32_t>(slot) * 16;
  }
  STARLING_FN kernels::SharedAddress empty(std::int32_t slot) const { return full(slot) + 8; }

  STARLING_FN void advance(std::int32_t& slot, std::uint32_t& phase) const {
    if (++slot < slots_) return;
    slot = 0;
    phase ^= 1;
  }

  /// The warp is done with the pair before the next.
  STARLING_FN void release() {
    const std::int32_t used = slot_ > 0 ? slot_ - 1 : slots_ - 1;
    if (kernels::thread_index() % 32 == 0) kernels::arrive(empty(used));
    if (kernels::thread_index() != 0 || taken_ <= lag) return;
    kernels::wait_for_phase(empty(filled_slot_), filled_phase_ ^ 1);
    copy();
  }

  /// Thread 0 alone.
  STARLING_FN void copy() {
    const kernels::SharedAddress barrier = full(filled_slot_);
    kernels::arrive_announcing(barrier, pair_bytes);
    kernels::start_bulk_copy(kernels::shared_address(memory_ + filled_slot_ * pair_bytes),
                             from_ + copied_ * pair_bytes, pair_bytes, barrier);
    copied_ = copied_ + 1 == pairs_ ? 0 : copied_ + 1;
    advance(filled_slot_, filled_phase_);
  }

  const std::byte* from_;
  std::byte* memory_;
  kernels::SharedAddress barriers_;
  std::int32_t pairs_;
  std::int32_t slots_;
  const std::byte* second_ = nullptr;  ///< Of a pair of which the first slab has been taken.
  std::int32_t taken_ = 0;             ///< Pairs, until they are more than the lag.
  std::int32_t slot_ = 0;              ///< Of the next pair, and the parity of its phase.
  std::uint32_t phase_ = 0;
  // Of thread 0 alone: the next pair to be copied, and whither.
  std::int32_t copied_ = 0;
  std::int32_t filled_slot_ = 0;
  std::uint32_t filled_phase_ = 0;
};

}  // namespace starling::policy
