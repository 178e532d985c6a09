#include "viewer/session/looked_at.hpp"

#include <algorithm>
#include <utility>

#include "engine/description.hpp"

namespace starling::viewer {

void show_worlds(std::int64_t worlds, const Snapshots& snapshots, Frame& frame) {
  const Wanted& wanted = frame.wanted;
  const std::int64_t first = std::clamp<std::int64_t>(wanted.first, 0, worlds - 1);
  const std::int64_t count = std::clamp<std::int64_t>(wanted.count, 0, worlds - first);
  frame.page.clear();
  frame.selected.reset();
  if (count > 0) frame.page = snapshots(first, count);
  if (wanted.selected < 0 || wanted.selected >= worlds) return;
  if (wanted.selected >= first && wanted.selected < first + count) {
    frame.selected = frame.page[static_cast<std::size_t>(wanted.selected - first)];
  } else {
    frame.selected = std::move(snapshots(wanted.selected, 1).front());
  }
}

void count_worlds(Simulator& simulator, Numbers& numbers) {
  numbers.tally = simulator.tally();
  numbers.errors = simulator.errors();
  numbers.first_errors = simulator.first_errors();
  numbers.rows.clear();
  const std::vector<std::int64_t> rows = simulator.rows_alive();
  for (std::size_t table = 0; table < rows.size(); ++table) {
    const TableDescription& described = simulator.description().tables[table];
    numbers.rows.push_back(
        {described.name, rows[table], simulator.settings().worlds * described.rows_per_world});
  }
  numbers.bytes = simulator.plan().items;
}

void add_worlds(const Numbers& some, Numbers& sum) {
  sum.tally += some.tally;
  for (const auto& [kind, worlds] : some.errors)
    sum.errors[kind] += worlds;
  sum.first_errors.insert(sum.first_errors.end(), some.first_errors.begin(),
                          some.first_errors.end());
  sum.rows.resize(some.rows.size());
  for (std::size_t table = 0; table < some.rows.size(); ++table) {
    sum.rows[table].table = some.rows[table].table;
    sum.rows[table].rows += some.rows[table].rows;
    sum.rows[table].most += some.rows[table].most;
  }
  sum.bytes.insert(sum.bytes.end(), some.bytes.begin(), some.bytes.end());
}

}  // namespace starling::viewer
