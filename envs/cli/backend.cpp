#include "envs/cli/backend.hpp"

#include <fmt/format.h>

#include "engine/simulator.hpp"

namespace starling::cli {

Device parse_backend(std::string_view option, std::string_view text) {
  if (text == "cpu") return Device::Cpu;
  if (text == "cuda") return Device::Cuda;
  if (text == "auto") return cuda_unavailable_reason() ? Device::Cpu : Device::Cuda;
  throw Error(Refusal::Usage,
              fmt::format("{} is '{}', which is none of cpu, cuda and auto", option, text));
}

}  // namespace starling::cli
