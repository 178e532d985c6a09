/// Names of types and functions are the source's own, on every compiler: streams of random numbers
/// hang on them.
#include "engine/names.hpp"

#include <gtest/gtest.h>

#include "engine/actions.hpp"
#include "engine/component.hpp"

namespace starling::tests {

struct Walker {
  float x_m;
};

template <class T>
struct Crate {
  T value;
};

STARLING_FN void walk(const Walker&) {}

template <class T>
STARLING_FN void carry(const Crate<T>&) {}

struct Gaits {
  STARLING_FN static void trot(const Walker&) {}
  template <class T>
  STARLING_FN static void haul(const Crate<T>&) {}
};

template <class T>
struct Styles {
  STARLING_FN static void gallop(const Walker&) {}
  STARLING_FN static void amble(const Walker&) {}
};

namespace {

STARLING_FN void hide(const Walker&) {}

struct Hidden {};

}  // namespace

static_assert(detail::type_name<Walker>() == "Walker");
static_assert(detail::type_name<Crate<Walker>>() == "Crate");
static_assert(detail::type_name<Hidden>() == "Hidden");

static_assert(detail::function_name<&walk>() == "walk");
static_assert(detail::function_name<walk>() == "walk");
static_assert(detail::function_name<&carry<Walker>>() == "carry");
static_assert(detail::function_name<&carry<Crate<Walker>>>() == "carry");
static_assert(detail::function_name<&Gaits::trot>() == "trot");
static_assert(detail::function_name<&Gaits::haul<Walker>>() == "haul");
static_assert(detail::function_name<&hide>() == "hide");

namespace {

/// The claims above are checked when this file is compiled; here, that both ways to name a system
/// agree.
TEST(Names, AreThoseOfTheSource) {
  EXPECT_EQ(detail::function_name<&walk>(), detail::function_name<walk>());
  EXPECT_EQ(detail::function_name<&carry<Walker>>(), detail::function_name<carry<Walker>>());
}

TEST(Names, OfSystemsInAClassTemplateAreTheSystems) {
  EXPECT_EQ(detail::function_name<&Styles<Walker>::gallop>(), "gallop");
  EXPECT_EQ(detail::function_name<&Styles<Crate<Walker>>::amble>(), "amble");
}

TEST(Names, OfMembersAreThoseOfTheSource) {
  const auto fields = describe_fields<Walker>();
  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(fields.front().path, "x_m");
}

}  // namespace
}  // namespace starling::tests
