#include "envs/cli/interrupt.hpp"

#include <signal.h>

#include <atomic>

namespace starling::cli {
namespace {

std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free, "A signal handler must not take a lock.");

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { signalled = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return signalled;
}

}  // namespace starling::cli
