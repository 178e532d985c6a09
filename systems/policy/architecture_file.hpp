/// Reading a policy's architecture from the metadata of its file.
#pragma once

#include "systems/policy/network.hpp"

namespace starling::policy {

/// Throws Error (Usage) as read_network does.
Architecture read_architecture(const TensorFile& file);

}  // namespace starling::policy
