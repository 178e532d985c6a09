#include "envs/cli/side.hpp"

#include <gtest/gtest.h>

#include <string>

namespace starling::cli {
namespace {

Refusal refusal_of_side(const std::string& text) {
  try {
    parse_side("--left", text, {});
  } catch (const Error& error) {
    return error.refusal();
  }
  ADD_FAILURE() << text << " is accepted";
  return Refusal::Unavailable;
}

TEST(Side, SetsEveryWord) {
  const Settings side = parse_side(
      "--left", "cuda,threads=3,tile=7,steps-per-launch=64,worlds=9,shuffle=5,unfused", {});
  EXPECT_EQ(side.device, Device::Cuda);
  EXPECT_EQ(side.threads, 3);
  EXPECT_EQ(side.tile_worlds, 7);
  EXPECT_EQ(side.steps_per_launch, 64);
  EXPECT_EQ(side.worlds, 9);
  EXPECT_EQ(side.tile_shuffle, 5u);
  EXPECT_FALSE(side.fused);
}

TEST(Side, KnowsEveryResidencyByItsName) {
  for (const Residency residency :
       {Residency::Automatic, Residency::Registers, Residency::Shared, Residency::Global}) {
    const std::string text = std::string("cpu,residency=") + name_of(residency);
    EXPECT_EQ(parse_side("--left", text, {}).residency, residency);
  }
}

TEST(Side, KeepsWhatItDoesNotName) {
  Settings common;
  common.seed = 11;
  common.worlds = 12;
  const Settings side = parse_side("--left", "cpu", common);
  EXPECT_EQ(side.seed, 11u);
  EXPECT_EQ(side.worlds, 12);
}

TEST(Side, RefusesUnknownWords) {
  for (const char* text : {"gpu", "cpu,fly", "cpu,,tile=1", "tile", "residency=moon", "auto"}) {
    EXPECT_EQ(refusal_of_side(text), Refusal::Usage) << text;
  }
}

}  // namespace
}  // namespace starling::cli
