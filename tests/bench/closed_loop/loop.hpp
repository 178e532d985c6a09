/// The library starling_loop: a simulator for programs that load it at run time, such as Python's.
///
/// Not thread-safe. A function that fails gives null or -1, and starling_loop_error the reason.
#pragma once

#include <dlpack/dlpack.h>

#include <cstdint>

extern "C" {

/// A simulator that takes its actions from tensors.
struct StarlingLoop;

/// Why the last call that failed did, in one sentence.
const char* starling_loop_error();

/// options: the environment's, as the program takes them: "--birds 64 --hawks=2". device: "cpu" or
/// "cuda". Null on failure.
StarlingLoop* starling_loop_make(const char* environment, const char* options, std::int64_t worlds,
                                 std::uint64_t seed, int steps_per_launch, const char* device);
void starling_loop_destroy(StarlingLoop* loop);

int starling_loop_tensor_count(const StarlingLoop* loop);
/// 0 <= index < count. The text lives as long as the loop.
const char* starling_loop_tensor_name(const StarlingLoop* loop, int index);
/// [slots, worlds, rows, elements] over the simulator's memory; its taker calls the deleter before
/// the loop is destroyed. Null on failure.
DLManagedTensor* starling_loop_tensor(const StarlingLoop* loop, const char* name);

/// Steps all worlds by the actions in the tensors; on CUDA returns once that is queued. 0, or -1.
int starling_loop_step(StarlingLoop* loop, int steps);
/// The slot that holds the newest step.
int starling_loop_current_slot(const StarlingLoop* loop);
/// Where steps are queued: a cudaStream_t, null on a CPU.
void* starling_loop_stream(const StarlingLoop* loop);

/// That of the program's reports. 0, or -1.
int starling_loop_state_hash(StarlingLoop* loop, std::uint64_t* hash);
/// Worlds that hold an error; -1 on failure.
std::int64_t starling_loop_errors(StarlingLoop* loop);
}
