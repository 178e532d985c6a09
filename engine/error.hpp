/// The exception of the public interface: one sentence that names the value and the limit.
#pragma once

#include <stdexcept>
#include <string>

namespace starling {

/// What kind of refusal an Error is; a command line turns it into its exit status.
enum class Refusal {
  Usage,        ///< The caller asked for something that does not exist or is out of range.
  Unavailable,  ///< The request is well formed but cannot be carried out on this machine.
};

/// Thrown by the public interface. `what()` is one sentence.
class Error : public std::runtime_error {
 public:
  Error(Refusal refusal, const std::string& sentence)
      : std::runtime_error(sentence), refusal_(refusal) {}

  Refusal refusal() const { return refusal_; }

 private:
  Refusal refusal_;
};

}  // namespace starling
