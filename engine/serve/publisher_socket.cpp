#include "engine/serve/publisher_socket.hpp"

#include <algorithm>
#include <thread>

#include "engine/error.hpp"
#include "engine/serve/connection.hpp"
#include "engine/serve/envelope.hpp"

namespace starling::serve {
namespace {

// Messages that wait for a slow viewer. More would show it the past.
constexpr int waiting_messages = 2;
constexpr int send_buffer_bytes = 1 << 20;

// Of what viewers send, which is subscriptions and the transport's own greetings.
constexpr std::int64_t most_received_bytes = 1024;
constexpr std::size_t most_subscriptions = 4096;
constexpr std::size_t most_pages = 16;
constexpr int most_at_once = 1000;  // so that a flood of them leaves time for what is sent

// At the end, for what has been handed over to leave.
constexpr int linger_ms = 200;

bool is_ipv4(const std::string& host) {
  return host.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace

PublisherSocket::PublisherSocket(const Address& address) : ipv6_(!is_ipv4(address.host)) {
  const std::string port = address.port == 0 ? "*" : std::to_string(address.port);
  const std::string host = Address{address.host, 0}.text();
  try {
    listen("tcp://" + host.substr(0, host.rfind(':')) + ":" + port);
  } catch (const zmq::error_t& error) {
    throw Error(Refusal::Unavailable,
                "nothing can be served at " + address.text() + ": " + error.what());
  }
  endpoint_ = socket_.get(zmq::sockopt::last_endpoint);
  address_ = endpoint_.substr(endpoint_.find("//") + 2);
}

void PublisherSocket::listen(const std::string& endpoint) {
  socket_ = zmq::socket_t(context_, zmq::socket_type::xpub);
  socket_.set(zmq::sockopt::sndhwm, waiting_messages);
  socket_.set(zmq::sockopt::sndbuf, send_buffer_bytes);
  socket_.set(zmq::sockopt::maxmsgsize, most_received_bytes);
  beat(socket_);
  socket_.set(zmq::sockopt::handshake_ivl, silence_ms);
  socket_.set(zmq::sockopt::linger, linger_ms);
  socket_.set(zmq::sockopt::ipv6, ipv6_);
  socket_.bind(endpoint);
}

/// Ends all connections, and with them all that is kept of their subscriptions; viewers connect
/// anew by themselves.
void PublisherSocket::listen_anew() {
  subscriptions_.clear();
  socket_.set(zmq::sockopt::linger, 0);
  socket_.close();
  constexpr int tries = 100;  // the old socket is given up by another thread
  for (int attempt = 1;; ++attempt) {
    try {
      return listen(endpoint_);
    } catch (const zmq::error_t&) {
      if (attempt == tries) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

void PublisherSocket::attend(int wait_ms) {
  zmq::pollitem_t item{socket_.handle(), 0, ZMQ_POLLIN, 0};
  zmq::poll(&item, 1, std::chrono::milliseconds(wait_ms));
  zmq::message_t message;
  int received = 0;
  while (received < most_at_once && socket_.recv(message, zmq::recv_flags::dontwait)) {
    note(message.to_string_view());
    received += 1;
    if (subscriptions_.size() > most_subscriptions) listen_anew();
  }
  if (received > 0) list_wanted();
}

/// A first viewer's subscription to a topic begins with a byte of 1, the end of the last one's with
/// 0.
void PublisherSocket::note(std::string_view subscription) {
  if (subscription.empty()) return;
  const std::string_view topic = subscription.substr(1);
  if (subscription.front() == 1) {
    subscriptions_.emplace(topic);
  } else if (const auto found = subscriptions_.find(topic); found != subscriptions_.end()) {
    subscriptions_.erase(found);
  }
}

void PublisherSocket::list_wanted() {
  wanted_ = {};
  for (const std::string& subscription : subscriptions_) {
    const std::optional<Topic> topic = parse_topic(subscription);
    if (!topic) continue;
    wanted_.run |= topic->kind == Kind::Run;
    wanted_.numbers |= topic->kind == Kind::Numbers;
    if (topic->kind == Kind::Worlds && wanted_.pages.size() < most_pages)
      wanted_.pages.push_back(topic->page);
  }
}

void PublisherSocket::send(std::span<const std::byte> message) {
  socket_.send(zmq::buffer(message.data(), message.size()), zmq::send_flags::dontwait);
}

}  // namespace starling::serve
