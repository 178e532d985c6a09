/// What an attention kernel cannot do is refused in a sentence that names the value and the limit.
#include "kernels/attention_arguments.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <limits>

#include "kernels/short_attention_arguments.hpp"

namespace starling::kernels {
namespace {

alignas(16) Bfloat16 memory[64];

AttentionArguments good_arguments() {
  AttentionArguments arguments{};
  arguments.q = arguments.k = arguments.v = arguments.out = memory;
  arguments.q_strides = arguments.k_strides = arguments.v_strides =
      arguments.out_strides = {4096, 1024, 64};
  arguments.batch = 2;
  arguments.heads = 3;
  arguments.query_length = 10;
  arguments.key_length = 12;
  arguments.head_dim = 64;
  arguments.scale = 0.125F;
  return arguments;
}

/// Fails the test unless arguments so changed are refused in a sentence that holds all of `words`.
void expect_refused(std::initializer_list<const char*> words,
                    const std::function<void(AttentionArguments&)>& change,
                    void (*check)(const AttentionArguments&) = check_attention) {
  AttentionArguments arguments = good_arguments();
  change(arguments);
  try {
    check(arguments);
    ADD_FAILURE() << "it is accepted";
  } catch (const std::invalid_argument& error) {
    const std::string sentence = error.what();
    for (const char* word : words)
      EXPECT_NE(sentence.find(word), std::string::npos) << word << " is not in: " << sentence;
  }
}

TEST(AttentionArguments, AreRefusedByHeadDim) {
  for (const std::int64_t dim : {32, 64, 128}) {
    AttentionArguments arguments = good_arguments();
    arguments.head_dim = dim;
    arguments.out_strides.row = 128;
    EXPECT_NO_THROW(check_attention(arguments));
  }
  expect_refused({"head_dim is 80", "32, 64 or 128"}, [](auto& of) { of.head_dim = 80; });
}

TEST(AttentionArguments, AreRefusedBySizes) {
  expect_refused({"batch is -1", "from 0"}, [](auto& of) { of.batch = -1; });
  expect_refused({"heads is -2", "from 0"}, [](auto& of) { of.heads = -2; });
  expect_refused({"query_length is -3"}, [](auto& of) { of.query_length = -3; });
  expect_refused({"key_length is 1073741825", "1073741824"},
                 [](auto& of) { of.key_length = (1 << 30) + 1; });
  expect_refused({"batch times heads is 2000000 times 2000", "at most 2147483647"}, [](auto& of) {
    of.batch = 2000000;
    of.heads = 2000;
  });
}

TEST(AttentionArguments, AreRefusedByAlignment) {
  expect_refused({"q's address", "16 bytes"}, [](auto& of) { of.q = memory + 1; });
  expect_refused({"v's address is 0", "not null"}, [](auto& of) { of.v = nullptr; });
  expect_refused({"k's row stride is 68", "8 elements"}, [](auto& of) { of.k_strides.row = 68; });
  expect_refused({"q's head stride is -64"}, [](auto& of) { of.q_strides.head = -64; });
  expect_refused({"out's batch stride is 0", "at least 64"},
                 [](auto& of) { of.out_strides.batch = 0; });
}

TEST(AttentionArguments, AreRefusedByScale) {
  expect_refused({"scale is 0.0", "positive"}, [](auto& of) { of.scale = 0; });
  expect_refused({"scale is nan", "finite"},
                 [](auto& of) { of.scale = std::numeric_limits<float>::quiet_NaN(); });
}

TEST(AttentionArguments, MayShareKeysAndHaveAnyStrideWhereItMeansNothing) {
  AttentionArguments arguments = good_arguments();
  arguments.k_strides.head = arguments.v_strides.head = 0;
  arguments.batch = 1;
  arguments.q_strides.batch = arguments.out_strides.batch = 7;
  EXPECT_NO_THROW(check_attention(arguments));
  arguments.key_length = 0;
  arguments.k = arguments.v = nullptr;
  EXPECT_NO_THROW(check_attention(arguments));
}

void expect_refused_if_short(std::initializer_list<const char*> words,
                             const std::function<void(AttentionArguments&)>& change) {
  expect_refused(words, change, check_short_attention);
}

TEST(ShortAttentionArguments, AreRefusedByHeadDim) {
  for (const std::int64_t dim : {16, 32, 64}) {
    AttentionArguments arguments = good_arguments();
    arguments.head_dim = dim;
    EXPECT_NO_THROW(check_short_attention(arguments));
  }
  expect_refused_if_short({"head_dim is 128", "16, 32 or 64"}, [](auto& of) { of.head_dim = 128; });
}

TEST(ShortAttentionArguments, AreRefusedByLengthAndOrder) {
  AttentionArguments arguments = good_arguments();
  arguments.query_length = arguments.key_length = 64;
  EXPECT_NO_THROW(check_short_attention(arguments));
  expect_refused_if_short({"query_length is 65", "to 64"}, [](auto& of) { of.query_length = 65; });
  expect_refused_if_short({"key_length is 65", "to 64"}, [](auto& of) { of.key_length = 65; });
  expect_refused_if_short({"causal is true"}, [](auto& of) { of.causal = true; });
}

TEST(ShortAttentionArguments, AreRefusedByWhatTheLongOnesAre) {
  expect_refused_if_short({"q's address", "16 bytes"}, [](auto& of) { of.q = memory + 1; });
  expect_refused_if_short({"scale is 0.0", "positive"}, [](auto& of) { of.scale = 0; });
}

TEST(ShortAttentionArguments, AreRefusedByStridesOfMoreThan32Bits) {
  constexpr std::int64_t least_refused = std::int64_t{1} << 31;
  AttentionArguments arguments = good_arguments();
  arguments.k_strides.batch = least_refused - 8;
  EXPECT_NO_THROW(check_short_attention(arguments));
  expect_refused_if_short({"k's batch stride is 2147483648", "at most 2147483640"},
                          [](auto& of) { of.k_strides.batch = least_refused; });
  expect_refused_if_short({"q's head stride"}, [](auto& of) { of.q_strides.head = least_refused; });
  expect_refused_if_short({"out's row stride"},
                          [](auto& of) { of.out_strides.row = least_refused; });
}

}  // namespace
}  // namespace starling::kernels
