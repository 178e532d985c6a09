#include "viewer/occupancy/activity.hpp"

#include <algorithm>
#include <utility>

namespace starling::viewer {
namespace {

constexpr std::size_t children = 4;

}  // namespace

/// Of two stages the one with more time counts.
void ActivityTree::Node::add(const Node& part) {
  active_ns += part.active_ns;
  busy_ns += part.busy_ns;
  staged_ns += part.staged_ns;
  if (part.stage == stage) {
    stage_ns += part.stage_ns;
  } else if (part.stage_ns > stage_ns) {
    stage = part.stage;
    stage_ns = part.stage_ns;
  }
}

/// What is asked for, and the span that is being put together.
struct ActivityTree::Request {
  std::int64_t from_ns;
  std::int64_t to_ns;
  double finest_ns;
  std::vector<ActivitySpan>& spans;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  Node sum = {};

  void add(std::int64_t start, std::int64_t end, const Node& node) {
    const auto length = static_cast<double>(end - start);
    if (end_ns > start_ns && length >= finest_ns) flush();
    if (end_ns == start_ns) start_ns = start;
    end_ns = end;
    sum.add(node);
    if (static_cast<double>(end_ns - start_ns) >= finest_ns) flush();
  }

  void flush() {
    if (end_ns > start_ns) {
      const auto per_ns = 1 / static_cast<float>(end_ns - start_ns);
      const Activity mean = {sum.stage, sum.active_ns * per_ns, sum.busy_ns * per_ns,
                             sum.staged_ns * per_ns};
      spans.push_back({std::max(start_ns, from_ns), std::min(end_ns, to_ns), mean});
    }
    start_ns = end_ns;
    sum = {};
  }
};

ActivityTree::ActivityTree(std::vector<ActivityPiece> pieces, std::int64_t end_ns)
    : pieces_(std::move(pieces)), end_ns_(end_ns) {
  std::size_t below = pieces_.size();
  for (std::size_t level = 0; below > 1; ++level) {
    std::vector<Node> nodes((below + children - 1) / children);
    for (std::size_t child = 0; child < below; ++child)
      nodes[child / children].add(node_at(level, child));
    below = nodes.size();
    levels_.push_back(std::move(nodes));
  }
}

std::int64_t ActivityTree::start_of(std::size_t level, std::size_t node) const {
  const std::size_t piece = node << (2 * level);
  return piece < pieces_.size() ? pieces_[piece].start_ns : end_ns_;
}

ActivityTree::Node ActivityTree::node_at(std::size_t level, std::size_t node) const {
  if (level > 0) return levels_[level - 1][node];
  const Activity& activity = pieces_[node].activity;
  const auto length = static_cast<float>(start_of(0, node + 1) - start_of(0, node));
  const float staged_ns = activity.staged * length;
  return {activity.stage, staged_ns, activity.active * length, activity.busy * length, staged_ns};
}

void ActivityTree::visit(std::size_t level, std::size_t node, Request& request) const {
  const std::int64_t start = start_of(level, node);
  const std::int64_t end = start_of(level, node + 1);
  if (end <= request.from_ns || start >= request.to_ns) return;
  if (level == 0 || static_cast<double>(end - start) <= request.finest_ns) {
    if (end > start) request.add(start, end, node_at(level, node));
    return;
  }
  const std::size_t below = level > 1 ? levels_[level - 2].size() : pieces_.size();
  const std::size_t last = std::min(below, (node + 1) * children);
  for (std::size_t child = node * children; child < last; ++child)
    visit(level - 1, child, request);
}

void ActivityTree::append_spans(std::int64_t from_ns, std::int64_t to_ns, double finest_ns,
                                std::vector<ActivitySpan>& spans) const {
  if (pieces_.empty()) return;
  Request request{from_ns, to_ns, finest_ns, spans};
  visit(levels_.size(), 0, request);
  request.flush();
}

}  // namespace starling::viewer
