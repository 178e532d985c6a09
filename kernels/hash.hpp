/// 64-bit mixing of words, for state hashes, keys and names.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// A bijection of 64-bit words whose every output bit depends on every input bit: the finalizer of
/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014; constants of Stafford's variant 13).
STARLING_FN constexpr std::uint64_t mix64(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

/// The hash that follows `seed` once `word` is read: different words give different hashes, and
/// the order of reading matters. To hash in any order, give each word its position's hash as seed
/// and join the results with hash_join.
STARLING_FN constexpr std::uint64_t hash_bits(std::uint64_t seed, std::uint32_t word) {
  return mix64(seed + (std::uint64_t{word} + 1u) * 0x9e3779b97f4a7c15u);
}

/// Joins hashes so that neither order nor grouping matters (a sum modulo 2^64; 0 changes nothing).
STARLING_FN constexpr std::uint64_t hash_join(std::uint64_t a, std::uint64_t b) {
  return a + b;
}

/// The bits of x, with one pattern for every NaN (0x7fc00000), since which NaN an operation gives
/// differs between machines. +0 and -0 stay distinct.
STARLING_FN constexpr std::uint32_t canonical_bits(float x) {
  return x == x ? std::bit_cast<std::uint32_t>(x) : 0x7fc00000u;
}

/// A 64-bit hash of a name: FNV-1a (Fowler, Noll and Vo), then mix64.
STARLING_FN constexpr std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char letter : name) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  }
  return mix64(hash);
}

}  // namespace starling::kernels
