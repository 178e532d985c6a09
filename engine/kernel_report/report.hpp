/// The table of kernels that a build ends with, and what it must not show.
#pragma once

#include <string>
#include <vector>

#include "engine/kernel_report/kernel_usage.hpp"

namespace starling::kernel_report {

/// A row a kernel, ordered by architecture, environment and program; then the time of each object.
std::string as_table(const std::vector<ObjectUsage>& objects);

/// A sentence for every production step kernel that spills registers: any, or in blocks where teams
/// share worlds more than 1,280 bytes.
std::vector<std::string> spills_in_production(const std::vector<ObjectUsage>& objects);

}  // namespace starling::kernel_report
