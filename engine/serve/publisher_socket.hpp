/// The socket of a publisher: who has subscribed to what, and messages to all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>
#include <zmq.hpp>

#include "engine/serve/address.hpp"

namespace starling::serve {

/// What viewers want to be told.
struct Wanted {
  bool run = false;
  bool numbers = false;
  std::vector<std::int64_t> pages;  ///< Of worlds, in order; some may not exist.
};

/// To be used by one thread at a time.
class PublisherSocket {
 public:
  /// Throws Error (Unavailable) where nothing can listen there.
  explicit PublisherSocket(const Address& address);

  const std::string& address() const { return address_; }

  /// Waits `wait_ms` at most for viewers to come, to go and to change their minds.
  void attend(int wait_ms);

  const Wanted& wanted() const { return wanted_; }

  /// Hands a message over to all who subscribed to its topic and are not too slow; never waits.
  void send(std::span<const std::byte> message);

 private:
  void listen(const std::string& endpoint);
  void listen_anew();
  void note(std::string_view subscription);
  void list_wanted();

  zmq::context_t context_{1};
  zmq::socket_t socket_;
  std::string endpoint_;
  std::string address_;
  bool ipv6_ = false;
  std::set<std::string, std::less<>> subscriptions_;
  Wanted wanted_;
};

}  // namespace starling::serve
