/// Work of a CUDA stream as a graph.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/actor.hpp"

namespace starling {

/// What `queue()` queues on the stream, and nowhere else, behind a node that sets *word. Throws
/// std::runtime_error where CUDA fails.
std::unique_ptr<Recording> record_graph(cudaStream_t stream, std::uint32_t* word,
                                        const std::function<void()>& queue);

}  // namespace starling
