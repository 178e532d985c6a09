/// Ctrl-C as a question that a loop asks between launches.
#pragma once

namespace starling::cli {

/// From now on the first SIGINT or SIGTERM only makes `interrupted` true; the next one ends the
/// program as ever.
void catch_interrupts();

bool interrupted();

}  // namespace starling::cli
