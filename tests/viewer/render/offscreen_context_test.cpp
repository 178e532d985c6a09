// A context without a window, or a refusal.
#include "viewer/render/offscreen_context.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>

#include "engine/error.hpp"

namespace starling::tests {
namespace {

TEST(OffscreenContext, IsRefusedInASentenceWhereThereIsNoOpenGl) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto open_without_drivers = [] {
    setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/no/such/driver.json", 1);
    try {
      const viewer::OffscreenContext context;
    } catch (const Error& error) {
      std::fputs(error.what(), stderr);
      std::_Exit(error.refusal() == Refusal::Unavailable ? 3 : 4);
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(open_without_drivers(), testing::ExitedWithCode(3), "OpenGL 3.3");
}

}  // namespace
}  // namespace starling::tests
