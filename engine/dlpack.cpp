#include "engine/dlpack.hpp"

#include <memory>

namespace starling {
namespace {

/// The managed tensor and the arrays that it points to.
struct Managed {
  DLManagedTensor tensor{};
  std::array<std::int64_t, 4> shape{};
  std::array<std::int64_t, 4> strides{};
};

std::uint8_t type_code(DType dtype) {
  switch (dtype) {
    case DType::Float32:
    case DType::Float64:
      return kDLFloat;
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
    case DType::Int64:
      return kDLInt;
    default:
      return kDLUInt;
  }
}

void free_managed(DLManagedTensor* tensor) {
  const std::unique_ptr<Managed> owner(static_cast<Managed*>(tensor->manager_ctx));
}

}  // namespace

DLManagedTensor* to_dlpack(const Tensor& tensor) {
  auto managed = std::make_unique<Managed>();
  managed->shape = tensor.shape;
  managed->strides = tensor.strides;
  DLTensor& view = managed->tensor.dl_tensor;
  view.data = tensor.data;
  view.device = {tensor.device == Device::Cuda ? kDLCUDA : kDLCPU, tensor.device_index};
  view.ndim = 4;
  view.dtype = {type_code(tensor.dtype), static_cast<std::uint8_t>(8 * size_bytes(tensor.dtype)),
                1};
  view.shape = managed->shape.data();
  view.strides = managed->strides.data();
  view.byte_offset = 0;
  managed->tensor.manager_ctx = managed.get();
  managed->tensor.deleter = free_managed;
  return &managed.release()->tensor;
}

}  // namespace starling
