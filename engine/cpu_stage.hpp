/// How a CPU thread cuts a stage into row loops.
#pragma once

#include "engine/program.hpp"

namespace starling::detail {

/// The stage, or the body of a loop in one, that starts at token `begin`. Masked runs are passes of
/// their own, so that rare work does not stop the other row loops from vectorising.
template <class Program, int begin>
struct CpuStage {
  /// True for a masked run that needs no row to be judged and that nothing before it in the stage
  /// touches: it runs first, and so does not cut what stands around it in two.
  static consteval bool runs_first(int token) {
    if (!Program::is_masked(token) || !Program::masks_read(token).empty()) return false;
    for (int before = begin; before < token; ++before) {
      if (Program::is_leaf(before) && conflict(Program::access(before), Program::access(token))) {
        return false;
      }
    }
    return true;
  }

  /// One past the last token of the pass at `token`: a masked run, a loop that holds one, or all up
  /// to the next of these.
  template <int token, int end>
  static consteval int pass_end() {
    if constexpr (Program::is_masked(token)) {
      return Program::template masked_run_end<token, end>();
    } else if constexpr (Program::is_masked_loop(token)) {
      return Program::plan.item_end(token);
    } else {
      int stop = Program::plan.item_end(token);
      while (stop < end && !is_cut(stop))
        stop = Program::plan.item_end(stop);
      return stop;
    }
  }

  /// One past the last of the tokens from `token` on, before `end`, among which none runs first.
  static consteval int stretch_end(int token, int end) {
    int stop = Program::plan.item_end(token);
    while (stop < end && !runs_first(stop))
      stop = Program::plan.item_end(stop);
    return stop;
  }

 private:
  static consteval bool is_cut(int token) {
    return (Program::is_masked(token) && !runs_first(token)) || Program::is_masked_loop(token);
  }

  static consteval bool conflict(const LeafAccess& a, const LeafAccess& b) {
    const ColumnSet a_writes = a.written_by_owner() | a.remote_write | a.recorded;
    const ColumnSet b_writes = b.written_by_owner() | b.remote_write | b.recorded;
    return overlap(a_writes, b.own_read | b.read_of_others() | b_writes) ||
           overlap(b_writes, a.own_read | a.read_of_others() | a.mask_read);
  }
};

}  // namespace starling::detail
