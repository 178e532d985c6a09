/// The program starling_short_attention_bench: GB/s of the attention kernel for short sequences by
/// head dim and length, of the bytes of q, k, v and out.
///
///   starling_short_attention_bench --lengths 16,17 --head-dims 16
///
/// Sequences of a length that is no multiple of 16 have a mask, of 70% of the keys. Exits with 1 if
/// any timed output is wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

#include <CLI/CLI.hpp>

#include "kernels/short_attention.hpp"
#include "tests/bench/attention/on_device.hpp"
#include "tests/bench/attention/short_problem.hpp"
#include "tests/bench/attention/timing.hpp"

namespace starling::bench::attention {
namespace {

struct Arguments {
  std::vector<std::int64_t> lengths = {16, 17, 32, 64};
  std::vector<std::int64_t> head_dims = {16, 32, 64};
  std::int64_t sequences = 65536;
  std::int64_t heads = 4;
  bool packed = false;
};

bool print_row(const ShortTensors& tensors, const ShortProblem& problem, double copy_bytes_per_s) {
  tensors.poison();
  const kernels::AttentionArguments arguments = tensors.arguments_of(problem);
  const double seconds =
      median_seconds([&] { kernels::launch_short_attention(arguments, nullptr); });
  const bool is_right = tensors.has_right_sample(arguments);
  const double bytes_per_s = problem.bytes() / seconds;
  fmt::print("{:>6} {:>8} {:>8} {:>10.1f} {:>7.0f} {:>6.1f}{}\n", problem.length, problem.head_dim,
             fmt::format("{}%", problem.present_percent), seconds * 1e6, bytes_per_s * 1e-9,
             100 * bytes_per_s / copy_bytes_per_s, is_right ? "" : "  wrong");
  std::fflush(stdout);
  return is_right;
}

int run(const Arguments& arguments) {
  const std::int64_t longest =
      *std::max_element(arguments.lengths.begin(), arguments.lengths.end());
  const std::int64_t widest =
      *std::max_element(arguments.head_dims.begin(), arguments.head_dims.end());
  const ShortTensors tensors(arguments.sequences * arguments.heads * longest * widest,
                             arguments.sequences * longest);
  const double copy_bytes_per_s = tensors.copy_bytes_per_s();
  fmt::print("Attention over {} sequences of {} heads, bf16, {}, on {}; medians of launches\n",
             arguments.sequences, arguments.heads, arguments.packed ? "packed" : "separate",
             device_name());
  fmt::print("A copy moves {:.0f} GB/s.\n", copy_bytes_per_s * 1e-9);
  fmt::print("{:>6} {:>8} {:>8} {:>10} {:>7} {:>6}\n", "tokens", "head dim", "present", "us",
             "GB/s", "% copy");
  bool all_right = true;
  for (const std::int64_t length : arguments.lengths) {
    for (const std::int64_t dim : arguments.head_dims) {
      const ShortProblem problem{arguments.sequences,         arguments.heads, length, dim,
                                 length % 16 == 0 ? 100 : 70, arguments.packed};
      all_right = print_row(tensors, problem, copy_bytes_per_s) && all_right;
    }
  }
  return all_right ? 0 : 1;
}

}  // namespace
}  // namespace starling::bench::attention

int main(int count, char** words) {
  CLI::App app("GB/s of the attention kernel for short sequences");
  starling::bench::attention::Arguments arguments;
  app.add_option("--lengths", arguments.lengths, "Tokens of a sequence")
      ->delimiter(',')
      ->check(CLI::Range(1, 64));
  app.add_option("--head-dims", arguments.head_dims, "Numbers of a head")
      ->delimiter(',')
      ->check(CLI::IsMember({16, 32, 64}));
  app.add_option("--sequences", arguments.sequences, "Sequences")->check(CLI::PositiveNumber);
  app.add_option("--heads", arguments.heads, "Heads of each")->check(CLI::PositiveNumber);
  app.add_flag("--packed", arguments.packed, "q, k and v as parts of one tensor");
  CLI11_PARSE(app, count, words);
  try {
    return starling::bench::attention::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "starling_short_attention_bench: {}\n", error.what());
    return 1;
  }
}
