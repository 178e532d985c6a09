/// What the matrix units of the current device reach when they have nothing else to do.
#pragma once

namespace starling::bench::policy {

/// FLOP/s of bf16 products with float32 sums, by the fastest instructions of this build.
double measure_ceiling();

}  // namespace starling::bench::policy
