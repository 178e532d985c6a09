// Pictures go to files and back, and are compared.
#include "viewer/render/image.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "engine/error.hpp"
#include "tests/support/output_folder.hpp"
#include "viewer/render/image_difference.hpp"

namespace starling::tests {
namespace {

using viewer::Image;

Image gradient(int width, int height) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (const int value : {x * 5, y * 7, x + y, 255}) {
        image.rgba.push_back(static_cast<std::uint8_t>(value));
      }
    }
  }
  return image;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void store(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Image, FileHasThePictureThatWasWritten) {
  const detail::OutputFolder folder;
  const Image image = gradient(37, 21);
  write_png(image, folder.out());
  const Image read = viewer::read_png(folder.out());
  EXPECT_EQ(read.width, 37);
  EXPECT_EQ(read.height, 21);
  EXPECT_EQ(read.rgba, image.rgba);
}

TEST(Image, FileThatCannotBeWrittenIsRefused) {
  EXPECT_THROW(write_png(gradient(2, 2), "/no/such/folder/picture.png"), Error);
}

TEST(Image, FileThatIsNotThereOrNoPictureIsRefused) {
  const detail::OutputFolder folder;
  EXPECT_THROW(viewer::read_png(folder.out()), Error);
  store(folder.out(), "");
  EXPECT_THROW(viewer::read_png(folder.out()), Error);
  store(folder.out(), "no picture at all");
  EXPECT_THROW(viewer::read_png(folder.out()), Error);
}

TEST(Image, TruncatedFileIsRefusedAtEveryLength) {
  const detail::OutputFolder folder;
  write_png(gradient(9, 9), folder.out());
  const std::string whole = bytes_of(folder.out());
  // the last chunk, of 12 bytes, says no more than that it is the last
  for (std::size_t size = 0; size + 12 < whole.size(); ++size) {
    store(folder.out(), whole.substr(0, size));
    EXPECT_THROW(viewer::read_png(folder.out()), Error) << size;
  }
}

TEST(Image, HeaderOfAHugePictureIsRefused) {
  const detail::OutputFolder folder;
  write_png(gradient(9, 9), folder.out());
  std::string bytes = bytes_of(folder.out());
  bytes[17] = '\x7f';  // of the width's four bytes the second
  store(folder.out(), bytes);
  EXPECT_THROW(viewer::read_png(folder.out()), Error);
}

TEST(ImageDifference, EqualPicturesDifferNowhereAndUnequalSizesEverywhere) {
  EXPECT_EQ(share_that_differs(gradient(8, 8), gradient(8, 8), 0), 0.0);
  EXPECT_EQ(share_that_differs(gradient(8, 8), gradient(8, 9), 255), 1.0);
}

TEST(ImageDifference, OnePixelOfNoiseIsBlurredAwayAndABlockIsNot) {
  const Image plain{20, 20, std::vector<std::uint8_t>(1600, 100)};
  Image noisy = plain;
  noisy.rgba[4 * (10 * 20 + 10)] = 160;
  EXPECT_EQ(share_that_differs(plain, noisy, 10), 0.0);
  Image changed = plain;
  for (std::size_t y = 5; y < 10; ++y) {
    for (std::size_t x = 5; x < 10; ++x)
      changed.rgba[4 * (y * 20 + x)] = 160;
  }
  EXPECT_GE(share_that_differs(plain, changed, 10), 25.0 / 400.0);
}

}  // namespace
}  // namespace starling::tests
