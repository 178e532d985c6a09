/// The reference of attention does what its definition says.
#include "kernels/attention_reference.hpp"

#include <gtest/gtest.h>

#include "kernels/random.hpp"

namespace starling::kernels {
namespace {

std::vector<float> random_numbers(std::size_t count, std::uint32_t seed) {
  Random random({seed, 0}, 0, 0, 0, 0);
  std::vector<float> numbers(count);
  for (float& number : numbers)
    number = random.normal();
  return numbers;
}

struct Problem {
  explicit Problem(const AttentionShape& of) : shape(of) {
    const std::size_t pairs = of.batch * of.heads;
    q = random_numbers(pairs * of.query_length * of.head_dim, 1);
    k = random_numbers(pairs * of.key_length * of.head_dim, 2);
    v = random_numbers(pairs * of.key_length * of.head_dim, 3);
  }

  std::vector<double> out() const {
    std::vector<double> result(q.size(), -1.0);
    attention_reference(shape, q, k, v, mask, result);
    return result;
  }

  AttentionShape shape;
  std::vector<float> q, k, v;
  std::vector<std::uint8_t> mask;
};

TEST(AttentionReference, GivesConstantValuesBack) {
  for (const bool causal : {false, true}) {
    Problem problem({2, 3, 5, 7, 4, causal, 0.5});
    std::fill(problem.v.begin(), problem.v.end(), 1.0F);
    for (const double number : problem.out())
      EXPECT_NEAR(number, 1.0, 1e-14);
  }
}

TEST(AttentionReference, WeighsByTheExponentialsOfScores) {
  Problem problem({1, 1, 1, 2, 1, false, 0.5});
  problem.q = {2.0F};
  problem.k = {1.0F, 3.0F};
  problem.v = {10.0F, 20.0F};
  const double low = std::exp(1.0);
  const double high = std::exp(3.0);
  EXPECT_NEAR(problem.out()[0], (10 * low + 20 * high) / (low + high), 1e-13);
}

TEST(AttentionReference, LetsTheLastQuerySeeAllKeysUnderACausalMask) {
  const AttentionShape more_keys{1, 1, 3, 5, 1, true, 1};
  EXPECT_EQ(more_keys.visible_keys(0), 3U);
  EXPECT_EQ(more_keys.visible_keys(2), 5U);
  const AttentionShape more_queries{1, 1, 5, 3, 1, true, 1};
  EXPECT_EQ(more_queries.visible_keys(0), 0U);
  EXPECT_EQ(more_queries.visible_keys(1), 0U);
  EXPECT_EQ(more_queries.visible_keys(2), 1U);
  EXPECT_EQ(more_queries.visible_keys(4), 3U);

  const Problem problem({1, 1, 5, 3, 2, true, 1});
  const std::vector<double> out = problem.out();
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(out[i], 0.0);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(out[4 + i], static_cast<double>(problem.v[i]));  // row 2 sees the first key alone
}

TEST(AttentionReference, HearsNothingOfAbsentKeys) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Problem problem({2, 2, 3, 2, 4, false, 0.5});
  problem.mask = {1, 0, 0, 0};  // of the first batch's keys the first, of the second's none
  for (std::size_t pair = 0; pair < 4; ++pair) {
    for (std::size_t i = 4; i < 8; ++i)
      problem.k[pair * 8 + i] = problem.v[pair * 8 + i] = nan;
  }
  const std::vector<double> out = problem.out();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t pair = i / 12;
    const double first = static_cast<double>(problem.v[pair * 8 + i % 4]);
    EXPECT_EQ(out[i], pair < 2 ? first : 0.0) << i;
  }
}

}  // namespace
}  // namespace starling::kernels
