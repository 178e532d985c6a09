/// How exactly a network is computed.
#pragma once

#include <cstdint>

namespace starling::policy {

enum class Precision : std::uint8_t {
  Float32,   ///< The same bits on every device.
  Bfloat16,  ///< On matrix units, with float32 sums; on CUDA alone.
};

/// "fp32" or "bf16".
constexpr const char* name_of(Precision precision) {
  return precision == Precision::Float32 ? "fp32" : "bf16";
}

}  // namespace starling::policy
