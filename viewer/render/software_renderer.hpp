/// What OpenGL on a processor, without a graphics card, wants of its program.
#pragma once

namespace starling::viewer {

/// Whether the current context draws on the processor: Mesa's llvmpipe or softpipe.
bool is_software_renderer();

/// Lets the C library keep memory that is freed. Mesa takes and frees megabytes each frame, and a
/// third of a frame of 64 worlds went into handing their pages back to the system and forth.
void keep_freed_memory();

}  // namespace starling::viewer
