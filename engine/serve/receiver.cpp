#include "engine/serve/receiver.hpp"

namespace starling::serve {

void News::add(News&& newer) {
  if (newer.run) {  // what was known is of another run
    numbers.reset();
    worlds.reset();
    run = std::move(newer.run);
    environment = std::move(newer.environment);
  }
  if (newer.numbers) numbers = std::move(newer.numbers);
  if (newer.worlds) worlds = std::move(newer.worlds);
  if (newer.read_at) read_at = newer.read_at;
  if (!newer.refusal.empty()) refusal = std::move(newer.refusal);
  refused_messages += newer.refused_messages;
}

void Receiver::receive(std::span<const std::byte> message,
                       std::optional<std::int64_t> wanted_page) {
  try {
    read(message, wanted_page);
  } catch (const std::exception& error) {  // by the message itself, or by want of memory for it
    news_.refusal = error.what();
    news_.refused_messages += 1;
  }
}

void Receiver::read(std::span<const std::byte> message, std::optional<std::int64_t> wanted_page) {
  const std::optional<Topic> topic = topic_of(message);
  if (!topic) throw Error(Refusal::Usage, "a message is about nothing that a run sends");
  News news;
  if (topic->kind == Kind::Run) {
    read_run(message);
  } else if (!is_shown_) {
    return;  // until the run is known
  } else if (topic->kind == Kind::Numbers) {
    Numbers numbers = decode_numbers(message, description_.tables.size());
    if (numbers.run_id == run_->run_id) news.numbers = std::move(numbers);
  } else if (topic->page == wanted_page) {
    Worlds worlds = decode_worlds(message, description_, run_->worlds);
    if (worlds.run_id == run_->run_id) news.worlds = std::move(worlds);
  }
  news.read_at = News::Clock::now();
  news_.add(std::move(news));
}

/// The run that is known is described again and again; only another one is news.
void Receiver::read_run(std::span<const std::byte> message) {
  RunDescription run = decode_run(message);
  if (run_ != run) {
    run_ = run;
    is_shown_ = false;
    run_refusal_.clear();
    try {
      PreparedEnvironment environment = prepare(run);
      description_ = environment.description;
      is_shown_ = true;
      News news;
      news.run = std::move(run);
      news.environment = std::move(environment);
      news_.add(std::move(news));
    } catch (const std::exception& error) {
      run_refusal_ = error.what();
    }
  }
  if (!is_shown_) throw Error(Refusal::Usage, run_refusal_);
}

}  // namespace starling::serve
