/// The outside of every message: its topic, which a viewer subscribes to, the version of what
/// follows, and the body, compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace starling::serve {

/// Of all messages; one of another version is refused.
inline constexpr std::uint32_t wire_version = 2;

/// Most bytes of a body before it is compressed. Nothing longer is sent, received or allocated.
inline constexpr std::size_t most_body_bytes = std::size_t{64} << 20;

/// Most bytes of a message: what does not compress grows a little.
inline constexpr std::size_t most_message_bytes = most_body_bytes + (std::size_t{1} << 20);

enum class Kind : std::uint32_t { Run = 1, Numbers = 2, Worlds = 3 };

/// What a message is about: the run, its numbers, or a page of its worlds.
struct Topic {
  Kind kind = Kind::Run;
  std::int64_t page = 0;  ///< Of worlds; else 0.

  friend bool operator==(const Topic&, const Topic&) = default;
};

/// "run/", "numbers/", "worlds/12/". The last letter is there since a subscription to "worlds/1"
/// would be one to "worlds/12" too.
std::string text_of(const Topic& topic);

/// The topic of a subscription; none where it is no text that `text_of` gives.
std::optional<Topic> parse_topic(std::string_view text);

/// The topic that a message begins with; none where it begins with none.
std::optional<Topic> topic_of(std::span<const std::byte> message);

/// "a message about worlds", for refusals.
std::string in_words(Kind kind);

/// Topic, magic, version, kind, bytes of the body, and the body compressed with zstd. Throws Error
/// (Unavailable) for a body of more than `most_body_bytes`.
std::vector<std::byte> seal(const Topic& topic, std::span<const std::byte> body);

/// The body of a message. Throws Error (Usage) unless it is a whole message of this kind whose body
/// has `most_bytes` at most, before room for it is made.
std::vector<std::byte> open(std::span<const std::byte> message, Kind kind, std::size_t most_bytes);

}  // namespace starling::serve
