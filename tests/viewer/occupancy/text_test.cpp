/// Times and colours of the view, as they are shown.
#include <gtest/gtest.h>

#include <cmath>

#include "viewer/occupancy/stage_palette.hpp"
#include "viewer/occupancy/time_text.hpp"

namespace starling::viewer::tests {
namespace {

TEST(TimeText, HasThreeDigits) {
  EXPECT_EQ(time_text(0), "0 ns");
  EXPECT_EQ(time_text(820), "820 ns");
  EXPECT_EQ(time_text(4920), "4.92 \xc2\xb5s");
  EXPECT_EQ(time_text(49'200), "49.2 \xc2\xb5s");
  EXPECT_EQ(time_text(121e6), "121 ms");
  EXPECT_EQ(time_text(315e9), "315 s");
  EXPECT_EQ(time_text(-1500), "-1.50 \xc2\xb5s");
}

TEST(TimeText, OfTicksTellsThemApart) {
  EXPECT_EQ(tick_text(0, 100), "0");
  EXPECT_EQ(tick_text(3'870'000, 10'000), "3.87 ms");
  EXPECT_EQ(tick_text(3'000'000, 1'000'000), "3 ms");
  EXPECT_EQ(tick_text(500, 100), "500 ns");
}

TEST(TimeText, StepsAreOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_EQ(tick_step_ns(0.1), 1);
  EXPECT_EQ(tick_step_ns(1), 1);
  EXPECT_EQ(tick_step_ns(1.5), 2);
  EXPECT_EQ(tick_step_ns(2001), 5000);
  EXPECT_EQ(tick_step_ns(6e8), 1e9);
}

TEST(TimeText, GroupsDigitsOfCounts) {
  EXPECT_EQ(count_text(7), "7");
  EXPECT_EQ(count_text(382'620), "382,620");
  EXPECT_EQ(count_text(-1'000'000), "-1,000,000");
  EXPECT_EQ(count_text(-100), "-100");
  EXPECT_EQ(count_text(1, "world"), "1 world");
  EXPECT_EQ(count_text(2, "world"), "2 worlds");
}

TEST(TimeText, SharesThatAreNotNothingDoNotReadAsNothing) {
  EXPECT_EQ(share_text(0), "0.0%");
  EXPECT_EQ(share_text(0.0001), "<0.1%");
  EXPECT_EQ(share_text(0.087), "8.7%");
}

int distance(Colour left, Colour right) {
  int sum = 0;
  for (int shift = 0; shift < 24; shift += 8) {
    const int difference =
        static_cast<int>(left >> shift & 0xff) - static_cast<int>(right >> shift & 0xff);
    sum += difference * difference;
  }
  return static_cast<int>(std::sqrt(sum));
}

TEST(StagePalette, TellsTheStagesOfAProgramApart) {
  for (int stage = 0; stage < 20; ++stage) {
    EXPECT_EQ(stage_colour(stage) >> 24, 255u);
    EXPECT_GT(distance(stage_colour(stage), theme::tile), 70);
    for (int other = 0; other < stage; ++other)
      EXPECT_GT(distance(stage_colour(stage), stage_colour(other)), 24) << stage << " " << other;
  }
}

TEST(StagePalette, MixesEachChannel) {
  const Colour first = 0x80ff0010;
  const Colour second = 0xff00ff30;
  EXPECT_EQ(mixed(first, second, 0), first);
  EXPECT_EQ(mixed(first, second, 1), second);
  EXPECT_EQ(mixed(first, second, 0.5f), 0xbf7f7f20u);
  EXPECT_EQ(faded(second, 0.5f), 0x8000ff30u);
}

}  // namespace
}  // namespace starling::viewer::tests
