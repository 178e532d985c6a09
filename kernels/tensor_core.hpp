/// A warp's matrix instructions for bf16 with float32 sums, on GPUs from sm_80 on: on the device
/// only, or where a test emulates its blocks on a CPU.
///
/// Fragments are those of mma.m16n8k16 in the PTX manual. Lane l = 4 group + member holds
///   A [16, 16]: a[0] row group, columns 2 member and the next; a[1] row group + 8; a[2], a[3] the
///               same rows, columns 8 further;
///   B [16, 8]:  b0 rows 2 member and the next, column group; b1 rows 8 further;
///   sums [16, 8]: c[0], c[1] row group, columns 2 member and the next; c[2], c[3] row group + 8.
#pragma once

#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/bfloat16.hpp"
#include "kernels/elementary.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

#if defined(STARLING_EMULATED_BLOCKS)
/// The test's: see tests/emulated.
namespace emulated {

void load_matrices(SharedAddress row, bool transposed, std::uint32_t (&matrices)[4]);
void multiply_add(const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1,
                  float (&sums)[4]);

}  // namespace emulated
#endif

/// Loads four matrices of 8 rows of 8 bf16 each; lane l gives the address of row l % 8 of matrix
/// l / 8. Of each matrix a lane gets row l / 4, columns 2 (l % 4) and the next, the lower one in
/// the low half.
STARLING_FN void load_matrices([[maybe_unused]] SharedAddress row,
                               [[maybe_unused]] std::uint32_t (&matrices)[4]) {
#if defined(__CUDA_ARCH__)
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
               : "r"(row)
               : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::load_matrices(row, false, matrices);
#else
  stop();
#endif
}

/// The same with each matrix transposed: a lane gets column l / 4, rows 2 (l % 4) and the next.
STARLING_FN void load_matrices_transposed([[maybe_unused]] SharedAddress row,
                                          [[maybe_unused]] std::uint32_t (&matrices)[4]) {
#if defined(__CUDA_ARCH__)
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
               : "r"(row)
               : "memory");
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::load_matrices(row, true, matrices);
#else
  stop();
#endif
}

/// sums += a * b
STARLING_FN void multiply_add([[maybe_unused]] const std::uint32_t (&a)[4],
                              [[maybe_unused]] std::uint32_t b0, [[maybe_unused]] std::uint32_t b1,
                              [[maybe_unused]] float (&sums)[4]) {
#if defined(__CUDA_ARCH__)
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#elif defined(STARLING_EMULATED_BLOCKS)
  emulated::multiply_add(a, b0, b1, sums);
#else
  stop();
#endif
}

/// Two numbers rounded to bf16, as in a fragment.
STARLING_FN std::uint32_t pack_bfloat16(float low, float high) {
#if defined(__CUDA_ARCH__)
  std::uint32_t packed;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
  return packed;
#else
  return to_bfloat16(low).bits | static_cast<std::uint32_t>(to_bfloat16(high).bits) << 16;
#endif
}

/// 2 to the x within 2 ulp, by the GPU's own instruction; denormal results are 0.
STARLING_FN float approximate_exp2(float x) {
#if defined(__CUDA_ARCH__)
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
#else
  return std::exp2(x);
#endif
}

/// The hyperbolic tangent within 2^-11 of itself, by the GPU's own instruction.
STARLING_FN float approximate_tanh(float x) {
#if defined(__CUDA_ARCH__)
  float tangent;
  asm("tanh.approx.f32 %0, %1;" : "=f"(tangent) : "f"(x));
  return tangent;
#else
  return std::tanh(x);
#endif
}

/// 1 / sqrt(x) within 2 ulp, by the GPU's own instruction.
STARLING_FN float approximate_rsqrt(float x) {
#if defined(__CUDA_ARCH__)
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
#else
  return 1.0F / std::sqrt(x);
#endif
}

/// 1 / x within 1 ulp, by the GPU's own instruction, for x from 2^-126 to 2^126.
STARLING_FN float approximate_reciprocal(float x) {
#if defined(__CUDA_ARCH__)
  float reciprocal;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(x));
  return reciprocal;
#else
  return 1.0F / x;
#endif
}

/// Both halves within what bf16 can hold: infinities become its greatest numbers, and so does NaN.
STARLING_FN std::uint32_t finite_bfloat16(std::uint32_t packed) {
#if defined(__CUDA_ARCH__)
  asm("min.bf16x2 %0, %0, %1;" : "+r"(packed) : "r"(0x7f7f7f7fU));
  asm("max.bf16x2 %0, %0, %1;" : "+r"(packed) : "r"(0xff7fff7fU));
  return packed;
#else
  std::uint32_t finite = 0;
  for (std::uint32_t shift = 0; shift < 32; shift += 16) {
    const float number = to_float({static_cast<std::uint16_t>(packed >> shift)});
    const float greatest = to_float({0x7f7f});
    const float bounded = std::fmax(std::fmin(number, greatest), -greatest);
    finite |= static_cast<std::uint32_t>(to_bfloat16(bounded).bits) << shift;
  }
  return finite;
#endif
}

/// The greater; the other where one is NaN.
STARLING_FN float greater_of(float a, float b) {
  return std::fmax(a, b);
}

}  // namespace starling::kernels
