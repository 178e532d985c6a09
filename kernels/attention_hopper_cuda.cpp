#include "kernels/attention_hopper.hpp"
#include "kernels/attention_hopper_launch.hpp"

namespace starling::kernels {
namespace {

bool is_hopper() {
  int device = 0;
  int major = 0;
  int minor = 0;
  cuda_check(cudaGetDevice(&device), "looking for the device of attention");
  cuda_check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
             "asking for the device's compute capability");
  cuda_check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device),
             "asking for the device's compute capability");
  return major == 9 && minor == 0;
}

}  // namespace

bool launch_hopper_attention(const AttentionArguments& arguments, void* stream) {
  check_attention(arguments);
  if (arguments.head_dim == 32 || !is_hopper()) return false;
  if (arguments.head_dim == 64)
    return launch_hopper_attention_in<TunedHopperAttentionTile<64>>(arguments, stream);
  return launch_hopper_attention_in<TunedHopperAttentionTile<128>>(arguments, stream);
}

}  // namespace starling::kernels
