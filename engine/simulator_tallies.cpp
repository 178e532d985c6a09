/// Counts world by world: the episodes that ended, and the rows that live.
#include <algorithm>
#include <cstring>

#include "engine/batch.hpp"

namespace starling {
namespace {

template <class Scalar>
Scalar value_at(const std::vector<std::byte>& values, std::size_t index) {
  Scalar value{};
  std::memcpy(&value, values.data() + index * sizeof value, sizeof value);
  return value;
}

/// Adds what the rows of a table have tallied to their worlds' sums.
void add_rows(Batch& batch, int column, std::vector<EpisodeTally>& tallies) {
  const auto& described = batch.description().columns[static_cast<std::size_t>(column)];
  const auto rows = static_cast<std::size_t>(described.rows_per_world);
  const auto returns = batch.read_state_field(column, described.fields[0]);
  const auto lengths = batch.read_state_field(column, described.fields[1]);
  const auto episodes = batch.read_state_field(column, described.fields[2]);
  for (std::size_t row = 0; row < tallies.size() * rows; ++row) {
    EpisodeTally& tally = tallies[row / rows];
    tally.return_sum += value_at<double>(returns, row);
    tally.length_sum += value_at<std::int64_t>(lengths, row);
    tally.episodes += value_at<std::int64_t>(episodes, row);
  }
}

}  // namespace

std::vector<EpisodeTally> Simulator::tallies() {
  std::vector<EpisodeTally> tallies(static_cast<std::size_t>(settings().worlds));
  int rows = 0;
  for (std::size_t column = 0; column < description().columns.size(); ++column) {
    const ColumnDescription& described = description().columns[column];
    if (described.component != "Tally" || described.rows_per_world == 0) continue;
    rows += described.rows_per_world;
    add_rows(*batch_, static_cast<int>(column), tallies);
  }
  if (rows < 2) return tallies;
  for (EpisodeTally& tally : tallies) {  // every row has closed the same episodes
    tally.return_sum /= rows;
    tally.length_sum /= rows;
    tally.episodes /= rows;
  }
  return tallies;
}

EpisodeTally Simulator::tally() {
  EpisodeTally sum;
  for (const EpisodeTally& tally : tallies())
    sum += tally;
  return sum;
}

std::vector<std::int64_t> Simulator::rows_alive() {
  std::vector<std::int64_t> alive;
  for (const TableDescription& table : description().tables) {
    alive.push_back(settings().worlds * table.rows_per_world);
    if (!table.grows) continue;
    const auto& column = description().columns[static_cast<std::size_t>(table.population)];
    const auto rows = batch_->read_state_field(table.population, column.fields.front());
    alive.back() = 0;
    for (std::size_t world = 0; world < rows.size() / sizeof(std::uint32_t); ++world)
      alive.back() +=
          std::min<std::int64_t>(value_at<std::uint32_t>(rows, world), table.rows_per_world);
  }
  return alive;
}

}  // namespace starling
