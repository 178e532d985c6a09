#include "engine/serve/address.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "engine/error.hpp"

namespace starling::serve {
namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr int highest_port = 65535;

[[noreturn]] void refuse(std::string_view name, const std::string& text,
                         const std::string& sentence) {
  throw Error(Refusal::Usage, std::string(name) + " is '" + text + "', " + sentence);
}

/// Letters that stand in names, numbers and interfaces of hosts, and in nothing that the transport
/// would take for more than a host.
bool is_of_a_host(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         std::string_view(".:-_%*").find(letter) != std::string_view::npos;
}

std::string parse_host(std::string_view name, const std::string& text, std::string host) {
  const bool in_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (in_brackets) host = host.substr(1, host.size() - 2);
  const bool is_ipv6 = host.find(':') != std::string::npos;
  if (host.empty() || is_ipv6 != in_brackets ||
      !std::all_of(host.begin(), host.end(), is_of_a_host)) {
    refuse(name, text, "which is not [HOST:]PORT; an IPv6 host stands in brackets");
  }
  return host == "localhost" ? loopback : host;  // else some machines take it for ::1 alone
}

}  // namespace

std::string Address::text() const {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Address parse_address(std::string_view name, const std::string& text, int lowest_port) {
  const std::size_t colon = text.rfind(':');
  Address address{loopback, 0};
  if (colon != std::string::npos) address.host = parse_host(name, text, text.substr(0, colon));
  const std::string digits = colon == std::string::npos ? text : text.substr(colon + 1);
  const char* end = digits.data() + digits.size();
  const auto [parsed, problem] = std::from_chars(digits.data(), end, address.port);
  if (problem != std::errc() || parsed != end || address.port < lowest_port ||
      address.port > highest_port) {
    refuse(name, text,
           "whose port is not a whole number from " + std::to_string(lowest_port) + " to " +
               std::to_string(highest_port));
  }
  return address;
}

}  // namespace starling::serve
