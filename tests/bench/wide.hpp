/// Loads and stores of 1, 2, 4, 8 and 16 bytes as one instruction: nvcc takes structs apart.
#pragma once

#include <vector_types.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace starling::bench {

/// The built-in vector of so many bytes.
template <std::size_t bytes>
using Wide = std::conditional_t<
    bytes <= 2, std::conditional_t<bytes == 1, std::uint8_t, std::uint16_t>,
    std::conditional_t<
        bytes == 4, std::uint32_t,
        std::conditional_t<bytes == 8, uint2, std::conditional_t<bytes == 16, uint4, void>>>>;

/// *address; aligned to its size.
template <class T>
__device__ __forceinline__ T load_wide(const T* address) {
  return std::bit_cast<T>(*reinterpret_cast<const Wide<sizeof(T)>*>(address));
}

/// *address = value; aligned to its size.
template <class T>
__device__ __forceinline__ void store_wide(T* address, const T& value) {
  *reinterpret_cast<Wide<sizeof(T)>*>(address) = std::bit_cast<Wide<sizeof(T)>>(value);
}

}  // namespace starling::bench
