#include "viewer/render/frame_target.hpp"

#include <algorithm>
#include <string>

#include "engine/error.hpp"

namespace starling::viewer {
namespace {

constexpr int largest_side = 16384;

void require(int value, const std::string& name, int largest) {
  if (value < 1 || value > largest) {
    throw Error(Refusal::Usage, "a picture's " + name + " must be from 1 to " +
                                    std::to_string(largest) + ", not " + std::to_string(value) +
                                    ".");
  }
}

void allocate(GLuint texture, int width, int height) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
}

/// Each pixel becomes the mean of a square of `factor` by `factor`.
Image shrink(const Image& fine, int factor) {
  Image image{fine.width / factor, fine.height / factor, {}};
  image.rgba.reserve(fine.rgba.size() / static_cast<std::size_t>(factor * factor));
  const int count = factor * factor;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      for (std::size_t channel = 0; channel < 4; ++channel) {
        int sum = count / 2;
        for (int k = 0; k < count; ++k) {
          sum += fine.pixel(x * factor + k % factor, y * factor + k / factor)[channel];
        }
        image.rgba.push_back(static_cast<std::uint8_t>(sum / count));
      }
    }
  }
  return image;
}

}  // namespace

FrameTarget::FrameTarget(int width, int height, int samples, int supersampling)
    : width_(width), height_(height), samples_(samples), supersampling_(supersampling) {
  require(supersampling, "supersampling", 4);
  require(width, "width", largest_side / supersampling);
  require(height, "height", largest_side / supersampling);
  GLint most_samples = 1;
  glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
  samples_ = samples > 1 ? std::min(samples, most_samples) : 0;

  allocate(texture_.get(), drawn_width(), drawn_height());
  glBindFramebuffer(GL_FRAMEBUFFER, shown_.get());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.get(), 0);

  // without samples both framebuffers have the texture, and nothing is copied
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.get());
  if (samples_ == 0) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.get(), 0);
  } else {
    glBindRenderbuffer(GL_RENDERBUFFER, color_.get());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, GL_RGBA8, drawn_width(),
                                     drawn_height());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_.get());
  }
  glBindRenderbuffer(GL_RENDERBUFFER, depth_.get());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples_, GL_DEPTH_COMPONENT24, drawn_width(),
                                   drawn_height());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.get());
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    throw Error(Refusal::Unavailable, "this OpenGL draws no picture of " + std::to_string(width) +
                                          " by " + std::to_string(height) + " pixels.");
  }
}

void FrameTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.get());
  glViewport(0, 0, drawn_width(), drawn_height());
}

void FrameTarget::resolve() const {
  if (samples_ > 0) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, shown_.get());
    glBlitFramebuffer(0, 0, drawn_width(), drawn_height(), 0, 0, drawn_width(), drawn_height(),
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

GLuint FrameTarget::texture() const {
  resolve();
  return texture_.get();
}

Image FrameTarget::read() const {
  resolve();
  const auto row_bytes = 4 * static_cast<std::size_t>(drawn_width());
  const auto rows = static_cast<std::size_t>(drawn_height());
  std::vector<std::uint8_t> upward(row_bytes * rows);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, shown_.get());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, drawn_width(), drawn_height(), GL_RGBA, GL_UNSIGNED_BYTE, upward.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);

  // OpenGL has the lowest row first
  Image image{drawn_width(), drawn_height(), std::vector<std::uint8_t>(upward.size())};
  for (std::size_t row = 0; row < rows; ++row) {
    std::copy_n(upward.begin() + static_cast<std::ptrdiff_t>((rows - 1 - row) * row_bytes),
                row_bytes, image.rgba.begin() + static_cast<std::ptrdiff_t>(row * row_bytes));
  }
  return supersampling_ == 1 ? image : shrink(image, supersampling_);
}

}  // namespace starling::viewer
