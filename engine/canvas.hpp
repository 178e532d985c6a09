/// What a world looks like: shapes in the world's own units, which an environment's `draw` adds.
///
/// A canvas knows no window. What is drawn on it can be shown by any renderer, from above or in
/// three dimensions, and checked against the components it was drawn from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"

namespace starling {

/// An sRGB colour, not premultiplied; each in [0, 1].
struct Color {
  float red = 0.0F;
  float green = 0.0F;
  float blue = 0.0F;
  float alpha = 1.0F;
};

/// A colour as a page of the web writes it: rgb(0x1b2a3c).
constexpr Color rgb(std::uint32_t hex, float alpha = 1.0F) {
  const auto channel = [hex](int shift) {
    return static_cast<float>(hex >> shift & 0xffU) / 255.0F;
  };
  return {channel(16), channel(8), channel(0), alpha};
}

/// a at t = 0, b at t = 1.
constexpr Color mix(Color a, Color b, float t) {
  using kernels::lerp;
  return {lerp(a.red, b.red, t), lerp(a.green, b.green, t), lerp(a.blue, b.blue, t),
          lerp(a.alpha, b.alpha, t)};
}

constexpr Color with_alpha(Color color, float alpha) {
  return {color.red, color.green, color.blue, alpha};
}

/// The entity that a shape shows: a row of a table of the environment's description. None where the
/// table is negative.
struct Subject {
  int table = -1;
  int row = -1;

  bool operator==(const Subject&) const = default;
};

/// How the plane of flat shapes lies in space. `height` is the distance in front of it.
enum class Plane : std::uint8_t {
  Ground,   ///< (x, y) is (x, y, height): seen from above.
  Upright,  ///< (x, y) is (x, -height, y): seen from the side.
};

/// The part of the plane that there is to see.
struct View {
  Plane plane = Plane::Ground;
  kernels::Vec2 lowest{-1.0F, -1.0F};
  kernels::Vec2 highest{1.0F, 1.0F};
  Color background = rgb(0x10141b);
};

/// How the edge of a flat shape is drawn.
struct Edge {
  float stroke = 0.0F;    ///< Width of an outline inside the edge; 0 fills the shape.
  float softness = 0.0F;  ///< Distance over which the edge fades: shadows, glow.
};

enum class FlatKind : std::uint8_t {
  Box,       ///< Centre `a`, half extents `b` before rounding, turned by `angle_rad`.
  Triangle,  ///< Corners `a`, `b`, `c`.
  Sector,    ///< Centre `a`, radius `b.x`, towards `angle_rad`, half angle `b.y`.
};

/// A shape in the plane, grown by `radius`, which rounds its corners. Later ones lie over earlier
/// ones.
struct FlatShape {
  FlatKind kind = FlatKind::Box;
  kernels::Vec2 a{};
  kernels::Vec2 b{};
  kernels::Vec2 c{};
  float angle_rad = 0.0F;
  float radius = 0.0F;
  float height = 0.0F;
  Edge edge{};
  Color color{};
  Subject subject{};
};

enum class SolidKind : std::uint8_t {
  Box,       ///< Half extents `half`.
  Wedge,     ///< Of a box what lies below the slope from its lower edge at -y to its upper at +y.
  Ball,      ///< An ellipsoid of half axes `half`.
  Cylinder,  ///< Radii `half.x` and `half.y`, its axis along z from -half.z to half.z.
  Capsule,   ///< Radius `half.x`; its axis along z, from -half.z to half.z between the centres.
};

/// A body in space, lit from above.
struct SolidShape {
  SolidKind kind = SolidKind::Box;
  kernels::Vec3 center{};
  kernels::Vec3 half{};
  kernels::Quat rotation = kernels::identity;
  Color color{};
  Subject subject{};
};

/// A line of text in the plane, centred.
struct Label {
  std::string text;
  kernels::Vec2 at{};
  float size = 1.0F;  ///< Height of a capital letter.
  float height = 0.0F;
  Color color{};
  Subject subject{};
};

/// Collects the shapes of one world.
class Canvas {
 public:
  void set_view(const View& view) { view_ = view; }

  /// Of what entity the shapes from now on are, and how far in front of the plane flat ones lie.
  void set_subject(Subject subject) { subject_ = subject; }
  void set_height(float height) { height_ = height; }

  void disc(kernels::Vec2 center, float radius, Color color, Edge edge = {});
  /// A thick line with round ends.
  void line(kernels::Vec2 from, kernels::Vec2 to, float width, Color color, Edge edge = {});
  /// half: half extents, of which `rounding` is the radius of the corners.
  void box(kernels::Vec2 center, kernels::Vec2 half, Color color, float angle_rad = 0.0F,
           float rounding = 0.0F, Edge edge = {});
  void triangle(kernels::Vec2 a, kernels::Vec2 b, kernels::Vec2 c, Color color,
                float rounding = 0.0F, Edge edge = {});
  /// The part of a disc within `half_angle_rad` of a direction.
  void sector(kernels::Vec2 center, float radius, float angle_rad, float half_angle_rad,
              Color color, Edge edge = {});
  void label(std::string_view text, kernels::Vec2 at, float size, Color color);

  void solid_box(kernels::Vec3 center, kernels::Vec3 half, Color color,
                 kernels::Quat rotation = kernels::identity);
  /// Of such a box what lies below the slope from its lower edge at -y to its upper one at +y.
  void wedge(kernels::Vec3 center, kernels::Vec3 half, Color color,
             kernels::Quat rotation = kernels::identity);
  void ball(kernels::Vec3 center, float radius, Color color);
  /// Along z unless turned.
  void cylinder(kernels::Vec3 center, float radius, float half_height, Color color,
                kernels::Quat rotation = kernels::identity);
  void capsule(kernels::Vec3 from, kernels::Vec3 to, float radius, Color color);

  /// Takes all shapes away; the view stays, and whether it is small.
  void clear();

  /// The canvas is one of many that are shown at once, each about a hundred pixels wide: a drawing
  /// may leave out what is finer than that.
  void set_small(bool is_small) { is_small_ = is_small; }
  bool is_small() const { return is_small_; }

  const View& view() const { return view_; }
  const std::vector<FlatShape>& flat_shapes() const { return flat_shapes_; }
  const std::vector<SolidShape>& solid_shapes() const { return solid_shapes_; }
  const std::vector<Label>& labels() const { return labels_; }

 private:
  FlatShape& add(FlatKind kind, Color color, Edge edge);
  void add(const SolidShape& shape);

  View view_;
  Subject subject_;
  float height_ = 0.0F;
  bool is_small_ = false;
  std::vector<FlatShape> flat_shapes_;
  std::vector<SolidShape> solid_shapes_;
  std::vector<Label> labels_;
};

}  // namespace starling
