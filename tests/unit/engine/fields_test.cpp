/// A component's scalars are found in declaration order, whatever it is made of.
#include "engine/fields.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace starling::tests {
namespace {

using detail::count_members;
using detail::count_scalars;
using detail::for_each_scalar;

struct Empty {};
struct One {
  float only;
};
struct Inner {
  std::uint8_t a;
  std::uint8_t b;
};
enum class Colour : std::uint16_t { Red, Green };
struct Plain {
  double wide;
  std::array<std::int16_t, 3> row;
  Colour colour;
  std::array<Inner, 2> pairs;
  One nested;
};
struct Widest {
  char f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
      f20, f21, f22, f23;
};

static_assert(count_members<Empty>() == 0);
static_assert(count_members<One>() == 1);
static_assert(count_members<Inner>() == 2);
static_assert(count_members<Plain>() == 5);
static_assert(count_members<Widest>() == detail::max_members);

static_assert(count_scalars<Empty>().scalars == 0);
static_assert(count_scalars<Plain>().scalars == 1 + 3 + 1 + 4 + 1);
static_assert(count_scalars<Plain>().size_bytes == sizeof(Plain));
static_assert(count_scalars<Widest>().scalars == detail::max_members);

/// The scalars' values, in the order of the visit.
struct Values {
  std::vector<double> values;

  template <class Scalar>
  void operator()(const Scalar& scalar) {
    values.push_back(static_cast<double>(scalar));
  }
};

TEST(Fields, AreVisitedInDeclarationOrder) {
  const Plain plain{1.5, {2, 3, 4}, Colour::Green, {{{5, 6}, {7, 8}}}, {9.0F}};
  Values seen;
  for_each_scalar(plain, seen);
  EXPECT_EQ(seen.values, (std::vector<double>{1.5, 2, 3, 4, 1, 5, 6, 7, 8, 9}));
}

struct Doubling {
  template <class Scalar>
  void operator()(Scalar& scalar) {
    scalar = static_cast<Scalar>(2 * static_cast<int>(scalar));
  }
};

TEST(Fields, CanBeWrittenInPlace) {
  Inner inner{3, 4};
  Doubling doubling;
  for_each_scalar(inner, doubling);
  EXPECT_EQ(inner.a, 6);
  EXPECT_EQ(inner.b, 8);
}

TEST(Fields, OfTheWidestComponentAreAllFound) {
  Widest widest{};
  widest.f0 = 1;
  widest.f23 = 2;
  Values seen;
  for_each_scalar(widest, seen);
  ASSERT_EQ(seen.values.size(), 24u);
  EXPECT_EQ(seen.values.front(), 1);
  EXPECT_EQ(seen.values.back(), 2);
}

}  // namespace
}  // namespace starling::tests
