/// Stands in for the CUDA backend in a build without a CUDA toolkit.
#include "engine/backend.hpp"

namespace starling {

bool built_with_cuda() {
  return false;
}

std::optional<std::string> cuda_unavailable_reason() {
  return "this program was built without the CUDA backend";
}

std::unique_ptr<Backend> make_cuda_backend() {
  throw Error(Refusal::Unavailable, *cuda_unavailable_reason());
}

}  // namespace starling
