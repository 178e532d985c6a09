/// One number for many bytes: of a file, of a block, of data that worlds share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace starling {

/// The hash that follows `seed` once the bytes are read, eight at a time. Zeros at the end count
/// where the seed depends on how many bytes there are.
std::uint64_t hash_bytes(std::uint64_t seed, std::span<const std::byte> bytes);

/// The same for a start that depends on nothing but how many there are.
std::uint64_t hash_of_bytes(std::span<const std::byte> bytes);

/// Of what a file holds now; 0 where it cannot be read, is no regular file or has over 1 GiB.
std::uint64_t hash_of_file(const std::string& path);

}  // namespace starling
