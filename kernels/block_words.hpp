/// Words of memory that threads work in: anywhere, or in the shared memory of a CUDA block, where
/// an address has 32 bits and the compiler knows what it points to.
///
/// Through a plain pointer that has been in a struct nvcc reads shared memory as if it could be
/// any: a step of rigid bodies on an H200 then spent every eighth instruction on addresses.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernels/platform.hpp"

namespace starling::kernels {

/// Words anywhere.
class PlainWords {
 public:
  STARLING_FN explicit PlainWords(std::uint32_t* words) : words_(words) {}

  STARLING_FN std::uint32_t read(std::uint32_t index) const { return words_[index]; }
  STARLING_FN void write(std::uint32_t index, std::uint32_t word) const { words_[index] = word; }
  STARLING_FN PlainWords from(std::uint32_t index) const { return PlainWords(words_ + index); }

 private:
  std::uint32_t* words_;
};

#if defined(__CUDA_ARCH__)
/// Words of the block's shared memory.
class BlockWords {
 public:
  STARLING_FN explicit BlockWords(std::uint32_t* words)
      : address_(static_cast<std::uint32_t>(__cvta_generic_to_shared(words))) {}

  STARLING_FN std::uint32_t read(std::uint32_t index) const { return *at(index); }
  STARLING_FN void write(std::uint32_t index, std::uint32_t word) const { *at(index) = word; }
  STARLING_FN BlockWords from(std::uint32_t index) const {
    BlockWords words = *this;
    words.address_ += 4 * index;
    return words;
  }

 private:
  STARLING_FN std::uint32_t* at(std::uint32_t index) const {
    return static_cast<std::uint32_t*>(__cvta_shared_to_generic(address_ + 4 * index));
  }

  std::uint32_t address_;
};
#else
using BlockWords = PlainWords;
#endif

/// Rows of T in words: row r begins at word `first + r * apart`.
template <class T, class Words, std::uint32_t apart>
class WordRows {
  static constexpr std::size_t count = sizeof(T) / 4;
  static_assert(sizeof(T) % 4 == 0);
  struct Parts {
    std::uint32_t words[count];
  };

 public:
  STARLING_FN WordRows(const Words& words, std::uint32_t first) : words_(words), first_(first) {}

  STARLING_FN T operator[](std::int32_t row) const {
    const std::uint32_t from = first_ + static_cast<std::uint32_t>(row) * apart;
    Parts parts;
    STARLING_UNROLL
    for (std::uint32_t word = 0; word < count; ++word)
      parts.words[word] = words_.read(from + word);
    return std::bit_cast<T>(parts);
  }
  STARLING_FN void set(std::int32_t row, const T& value) const {
    const std::uint32_t to = first_ + static_cast<std::uint32_t>(row) * apart;
    const auto parts = std::bit_cast<Parts>(value);
    STARLING_UNROLL
    for (std::uint32_t word = 0; word < count; ++word)
      words_.write(to + word, parts.words[word]);
  }

  /// The rows from one on.
  STARLING_FN WordRows from(std::int32_t row) const {
    return {words_, first_ + static_cast<std::uint32_t>(row) * apart};
  }

 private:
  Words words_;
  std::uint32_t first_;
};

}  // namespace starling::kernels
