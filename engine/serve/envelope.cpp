#include "engine/serve/envelope.hpp"

#include <algorithm>
#include <charconv>

#include "engine/bytes.hpp"
#include "engine/compression.hpp"

namespace starling::serve {
namespace {

constexpr std::string_view magic = "starling";
constexpr std::string_view run_text = "run/";
constexpr std::string_view numbers_text = "numbers/";
constexpr std::string_view worlds_text = "worlds/";
constexpr std::size_t most_topic_bytes = 32;

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The text of the topic at the start of a message.
std::string_view topic_text(std::span<const std::byte> message) {
  const std::string_view start = as_text(message.first(std::min(message.size(), most_topic_bytes)));
  std::size_t end = start.find('/');
  if (end == std::string_view::npos) return {};
  if (start.substr(0, end + 1) == worlds_text) end = start.find('/', end + 1);
  return end == std::string_view::npos ? std::string_view() : start.substr(0, end + 1);
}

}  // namespace

std::string text_of(const Topic& topic) {
  if (topic.kind == Kind::Run) return std::string(run_text);
  if (topic.kind == Kind::Numbers) return std::string(numbers_text);
  return std::string(worlds_text) + std::to_string(topic.page) + "/";
}

std::optional<Topic> parse_topic(std::string_view text) {
  if (text == run_text) return Topic{Kind::Run};
  if (text == numbers_text) return Topic{Kind::Numbers};
  if (!text.starts_with(worlds_text) || !text.ends_with('/')) return std::nullopt;
  Topic topic{Kind::Worlds};
  const std::string_view digits = text.substr(worlds_text.size());
  std::from_chars(digits.data(), digits.data() + digits.size(), topic.page);
  if (topic.page < 0 || text_of(topic) != text) return std::nullopt;
  return topic;
}

std::optional<Topic> topic_of(std::span<const std::byte> message) {
  return parse_topic(topic_text(message));
}

std::string in_words(Kind kind) {
  if (kind == Kind::Run) return "a message about the run";
  return kind == Kind::Numbers ? "a message of numbers" : "a message about worlds";
}

std::vector<std::byte> seal(const Topic& topic, std::span<const std::byte> body) {
  if (body.size() > most_body_bytes) {
    throw Error(Refusal::Unavailable, in_words(topic.kind) + " would have " +
                                          std::to_string(body.size()) + " bytes, more than " +
                                          std::to_string(most_body_bytes));
  }
  ByteWriter header;
  header.letters(text_of(topic));
  header.letters(magic);
  header.number(wire_version);
  header.number(static_cast<std::uint32_t>(topic.kind));
  header.number(static_cast<std::uint64_t>(body.size()));
  std::vector<std::byte> message = header.bytes();
  append_compressed(message, body);
  return message;
}

std::vector<std::byte> open(std::span<const std::byte> message, Kind kind, std::size_t most_bytes) {
  ByteReader reader(message, in_words(kind));
  const std::optional<Topic> topic = topic_of(message);
  if (!topic || topic->kind != kind) reader.refuse("has another topic");
  reader.take(text_of(*topic).size());
  if (reader.letters(magic.size()) != magic) reader.refuse("is none of Starling's");
  const auto version = reader.number<std::uint32_t>();
  if (version != wire_version) {
    reader.refuse("is of version " + std::to_string(version) + "; this program reads version " +
                  std::to_string(wire_version));
  }
  if (reader.number<std::uint32_t>() != static_cast<std::uint32_t>(kind))
    reader.refuse("is of another kind than its topic says");
  const auto bytes = reader.number<std::uint64_t>();
  if (bytes > most_bytes) {
    reader.refuse("would have " + std::to_string(bytes) + " bytes, more than the " +
                  std::to_string(most_bytes) + " that it can have");
  }
  auto body = decompress(reader.take(reader.left()), static_cast<std::size_t>(bytes));
  if (!body) reader.refuse("is damaged: its body cannot be decompressed");
  return *std::move(body);
}

}  // namespace starling::serve
