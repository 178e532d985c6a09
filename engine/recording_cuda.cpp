#include "engine/recording_cuda.hpp"

#include <type_traits>

#include "kernels/cuda_check.hpp"

namespace starling {
namespace {

using kernels::cuda_check;

struct DestroyGraph {
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};
struct DestroyExecutable {
  void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
};
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, DestroyGraph>;
using Executable = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, DestroyExecutable>;

/// A launch has one thing that changes from replay to replay, and a memset of 4 bytes is a node
/// whose value can be set anew: one call a replay, where parameters of kernels would be one for
/// each step, and no counter that a reset or a launch outside the graph could leave behind.
class GraphRecording final : public Recording {
 public:
  GraphRecording(cudaStream_t stream, std::uint32_t* word, const std::function<void()>& queue)
      : stream_(stream) {
    set_word_.dst = word;
    set_word_.elementSize = sizeof *word;
    set_word_.width = 1;
    set_word_.height = 1;
    cudaGraph_t created = nullptr;
    cuda_check(cudaGraphCreate(&created, 0), "creating a graph");
    graph_.reset(created);
    cuda_check(cudaGraphAddMemsetNode(&first_, created, nullptr, 0, &set_word_),
               "adding the first node of a graph");
    capture(queue);
    cudaGraphExec_t executable = nullptr;
    cuda_check(cudaGraphInstantiate(&executable, created, 0), "making a graph executable");
    executable_.reset(executable);
  }
  ~GraphRecording() override { cudaStreamSynchronize(stream_); }

  void replay(std::uint32_t value) override {
    set_word_.value = value;
    cuda_check(cudaGraphExecMemsetNodeSetParams(executable_.get(), first_, &set_word_),
               "setting the word of a graph");
    cuda_check(cudaGraphLaunch(executable_.get(), stream_), "launching a graph");
  }

 private:
  /// Relaxed, since what is queued for the first time may have to be loaded onto the device.
  void capture(const std::function<void()>& queue) {
    cuda_check(cudaStreamBeginCaptureToGraph(stream_, graph_.get(), &first_, nullptr, 1,
                                             cudaStreamCaptureModeRelaxed),
               "beginning to capture a graph");
    cudaGraph_t captured = nullptr;
    try {
      queue();
    } catch (...) {
      cudaStreamEndCapture(stream_, &captured);
      throw;
    }
    cuda_check(cudaStreamEndCapture(stream_, &captured), "capturing a graph");
  }

  cudaStream_t stream_;
  cudaMemsetParams set_word_{};
  cudaGraphNode_t first_ = nullptr;
  Graph graph_;
  Executable executable_;
};

}  // namespace

std::unique_ptr<Recording> record_graph(cudaStream_t stream, std::uint32_t* word,
                                        const std::function<void()>& queue) {
  return std::make_unique<GraphRecording>(stream, word, queue);
}

}  // namespace starling
