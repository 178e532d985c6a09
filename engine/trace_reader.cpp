#include "engine/trace_reader.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "engine/error.hpp"
#include "engine/json_members.hpp"
#include "engine/json_reader.hpp"
#include "engine/quotes.hpp"

namespace starling {
namespace {

constexpr std::int64_t most_processors = 4096;
constexpr std::int64_t most_lanes = 1 << 16;    ///< Of a processor.
constexpr std::int64_t most_threads = 1 << 16;  ///< Of a crew.
constexpr std::int64_t most_stages = 1 << 16;   ///< Indices,
constexpr std::size_t most_stages_used = 1024;  ///< and those that occur.
constexpr std::int64_t most_tiles = (std::int64_t{1} << 31) - 1;
constexpr std::int64_t most_of_all = std::int64_t{1} << 53;
constexpr double most_us = 1e12;  ///< Eleven days, which a double holds to the nanosecond.

/// One of the values of an enumeration, by its name.
template <class Value>
Value take_named(JsonReader& json, std::initializer_list<Value> values) {
  const std::string name = json.take_text();
  for (const Value value : values) {
    if (name == name_of(value)) return value;
  }
  json.refuse("stands the unknown name " + in_quotes(name));
}

std::optional<double> take_share(JsonReader& json) {
  if (json.take_null()) return std::nullopt;
  const double share = json.take_number();
  if (share < 0 || share > 1) json.refuse("a share is not from 0 to 1");
  return share;
}

/// Of a clock, in nanoseconds.
double take_precision(JsonReader& json) {
  const double ns = json.take_number();
  if (ns < 0) json.refuse("a length of time is negative");
  return ns;
}

void take_stage_names(JsonReader& json, TraceLog& log) {
  json.take_object([&](std::string_view key) {
    int stage = -1;
    const auto result = std::from_chars(key.data(), key.data() + key.size(), stage);
    if (result.ec != std::errc() || result.ptr != key.data() + key.size() || stage < 0 ||
        stage >= most_stages) {
      json.refuse(in_quotes(key) + " is no index of a stage");
    }
    if (!log.stage_names.emplace(stage, json.take_text()).second)
      json.refuse(in_quotes(key) + " comes twice in stages");
  });
}

template <auto member, std::int64_t most, std::int64_t least = 0>
void take_count(JsonReader& json, TraceLog& log) {
  using Count = std::remove_reference_t<decltype(log.*member)>;
  log.*member = static_cast<Count>(json.take_whole(least, most));
}

constexpr std::size_t required_of_summary = 12;  ///< The rest is not in older files.
constexpr Member<TraceLog> summary_members[] = {
    {"environment", [](auto& json, auto& log) { log.environment = json.take_text(); }},
    {"backend",
     [](auto& json, auto& log) {
       log.device = take_named(json, {Device::Cpu, Device::Cuda});
     }},
    {"device", [](auto& json, auto& log) { log.device_name = json.take_text(); }},
    {"level",
     [](auto& json, auto& log) {
       log.level = take_named(
           json, {TraceLevel::Off, TraceLevel::Automatic, TraceLevel::Tile, TraceLevel::Stage});
     }},
    {"stage_period", take_count<&TraceLog::stage_period, most_tiles, 1>},
    {"lanes", take_count<&TraceLog::lanes, most_of_all>},
    {"launches", take_count<&TraceLog::launches, most_of_all>},
    {"idle_share", [](auto& json, auto& log) { log.idle_share = take_share(json); }},
    {"idle_share_in_launches",
     [](auto& json, auto& log) { log.idle_share_in_launches = take_share(json); }},
    {"dropped_records", take_count<&TraceLog::dropped_records, most_of_all>},
    {"timer_step_ns", [](auto& json, auto& log) { log.timer_step_ns = take_precision(json); }},
    {"clock_error_ns", [](auto& json, auto& log) { log.clock_error_ns = take_precision(json); }},
    {"threads", take_count<&TraceLog::threads, most_threads>},
    {"processors", take_count<&TraceLog::processors, most_processors>},
    {"worlds", take_count<&TraceLog::worlds, most_of_all>},
    {"tiles", take_count<&TraceLog::tiles, most_tiles>},
    {"stages", take_stage_names}};

/// An event as it stands in the file. Those that name tracks have other arguments.
struct Event {
  bool is_slice = false;
  bool is_tile = false;
  std::string name;
  TraceSlice slice;
  std::int64_t length_ns = 0;
  Seen seen_arguments = 0;
};

std::int64_t take_ns(JsonReader& json, double least_us) {
  const double us = json.take_number();
  if (us < least_us || us > most_us) json.refuse("a time is out of range");
  return std::llround(us * 1000);
}

/// Ids of processes and threads start at 1, other indices at 0.
template <auto member, std::int64_t count, std::int64_t first = 0>
void take_index(JsonReader& json, Event& event) {
  using Index = std::remove_reference_t<decltype(event.slice.*member)>;
  event.slice.*member = static_cast<Index>(json.take_whole(first, first + count - 1) - first);
}

constexpr std::size_t required_arguments = 4;
constexpr Member<Event> argument_members[] = {
    {"tile", take_index<&TraceSlice::tile, most_tiles>},
    {"step", take_index<&TraceSlice::step, most_of_all>},
    {"rows", take_index<&TraceSlice::rows, most_of_all>},
    {"active_lanes", take_index<&TraceSlice::active_lanes, most_threads + 1>},
    {"stage", take_index<&TraceSlice::stage, most_stages>}};

bool take_one_of(JsonReader& json, std::string_view yes, std::string_view no) {
  const std::string text = json.take_text();
  if (text != yes && text != no) json.refuse("an event has the unknown kind " + in_quotes(text));
  return text == yes;
}

constexpr std::size_t required_of_slices = 8;
constexpr Member<Event> event_members[] = {
    {"ph", [](auto& json, auto& event) { event.is_slice = take_one_of(json, "X", "M"); }},
    {"name", [](auto& json, auto& event) { event.name = json.take_text(); }},
    {"cat", [](auto& json, auto& event) { event.is_tile = take_one_of(json, "tile", "stage"); }},
    {"pid", take_index<&TraceSlice::processor, most_processors, 1>},
    {"tid",
     [](auto& json, auto& event) {
       event.slice.lane = static_cast<std::int32_t>(json.take_whole(0, most_lanes)) - 1;
     }},
    {"ts", [](auto& json, auto& event) { event.slice.start_ns = take_ns(json, -most_us); }},
    {"dur", [](auto& json, auto& event) { event.length_ns = take_ns(json, 0); }},
    {"args", [](auto& json, auto& event) {
       event.seen_arguments = take_members(json, "args", Members<Event>(argument_members), event);
     }}};

/// Puts slices into a log, which must come as a log has them.
class SliceTaker {
 public:
  SliceTaker(JsonReader& json, TraceLog& log) : json_(json), log_(log) {}

  void take_event() {
    Event event;
    const Seen seen = take_members(json_, "an event", Members<Event>(event_members), event);
    require(json_, "an event", Members<Event>(event_members).first(1), seen);
    if (!event.is_slice) return;
    require(json_, "an event", Members<Event>(event_members).first(required_of_slices), seen);
    require(json_, "args", Members<Event>(argument_members).first(required_arguments),
            event.seen_arguments);
    event.slice.end_ns = event.slice.start_ns + event.length_ns;
    if (event.slice.lane < 0) json_.refuse("a slice is of thread 0, which is none");
    if (event.is_tile) event.slice.stage = -1;
    if (!event.is_tile && event.slice.stage < 0) event.slice.stage = stage_of(event.name);
    stages_used_.insert(event.slice.stage);
    if (stages_used_.size() > most_stages_used + 1) json_.refuse("comes stage 1025");
    check_order(event.slice);
    log_.slices.push_back(event.slice);
  }

 private:
  /// Of files without indices.
  int stage_of(const std::string& name) {
    const auto next = static_cast<int>(stages_.size());
    const auto [found, is_new] = stages_.emplace(name, next);
    if (is_new) log_.stage_names.emplace(next, name);
    return found->second;
  }

  void check_order(const TraceSlice& now) {
    const auto track = [](const TraceSlice& slice) {
      return std::tuple(slice.processor, slice.lane);
    };
    const bool is_tile = now.stage < 0;
    const bool is_first = log_.slices.empty() || track(log_.slices.back()) != track(now);
    if (is_first && !log_.slices.empty() && track(log_.slices.back()) > track(now))
      json_.refuse("a slice is of a lane before that of the slice before");
    if (is_first && !is_tile) json_.refuse("a stage stands before its tile");
    if (!is_first && now.start_ns < (is_tile ? tile_end_ns_ : free_ns_))
      json_.refuse("a slice starts before the one before it ends");
    if (!is_tile && now.end_ns > tile_end_ns_) json_.refuse("a stage ends after its tile");
    if (is_tile) tile_end_ns_ = now.end_ns;
    free_ns_ = is_tile ? now.start_ns : now.end_ns;
  }

  JsonReader& json_;
  TraceLog& log_;
  std::map<std::string, int> stages_;
  std::set<int> stages_used_;  ///< And -1, of tiles.
  std::int64_t tile_end_ns_ = 0;
  std::int64_t free_ns_ = 0;  ///< From when on a stage of the tile may start.
};

TraceLog take_trace(JsonReader& json) {
  TraceLog log;
  SliceTaker slices(json, log);
  bool has_summary = false;
  bool has_events = false;
  json.take_object([&](std::string_view key) {
    const bool is_summary = key == "otherData";
    if (!is_summary && key != "traceEvents") return json.skip();
    bool& has_it = is_summary ? has_summary : has_events;
    if (has_it) json.refuse(in_quotes(key) + " comes twice");
    has_it = true;
    if (is_summary) {
      const Seen seen = take_members(json, "otherData", Members<TraceLog>(summary_members), log);
      require(json, "otherData", Members<TraceLog>(summary_members).first(required_of_summary),
              seen);
    } else {
      json.take_array([&] { slices.take_event(); });
    }
  });
  if (!has_summary || !has_events) json.refuse("ends what has no otherData or no traceEvents");
  json.take_end();
  return log;
}

}  // namespace

TraceLog read_trace(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) {
    throw Error(Refusal::Unavailable,
                "the trace file '" + path + "' cannot be read: " + std::strerror(errno));
  }
  return read_trace(file.get(), path);
}

TraceLog read_trace(std::FILE* file, const std::string& path) {
  JsonReader json(file, "the trace file", path);
  return take_trace(json);
}

}  // namespace starling
