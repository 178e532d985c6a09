/// What one CUDA block does of attention on Hopper: one warpgroup fetches, the others compute.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_hopper_consumer.hpp"
#include "kernels/attention_hopper_producer.hpp"
#include "kernels/attention_hopper_tile.hpp"
#include "kernels/attention_hopper_work.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// What the kernel is given.
struct HopperAttentionArguments {
  AttentionTensors tensors;
  AttentionArguments all;
  AttentionOrder order;
};

namespace detail {

template <class Tile, bool masked>
STARLING_FN void begin_attention_barriers(const HopperAttentionPlaces<Tile>& places) {
  constexpr std::uint32_t warps = 4 * Tile::warpgroups;
  begin_phases(places.full_queries(), 1);
  begin_phases(places.empty_queries(), warps);
  for (std::uint32_t stage = 0; stage < Tile::stages; ++stage) {
    begin_phases(places.full_keys(stage), 1);
    begin_phases(places.empty_keys(stage), warps);
    begin_phases(places.full_values(stage),
                 masked ? HopperAttentionProducer<Tile, masked>::clearing_warps : 1);
    begin_phases(places.empty_values(stage), warps);
    begin_phases(places.landed_values(stage), 1);
  }
  fence_new_barriers();
}

}  // namespace detail

/// Every thread of block `block` of `blocks` calls it. `masked`: whether there is a key mask.
/// `shared`: Tile::shared_bytes, aligned to 1024.
template <class Tile, bool masked>
STARLING_FN void run_hopper_attention(const HopperAttentionArguments& arguments,
                                      std::uint32_t block, std::uint32_t blocks,
                                      std::byte* shared) {
  if (thread_index() == 0) detail::begin_attention_barriers<Tile, masked>({shared_address(shared)});
  sync_block();
  const AttentionWorks<Tile> works(arguments.all, arguments.order, block, blocks);
  const std::uint32_t warpgroup = warpgroup_index();
  if (warpgroup == 0) {
    give_back_registers<Tile::producer_registers>();
    HopperAttentionProducer<Tile, masked>(arguments.tensors, arguments.all, shared).run(works);
  } else {
    claim_registers<Tile::consumer_registers>();
    HopperAttentionConsumer<Tile, masked>(arguments.all, shared, warpgroup - 1).run(works);
  }
}

}  // namespace starling::kernels
