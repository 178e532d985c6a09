/// Numbers as a person reads them.
#pragma once

#include <cstdint>
#include <string>

namespace starling::cli {

/// 1234567 as "1,234,567".
std::string with_commas(std::int64_t number);

/// 1234567.0 as "1.23 M": three digits and k, M, G or T.
std::string with_prefix(double number);

/// 1536 as "1.5 KiB".
std::string as_bytes(std::int64_t size_bytes);

}  // namespace starling::cli
