#include "viewer/panels/pictures.hpp"

namespace starling::viewer {
namespace {

/// So many or fewer are seen in detail.
constexpr std::size_t few_worlds = 16;

Drawing drawing_of(const std::string& environment) {
  const auto found = drawings().find(environment);
  return found == drawings().end() ? Drawing{} : found->second;
}

}  // namespace

Pictures::Pictures(const PreparedEnvironment& environment)
    : environment_(environment), drawing_(drawing_of(environment.description.name)) {}

void Pictures::draw(const WorldSnapshot& world, Canvas& canvas) const {
  canvas.clear();
  if (drawing_.draw != nullptr) {
    drawing_.draw(canvas, world, environment_);
  } else {
    canvas.set_view({});
    canvas.label("no drawing", {0.0F, 0.0F}, 0.12F, rgb(0x8b95a5));
  }
}

void Pictures::draw(const Frame& frame, const Look& look) {
  ++version_;
  page_.resize(frame.page.size());
  for (std::size_t index = 0; index < page_.size(); ++index) {
    page_[index].set_small(page_.size() > few_worlds);
    draw(frame.page[index], page_[index]);
  }
  if (!frame.selected) {
    selected_.clear();
    return;
  }
  draw(*frame.selected, selected_);
  if (look.shows_agent && drawing_.draw_agent != nullptr) {
    drawing_.draw_agent(selected_, *frame.selected, environment_, {look.agent, frame.attention});
  }
}

}  // namespace starling::viewer
