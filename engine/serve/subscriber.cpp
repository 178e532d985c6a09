#include "engine/serve/subscriber.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <zmq.hpp>

#include "engine/serve/connection.hpp"
#include "engine/serve/receiver.hpp"

namespace starling::serve {
namespace {

using Clock = News::Clock;

constexpr auto stalled_after = std::chrono::seconds(3);  // a run speaks up every second

// Messages that wait to be read. More would show the past.
constexpr int waiting_messages = 4;
constexpr int receive_ms = 10;
constexpr int reconnect_ms = 100;
constexpr int longest_reconnect_ms = 1000;
constexpr std::int64_t no_page = -1;

}  // namespace

const char* name_of(Link link) {
  constexpr const char* names[] = {"connecting", "live", "stalled", "refused"};
  return names[static_cast<int>(link)];
}

class Subscriber::State {
 public:
  explicit State(const Address& address);
  ~State() {
    stopping_ = true;
    thread_.join();
  }

  void watch(std::optional<std::int64_t> page) { page_ = page.value_or(no_page); }
  bool update();
  Link link() const;
  double silent_s() const {
    return std::chrono::duration<double>(Clock::now() - seen_.read_at.value_or(start_)).count();
  }
  const News& seen() const { return seen_; }

 private:
  void serve();
  void hand_over(News&& news);
  void subscribe();
  void receive();

  zmq::context_t context_{1};
  zmq::socket_t socket_{context_, zmq::socket_type::sub};  ///< The thread's, and what follows.
  Receiver receiver_;
  std::optional<std::int64_t> subscribed_;

  std::atomic<std::int64_t> page_ = no_page;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  News news_;  ///< Guarded by the mutex.

  Clock::time_point start_ = Clock::now();
  News seen_;
  bool is_refused_ = false;
  std::thread thread_;
};

Subscriber::State::State(const Address& address) {
  socket_.set(zmq::sockopt::rcvhwm, waiting_messages);
  socket_.set(zmq::sockopt::maxmsgsize, static_cast<std::int64_t>(most_message_bytes));
  socket_.set(zmq::sockopt::ipv6, true);
  socket_.set(zmq::sockopt::linger, 0);
  socket_.set(zmq::sockopt::reconnect_ivl, reconnect_ms);
  socket_.set(zmq::sockopt::reconnect_ivl_max, longest_reconnect_ms);
  socket_.set(zmq::sockopt::connect_timeout, silence_ms);
  beat(socket_);
  socket_.set(zmq::sockopt::subscribe, text_of(Topic{Kind::Run}));
  socket_.set(zmq::sockopt::subscribe, text_of(Topic{Kind::Numbers}));
  try {
    socket_.connect("tcp://" + address.text());
  } catch (const zmq::error_t& error) {
    throw Error(Refusal::Usage, address.text() + " cannot be watched: " + error.what());
  }
  thread_ = std::thread([this] { serve(); });
}

void Subscriber::State::serve() {
  ignore_signals();
  try {
    while (!stopping_) {
      subscribe();
      receive();
      hand_over(receiver_.take_news());
    }
  } catch (const std::exception& error) {  // none is known
    News news;
    news.refusal = "the run is no longer watched: " + std::string(error.what());
    news.refused_messages = 1;
    hand_over(std::move(news));
  }
}

void Subscriber::State::hand_over(News&& news) {
  if (news.is_empty()) return;
  const std::lock_guard lock(mutex_);
  news_.add(std::move(news));
}

/// To the page that is wanted now, and no other.
void Subscriber::State::subscribe() {
  const std::int64_t page = page_;
  const std::optional<std::int64_t> wanted = page < 0 ? std::nullopt : std::optional(page);
  if (wanted == subscribed_) return;
  if (subscribed_)
    socket_.set(zmq::sockopt::unsubscribe, text_of(Topic{Kind::Worlds, *subscribed_}));
  if (wanted) socket_.set(zmq::sockopt::subscribe, text_of(Topic{Kind::Worlds, *wanted}));
  subscribed_ = wanted;
}

/// All messages that wait, of which the newest of each topic are read.
void Subscriber::State::receive() {
  zmq::pollitem_t item{socket_.handle(), 0, ZMQ_POLLIN, 0};
  zmq::poll(&item, 1, std::chrono::milliseconds(receive_ms));
  std::map<std::string, zmq::message_t> newest;
  zmq::message_t message;
  for (int count = 0; count < 2 * waiting_messages; ++count) {
    if (!socket_.recv(message, zmq::recv_flags::dontwait)) break;
    const auto topic = topic_of(std::as_bytes(std::span(message.data<char>(), message.size())));
    newest[topic ? text_of(*topic) : ""] = std::move(message);
    message = zmq::message_t();
  }
  for (const auto& [topic, kept] : newest)
    receiver_.receive(std::as_bytes(std::span(kept.data<char>(), kept.size())), subscribed_);
}

bool Subscriber::State::update() {
  News news;
  {
    const std::lock_guard lock(mutex_);
    news = std::exchange(news_, {});
  }
  const bool has_come = !news.is_empty();
  if (news.refused_messages > 0) is_refused_ = true;
  if (news.read_at) is_refused_ = false;
  seen_.add(std::move(news));
  return has_come;
}

Link Subscriber::State::link() const {
  if (is_refused_) return Link::Refused;
  if (!seen_.run) return Link::Connecting;
  return Clock::now() - *seen_.read_at > stalled_after ? Link::Stalled : Link::Live;
}

Subscriber::Subscriber(const Address& address) : state_(std::make_unique<State>(address)) {}
Subscriber::~Subscriber() = default;

void Subscriber::watch(std::optional<std::int64_t> page) {
  state_->watch(page);
}
bool Subscriber::update() {
  return state_->update();
}
const std::optional<RunDescription>& Subscriber::run() const {
  return state_->seen().run;
}
const PreparedEnvironment& Subscriber::environment() const {
  return *state_->seen().environment;
}
const std::optional<Numbers>& Subscriber::numbers() const {
  return state_->seen().numbers;
}
const std::optional<Worlds>& Subscriber::worlds() const {
  return state_->seen().worlds;
}
Link Subscriber::link() const {
  return state_->link();
}
double Subscriber::silent_s() const {
  return state_->silent_s();
}
const std::string& Subscriber::refusal() const {
  return state_->seen().refusal;
}
std::int64_t Subscriber::refused_messages() const {
  return state_->seen().refused_messages;
}

}  // namespace starling::serve
