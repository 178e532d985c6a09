/// A component is described by its source: paths, types and offsets of its scalars.
#include "engine/component.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/vector.hpp"

namespace starling::tests {
namespace {

enum class Gear : std::int8_t { Back = -1, Idle = 0, Forth = 1 };

struct Wheel {
  float spin_radps;
  std::array<std::uint16_t, 2> wear;
};

struct Car {
  double odometer_m;
  kernels::Vec3 place;
  std::array<Wheel, 2> wheels;
  std::array<float, 3> lidar;
  Gear gear;
  bool lit;
  std::int16_t seats;
  float price;
};

struct AllTypes {
  std::int64_t i64;
  std::uint64_t u64;
  double f64;
  std::int32_t i32;
  std::uint32_t u32;
  float f32;
  std::int16_t i16;
  std::uint16_t u16;
  std::int8_t i8;
  std::uint8_t u8;
  bool truth;
  char letter;
};

struct Tag {};

std::vector<std::string> paths_of(const std::vector<FieldDescription>& fields) {
  std::vector<std::string> paths;
  for (const FieldDescription& field : fields)
    paths.push_back(field.path);
  return paths;
}

TEST(Component, NamesItsScalarsAsTheSourceDoes) {
  EXPECT_EQ(paths_of(describe_fields<Car>()),
            (std::vector<std::string>{"odometer_m", "place.x", "place.y", "place.z",
                                      "wheels[0].spin_radps", "wheels[0].wear[0]",
                                      "wheels[0].wear[1]", "wheels[1].spin_radps",
                                      "wheels[1].wear[0]", "wheels[1].wear[1]", "lidar[0]",
                                      "lidar[1]", "lidar[2]", "gear", "lit", "seats", "price"}));
}

TEST(Component, KnowsWhereItsScalarsLie) {
  int expected = 0;
  for (const FieldDescription& field : describe_fields<Car>()) {
    EXPECT_EQ(field.offset_bytes, expected) << field.path;
    expected += static_cast<int>(size_bytes(field.dtype));
  }
  EXPECT_EQ(expected, static_cast<int>(sizeof(Car)));
}

TEST(Component, KnowsTheTypeOfEveryScalar) {
  std::vector<DType> types;
  for (const FieldDescription& field : describe_fields<AllTypes>())
    types.push_back(field.dtype);
  EXPECT_EQ(types, (std::vector<DType>{DType::Int64, DType::UInt64, DType::Float64, DType::Int32,
                                       DType::UInt32, DType::Float32, DType::Int16, DType::UInt16,
                                       DType::Int8, DType::UInt8, DType::Bool, DType::Int8}));
}

TEST(Component, TakesAnEnumAsTheNumberThatItIs) {
  const std::vector<FieldDescription> fields = describe_fields<Car>();
  const auto gear = std::find_if(fields.begin(), fields.end(),
                                 [](const auto& field) { return field.path == "gear"; });
  ASSERT_NE(gear, fields.end());
  EXPECT_EQ(gear->dtype, DType::Int8);
}

TEST(Component, MayBeATagWithoutScalars) {
  EXPECT_TRUE(describe_fields<Tag>().empty());
}

}  // namespace
}  // namespace starling::tests
