/// A CUDA block as fibers of one CPU thread: what is written for blocks runs where there is no GPU,
/// as g++ compiles it. What nvcc makes of it, only a GPU shows.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace starling::tests {

/// Every thread runs until it waits for others, then the next one does. Where two touch the same
/// memory and no barrier stands between, what comes out can hang on their order: run in several
/// orders, a race can show as results that differ.
class BlockOfFibers {
 public:
  /// `order`: 0 runs threads by rank, 1 from the last to the first, others in orders of their own.
  BlockOfFibers(std::uint32_t threads, std::uint32_t order);

  /// Calls work() in every thread. Throws std::logic_error where threads wait for different things.
  void run(const std::function<void()>& work);

  std::uint32_t threads() const { return static_cast<std::uint32_t>(fibers_.size()); }

  /// The block whose thread is calling.
  static BlockOfFibers& current();

  std::uint32_t rank() const { return running_; }
  void sync_block() { wait(Wait::Block); }
  void sync_warp() { wait(Wait::Warp); }
  /// Whether any thread of the block says yes.
  bool any(bool yes);
  /// What the threads of the warp give, by lane.
  const std::uint32_t* gather(std::uint32_t value);

  static constexpr std::uint32_t warp_threads = 32;

 private:
  enum class Wait : std::uint8_t { Nothing, Warp, Block, Ended };

  struct Fiber {
    ucontext_t context{};
    std::unique_ptr<std::byte[]> stack;
    Wait wait = Wait::Nothing;
  };

  static void enter();
  void wait(Wait what);
  void begin(Fiber& fiber);
  bool run_ready();
  bool release();
  bool release_if_all(std::size_t first, std::size_t end, Wait what);
  bool has_ended() const;

  std::vector<Fiber> fibers_;
  std::vector<std::uint32_t> turns_;  ///< Ranks in the order in which they run.
  std::vector<std::uint32_t> given_;  ///< By the last two gathers, in turn, of each thread.
  std::vector<std::uint32_t> gathers_;
  ucontext_t home_{};
  std::uint32_t running_ = 0;
  const std::function<void()>* work_ = nullptr;
  bool yes_ = false;
  bool answer_ = false;
};

}  // namespace starling::tests
