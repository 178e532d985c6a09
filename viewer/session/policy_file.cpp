#include "viewer/session/policy_file.hpp"

#include <filesystem>

#include "engine/error.hpp"
#include "systems/policy/tensor_file.hpp"

namespace starling::viewer {

std::unique_ptr<policy::Network> read_policy(const std::string& path) {
  if (!std::filesystem::exists(path)) {
    throw Error(Refusal::Usage,
                "the policy is '" + path + "', which is none of random and zero and no file");
  }
  return std::make_unique<policy::Network>(policy::read_network(policy::TensorFile::read(path)));
}

}  // namespace starling::viewer
