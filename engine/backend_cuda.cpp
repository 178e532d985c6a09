/// A CUDA GPU as a device: one stream, a block of a kernel for every tile.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <map>

#include "engine/backend.hpp"
#include "engine/layout.hpp"
#include "engine/recording_cuda.hpp"
#include "kernels/cuda_check.hpp"

namespace starling {
namespace {

using kernels::cuda_check;

constexpr int warp_threads = 32;

/// Kept for a kernel's own shared variables, besides the slab.
constexpr std::int64_t reserved_shared_bytes = 1024;

class CudaBackend final : public Backend {
 public:
  CudaBackend() {
    cuda_check(cudaGetDevice(&device_), "choosing the CUDA device");
    cudaDeviceProp properties{};
    cuda_check(cudaGetDeviceProperties(&properties, device_), "reading the device's properties");
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    cuda_check(cudaMemGetInfo(&free_bytes, &total_bytes), "reading the device's free memory");
    limits_.name = properties.name;
    limits_.memory_bytes = static_cast<std::int64_t>(free_bytes);
    limits_.shared_bytes =
        static_cast<std::int64_t>(properties.sharedMemPerBlockOptin) - reserved_shared_bytes;
    limits_.processors = properties.multiProcessorCount;
    can_overlap_ = properties.major >= 9;
    cuda_check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
  }
  ~CudaBackend() override {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }

  const DeviceLimits& limits() const override { return limits_; }
  int device_index() const override { return device_; }
  void* stream() const override { return stream_; }
  int threads(std::int64_t tile_rows) const override {
    return static_cast<int>(std::clamp<std::int64_t>(round_up(tile_rows, warp_threads),
                                                     warp_threads, max_block_threads));
  }

  std::byte* allocate(std::int64_t size_bytes) override {
    void* memory = nullptr;
    const cudaError_t status =
        cudaMalloc(&memory, static_cast<std::size_t>(std::max<std::int64_t>(size_bytes, 1)));
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw Error(Refusal::Unavailable,
                  limits_.name + " has no " + std::to_string(size_bytes) + " bytes of memory left");
    }
    cuda_check(status, "allocating device memory");
    return static_cast<std::byte*>(memory);
  }
  void release(std::byte* memory) noexcept override {
    cudaStreamSynchronize(stream_);
    cudaFree(memory);
  }
  void zero(std::byte* memory, std::int64_t size_bytes) override {
    cuda_check(cudaMemsetAsync(memory, 0, static_cast<std::size_t>(size_bytes), stream_),
               "clearing device memory");
  }

  void read(std::byte* host, const std::byte* device, std::int64_t width, std::int64_t rows,
            std::int64_t stride) override {
    if (width == 0 || rows == 0) return;
    if (rows == 1) {  // strides have 31 bits, and a tensor may be longer
      cuda_check(cudaMemcpyAsync(host, device, static_cast<std::size_t>(width),
                                 cudaMemcpyDeviceToHost, stream_),
                 "copying from the device");
      synchronize();
      return;
    }
    cuda_check(cudaMemcpy2DAsync(host, static_cast<std::size_t>(width), device,
                                 static_cast<std::size_t>(std::max(stride, width)),
                                 static_cast<std::size_t>(width), static_cast<std::size_t>(rows),
                                 cudaMemcpyDeviceToHost, stream_),
               "copying from the device");
    synchronize();
  }
  void write(std::byte* device, const std::byte* host, std::int64_t size_bytes) override {
    cuda_check(cudaMemcpyAsync(device, host, static_cast<std::size_t>(size_bytes),
                               cudaMemcpyHostToDevice, stream_),
               "copying to the device");
    synchronize();
  }

  void launch(const RegisteredEnvironment& environment, const LaunchChoice& choice, Launch& launch,
              int threads) override {
    const CudaKernel* compiled =
        environment.cuda_kernel(choice.kind, choice.fused, choice.residency, choice.lanes,
                                launch.slots == 1 && choice.trace == nullptr);
    const TracedCudaKernel* traced =
        environment.traced_cuda_kernel(choice.kind, choice.residency, choice.lanes);
    if (compiled == nullptr || (choice.trace != nullptr && traced == nullptr)) {
      throw Error(Refusal::Usage, "environment '" + environment.description.name +
                                      "' has no such program for residency " +
                                      name_of(choice.residency) + " on CUDA");
    }
    const void* kernel = choice.trace != nullptr ? traced->function : compiled->function;
    const auto shared_bytes = static_cast<std::size_t>(
        choice.residency == Residency::Shared
            ? choice.shared_bytes
            : std::int64_t{compiled->shared_bytes_a_warp} * (threads / warp_threads));
    const int resident = resident_blocks(kernel, threads, shared_bytes);
    launch.has_waves = launch.tiles > resident;
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(has_lane_a_tile(choice.trace, launch.tiles)
                                               ? launch.tiles
                                               : even_blocks(launch.tiles, resident));
    config.blockDim = static_cast<unsigned>(threads);
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream_;
    cudaLaunchAttribute overlaps{};
    overlaps.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlaps.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &overlaps;
    config.numAttrs = can_overlap_ && compiled->one_step ? 1 : 0;
    if (choice.trace != nullptr) share_out(*choice.trace, static_cast<int>(config.gridDim.x));
    void* arguments[] = {&launch, choice.trace};  // the target is the traced kernels' alone
    cuda_check(cudaLaunchKernelExC(&config, kernel, arguments), "launching a program");
  }
  void synchronize() override {
    cuda_check(cudaStreamSynchronize(stream_), "waiting for the device");
  }
  std::unique_ptr<Recording> record(std::uint32_t* word, std::function<void()> queue) override {
    return record_graph(stream_, word, queue);
  }

 private:
  /// Whether every tile can have a block, of which a trace has a lane: room for some launches.
  static bool has_lane_a_tile(const TraceTarget* trace, int tiles) {
    constexpr std::int64_t least_lane_records = 64;
    return trace == nullptr || trace->total_records >= tiles * least_lane_records;
  }

  /// Blocks where they are fewer: no more than the device holds, and each takes the same number of
  /// tiles, or one less.
  static int even_blocks(int tiles, int resident) {
    const int rounds = (tiles + resident - 1) / resident;
    return (tiles + rounds - 1) / rounds;
  }

  /// Blocks of a kernel that the whole device holds at once.
  int resident_blocks(const void* kernel, int threads, std::size_t shared_bytes) {
    const auto key = std::pair(kernel, std::pair(threads, shared_bytes));
    const auto known = resident_blocks_.find(key);
    if (known != resident_blocks_.end()) return known->second;
    cudaFuncAttributes attributes{};
    cuda_check(cudaFuncGetAttributes(&attributes, kernel), "reading a kernel's attributes");
    const auto most = limits_.shared_bytes + reserved_shared_bytes -
                      static_cast<std::int64_t>(attributes.sharedSizeBytes);
    cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(most)),
               "reserving shared memory");
    int blocks = 0;
    cuda_check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes),
        "reading a kernel's occupancy");
    const int all = std::max(blocks, 1) * limits_.processors;
    resident_blocks_[key] = all;
    return all;
  }

  DeviceLimits limits_;
  bool can_overlap_ = false;  ///< A kernel can be launched while the one before it runs.
  int device_ = 0;
  cudaStream_t stream_ = nullptr;
  std::map<std::pair<const void*, std::pair<int, std::size_t>>, int> resident_blocks_;
};

}  // namespace

bool built_with_cuda() {
  return true;
}

std::optional<std::string> cuda_unavailable_reason() {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status == cudaSuccess && devices > 0) return std::nullopt;
  cudaGetLastError();
  return "this machine has no CUDA device (" + std::string(cudaGetErrorString(status)) + ")";
}

std::unique_ptr<Backend> make_cuda_backend() {
  if (const auto reason = cuda_unavailable_reason()) throw Error(Refusal::Unavailable, *reason);
  return std::make_unique<CudaBackend>();
}

}  // namespace starling
