#include "envs/cli/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "envs/cli/environment_options.hpp"
#include "envs/cli/text.hpp"

namespace starling::cli {
namespace {

double world_steps_per_s(const RolloutResult& result) {
  const double world_steps = static_cast<double>(result.settings.worlds) *
                             static_cast<double>(result.steps - result.steps_loaded);
  return result.seconds > 0 ? world_steps / result.seconds : 0;
}

double agent_steps_per_s(const RolloutResult& result) {
  return world_steps_per_s(result) * static_cast<double>(result.agents_per_world);
}

std::string as_hexadecimal(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

nlohmann::ordered_json or_null(std::optional<double> number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

std::string or_none(std::optional<double> number) {
  return number ? fmt::format("{:.2f}", *number) : "none ended";
}

std::string errors_in_words(const RolloutResult& result) {
  std::string words;
  for (const auto& [kind, worlds] : result.errors) {
    words += fmt::format("{}{} in {} worlds", words.empty() ? "" : ", ", kind, with_commas(worlds));
  }
  return words.empty() ? "none" : words;
}

nlohmann::ordered_json as_json(const std::vector<WorldError>& errors) {
  auto list = nlohmann::ordered_json::array();
  for (const WorldError& error : errors) {
    list.push_back({{"kind", error.kind},
                    {"world", error.world},
                    {"step", error.step},
                    {"archetype", error.archetype},
                    {"wanted", error.wanted},
                    {"allowed", error.allowed},
                    {"text", error.text}});
  }
  return list;
}

/// Every value that was given, by the name of its option.
nlohmann::ordered_json as_json(const OptionTexts& options) {
  auto values = nlohmann::ordered_json::object();
  for (const auto& [name, value] : options)
    values[name].push_back(value);
  return values;
}

std::string residency_in_words(const Plan& plan) {
  return fmt::format("{}{}", name_of(plan.residency), plan.resident ? ", stays on chip" : "");
}

std::string percent(std::optional<double> share) {
  return share ? fmt::format("{:.1f}%", 100 * *share) : "unknown";
}

std::string policy_in_words(const RolloutResult& result) {
  if (!result.play || !result.precision) return result.policy;
  return fmt::format("{}, {}, {}", result.policy, name_of(*result.play),
                     name_of(*result.precision));
}

std::string trace_in_words(const TraceResult& trace) {
  const std::string dropped = trace.dropped_records == 0
                                  ? "none dropped"
                                  : fmt::format("{} DROPPED for want of room (see --trace-records)",
                                                with_commas(trace.dropped_records));
  return fmt::format("{}, {} slices of {} lanes, a {} each, {}", trace.path,
                     with_commas(trace.slices), with_commas(trace.lanes), name_of(trace.level),
                     dropped);
}

nlohmann::ordered_json as_json(const TraceResult& trace) {
  return {{"file", trace.path},
          {"level", name_of(trace.level)},
          {"slices", trace.slices},
          {"lanes", trace.lanes},
          {"dropped_records", trace.dropped_records},
          {"idle_share", or_null(trace.idle_share)},
          {"idle_share_in_launches", or_null(trace.idle_share_in_launches)}};
}

}  // namespace

std::string as_table(const RolloutResult& result) {
  std::string table =
      fmt::format("{} on {} ({}){}\n", result.settings.environment, name_of(result.settings.device),
                  result.device_name, result.interrupted ? ", interrupted" : "");
  const auto line = [&table](const char* name, const std::string& value) {
    table += fmt::format("  {:<17}{}\n", name, value);
  };
  if (!result.settings.options.empty()) line("options", in_words(result.settings.options));
  line("worlds", with_commas(result.settings.worlds));
  line("steps", with_commas(result.steps));
  line("seed", std::to_string(result.settings.seed));
  line("policy", policy_in_words(result));
  line("episodes", with_commas(result.tally.episodes));
  line("mean return", or_none(result.tally.mean_return()));
  line("mean length", or_none(result.tally.mean_length()));
  line("world-steps/s", with_prefix(world_steps_per_s(result)));
  line("agent-steps/s", with_prefix(agent_steps_per_s(result)));
  line("stepping", fmt::format("{:.3f} s, of which the first launch {:.2f} ms", result.seconds,
                               1000 * result.first_step_s));
  line("start-up", fmt::format("{:.2f} ms", 1000 * result.startup_s));
  line("bytes per world", fmt::format("{:.1f}", result.plan.bytes_per_world));
  line("memory", as_bytes(result.peak_bytes));
  line("worlds a tile", with_commas(result.plan.tile_worlds));
  line("residency", residency_in_words(result.plan));
  line("state hash", as_hexadecimal(result.state_hash));
  line("errors", errors_in_words(result));
  for (const WorldError& error : result.first_errors)
    line("", fmt::format("first {}: {}", error.kind, error.text));
  if (result.trajectory) {
    line("out",
         fmt::format("{}, {}", result.trajectory->path, as_bytes(result.trajectory->size_bytes)));
  }
  if (result.recording) {
    line("recording", fmt::format("{}, {}, {} worlds", result.recording->path,
                                  as_bytes(result.recording->size_bytes),
                                  with_commas(result.recording->worlds)));
  }
  if (result.save) {
    line("checkpoint",
         fmt::format("{}, {}, at step {}", result.save->path, as_bytes(result.save->size_bytes),
                     with_commas(result.save->steps)));
  }
  if (result.trace) {
    line("trace", trace_in_words(*result.trace));
    line("idle lanes",
         fmt::format("{} of their time, {} inside launches", percent(result.trace->idle_share),
                     percent(result.trace->idle_share_in_launches)));
  }
  if (result.served_at) line("served at", *result.served_at);
  return table;
}

std::string as_json(const RolloutResult& result) {
  nlohmann::ordered_json json{
      {"env", result.settings.environment},
      {"options", as_json(result.settings.options)},
      {"backend", name_of(result.settings.device)},
      {"device", result.device_name},
      {"worlds", result.settings.worlds},
      {"steps", result.steps},
      {"seed", result.settings.seed},
      {"policy", result.policy},
      {"seconds", result.seconds},
      {"startup_s", result.startup_s},
      {"first_step_s", result.first_step_s},
      {"world_steps_per_s", world_steps_per_s(result)},
      {"agent_steps_per_s", agent_steps_per_s(result)},
      {"episodes", result.tally.episodes},
      {"mean_return", or_null(result.tally.mean_return())},
      {"mean_length", or_null(result.tally.mean_length())},
      {"bytes_per_world", result.plan.bytes_per_world},
      {"peak_bytes", result.peak_bytes},
      {"tile_worlds", result.plan.tile_worlds},
      {"resident", result.plan.resident},
      {"residency", name_of(result.plan.residency)},
      {"state_hash", as_hexadecimal(result.state_hash)},
      {"errors", nlohmann::ordered_json(result.errors)},
      {"first_errors", as_json(result.first_errors)},
      {"interrupted", result.interrupted},
      {"threads", result.plan.threads},
      {"steps_per_launch", result.settings.steps_per_launch},
  };
  if (result.play) json["play"] = name_of(*result.play);
  if (result.precision) json["precision"] = name_of(*result.precision);
  if (result.trajectory) {
    json["out"] = {{"file", result.trajectory->path}, {"bytes", result.trajectory->size_bytes}};
  }
  if (result.recording) {
    json["recording"] = {{"file", result.recording->path},
                         {"bytes", result.recording->size_bytes},
                         {"worlds", result.recording->worlds}};
  }
  if (result.steps_loaded != 0) json["steps_loaded"] = result.steps_loaded;
  if (result.save) {
    json["save"] = {{"file", result.save->path},
                    {"bytes", result.save->size_bytes},
                    {"steps", result.save->steps}};
  }
  if (result.trace) json["trace"] = as_json(*result.trace);
  if (result.served_at) json["serve"] = *result.served_at;
  return json.dump() + "\n";
}

}  // namespace starling::cli
