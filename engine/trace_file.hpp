/// A trace as a file that ui.perfetto.dev opens.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/trace_log.hpp"

namespace starling {

/// The trace in the JSON of the Trace Event Format: a process an SM (or the CPU), a thread a lane,
/// a complete event ("X") a slice, times in microseconds. `otherData` says what was traced, on
/// what, the names of stages by their index, the idle share and what was dropped. Source: "Trace
/// Event Format", Google, 2016, which Perfetto reads.
void write_trace(std::FILE* file, const TraceLog& log);

/// A file to be. It is written beside its name and takes the name when it is whole; one that was
/// there stays until then.
class TraceFile {
 public:
  /// Throws Error (Unavailable) where no file can be written there.
  explicit TraceFile(const std::string& path);
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  ~TraceFile();

  /// Writes all of the file and gives it its name; to be called once. Throws Error (Unavailable).
  void write(const TraceLog& log);

 private:
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string given_path_;
  std::filesystem::path path_;     ///< Links followed.
  std::filesystem::path partial_;  ///< Empty once it has its name.
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, &std::fclose};
};

}  // namespace starling
