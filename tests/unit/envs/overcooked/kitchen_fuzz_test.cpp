/// Whatever is done to a kitchen file, it is read as a kitchen or refused with its place.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "envs/overcooked/kitchen.hpp"
#include "tests/support/mutator.hpp"

namespace starling::envs::overcooked {
namespace {

using namespace std::string_view_literals;

constexpr int files = 20'000;

/// Bytes that mean something to the format, and a few that do not.
constexpr std::string_view bytes = "0123456789 \t\r\n#.,()XOTDPSacoirtegnl-+\0\xff"sv;

std::vector<std::string> good_files() {
  std::vector<std::string> texts{
      "dynamics old\nonion_value 3\ntomato_value 4\nonion_time 5\ntomato_time 6\n"
      "start_object 0,0 soup(oot,c3)\nstart_held 2 dish\nstart_held 1 soup(t,r)\n"
      "order_bonus 1.5\nrecipe oot value 3 time 9 # comment\n\ngrid\nPX1\n2OT\n"};
  for (const std::string& name : kitchen_names())
    texts.push_back(to_text(find_kitchen(name)));
  return texts;
}

TEST(KitchenFuzz, EveryFileIsAKitchenOrRefused) {
  const std::vector<std::string> texts = good_files();
  tests::Mutator mutator(bytes, 4);
  int kitchens = 0;
  int refusals = 0;
  for (int file = 0; file < files; ++file) {
    const std::string text = mutator.mutate(texts[mutator.below(texts.size())]);
    try {
      const Kitchen kitchen = parse_kitchen(text, "fuzz");
      ASSERT_EQ(parse_kitchen(to_text(kitchen), "again"), kitchen) << text;
      ++kitchens;
    } catch (const Error& error) {
      const std::string sentence = error.what();
      ASSERT_TRUE(sentence.starts_with("fuzz:")) << sentence;
      ASSERT_EQ(sentence.find('\n'), sentence.npos) << sentence;
      ASSERT_LT(sentence.size(), 500u) << sentence;
      ++refusals;
    }
  }
  EXPECT_GT(kitchens, files / 50);
  EXPECT_GT(refusals, files / 50);
}

}  // namespace
}  // namespace starling::envs::overcooked
