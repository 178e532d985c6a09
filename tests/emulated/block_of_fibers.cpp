#include "tests/emulated/block_of_fibers.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include "kernels/block_threads.hpp"

namespace starling::tests {
namespace {

constexpr std::size_t stack_bytes = 1U << 20;

thread_local BlockOfFibers* own_block = nullptr;

/// Ranks from the first on, from the last back, or by steps that meet each once.
std::vector<std::uint32_t> turns_in(std::uint32_t threads, std::uint32_t order) {
  std::vector<std::uint32_t> turns(threads);
  std::iota(turns.begin(), turns.end(), 0U);
  if (order == 1) std::reverse(turns.begin(), turns.end());
  if (order > 1 && order != BlockOfFibers::warp_by_warp) {
    std::uint32_t step = 2 * order + 1;
    while (std::gcd(step, threads) != 1)
      ++step;
    for (std::uint32_t turn = 0; turn < threads; ++turn)
      turns[turn] = (turn * step + order) % threads;
  }
  return turns;
}

}  // namespace

BlockOfFibers::BlockOfFibers(std::uint32_t threads, std::uint32_t order)
    : fibers_(threads),
      is_warp_by_warp_(order == warp_by_warp),
      turns_(turns_in(threads, order)),
      given_(threads),
      given_to_lanes_(threads) {
  if (threads == 0 || threads % warp_threads != 0)
    throw std::logic_error("an emulated block has whole warps");
  for (Fiber& fiber : fibers_)
    fiber.stack = std::make_unique_for_overwrite<std::byte[]>(stack_bytes);
}

BlockOfFibers& BlockOfFibers::current() {
  return *own_block;
}

void BlockOfFibers::run(const std::function<void()>& work) {
  own_block = this;
  work_ = &work;
  thrown_ = nullptr;
  std::fill(std::begin(named_barriers_), std::end(named_barriers_), NamedBarrier{});
  for (Fiber& fiber : fibers_)
    begin(fiber);
  while (!has_ended()) {
    const bool ran = run_ready();
    if (thrown_ == nullptr && (release() || ran || (idle_work_ && idle_work_()))) continue;
    own_block = nullptr;
    if (thrown_ != nullptr) std::rethrow_exception(thrown_);
    throw std::logic_error("threads of a block wait for different things");
  }
  own_block = nullptr;
}

void BlockOfFibers::begin(Fiber& fiber) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = stack_bytes;
  fiber.context.uc_link = &home_;
  makecontext(&fiber.context, &BlockOfFibers::enter, 0);
  fiber.wait = Wait::Nothing;
}

void BlockOfFibers::enter() {
  BlockOfFibers& block = current();
  try {
    (*block.work_)();
  } catch (...) {
    block.thrown_ = std::current_exception();
  }
  block.fibers_[block.running_].wait = Wait::Ended;
}

bool BlockOfFibers::run_ready() {
  bool ran = false;
  for (const std::uint32_t rank : turns_) {
    if (!is_ready(fibers_[rank])) continue;
    if (is_warp_by_warp_ && ran && rank / warp_threads != running_ / warp_threads) break;
    fibers_[rank].wait = Wait::Nothing;
    running_ = rank;
    swapcontext(&home_, &fibers_[rank].context);
    if (thrown_ != nullptr) return true;
    ran = true;
  }
  return ran;
}

bool BlockOfFibers::is_ready(const Fiber& fiber) const {
  return fiber.wait == Wait::Nothing || (fiber.wait == Wait::Claim && (*fiber.claim)());
}

void BlockOfFibers::wait(Wait what) {
  Fiber& fiber = fibers_[running_];
  fiber.wait = what;
  swapcontext(&fiber.context, &home_);
}

void BlockOfFibers::wait_until(const std::function<bool()>& holds) {
  fibers_[running_].claim = &holds;
  wait(Wait::Claim);
}

void BlockOfFibers::sync_lanes(std::uint32_t lanes) {
  fibers_[running_].lanes = lanes;
  wait(Wait::Lanes);
}

void BlockOfFibers::sync_some(std::uint32_t barrier, std::uint32_t threads) {
  const NamedBarrier& own = named_barriers_[barrier];
  const std::uint32_t before = own.syncs;
  arrive(barrier, threads);
  wait_until([&] { return own.syncs != before; });
}

void BlockOfFibers::arrive(std::uint32_t barrier, std::uint32_t threads) {
  NamedBarrier& own = named_barriers_[barrier];
  if (++own.come < threads) return;
  own.come = 0;
  ++own.syncs;
}

bool BlockOfFibers::release() {
  if (release_if_all(0, fibers_.size(), Wait::Block)) {
    answer_ = yes_;
    yes_ = false;
    return true;
  }
  bool any = false;
  for (std::size_t first = 0; first < fibers_.size(); first += warp_threads) {
    const bool released =
        release_if_all(first, first + warp_threads, Wait::Warp) || release_lanes(first);
    if (released && is_warp_by_warp_) return true;
    any = any || released;
  }
  return any;
}

bool BlockOfFibers::release_if_all(std::size_t first, std::size_t end, Wait what) {
  for (std::size_t rank = first; rank < end; ++rank) {
    if (fibers_[rank].wait != what) return false;
  }
  for (std::size_t rank = first; rank < end; ++rank)
    fibers_[rank].wait = Wait::Nothing;
  return true;
}

/// Lets go on all of a warp's threads that wait for some of it, where these wait for the same.
bool BlockOfFibers::release_lanes(std::size_t first) {
  bool any = false;
  for (std::size_t own = 0; own < warp_threads; ++own) {
    const Fiber& fiber = fibers_[first + own];
    if (fiber.wait != Wait::Lanes) continue;
    const std::uint32_t lanes = fiber.lanes;
    bool have_all_come = true;
    for (std::size_t lane = 0; lane < warp_threads; ++lane) {
      const Fiber& other = fibers_[first + lane];
      const bool is_meant = (lanes >> lane & 1U) != 0;
      if (is_meant && (other.wait != Wait::Lanes || other.lanes != lanes)) have_all_come = false;
    }
    if (!have_all_come) continue;
    for (std::size_t lane = 0; lane < warp_threads; ++lane) {
      if ((lanes >> lane & 1U) != 0) fibers_[first + lane].wait = Wait::Nothing;
    }
    any = true;
  }
  return any;
}

bool BlockOfFibers::has_ended() const {
  return std::all_of(fibers_.begin(), fibers_.end(),
                     [](const Fiber& fiber) { return fiber.wait == Wait::Ended; });
}

bool BlockOfFibers::any(bool yes) {
  yes_ = yes_ || yes;
  sync_block();
  return answer_;
}

const std::uint32_t* BlockOfFibers::gather(std::uint32_t value) {
  const std::uint32_t rank = running_;
  const std::uint32_t* half = given_.give(rank, value);
  sync_warp();
  return half + rank / warp_threads * warp_threads;
}

const std::uint32_t* BlockOfFibers::gather_lanes(std::uint32_t lanes, std::uint32_t value) {
  const std::uint32_t rank = running_;
  const std::uint32_t* half = given_to_lanes_.give(rank, value);
  sync_lanes(lanes);
  return half + rank / warp_threads * warp_threads;
}

}  // namespace starling::tests

namespace starling::kernels::emulated {

using tests::BlockOfFibers;

std::uint32_t thread_index() {
  return BlockOfFibers::current().rank();
}
void sync_block() {
  BlockOfFibers::current().sync_block();
}
void sync_warp() {
  BlockOfFibers::current().sync_warp();
}
void sync_some(std::uint32_t barrier, std::uint32_t threads) {
  BlockOfFibers::current().sync_some(barrier, threads);
}
void arrive_at_sync(std::uint32_t barrier, std::uint32_t threads) {
  BlockOfFibers::current().arrive(barrier, threads);
}
std::uint32_t warp_ballot(bool yes) {
  const std::uint32_t* given = BlockOfFibers::current().gather(yes ? 1U : 0U);
  std::uint32_t ballot = 0;
  for (std::uint32_t lane = 0; lane < BlockOfFibers::warp_threads; ++lane)
    ballot |= given[lane] << lane;
  return ballot;
}
std::uint32_t warp_read(std::uint32_t value, std::uint32_t lane) {
  return BlockOfFibers::current().gather(value)[lane % BlockOfFibers::warp_threads];
}
void sync_lanes(std::uint32_t lanes) {
  BlockOfFibers::current().sync_lanes(lanes);
}
std::uint32_t lanes_ballot(std::uint32_t lanes, bool yes) {
  const std::uint32_t* given = BlockOfFibers::current().gather_lanes(lanes, yes ? 1U : 0U);
  std::uint32_t ballot = 0;
  for (std::uint32_t lane = 0; lane < BlockOfFibers::warp_threads; ++lane) {
    if ((lanes >> lane & 1U) != 0) ballot |= given[lane] << lane;
  }
  return ballot;
}
std::uint32_t lanes_read(std::uint32_t lanes, std::uint32_t value, std::uint32_t lane) {
  return BlockOfFibers::current().gather_lanes(lanes, value)[lane % BlockOfFibers::warp_threads];
}
std::uint32_t warp_min(std::uint32_t value) {
  const std::uint32_t* given = BlockOfFibers::current().gather(value);
  return *std::min_element(given, given + BlockOfFibers::warp_threads);
}

}  // namespace starling::kernels::emulated
