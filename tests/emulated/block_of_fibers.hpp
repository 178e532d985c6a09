/// A CUDA block as fibers of one CPU thread: what is written for blocks runs where there is no GPU,
/// as g++ compiles it. What nvcc makes of it, only a GPU shows.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

namespace starling::tests {

/// Every thread runs until it waits for others, then the next one does. Where two touch the same
/// memory and no barrier stands between, what comes out can hang on their order: run in several
/// orders, a race can show as results that differ.
class BlockOfFibers {
 public:
  /// An order in which each warp goes on until all its threads wait for others of the block, and
  /// only then the next one does: what warps do between two barriers is as far apart as it can be.
  static constexpr std::uint32_t warp_by_warp = ~0U;

  /// `order`: 0 runs threads by rank, 1 from the last to the first, others in orders of their own.
  BlockOfFibers(std::uint32_t threads, std::uint32_t order);

  /// Calls work() in every thread. Throws std::logic_error where threads wait for different things,
  /// and what a thread throws.
  void run(const std::function<void()>& work);

  std::uint32_t threads() const { return static_cast<std::uint32_t>(fibers_.size()); }

  /// The block whose thread is calling.
  static BlockOfFibers& current();

  std::uint32_t rank() const { return running_; }
  void sync_block() { wait(Wait::Block); }
  void sync_warp() { wait(Wait::Warp); }
  /// For the threads of the warp whose bits are set, each of which calls it with the same.
  void sync_lanes(std::uint32_t lanes);
  /// The same for the threads that come to a barrier by its number, with those that only arrive.
  void sync_some(std::uint32_t barrier, std::uint32_t threads);
  void arrive(std::uint32_t barrier, std::uint32_t threads);
  /// Waits until something holds that other threads, or what works beside them, bring about.
  void wait_until(const std::function<bool()>& holds);
  /// What works beside the threads: called where none can go on; returns whether it did anything.
  void when_idle(std::function<bool()> work) { idle_work_ = std::move(work); }
  /// Whether any thread of the block says yes.
  bool any(bool yes);
  /// What the threads of the warp give, by lane.
  const std::uint32_t* gather(std::uint32_t value);
  /// The same of those whose bits are set, which are always the same of a thread.
  const std::uint32_t* gather_lanes(std::uint32_t lanes, std::uint32_t value);

  static constexpr std::uint32_t warp_threads = 32;

 private:
  enum class Wait : std::uint8_t { Nothing, Lanes, Warp, Block, Claim, Ended };

  struct Fiber {
    ucontext_t context{};
    std::unique_ptr<std::byte[]> stack;
    Wait wait = Wait::Nothing;
    std::uint32_t lanes = 0;  ///< Of the warp, that it waits for.
    const std::function<bool()>* claim = nullptr;
  };

  /// What threads have given by their last two gathers, in turn.
  struct Given {
    explicit Given(std::size_t threads) : values(2 * threads), gathers(threads) {}

    /// A thread that goes on to its next gather writes into the other half; none is two ahead.
    /// Returns the half.
    std::uint32_t* give(std::uint32_t rank, std::uint32_t value) {
      std::uint32_t* half = values.data() + (gathers[rank]++ % 2) * gathers.size();
      half[rank] = value;
      return half;
    }

    std::vector<std::uint32_t> values;
    std::vector<std::uint32_t> gathers;
  };

  struct NamedBarrier {
    std::uint32_t come = 0;
    std::uint32_t syncs = 0;
  };

  static void enter();
  void wait(Wait what);
  void begin(Fiber& fiber);
  bool run_ready();
  bool is_ready(const Fiber& fiber) const;
  bool release();
  bool release_if_all(std::size_t first, std::size_t end, Wait what);
  bool release_lanes(std::size_t first);
  bool has_ended() const;

  std::vector<Fiber> fibers_;
  bool is_warp_by_warp_;
  std::vector<std::uint32_t> turns_;  ///< Ranks in the order in which they run.
  Given given_;
  Given given_to_lanes_;
  NamedBarrier named_barriers_[16];
  std::function<bool()> idle_work_;
  std::exception_ptr thrown_;
  ucontext_t home_{};
  std::uint32_t running_ = 0;
  const std::function<void()>* work_ = nullptr;
  bool yes_ = false;
  bool answer_ = false;
};

}  // namespace starling::tests
