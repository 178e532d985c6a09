#include "tests/bench/clock_sampler.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>

namespace starling::bench {
namespace {

constexpr int success = 0;          // NVML_SUCCESS
constexpr int processor_clock = 1;  // NVML_CLOCK_SM
constexpr int memory_clock = 2;     // NVML_CLOCK_MEM

template <class Function>
Function find(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

ClockSampler::ClockSampler(const std::string& bus_address) {
  // never closed: NVML is used until the program ends
  void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  if (library == nullptr) return;
  const auto initialise = find<int (*)()>(library, "nvmlInit_v2");
  const auto find_device =
      find<int (*)(const char*, void**)>(library, "nvmlDeviceGetHandleByPciBusId_v2");
  const auto get_clock = find<Nvml::GetClock>(library, "nvmlDeviceGetClockInfo");
  if (initialise == nullptr || find_device == nullptr || get_clock == nullptr) return;
  if (initialise() != success) return;
  if (find_device(bus_address.c_str(), &nvml_.device) == success) nvml_.get_clock = get_clock;
}

ClockSampler::~ClockSampler() {
  stop();
}

void ClockSampler::start() {
  if (nvml_.get_clock == nullptr) return;
  processors_mhz_.clear();
  memory_mhz_.clear();
  is_running_ = true;
  thread_ = std::thread([this] { sample(); });
}

ClockSampler::Clocks ClockSampler::stop() {
  is_running_ = false;
  if (thread_.joinable()) thread_.join();
  return {median(processors_mhz_), median(memory_mhz_)};
}

void ClockSampler::sample() {
  const auto read = [this](int kind, std::vector<double>& samples) {
    unsigned mhz = 0;
    if (nvml_.get_clock(nvml_.device, kind, &mhz) == success) samples.push_back(mhz);
  };
  while (is_running_) {
    read(processor_clock, processors_mhz_);
    read(memory_clock, memory_mhz_);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace starling::bench
