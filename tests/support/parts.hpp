/// Components and systems of no meaning, from which tests build small graphs.
#pragma once

#include "engine/environment.hpp"

namespace starling::tests::parts {

struct Position {
  float x_m = 0.0F;
};
struct Speed {
  float x_mps = 0.0F;
};
struct Weight {
  float kg = 0.0F;
};
struct Wind {
  float mps = 0.0F;
};
struct Total {
  float kg = 0.0F;
};

STARLING_FN void move(const Speed& speed, Position& position) {
  position.x_m += speed.x_mps;
}
STARLING_FN void drag(Speed& speed) {
  speed.x_mps *= 0.5F;
}
STARLING_FN void settle(Position& position) {
  position.x_m *= 0.5F;
}
STARLING_FN void weigh(Weight& weight) {
  weight.kg += 1.0F;
}
STARLING_FN void avoid(Rows<const Position> others, Speed& speed) {
  speed.x_mps -= others[0].x_m;
}
STARLING_FN void drift(const Wind& wind, Speed& speed) {
  speed.x_mps += wind.mps;
}
STARLING_FN void blow(Wind& wind) {
  wind.mps += 1.0F;
}
STARLING_FN void add_up(Rows<const Weight> weights, Total& total) {
  total.kg = weights[0].kg;
}
STARLING_FN void lean(const Total& total, Wind& wind) {
  wind.mps += total.kg;
}
STARLING_FN bool is_fast(const Speed& speed) {
  return speed.x_mps > 1.0F;
}
STARLING_FN bool is_windy(const Wind& wind) {
  return wind.mps > 1.0F;
}

}  // namespace starling::tests::parts
