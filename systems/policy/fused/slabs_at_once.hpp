/// All slabs in shared memory, put there by the copy engine (sm_90).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/copy_engine.hpp"
#include "kernels/phase_barrier.hpp"
#include "systems/policy/fused/arguments.hpp"

namespace starling::policy {

template <class Shape>
class SlabsAtOnce {
 public:
  static constexpr std::int64_t slots(std::int64_t slabs, std::int64_t) { return slabs; }

  STARLING_FN SlabsAtOnce(const FusedArguments& arguments, std::byte* shared)
      : from_(arguments.slabs),
        memory_(shared + Shape::slabs_at),
        barrier_(kernels::shared_address(shared + Shape::barriers_at)),
        total_(arguments.total_slabs) {}

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

}  // namespace starling::policy
