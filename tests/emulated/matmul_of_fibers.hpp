/// A matrix product by blocks of fibers, one after the other.
#pragma once

#include "kernels/matmul_block.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"

namespace starling::tests {

template <class Tile, kernels::Epilogue epilogue>
void run_matmul_blocks(const kernels::MatmulArguments& arguments, std::uint32_t order) {
  const std::int64_t blocks = kernels::matmul_blocks(arguments, Tile::rows, Tile::columns);
  BlockOfFibers block(Tile::threads, order);
  for (std::uint32_t index = 0; index < blocks; ++index) {
    EmulatedSharedMemory shared(Tile::shared_bytes);
    block.run([&] { kernels::MatmulBlock<Tile, epilogue>(arguments, index, shared.data()).run(); });
  }
}

template <class Tile>
void run_matmul_of_fibers(const kernels::MatmulArguments& arguments, std::uint32_t order) {
  using kernels::Epilogue;
  kernels::check_matmul(arguments);
  switch (arguments.epilogue) {
    case Epilogue::Round:
      return run_matmul_blocks<Tile, Epilogue::Round>(arguments, order);
    case Epilogue::RoundDoubleGelu:
      return run_matmul_blocks<Tile, Epilogue::RoundDoubleGelu>(arguments, order);
    case Epilogue::Store:
      return run_matmul_blocks<Tile, Epilogue::Store>(arguments, order);
    case Epilogue::Add:
      return run_matmul_blocks<Tile, Epilogue::Add>(arguments, order);
  }
}

}  // namespace starling::tests
