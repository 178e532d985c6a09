/// Reads trace files and checks what holds for each.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace starling::tests {

inline nlohmann::json read_trace(const std::string& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

inline std::vector<nlohmann::json> slices_of(const nlohmann::json& trace) {
  std::vector<nlohmann::json> slices;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == "X") slices.push_back(event);
  }
  return slices;
}

inline std::string name_of_process(const nlohmann::json& trace, int process) {
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("name") == "process_name" && event.at("pid") == process)
      return event.at("args").at("name");
  }
  return "";
}

/// Every slice has its keys and its track a name; on a track, tiles follow each other and stages
/// lie inside their tile, one after the other.
inline void expect_valid_events(const nlohmann::json& trace) {
  using Track = std::pair<int, int>;
  const auto nanoseconds = [](const nlohmann::json& us) {
    return std::llround(us.get<double>() * 1000);
  };
  struct End {
    long long tile = 0;
    long long stage = 0;
  };
  std::map<Track, std::string> names;
  std::map<Track, End> ends;
  for (const auto& event : trace.at("traceEvents")) {
    const Track track(event.at("pid").get<int>(), event.at("tid").get<int>());
    if (event.at("ph") == "M") {
      if (event.at("name") == "thread_name") names[track] = event.at("args").at("name");
      continue;
    }
    ASSERT_EQ(event.at("ph"), "X");
    ASSERT_FALSE(event.at("name").get<std::string>().empty());
    ASSERT_FALSE(names[track].empty());
    for (const char* key : {"tile", "step", "rows", "active_lanes"})
      ASSERT_GE(event.at("args").at(key), 0) << key;
    const bool is_tile = event.at("cat") == "tile";
    const long long start = nanoseconds(event.at("ts"));
    const long long end = start + nanoseconds(event.at("dur"));
    End& last = ends[track];
    ASSERT_GE(end, start);
    ASSERT_GE(start, is_tile ? last.tile : last.stage);
    if (!is_tile) {
      ASSERT_LE(end, last.tile);
    }
    last = is_tile ? End{end, start} : End{last.tile, end};
  }
}

}  // namespace starling::tests
