/// A system as one function that all programs of an environment share on a CPU.
#pragma once

#include "engine/type_list.hpp"
#include "kernels/platform.hpp"

namespace starling::detail {

template <auto system, class Signature = decltype(+system)>
struct OutOfLine;

/// An environment has about ten programs, and large systems with a copy inside each take g++
/// minutes. On a GPU every kernel has its own.
template <auto system, class... Parameters>
struct OutOfLine<system, void (*)(Parameters...)> {
  [[gnu::noinline]] static void call(Parameters... parameters) { system(parameters...); }
};

/// What a program calls for a large system.
template <auto system>
consteval auto called_by_program() {
  if constexpr (kernels::compiled_for_cuda) {
    return system;
  } else {
    return &OutOfLine<system>::call;
  }
}

}  // namespace starling::detail
