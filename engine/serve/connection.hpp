/// What both ends of a connection have in common.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <zmq.hpp>

namespace starling::serve {

inline constexpr int heartbeat_ms = 2000;
inline constexpr int silence_ms = 6000;  ///< After which the other end is given up.

/// Notices where the other end vanishes without a word.
inline void beat(zmq::socket_t& socket) {
  socket.set(zmq::sockopt::heartbeat_ivl, heartbeat_ms);
  socket.set(zmq::sockopt::heartbeat_timeout, silence_ms);
}

/// Signals are the business of the program's own threads.
inline void ignore_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace starling::serve
