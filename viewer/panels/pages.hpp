/// Which worlds of a run are seen together, page by page.
#pragma once

#include <algorithm>
#include <cstdint>

namespace starling::viewer {

/// Pages of `shown` worlds of a source that shows at most `most` together, from one multiple of
/// that to the next.
struct Pages {
  std::int64_t shown = 64;
  std::int64_t most = 64;

  /// The first world of the page that has this one.
  std::int64_t page_of(std::int64_t world) const {
    const std::int64_t begin = world / most * most;
    return begin + (world - begin) / each() * each();
  }
  /// The first world behind the page that begins with `first`.
  std::int64_t end_of(std::int64_t first) const {
    const std::int64_t begin = first / most * most;
    return first + std::min(each(), most - (first - begin));
  }

 private:
  std::int64_t each() const { return std::min(shown, most); }
};

}  // namespace starling::viewer
