/// Reads back the files that trace_file.hpp writes.
#pragma once

#include <cstdio>
#include <string>

#include "engine/trace_log.hpp"

namespace starling {

/// The log of a trace file, also of one from another machine. Files of versions that did not yet
/// write the indices of stages get them in the order in which the stages appear, and 0 for threads,
/// processors, worlds and tiles.
///
/// The slices are as TraceLog promises: lane by lane in order of time, stages inside their tile.
/// Throws Error: Unavailable where the file cannot be opened, Usage where it is no such trace, in a
/// sentence that names file, byte and reason.
TraceLog read_trace(const std::string& path);
/// The same, of an open file; `path` is what a refusal calls it.
TraceLog read_trace(std::FILE* file, const std::string& path);

}  // namespace starling
