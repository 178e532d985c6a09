#include "viewer/render/image.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "engine/error.hpp"

// Static, since a system's ImGui may bring the same functions with it.
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb_image.h>
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace starling::viewer {
namespace {

constexpr int largest_side = 16384;

void append(void* file, void* bytes, int size_bytes) {
  static_cast<std::ofstream*>(file)->write(static_cast<const char*>(bytes), size_bytes);
}

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  throw Error(Refusal::Usage, "cannot read the picture '" + path.string() + "': " + why + ".");
}

std::vector<unsigned char> bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, "there is no such file");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

void write_png(const Image& image, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  stbi_write_png_to_func(append, &file, image.width, image.height, 4, image.rgba.data(),
                         4 * image.width);
  file.close();
  if (!file) {
    throw Error(Refusal::Unavailable, "cannot write the picture '" + path.string() + "'.");
  }
}

Image read_png(const std::filesystem::path& path) {
  const std::vector<unsigned char> bytes = bytes_of(path);
  const auto size_bytes = static_cast<int>(std::min<std::size_t>(bytes.size(), 1U << 30U));
  Image image;
  int channels = 0;
  // before a pixel is allocated
  if (stbi_info_from_memory(bytes.data(), size_bytes, &image.width, &image.height, &channels) ==
      0) {
    refuse(path, "it is no PNG");
  }
  if (image.width > largest_side || image.height > largest_side) {
    refuse(path, "it is larger than " + std::to_string(largest_side) + " pixels");
  }
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes.data(), size_bytes, &image.width, &image.height, &channels, 4),
      stbi_image_free);
  if (!pixels) refuse(path, "it is no whole PNG");
  const std::size_t count =
      4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  image.rgba.assign(pixels.get(), pixels.get() + count);
  return image;
}

}  // namespace starling::viewer
