/// Looking into one world: every scalar by name.
#include "engine/world_scalars.hpp"

namespace starling {
std::vector<FieldValue> Simulator::inspect(std::int64_t world) {
  std::vector<FieldValue> values;
  for (const WorldScalar& scalar : scalars_of(*batch_, world)) {
    const std::uint64_t bits = read_bits(*batch_, scalar.place);
    values.push_back({path_of(description(), scalar.column, scalar.field), scalar.row, bits,
                      text_of(scalar.dtype, bits)});
  }
  return values;
}

}  // namespace starling
