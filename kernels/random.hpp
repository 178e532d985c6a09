/// Random numbers computed from what they are for, not from what was drawn before.
#pragma once

#include <cstdint>

#include "kernels/elementary.hpp"
#include "kernels/hash.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// Chooses one of 2^64 families of random numbers.
struct RandomKey {
  std::uint32_t low;
  std::uint32_t high;
};

/// The key of one stream (a system, say: hash_name of its name) of a run with one seed. For a
/// fixed seed no two streams share a key, nor for a fixed stream two seeds.
STARLING_FN constexpr RandomKey make_key(std::uint64_t seed, std::uint64_t stream) {
  const std::uint64_t key = mix64(mix64(seed + 0x9e3779b97f4a7c15u) + stream * 0xd1342543de82ef95u);
  return {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
}

/// Four random words.
struct RandomBlock {
  std::uint32_t x, y, z, w;
};

/// The block of random words that belongs to a counter: Philox4x32-10 (Salmon, Moraes, Dror and
/// Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
STARLING_FN constexpr RandomBlock philox(RandomBlock counter, RandomKey key) {
  STARLING_UNROLL
  for (int round = 0; round < 10; ++round) {
    constexpr std::uint32_t a = 0xd2511f53u;
    constexpr std::uint32_t b = 0xcd9e8d57u;
    counter = {multiply_high(b, counter.z) ^ counter.y ^ key.low, b * counter.z,
               multiply_high(a, counter.x) ^ counter.w ^ key.high, a * counter.x};
    key = {key.low + 0x9e3779b9u, key.high + 0xbb67ae85u};
  }
  return counter;
}

/// The random numbers of one row in one step. The n-th draw depends on the key, the row and the
/// counter {world, episode, step, n / 4} alone. Up to 2^34 draws.
///
/// A draw advances a count that compilers fold away where the number of draws is fixed: then four
/// draws cost one Philox block, words that nobody uses are not computed, and no branch is left.
class Random {
 public:
  /// `row` changes the key, high + row * 0x9e3779b1: an odd factor, so no two rows of one key
  /// share a sequence, and row 0 leaves the key as it is.
  STARLING_FN constexpr Random(RandomKey key, std::uint32_t world, std::uint32_t episode,
                               std::uint32_t step, std::uint32_t row)
      : key_{key.low, key.high + row * 0x9e3779b1u},
        world_(world),
        episode_(episode),
        step_(step) {}

  /// The words of the first four draws, and a way to hand them over instead of computing them.
  STARLING_FN constexpr RandomBlock first_block() const {
    return philox({world_, episode_, step_, 0}, key_);
  }
  STARLING_FN constexpr void begin_with(const RandomBlock& first_block) {
    block_ = first_block;
    has_first_ = true;
  }

  /// 32 random bits.
  STARLING_FN constexpr std::uint32_t bits() {
    const std::uint32_t lane = draws_ & 3u;
    if (lane == 0u && !(has_first_ && draws_ == 0u))
      block_ = philox({world_, episode_, step_, draws_ >> 2}, key_);
    ++draws_;
    const std::uint32_t low = lane == 0u ? block_.x : block_.y;
    const std::uint32_t high = lane == 2u ? block_.z : block_.w;
    return lane < 2u ? low : high;
  }

  /// A multiple of 2^-24 in [0, 1), each as likely.
  STARLING_FN constexpr float uniform() {
    return static_cast<float>(static_cast<std::int32_t>(bits() >> 8)) * 0x1p-24f;
  }

  /// low + (high - low) * uniform(), rounded after each operation: the last rounding can give
  /// `high` itself.
  STARLING_FN constexpr float uniform(float low, float high) {
    return low + (high - low) * uniform();
  }

  /// A whole number in [0, count), 0 for a count of 0. The chance of each is 1 / count to within
  /// 2^-32: floor or ceiling of 2^32 / count of the 2^32 words map to it.
  STARLING_FN constexpr std::uint32_t below(std::uint32_t count) {
    return static_cast<std::uint32_t>((std::uint64_t{bits()} * count) >> 32);
  }

  /// A normal number of mean 0 and variance 1, at most 5.77 from 0; takes two draws (Box and
  /// Muller, 1958: the radius from the one, the angle from the other).
  STARLING_FN float normal() {
    const auto radius_bits = static_cast<std::int32_t>(bits() >> 8);
    const float chance = static_cast<float>(radius_bits + 1) * 0x1p-24f;  // in (0, 1]
    const std::uint32_t angle_bits = bits();
    // the two high bits choose the quarter turn, the next 24 the angle in it around its middle
    const auto rest = static_cast<std::int32_t>(angle_bits << 2) >> 8;
    const detail::Quadrant angle{static_cast<float>(rest) * (pi * 0x1p-25f), angle_bits >> 30};
    return sqrt(-2.0f * log(chance)) * detail::cos_of(angle);
  }

 private:
  RandomKey key_;
  std::uint32_t world_;
  std::uint32_t episode_;
  std::uint32_t step_;
  std::uint32_t draws_ = 0;
  bool has_first_ = false;
  RandomBlock block_{};
};

}  // namespace starling::kernels
