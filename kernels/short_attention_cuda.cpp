#include "kernels/short_attention.hpp"
#include "kernels/short_attention_launch.hpp"

namespace starling::kernels {
namespace {

template <int dim>
void launch_of_head_dim(const AttentionArguments& arguments, void* stream) {
  if (arguments.key_length <= 16) {
    launch_short_attention_in<TunedShortAttentionTile<dim, 16>>(arguments, stream);
  } else if (arguments.key_length <= 32) {
    launch_short_attention_in<TunedShortAttentionTile<dim, 32>>(arguments, stream);
  } else if (arguments.key_length <= 48) {
    launch_short_attention_in<TunedShortAttentionTile<dim, 48>>(arguments, stream);
  } else {
    launch_short_attention_in<TunedShortAttentionTile<dim, 64>>(arguments, stream);
  }
}

}  // namespace

void launch_short_attention(const AttentionArguments& arguments, void* stream) {
  check_short_attention(arguments);
  if (arguments.head_dim == 16) {
    launch_of_head_dim<16>(arguments, stream);
  } else if (arguments.head_dim == 32) {
    launch_of_head_dim<32>(arguments, stream);
  } else {
    launch_of_head_dim<64>(arguments, stream);
  }
}

}  // namespace starling::kernels
