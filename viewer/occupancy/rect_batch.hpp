/// Many rectangles of plain colour, for little time each.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "viewer/occupancy/stage_palette.hpp"

namespace starling::viewer {

/// Gathers rectangles and adds them to a draw list in batches, each small enough for indices of
/// 16 bits.
class RectBatch {
 public:
  explicit RectBatch(ImDrawList& list) : list_(list) {}
  RectBatch(const RectBatch&) = delete;
  RectBatch& operator=(const RectBatch&) = delete;
  ~RectBatch() { flush(); }

  void add(float left, float top, float right, float bottom, Colour colour) {
    if (right <= left || bottom <= top || colour >> 24 == 0) return;
    rects_.push_back({ImVec2(left, top), ImVec2(right, bottom), colour});
    if (rects_.size() == most_rects) flush();
  }

  void flush() {
    const auto count = static_cast<int>(rects_.size());
    if (count == 0) return;
    list_.PrimReserve(6 * count, 4 * count);
    for (const Rect& rect : rects_)
      list_.PrimRect(rect.least, rect.most, rect.colour);
    rects_.clear();
  }

 private:
  static constexpr std::size_t most_rects = 2048;
  struct Rect {
    ImVec2 least;
    ImVec2 most;
    Colour colour;
  };

  ImDrawList& list_;
  std::vector<Rect> rects_;
};

}  // namespace starling::viewer
