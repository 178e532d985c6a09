/// The warpgroup's product in PTX, by the number of columns: an instruction for each, whose sums
/// are written out as operands. Device code for sm_90a only.
#pragma once

#include <cstdint>

namespace starling::kernels::detail {

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

// Macros, since neither the text of an instruction nor its operands can come from a template. Each
// size's sums are those of the size before and some more.
#define STARLING_NAMES_8 "%0, %1, %2, %3"
#define STARLING_NAMES_16 \
  STARLING_NAMES_8        \
  ", %4, %5, %6, %7"
#define STARLING_NAMES_24 \
  STARLING_NAMES_16       \
  ", %8, %9, %10, %11"
#define STARLING_NAMES_32 \
  STARLING_NAMES_24       \
  ", %12, %13, %14, %15"
#define STARLING_NAMES_48 \
  STARLING_NAMES_32       \
  ", %16, %17, %18, %19, %20, %21, %22, %23"
#define STARLING_NAMES_64 \
  STARLING_NAMES_48       \
  ", %24, %25, %26, %27, %28, %29, %30, %31"
#define STARLING_NAMES_96 \
  STARLING_NAMES_64       \
  ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define STARLING_NAMES_128 \
  STARLING_NAMES_96        \
  ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define STARLING_NAMES_160 \
  STARLING_NAMES_128       \
  ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79"
#define STARLING_NAMES_176 \
  STARLING_NAMES_160       \
  ", %80, %81, %82, %83, %84, %85, %86, %87"
#define STARLING_NAMES_192 \
  STARLING_NAMES_176       \
  ", %88, %89, %90, %91, %92, %93, %94, %95"
#define STARLING_NAMES_256                                                                       \
  STARLING_NAMES_192                                                                             \
  ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111" \
  ", %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, " \
  "%127"
#define STARLING_FOUR(t) "+f"(sums[t][0]), "+f"(sums[t][1]), "+f"(sums[t][2]), "+f"(sums[t][3])
#define STARLING_SUMS_8 STARLING_FOUR(0)
#define STARLING_SUMS_16 STARLING_SUMS_8, STARLING_FOUR(1)
#define STARLING_SUMS_24 STARLING_SUMS_16, STARLING_FOUR(2)
#define STARLING_SUMS_32 STARLING_SUMS_24, STARLING_FOUR(3)
#define STARLING_SUMS_48 STARLING_SUMS_32, STARLING_FOUR(4), STARLING_FOUR(5)
#define STARLING_SUMS_64 STARLING_SUMS_48, STARLING_FOUR(6), STARLING_FOUR(7)
#define STARLING_SUMS_96 \
  STARLING_SUMS_64, STARLING_FOUR(8), STARLING_FOUR(9), STARLING_FOUR(10), STARLING_FOUR(11)
#define STARLING_SUMS_128 \
  STARLING_SUMS_96, STARLING_FOUR(12), STARLING_FOUR(13), STARLING_FOUR(14), STARLING_FOUR(15)
#define STARLING_SUMS_160 \
  STARLING_SUMS_128, STARLING_FOUR(16), STARLING_FOUR(17), STARLING_FOUR(18), STARLING_FOUR(19)
#define STARLING_SUMS_176 STARLING_SUMS_160, STARLING_FOUR(20), STARLING_FOUR(21)
#define STARLING_SUMS_192 STARLING_SUMS_176, STARLING_FOUR(22), STARLING_FOUR(23)
#define STARLING_SUMS_256                                                                        \
  STARLING_SUMS_192, STARLING_FOUR(24), STARLING_FOUR(25), STARLING_FOUR(26), STARLING_FOUR(27), \
      STARLING_FOUR(28), STARLING_FOUR(29), STARLING_FOUR(30), STARLING_FOUR(31)

// `adds`: the operand that tells whether the sums are added to or replaced.
#define STARLING_PRODUCT(columns, factors, adds)                                              \
  "{\n"                                                                                       \
  ".reg .pred adds;\n"                                                                        \
  "setp.ne.b32 adds, %" #adds                                                                 \
  ", 0;\n"                                                                                    \
  "wgmma.mma_async.sync.aligned.m64n" #columns "k16.f32.bf16.bf16 {" STARLING_NAMES_##columns \
      "}, " factors                                                                           \
      ";\n"                                                                                   \
      "}\n"

/// Of A in registers.
template <int columns, int b_major>
__device__ __forceinline__ void start_product(const std::uint32_t (&a)[4], std::uint64_t b,
                                              std::uint32_t adds, float (&sums)[columns / 8][4]) {
  static_assert(b_major == 0 || b_major == 1);
  if constexpr (columns == 8) {
    asm volatile(STARLING_PRODUCT(8, "{%4, %5, %6, %7}, %8, adds, 1, 1, %10", 9)
                 : STARLING_SUMS_8
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 16) {
    asm volatile(STARLING_PRODUCT(16, "{%8, %9, %10, %11}, %12, adds, 1, 1, %14", 13)
                 : STARLING_SUMS_16
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 24) {
    asm volatile(STARLING_PRODUCT(24, "{%12, %13, %14, %15}, %16, adds, 1, 1, %18", 17)
                 : STARLING_SUMS_24
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 32) {
    asm volatile(STARLING_PRODUCT(32, "{%16, %17, %18, %19}, %20, adds, 1, 1, %22", 21)
                 : STARLING_SUMS_32
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 48) {
    asm volatile(STARLING_PRODUCT(48, "{%24, %25, %26, %27}, %28, adds, 1, 1, %30", 29)
                 : STARLING_SUMS_48
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 64) {
    asm volatile(STARLING_PRODUCT(64, "{%32, %33, %34, %35}, %36, adds, 1, 1, %38", 37)
                 : STARLING_SUMS_64
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 96) {
    asm volatile(STARLING_PRODUCT(96, "{%48, %49, %50, %51}, %52, adds, 1, 1, %54", 53)
                 : STARLING_SUMS_96
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 128) {
    asm volatile(STARLING_PRODUCT(128, "{%64, %65, %66, %67}, %68, adds, 1, 1, %70", 69)
                 : STARLING_SUMS_128
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 160) {
    asm volatile(STARLING_PRODUCT(160, "{%80, %81, %82, %83}, %84, adds, 1, 1, %86", 85)
                 : STARLING_SUMS_160
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 176) {
    asm volatile(STARLING_PRODUCT(176, "{%88, %89, %90, %91}, %92, adds, 1, 1, %94", 93)
                 : STARLING_SUMS_176
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 192) {
    asm volatile(STARLING_PRODUCT(192, "{%96, %97, %98, %99}, %100, adds, 1, 1, %102", 101)
                 : STARLING_SUMS_192
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else if constexpr (columns == 256) {
    asm volatile(STARLING_PRODUCT(256, "{%128, %129, %130, %131}, %132, adds, 1, 1, %134", 133)
                 : STARLING_SUMS_256
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(adds), "n"(b_major));
  } else {
    static_assert(columns == 0, "No product of so many columns is written out here.");
  }
}

/// Of A in shared memory.
template <int columns, int a_major, int b_major>
__device__ __forceinline__ void start_product(std::uint64_t a, std::uint64_t b, std::uint32_t adds,
                                              float (&sums)[columns / 8][4]) {
  if constexpr (columns == 8) {
    asm volatile(STARLING_PRODUCT(8, "%4, %5, adds, 1, 1, %7, %8", 6)
                 : STARLING_SUMS_8
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 16) {
    asm volatile(STARLING_PRODUCT(16, "%8, %9, adds, 1, 1, %11, %12", 10)
                 : STARLING_SUMS_16
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 24) {
    asm volatile(STARLING_PRODUCT(24, "%12, %13, adds, 1, 1, %15, %16", 14)
                 : STARLING_SUMS_24
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 32) {
    asm volatile(STARLING_PRODUCT(32, "%16, %17, adds, 1, 1, %19, %20", 18)
                 : STARLING_SUMS_32
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 48) {
    asm volatile(STARLING_PRODUCT(48, "%24, %25, adds, 1, 1, %27, %28", 26)
                 : STARLING_SUMS_48
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 64) {
    asm volatile(STARLING_PRODUCT(64, "%32, %33, adds, 1, 1, %35, %36", 34)
                 : STARLING_SUMS_64
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 96) {
    asm volatile(STARLING_PRODUCT(96, "%48, %49, adds, 1, 1, %51, %52", 50)
                 : STARLING_SUMS_96
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 128) {
    asm volatile(STARLING_PRODUCT(128, "%64, %65, adds, 1, 1, %67, %68", 66)
                 : STARLING_SUMS_128
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 160) {
    asm volatile(STARLING_PRODUCT(160, "%80, %81, adds, 1, 1, %83, %84", 82)
                 : STARLING_SUMS_160
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 176) {
    asm volatile(STARLING_PRODUCT(176, "%88, %89, adds, 1, 1, %91, %92", 90)
                 : STARLING_SUMS_176
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 192) {
    asm volatile(STARLING_PRODUCT(192, "%96, %97, adds, 1, 1, %99, %100", 98)
                 : STARLING_SUMS_192
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else if constexpr (columns == 256) {
    asm volatile(STARLING_PRODUCT(256, "%128, %129, adds, 1, 1, %131, %132", 130)
                 : STARLING_SUMS_256
                 : "l"(a), "l"(b), "r"(adds), "n"(a_major), "n"(b_major));
  } else {
    static_assert(columns == 0, "No product of so many columns is written out here.");
  }
}

#undef STARLING_NAMES_8
#undef STARLING_SUMS_8
#undef STARLING_NAMES_16
#undef STARLING_SUMS_16
#undef STARLING_NAMES_24
#undef STARLING_SUMS_24
#undef STARLING_NAMES_32
#undef STARLING_SUMS_32
#undef STARLING_NAMES_48
#undef STARLING_SUMS_48
#undef STARLING_NAMES_64
#undef STARLING_SUMS_64
#undef STARLING_NAMES_96
#undef STARLING_SUMS_96
#undef STARLING_NAMES_128
#undef STARLING_SUMS_128
#undef STARLING_NAMES_160
#undef STARLING_SUMS_160
#undef STARLING_NAMES_176
#undef STARLING_SUMS_176
#undef STARLING_NAMES_192
#undef STARLING_SUMS_192
#undef STARLING_NAMES_256
#undef STARLING_SUMS_256
#undef STARLING_FOUR
#undef STARLING_PRODUCT

#endif

}  // namespace starling::kernels::detail
