/// The program starling_attention_bench: TFLOP/s of the attention kernel by head dim and length.
///
///   starling_attention_bench                                  the kernel as it is
///   starling_attention_bench --every-shape --lengths 2048,8192      and other shapes of block
///
/// Exits with 1 if any timed output is wrong.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include <CLI/CLI.hpp>

#include "tests/bench/attention/measure.hpp"

namespace starling::bench::attention {
namespace {

struct Arguments {
  std::vector<std::int64_t> lengths = {512, 1024, 2048, 4096, 8192, 16384};
  bool every_shape = false;
};

bool print_row(const Bench& bench, const Shape& shape, const Problem& problem) {
  const Result result = bench.measure(problem, shape);
  fmt::print("{:>8} {:>7} {:>6} {:>6} {:>7} {:>10.1f} {:>8.1f}  {}{}\n", problem.head_dim,
             problem.length, problem.batch(), problem.heads(), problem.causal ? "yes" : "no",
             result.seconds * 1e6, problem.flops() / result.seconds * 1e-12, shape.name,
             result.is_right ? "" : "  wrong");
  std::fflush(stdout);
  return result.is_right;
}

int run(const Arguments& arguments) {
  fmt::print("Attention forward, bf16, on {}; medians of launches\n", device_name());
  const Bench bench;
  fmt::print("{:>8} {:>7} {:>6} {:>6} {:>7} {:>10} {:>8}  {}\n", "head dim", "length", "batch",
             "heads", "causal", "us", "TFLOP/s", "shape");
  std::vector<Shape> shapes = tuned_shapes();
  for (const Shape& shape : arguments.every_shape ? other_shapes() : std::vector<Shape>{})
    shapes.push_back(shape);
  bool all_right = true;
  for (const Shape& shape : shapes) {
    for (const bool causal : {false, true}) {
      for (const std::int64_t length : arguments.lengths)
        all_right = print_row(bench, shape, {shape.head_dim, length, causal}) && all_right;
    }
  }
  return all_right ? 0 : 1;
}

}  // namespace
}  // namespace starling::bench::attention

int main(int count, char** words) {
  CLI::App app("TFLOP/s of the attention kernel");
  starling::bench::attention::Arguments arguments;
  app.add_option("--lengths", arguments.lengths, "Tokens of a sequence; they divide 16384")
      ->delimiter(',')
      ->check(CLI::IsMember({512, 1024, 2048, 4096, 8192, 16384}));
  app.add_flag("--every-shape", arguments.every_shape, "Other shapes of block too");
  CLI11_PARSE(app, count, words);
  try {
    return starling::bench::attention::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "starling_attention_bench: {}\n", error.what());
    return 1;
  }
}
