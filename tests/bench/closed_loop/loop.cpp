#include "tests/bench/closed_loop/loop.hpp"

#include <exception>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/dlpack.hpp"
#include "engine/simulator.hpp"

struct StarlingLoop {
  explicit StarlingLoop(const starling::Settings& settings)
      : simulator(settings), names(simulator.tensor_names()) {}

  starling::Simulator simulator;
  std::vector<std::string> names;
};

namespace {

using starling::Error;
using starling::Refusal;

std::string last_error;

/// What `call` gives, or `otherwise` where it throws.
template <class Value, class Call>
Value try_to(Value otherwise, Call call) {
  try {
    return call();
  } catch (const std::exception& error) {
    last_error = error.what();
    return otherwise;
  }
}

starling::OptionTexts parse_options(const std::string& text) {
  starling::OptionTexts options;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.size() < 3 || !word.starts_with("--"))
      throw Error(Refusal::Usage, "options hold '" + word + "', which is no --NAME");
    const std::size_t equals = word.find('=');
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (equals == std::string::npos && !(words >> value))
      throw Error(Refusal::Usage, "options give no value for " + word);
    options.emplace_back(word.substr(2, equals - 2), value);
  }
  return options;
}

starling::Device parse_device(const std::string& text) {
  if (text == "cpu") return starling::Device::Cpu;
  if (text == "cuda") return starling::Device::Cuda;
  throw Error(Refusal::Usage, "device is '" + text + "', which is none of cpu and cuda");
}

}  // namespace

const char* starling_loop_error() {
  return last_error.c_str();
}

StarlingLoop* starling_loop_make(const char* environment, const char* options, std::int64_t worlds,
                                 std::uint64_t seed, int steps_per_launch, const char* device) {
  return try_to<StarlingLoop*>(nullptr, [&] {
    const starling::Settings settings{.environment = environment,
                                      .options = parse_options(options),
                                      .worlds = worlds,
                                      .seed = seed,
                                      .device = parse_device(device),
                                      .steps_per_launch = steps_per_launch};
    return std::make_unique<StarlingLoop>(settings).release();
  });
}

void starling_loop_destroy(StarlingLoop* loop) {
  const std::unique_ptr<StarlingLoop> owner(loop);
}

int starling_loop_tensor_count(const StarlingLoop* loop) {
  return static_cast<int>(loop->names.size());
}

const char* starling_loop_tensor_name(const StarlingLoop* loop, int index) {
  return loop->names[static_cast<std::size_t>(index)].c_str();
}

DLManagedTensor* starling_loop_tensor(const StarlingLoop* loop, const char* name) {
  return try_to<DLManagedTensor*>(
      nullptr, [&] { return starling::to_dlpack(loop->simulator.tensor(name)); });
}

int starling_loop_step(StarlingLoop* loop, int steps) {
  return try_to(-1, [&] {
    loop->simulator.step(steps);
    return 0;
  });
}

int starling_loop_current_slot(const StarlingLoop* loop) {
  return loop->simulator.current_slot();
}

void* starling_loop_stream(const StarlingLoop* loop) {
  return loop->simulator.stream();
}

int starling_loop_state_hash(StarlingLoop* loop, std::uint64_t* hash) {
  return try_to(-1, [&] {
    *hash = loop->simulator.state_hash();
    return 0;
  });
}

std::int64_t starling_loop_errors(StarlingLoop* loop) {
  return try_to<std::int64_t>(-1, [&] {
    std::int64_t worlds = 0;
    for (const auto& [kind, count] : loop->simulator.errors())
      worlds += count;
    return worlds;
  });
}
