/// A hawk's strip `birds_view` as the birds that it shows.
#pragma once

#include <array>

#include "envs/murmuration/components.hpp"

namespace starling::tests {

struct BirdsSeen {
  std::array<envs::murmuration::Seen, envs::murmuration::birds_seen> birds;
};

}  // namespace starling::tests
