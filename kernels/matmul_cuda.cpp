#include "kernels/matmul.hpp"
#include "kernels/matmul_launch.hpp"

namespace starling::kernels {

void launch_matmul(const MatmulArguments& arguments, void* stream) {
  if (arguments.columns <= NarrowMatmulTile::columns) {
    launch_matmul_in<NarrowMatmulTile>(arguments, stream);
  } else {
    launch_matmul_in<WideMatmulTile>(arguments, stream);
  }
}

}  // namespace starling::kernels
