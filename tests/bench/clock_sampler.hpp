/// The clocks of a GPU while work runs on it, as NVML reports them.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace starling::bench {

/// Asks NVML every millisecond, in a thread of its own so that the one that launches is not held
/// up. NVML comes with the driver and is looked for at run time: without it all clocks are 0.
class ClockSampler {
 public:
  /// Median of the samples.
  struct Clocks {
    double processors_mhz = 0;
    double memory_mhz = 0;
  };

  /// bus_address: as cudaDeviceGetPCIBusId gives it.
  explicit ClockSampler(const std::string& bus_address);
  ClockSampler(const ClockSampler&) = delete;
  ClockSampler& operator=(const ClockSampler&) = delete;
  ~ClockSampler();

  /// Starts a window.
  void start();
  /// Ends it.
  Clocks stop();

 private:
  /// The part of NVML's interface that is called here; see nvml.h.
  struct Nvml {
    using GetClock = int (*)(void* device, int kind, unsigned* mhz);
    GetClock get_clock = nullptr;
    void* device = nullptr;
  };

  void sample();

  Nvml nvml_;
  std::atomic<bool> is_running_ = false;
  std::thread thread_;
  std::vector<double> processors_mhz_;
  std::vector<double> memory_mhz_;
};

}  // namespace starling::bench
