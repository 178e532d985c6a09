#include "engine/trace_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <tuple>

#include "engine/shortest_text.hpp"

namespace starling {
namespace {

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') json += '\\';
    json += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
  }
  return json + "\"";
}

std::string number_or_null(const std::optional<double>& number) {
  return number ? shortest_text(*number) : "null";
}

/// By the index of their first token.
std::string stage_names_of(const TraceLog& log) {
  std::string json;
  for (const auto& [stage, name] : log.stage_names)
    json += (json.empty() ? "\"" : ",\"") + std::to_string(stage) + "\":" + quoted(name);
  return json;
}

/// What was traced and how well.
void write_summary(std::FILE* file, const TraceLog& log) {
  std::fprintf(file,
               "\"otherData\":{\"environment\":%s,\"backend\":%s,\"device\":%s,\"level\":%s,"
               "\"stage_period\":%d,"
               "\"lanes\":%lld,\"launches\":%lld,\"idle_share\":%s,\"idle_share_in_launches\":%s,"
               "\"dropped_records\":%lld,\"timer_step_ns\":%s,\"clock_error_ns\":%s,"
               "\"threads\":%d,\"processors\":%d,\"worlds\":%lld,\"tiles\":%lld,"
               "\"stages\":{%s}}",
               quoted(log.environment).c_str(), quoted(name_of(log.device)).c_str(),
               quoted(log.device_name).c_str(), quoted(name_of(log.level)).c_str(),
               log.stage_period, static_cast<long long>(log.lanes),
               static_cast<long long>(log.launches), number_or_null(log.idle_share).c_str(),
               number_or_null(log.idle_share_in_launches).c_str(),
               static_cast<long long>(log.dropped_records),
               shortest_text(log.timer_step_ns).c_str(), shortest_text(log.clock_error_ns).c_str(),
               log.threads, log.processors, static_cast<long long>(log.worlds),
               static_cast<long long>(log.tiles), stage_names_of(log).c_str());
}

void write_name(std::FILE* file, const char* what, int process, int thread,
                const std::string& name) {
  std::fprintf(file,
               "{\"ph\":\"M\",\"name\":\"%s_name\",\"pid\":%d,\"tid\":%d,"
               "\"args\":{\"name\":%s}},\n",
               what, process, thread, quoted(name).c_str());
  std::fprintf(file,
               "{\"ph\":\"M\",\"name\":\"%s_sort_index\",\"pid\":%d,\"tid\":%d,"
               "\"args\":{\"sort_index\":%d}},\n",
               what, process, thread, thread == 0 ? process : thread);
}

/// Names of processes and threads; ids start at 1, since 0 is the idle task's.
void write_tracks(std::FILE* file, const TraceLog& log) {
  const bool on_cpu = log.device == Device::Cpu;
  std::set<int> processors;
  std::set<std::tuple<int, int>> tracks;
  for (const TraceSlice& slice : log.slices) {
    processors.insert(slice.processor);
    tracks.emplace(slice.processor, slice.lane);
  }
  for (const int processor : processors) {
    write_name(file, "process", processor + 1, 0,
               on_cpu ? "CPU" : "SM " + std::to_string(processor));
  }
  for (const auto& [processor, lane] : tracks) {
    write_name(file, "thread", processor + 1, lane + 1,
               (on_cpu ? "thread " : "block ") + std::to_string(lane));
  }
}

/// Nanoseconds as microseconds, which is what a trace is in. A block's clock, read off against the
/// global timer, may place it a little before the beginning.
std::string microseconds(std::int64_t ns) {
  const auto whole = static_cast<unsigned long long>(ns < 0 ? -ns : ns);
  char text[32];
  std::snprintf(text, sizeof text, "%s%llu.%03llu", ns < 0 ? "-" : "", whole / 1000, whole % 1000);
  return text;
}

void write_slice(std::FILE* file, const TraceLog& log, const TraceSlice& slice) {
  const auto found = log.stage_names.find(slice.stage);
  const std::string name = slice.stage < 0                  ? "tile"
                           : found == log.stage_names.end() ? "stage " + std::to_string(slice.stage)
                                                            : found->second;
  std::fprintf(file,
               "{\"ph\":\"X\",\"name\":%s,\"cat\":%s,\"pid\":%d,\"tid\":%d,\"ts\":%s,"
               "\"dur\":%s,\"args\":{\"tile\":%d,\"step\":%lld,\"rows\":%lld,"
               "\"active_lanes\":%d%s}}",
               quoted(name).c_str(), slice.stage < 0 ? "\"tile\"" : "\"stage\"",
               slice.processor + 1, slice.lane + 1, microseconds(slice.start_ns).c_str(),
               microseconds(slice.end_ns - slice.start_ns).c_str(), slice.tile,
               static_cast<long long>(slice.step), static_cast<long long>(slice.rows),
               slice.active_lanes,
               slice.stage < 0 ? "" : (",\"stage\":" + std::to_string(slice.stage)).c_str());
}

/// Where a path leads, links followed, so that a link stays one.
std::filesystem::path followed(const std::string& path) {
  std::error_code problem;
  const std::filesystem::path end = std::filesystem::weakly_canonical(path, problem);
  return problem ? std::filesystem::path(path) : end;
}

}  // namespace

void write_trace(std::FILE* file, const TraceLog& log) {
  std::fprintf(file, "{\"displayTimeUnit\":\"ns\",\n");
  write_summary(file, log);
  std::fprintf(file, ",\n\"traceEvents\":[\n");
  write_tracks(file, log);
  for (std::size_t slice = 0; slice < log.slices.size(); ++slice) {
    write_slice(file, log, log.slices[slice]);
    std::fprintf(file, slice + 1 < log.slices.size() ? ",\n" : "\n");
  }
  std::fprintf(file, "]}\n");
}

TraceFile::TraceFile(const std::string& path) : given_path_(path), path_(followed(path)) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path_, ignored);
  if (path.empty()) refuse("it has no name");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    refuse("there is something that is no file");
  }
  std::string partial = path_.string() + ".XXXXXX";
  const int descriptor = mkstemp(partial.data());
  if (descriptor < 0) refuse(std::strerror(errno));
  partial_ = partial;
  file_.reset(fdopen(descriptor, "w"));
  if (!file_) refuse(std::strerror(errno));
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);  // as any new file: mkstemp's are its owner's alone
}

TraceFile::~TraceFile() {
  std::error_code ignored;
  if (!partial_.empty()) std::filesystem::remove(partial_, ignored);
}

void TraceFile::write(const TraceLog& log) {
  write_trace(file_.get(), log);
  const bool failed = std::ferror(file_.get()) != 0;
  if (std::fclose(file_.release()) != 0 || failed) refuse(std::strerror(errno));
  std::error_code problem;
  std::filesystem::rename(partial_, path_, problem);
  if (problem) refuse(problem.message());
  partial_.clear();
}

/// In a constructor that throws no destructor follows.
void TraceFile::refuse(const std::string& reason) const {
  std::error_code ignored;
  if (!partial_.empty()) std::filesystem::remove(partial_, ignored);
  throw Error(Refusal::Unavailable,
              "the trace file '" + given_path_ + "' cannot be written: " + reason);
}

}  // namespace starling
