/// The scalars of one world, by name and by where they lie.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/batch.hpp"
#include "engine/world_snapshot.hpp"

namespace starling {

/// One scalar of one world and where it lies.
struct WorldScalar {
  int column = 0;
  int field = 0;  ///< Of the column's.
  std::int64_t row = 0;
  DType dtype = DType::Float32;
  Place place;
};

/// Every scalar of a world that `Simulator::inspect` shows, in its order. Throws Error for a world
/// that is not of the batch.
std::vector<WorldScalar> scalars_of(const Batch& batch, std::int64_t world);

/// "Balancer.Cart.x_m"
std::string path_of(const EnvironmentDescription& description, int column, int field);

/// Slot of a column in which a row's newest value lies; -1 of a final observation where the row's
/// episode has not ended in the newest step.
std::int64_t newest_slot(const Batch& batch, int column, std::int64_t world, std::int64_t row);

void check_world(const Batch& batch, std::int64_t world);

std::uint64_t read_bits(const Batch& batch, const Place& place);
void write_bits(const Batch& batch, const Place& place, std::uint64_t bits);

}  // namespace starling
