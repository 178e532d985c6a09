/// What a row of the view does over time, at any zoom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace starling::viewer {

/// Shares are of the lanes of a row.
struct Activity {
  std::int32_t stage = -1;  ///< Of Occupancy::stages, the one in which most time goes by; -1: none.
  float active = 0;         ///< Of the warps, those that have a row to work on.
  float busy = 0;           ///< With a tile.
  float staged = 0;         ///< In a recorded stage.

  bool operator==(const Activity&) const = default;
};

/// An activity from its start until that of the piece behind it.
struct ActivityPiece {
  std::int64_t start_ns = 0;
  Activity activity;
};

/// Means over a stretch of time.
struct ActivitySpan {
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  Activity activity;

  bool operator==(const ActivitySpan&) const = default;
};

/// A tree over the pieces of a row, four below each node, so that what is narrower than a pixel is
/// summed up once. Its nodes follow the pieces, and not the time, since traces are dense in few
/// places: stages of one step in 64.
class ActivityTree {
 public:
  ActivityTree() = default;
  /// The pieces must be in order of time, the last from before `end_ns`.
  ActivityTree(std::vector<ActivityPiece> pieces, std::int64_t end_ns);

  /// Appends what happens from `from_ns` to `to_ns`, in spans of at least `finest_ns` but where the
  /// pieces next to each other are no shorter. Takes time for each span, however many pieces.
  void append_spans(std::int64_t from_ns, std::int64_t to_ns, double finest_ns,
                    std::vector<ActivitySpan>& spans) const;

  const std::vector<ActivityPiece>& pieces() const { return pieces_; }
  std::int64_t end_ns() const { return end_ns_; }

 private:
  /// Of four nodes below.
  struct Node {
    std::int32_t stage = -1;
    float stage_ns = 0;  ///< Lanes' time in it.
    float active_ns = 0;
    float busy_ns = 0;
    float staged_ns = 0;

    void add(const Node& part);
  };
  struct Request;

  std::int64_t start_of(std::size_t level, std::size_t node) const;
  Node node_at(std::size_t level, std::size_t node) const;
  void visit(std::size_t level, std::size_t node, Request& request) const;

  std::vector<ActivityPiece> pieces_;
  std::int64_t end_ns_ = 0;
  std::vector<std::vector<Node>> levels_;  ///< The first above the pieces.
};

}  // namespace starling::viewer
