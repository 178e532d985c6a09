#include "tests/bench/machine.hpp"

#include <fmt/format.h>

namespace starling::bench {

std::int64_t differences(Machine& machine, Contestant& a, Contestant& b) {
  a.synchronize();
  b.synchronize();
  const ExportViews of_a = a.views();
  const ExportViews of_b = b.views();
  const ExportView& endings = of_a[static_cast<std::size_t>(Export::Ending)];
  std::int64_t all = 0;
  for (std::size_t index = 0; index < exports; ++index) {
    EndedRows rows;
    if (index == static_cast<std::size_t>(Export::FinalObservation)) {
      rows = {endings.data, of_a[index].rows / endings.rows};
    }
    const std::int64_t differing = machine.differences(of_a[index], of_b[index], rows);
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
  for (const ExportView& view : contestant.views())
    machine.poison(view, byte);
}

}  // namespace starling::bench
