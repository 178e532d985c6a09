/// Opens what the program is asked to show.
#pragma once

#include <memory>
#include <optional>

#include "viewer/arguments.hpp"
#include "viewer/session/session.hpp"

namespace starling::viewer {

struct Opened {
  std::unique_ptr<Session> session;  ///< Null for a trace.
  std::optional<TraceLog> trace;
};

/// Throws Error where there is no such environment or file, or it is not what it says.
Opened open_subject(const Arguments& arguments);

}  // namespace starling::viewer
