#include "engine/kernel_report/report.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>
#include <tuple>

#include "engine/kernel_report/kernel_name.hpp"
#include "engine/kernel_report/occupancy.hpp"
#include "engine/launch.hpp"

namespace starling::kernel_report {
namespace {

constexpr std::array columns = {"environment", "program",  "residency", "registers", "spilled B",
                                "stack B",     "shared B", "threads",   "blocks/SM"};
constexpr std::size_t text_columns = 3;

using Row = std::array<std::string, columns.size()>;

struct NamedKernel {
  KernelUsage usage;
  std::optional<ProgramName> program;

  auto order() const {
    const ProgramName name = program.value_or(ProgramName{.environment = "~"});
    return std::tuple(usage.architecture, name.environment, name.kind, !name.fused, name.traced,
                      name.residency, name.lanes, name.one_step, usage.symbol);
  }
};

std::vector<NamedKernel> in_order(const std::vector<ObjectUsage>& objects) {
  std::vector<NamedKernel> kernels;
  for (const ObjectUsage& object : objects) {
    for (const KernelUsage& usage : object.kernels)
      kernels.push_back({usage, program_of(usage.symbol)});
  }
  std::sort(kernels.begin(), kernels.end(),
            [](const auto& left, const auto& right) { return left.order() < right.order(); });
  return kernels;
}

/// Threads of a block are known of an environment's programs alone.
Row row_of(const NamedKernel& kernel) {
  const KernelUsage& usage = kernel.usage;
  Row row = {"-",
             short_name(usage.symbol),
             "-",
             std::to_string(usage.registers),
             std::to_string(usage.spill_store_bytes) + "/" + std::to_string(usage.spill_load_bytes),
             std::to_string(usage.stack_bytes),
             std::to_string(usage.shared_bytes),
             "-",
             "-"};
  if (!kernel.program) return row;
  const int threads = most_block_threads(kernel.program->lanes);
  const auto limits = limits_of(usage.architecture);
  row[0] = kernel.program->environment;
  row[1] = program_in_words(*kernel.program);
  row[2] = residency_in_words(*kernel.program);
  row[7] = std::to_string(threads);
  row[8] =
      limits ? std::to_string(blocks_per_sm(*limits, threads, usage.registers, usage.shared_bytes))
             : "?";
  return row;
}

std::string aligned(const std::vector<Row>& rows) {
  std::array<std::size_t, columns.size()> widths{};
  for (const Row& row : rows) {
    for (std::size_t column = 0; column < columns.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  }
  std::ostringstream text;
  for (const Row& row : rows) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      text << (column == 0 ? "" : "  ") << std::setw(static_cast<int>(widths[column]))
           << (column < text_columns ? std::left : std::right) << row[column];
    }
    text << '\n';
  }
  return text.str();
}

std::string compile_times(const std::vector<ObjectUsage>& objects) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1) << "compiled in";
  for (const ObjectUsage& object : objects) {
    const auto program =
        object.kernels.empty() ? std::nullopt : program_of(object.kernels.front().symbol);
    text << (&object == &objects.front() ? " " : ", ") << object.compile_s << " s ("
         << (program ? program->environment : "other")
         << (program && program->traced ? ", traced)" : ")");
  }
  return text.str() + "\n";
}

/// A block in which teams share worlds has as many threads as may be, and each of them all the
/// registers that are left for it. It may spill as much as was measured to be no loss: with 384
/// threads that spill the escape room made 41 million world-steps/s on an H200, and 34 with 256
/// that do not.
bool may_spill(const KernelUsage& usage) {
  constexpr int most_bytes = 1280;
  const auto limits = limits_of(usage.architecture);
  const auto blocks = [&](int registers) {
    return blocks_per_sm(*limits, max_block_threads, registers, 0);
  };
  const bool has_all = limits && blocks(usage.registers) == 1 && blocks(usage.registers + 1) == 0;
  return has_all && usage.spill_store_bytes <= most_bytes && usage.spill_load_bytes <= most_bytes;
}

}  // namespace

std::string as_table(const std::vector<ObjectUsage>& objects) {
  const std::vector<NamedKernel> kernels = in_order(objects);
  std::string table;
  for (auto kernel = kernels.begin(); kernel != kernels.end();) {
    const std::string& architecture = kernel->usage.architecture;
    std::vector<Row> rows(1);
    std::copy(columns.begin(), columns.end(), rows.front().begin());
    for (; kernel != kernels.end() && kernel->usage.architecture == architecture; ++kernel)
      rows.push_back(row_of(*kernel));
    table += "kernels for " + architecture + "\n" + aligned(rows);
  }
  return table +
         "spilled: bytes stored/loaded; shared: static; blocks per SM: of that many threads, "
         "before "
         "the shared memory that a launch adds\n" +
         compile_times(objects);
}

std::vector<std::string> spills_in_production(const std::vector<ObjectUsage>& objects) {
  std::vector<std::string> sentences;
  for (const NamedKernel& kernel : in_order(objects)) {
    const KernelUsage& usage = kernel.usage;
    if (!kernel.program || !kernel.program->is_production_step()) continue;
    if (!usage.spills() || may_spill(usage)) continue;
    sentences.push_back(kernel.program->environment + ", " + program_in_words(*kernel.program) +
                        ", " + residency_in_words(*kernel.program) + ", " + usage.architecture +
                        " spills registers: " + std::to_string(usage.spill_store_bytes) +
                        " bytes of stores and " + std::to_string(usage.spill_load_bytes) +
                        " of loads");
  }
  return sentences;
}

}  // namespace starling::kernel_report
