/// Where a run is served: a host and a port.
#pragma once

#include <string>
#include <string_view>

namespace starling::serve {

struct Address {
  std::string host;  ///< A name or a number, an IPv6 one without brackets; "*" is every interface.
  int port = 0;

  /// "127.0.0.1:5555", "[::1]:5555"
  std::string text() const;
};

/// Reads "[HOST:]PORT"; without a host, it is this machine's loopback, which no other machine
/// reaches. An IPv6 host stands in brackets. name: of the option that is refused. Throws Error
/// (Usage) unless the port is a number from `lowest_port` to 65535.
Address parse_address(std::string_view name, const std::string& text, int lowest_port);

}  // namespace starling::serve
