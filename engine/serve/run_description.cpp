#include "engine/serve/run_description.hpp"

#include <unistd.h>

#include <chrono>

#include "engine/bytes.hpp"
#include "engine/fingerprint.hpp"
#include "engine/serve/envelope.hpp"
#include "kernels/hash.hpp"

namespace starling::serve {
namespace {

constexpr std::size_t most_run_bytes = std::size_t{1} << 20;
constexpr std::int64_t most_worlds = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_number = std::numeric_limits<std::int64_t>::max();
constexpr int most_int = std::numeric_limits<int>::max();

/// Differs from run to run, on one machine or on several.
std::uint64_t new_run_id() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return kernels::mix64(static_cast<std::uint64_t>(now) ^ static_cast<std::uint64_t>(getpid())
                                                              << 40);
}

}  // namespace

RunDescription describe_run(const Simulator& simulator, const std::string& policy,
                            std::int64_t steps_asked) {
  const Settings& settings = simulator.settings();
  return {.run_id = new_run_id(),
          .environment = settings.environment,
          .options = settings.options,
          .seed = settings.seed,
          .worlds = settings.worlds,
          .first_world = settings.first_world,
          .steps_asked = steps_asked,
          .policy = policy,
          .device = settings.device,
          .device_name = simulator.device_name(),
          .residency = settings.residency,
          .tile_worlds = settings.tile_worlds,
          .steps_per_launch = settings.steps_per_launch,
          .fingerprint = simulator.fingerprint()};
}

std::vector<std::byte> encode(const RunDescription& run) {
  ByteWriter writer;
  writer.number(run.run_id);
  writer.text(run.environment);
  writer.options(run.options);
  writer.number(run.seed);
  writer.number(run.worlds);
  writer.number(run.first_world);
  writer.number(run.steps_asked);
  writer.text(run.policy);
  writer.number(static_cast<std::uint8_t>(run.device));
  writer.text(run.device_name);
  writer.number(static_cast<std::uint8_t>(run.residency));
  writer.number(run.tile_worlds);
  writer.number(run.steps_per_launch);
  writer.number(run.fingerprint);
  if (writer.bytes().size() > most_run_bytes) {
    throw Error(Refusal::Unavailable,
                "a run whose options have " + std::to_string(writer.bytes().size()) +
                    " bytes cannot be served; " + std::to_string(most_run_bytes) + " can");
  }
  return seal({Kind::Run}, writer.bytes());
}

RunDescription decode_run(std::span<const std::byte> message) {
  const std::vector<std::byte> body = open(message, Kind::Run, most_run_bytes);
  ByteReader reader(body, in_words(Kind::Run));
  RunDescription run;
  run.run_id = reader.number<std::uint64_t>();
  run.environment = reader.text("the environment's name");
  run.options = reader.options();
  run.seed = reader.number<std::uint64_t>();
  run.worlds = reader.number<std::int64_t>("worlds", 1, most_worlds);
  run.first_world = reader.number<std::int64_t>("numbers of worlds", 0, most_number);
  run.steps_asked = reader.number<std::int64_t>("steps", 1, most_number);
  run.policy = reader.text("the policy's name");
  run.device = static_cast<Device>(reader.number<std::uint8_t>("devices", 0, 1));
  run.device_name = reader.text("the device's name");
  run.residency = static_cast<Residency>(reader.number<std::uint8_t>("residencies", 0, 3));
  run.tile_worlds = reader.number<int>("worlds a tile", 1, most_int);
  run.steps_per_launch = reader.number<int>("steps a launch", 1, most_int);
  run.fingerprint = reader.number<std::uint64_t>();
  reader.expect_end();
  return run;
}

PreparedEnvironment prepare(const RunDescription& run) {
  PreparedEnvironment environment(run.environment, run.options);
  if (fingerprint_of(environment) != run.fingerprint) {
    throw Error(Refusal::Usage, "the run's worlds of " + run.environment +
                                    " are made differently from those of this program: use the "
                                    "same build and the same files for both");
  }
  return environment;
}

}  // namespace starling::serve
