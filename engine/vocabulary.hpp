/// The components that every environment shares: time, reward, the end of an episode, errors.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/component.hpp"
#include "engine/strip.hpp"

namespace starling {

/// Where a world stands in time. Every world has one.
struct Clock {
  std::uint32_t episode =
      0xffffffffU;         ///< Episodes begun before this one; the first start makes 0.
  std::uint32_t step = 0;  ///< Steps taken in this episode.
};

/// What an agent, or a world, earned in this step.
struct Reward {
  float value = 0.0F;
};

/// Whether the episode ended in this step, and why. Both may be set.
struct Ending {
  bool terminated = false;  ///< The task itself ended.
  bool truncated = false;   ///< A limit outside the task, such as the horizon, cut it off.
};

/// The last observation of an episode. Its tensor is filled from the front: slot n holds that of
/// the n-th episode that ended in the launch, and what lies behind is meaningless. A learner finds
/// the slot by counting endings: `ended.cumsum(0) - 1`. Rows are padded to whole sectors of 32
/// bytes.
///
/// Both are for the device's memory. CartPole on an H200, 1,048,576 worlds, 64 steps a launch, in G
/// world-steps/s: 72 with each value in the slot of its step, scattered half sectors; 99 padded, 90
/// from the front, 104 with both; 116 where none is kept.
template <class Observation>
struct alignas(32) Final {
  Observation value{};
};

/// Bytes of such a row's padding.
inline constexpr std::int64_t final_alignment_bytes = 32;

/// Episodes that ended in a world since the launch began: the slot of the next final observation.
/// Counted where launches have several slots; part of no hash.
struct EpisodesEnded {
  std::uint32_t count = 0;
};

/// Return of the episode under way.
struct Return {
  float sum = 0.0F;
};

/// Sums over the episodes that ended.
struct Tally {
  double return_sum = 0.0;
  std::uint64_t length_sum = 0;
  std::uint64_t episodes = 0;
};

/// Kinds of error that a world can hold.
enum class ErrorKind : std::uint8_t {
  InvalidAction = 1,  ///< An action outside its declared choices.
  Assertion = 2,      ///< A system reported that something cannot be.
  TableFull = 3,      ///< More entities of an archetype than a world has room for.
  NotFinite = 4,      ///< A number is infinite or none.
  NoRoom = 5,         ///< A system needs more room than it has for what it works on.
};

const char* name_of(ErrorKind kind);

/// First error of a world, ordered by step, node and row, so that two of one step do not race:
/// step (32 bits), node (8), row (16), kind (8) from the highest bit down.
struct ErrorWord {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t word = none;
};

/// What a world's error is about, where `word` is the world's ErrorWord.
struct ErrorDetail {
  std::uint64_t word = ErrorWord::none;
  std::uint64_t wanted = 0;
  std::uint32_t allowed = 0;
  std::uint32_t table = 0;  ///< Index of the archetype's table.
};

/// Hash of a world after a step.
struct StateHash {
  std::uint64_t value = 0;
};

/// Not 0 in the worlds that a reset by mask asks for.
struct ResetRequest {
  std::uint8_t requested = 0;
};

/// Parameter of a system: a T that it only adds to. Where rare work adds to sums in memory, nothing
/// waits for them to be read.
template <class T>
class Sums {
 public:
  STARLING_FN explicit Sums(T& sums) : sums_(sums) {}

  /// The scalars are integers or doubles: what a GPU adds in memory exactly as in registers.
  template <class Scalar>
  STARLING_FN void add(Scalar T::*sum, std::type_identity_t<Scalar> amount) const {
    static_assert(std::is_integral_v<Scalar> || std::is_same_v<Scalar, double>,
                  "Sums are of integers or doubles");
    sums_.*sum += amount;
  }

 private:
  T& sums_;
};

namespace detail {

template <class T>
inline constexpr bool is_final = false;

template <class Observation>
inline constexpr bool is_final<Final<Observation>> = true;

/// The strip that T is, or keeps the last of an episode of; void for all else.
template <class T>
struct StripOf {
  using type = void;
};
template <StripComponent T>
struct StripOf<T> {
  using type = T;
};
template <StripComponent T>
struct StripOf<Final<T>> {
  using type = T;
};

template <class T>
inline constexpr bool is_strip = !std::is_void_v<typename StripOf<T>::type>;

}  // namespace detail
}  // namespace starling
