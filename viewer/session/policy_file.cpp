#include "viewer/session/policy_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "engine/error.hpp"
#include "engine/recording/writer.hpp"
#include "systems/policy/tensor_file.hpp"

namespace starling::viewer {

std::unique_ptr<policy::Network> read_policy(const std::string& path) {
  if (!std::filesystem::exists(path)) {
    throw Error(Refusal::Usage,
                "the policy is '" + path + "', which is none of random and zero and no file");
  }
  return std::make_unique<policy::Network>(policy::read_network(policy::TensorFile::read(path)));
}

std::uint64_t hash_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return file ? hash_of_bytes(std::as_bytes(std::span(text))) : 0;
}

}  // namespace starling::viewer
