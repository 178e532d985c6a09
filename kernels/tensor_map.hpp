/// Tells the copy engine of tensors; for files that have the CUDA toolkit.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstring>
#include <optional>

#include "kernels/copy_engine.hpp"
#include "kernels/cuda_check.hpp"

namespace starling::kernels {

namespace detail {

/// The driver's function, without linking to the driver's library.
inline auto tensor_map_encoder() {
  using Encode =
      CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                   const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                   CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
  static const Encode encode = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    constexpr const char* name = "cuTensorMapEncodeTiled";
#if CUDART_VERSION >= 12050
    const cudaError_t result =
        cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found);
#else
    const cudaError_t result = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
    cuda_check(result, "looking for the driver's tensor maps");
    return reinterpret_cast<Encode>(found == cudaDriverEntryPointSuccess ? function : nullptr);
  }();
  return encode;
}

/// In bytes. Of sizes of one a stride means nothing, but is looked at.
inline cuuint64_t tensor_map_stride(std::int64_t stride, std::int64_t size) {
  return size <= 1 ? 16 : static_cast<cuuint64_t>(stride) * sizeof(Bfloat16);
}

}  // namespace detail

/// Nothing where the copy engine cannot take the tensor: sizes of 0, a stride of 0 or of 2^40 bytes
/// and more, or an old driver.
inline std::optional<TensorMap> describe_tensor(const BoxedTensor& tensor) {
  static_assert(sizeof(TensorMap) == sizeof(CUtensorMap));
  const auto encode = detail::tensor_map_encoder();
  if (encode == nullptr) return std::nullopt;
  const auto size = [](std::int64_t number) { return static_cast<cuuint64_t>(number); };
  const cuuint64_t sizes[] = {size(tensor.columns), size(tensor.rows), size(tensor.heads),
                              size(tensor.batch)};
  const cuuint64_t strides[] = {detail::tensor_map_stride(tensor.row_stride, tensor.rows),
                                detail::tensor_map_stride(tensor.head_stride, tensor.heads),
                                detail::tensor_map_stride(tensor.batch_stride, tensor.batch)};
  for (const cuuint64_t stride : strides) {
    if (stride == 0 || stride >= size(1) << 40) return std::nullopt;
  }
  const cuuint32_t box[] = {box_columns, static_cast<cuuint32_t>(tensor.box_rows), 1, 1};
  const cuuint32_t steps[] = {1, 1, 1, 1};
  CUtensorMap encoded{};
  const CUresult result =
      encode(&encoded, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 4, const_cast<Bfloat16*>(tensor.first),
             sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) return std::nullopt;
  TensorMap map;
  std::memcpy(&map, &encoded, sizeof(map));
  return map;
}

}  // namespace starling::kernels
