#include "tests/bench/machine.hpp"

#include <fmt/format.h>

namespace starling::bench {

std::int64_t differences(Machine& machine, Contestant& a, Contestant& b) {
  a.synchronize();
  b.synchronize();
  const ExportViews of_a = a.views();
  const ExportViews of_b = b.views();
  std::int64_t all = 0;
  for (std::size_t index = 0; index < exports; ++index) {
    ColumnPair pair{of_a[index], of_b[index], {}};
    if (index == static_cast<std::size_t>(Export::FinalObservation)) {
      pair.endings = of_a[static_cast<std::size_t>(Export::Ending)];
    }
    const std::int64_t differing = are_alike(pair.a, pair.b) ? machine.differences(pair) : 1;
    if (differing > 0) {
      fmt::print(stderr, "{} and {} differ in {} elements of {}\n", a.name(), b.name(), differing,
                 export_names[index]);
    }
    all += differing;
  }
  return all;
}

void poison(Machine& machine, Contestant& contestant, std::uint8_t byte) {
  contestant.synchronize();
  for (const ExportView& view : contestant.outputs())
    machine.poison(view, byte);
}

}  // namespace starling::bench
