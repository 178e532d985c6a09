#include "kernels/attention.hpp"
#include "kernels/attention_hopper.hpp"
#include "kernels/attention_launch.hpp"

namespace starling::kernels {

void launch_attention(const AttentionArguments& arguments, void* stream) {
  check_attention(arguments);
#if defined(STARLING_WITH_HOPPER)
  if (launch_hopper_attention(arguments, stream)) return;
#endif
  if (arguments.head_dim == 32) {
    launch_attention_in<TunedAttentionTile<32>>(arguments, stream);
  } else if (arguments.head_dim == 64) {
    launch_attention_in<TunedAttentionTile<64>>(arguments, stream);
  } else {
    launch_attention_in<TunedAttentionTile<128>>(arguments, stream);
  }
}

}  // namespace starling::kernels
