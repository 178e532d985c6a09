#include "kernels/attention_hopper.hpp"
#include "kernels/attention_hopper_launch.hpp"

namespace starling::kernels {

bool launch_hopper_attention(const AttentionArguments& arguments, void* stream) {
  check_attention(arguments);
  if (arguments.head_dim == 32) return false;
  if (arguments.head_dim == 64)
    return launch_hopper_attention_in<TunedHopperAttentionTile<64>>(arguments, stream);
  return launch_hopper_attention_in<TunedHopperAttentionTile<128>>(arguments, stream);
}

}  // namespace starling::kernels
