// roofline.cpp: see roofline.hpp.
#include "bench/roofline.hpp"

#include "bench/batch_workload.hpp"
#include "bench/case.hpp"
#include "bench/clock.hpp"
#include "bench/cpu_loops.hpp"
#include "bench/gpu_loops.hpp"
#include "runtime/thread_pool.hpp"

#include <pqlane/random.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstring>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace pqlane::bench {
namespace {

// A sample is at least this long, so that clocks and launches do not matter.
constexpr double slice_seconds = 0.004;
// Far beyond the caches of a core, and of a GPU.
constexpr std::size_t copy_bytes = std::size_t{64} << 20;
constexpr std::size_t gpu_copy_bytes = std::size_t{128} << 20;
constexpr std::size_t aes_block_words = 4;
constexpr std::size_t most_aes_words = std::size_t{16} << 20;
constexpr std::size_t copy_slice_bytes = std::size_t{1} << 20;

// Does an amount of work and gives how many units that were.
using Work = std::function<double(std::uint64_t amount)>;

// Rates of samples that take about `seconds` together. The amount is doubled until a sample is long enough.
std::vector<double> sample_rates(double seconds, bool by_cpu_time, const Work& work) {
  const auto clock = by_cpu_time ? process_cpu_nanoseconds : wall_nanoseconds;
  const std::int64_t start = wall_nanoseconds();
  std::uint64_t amount = 1;
  std::vector<double> rates;
  for (bool long_enough = false;;) {
    const std::int64_t before = clock();
    const double units = work(amount);
    const double spent = 1e-9 * static_cast<double>(clock() - before);
    if (long_enough) {
      rates.push_back(units / spent);
      if (1e-9 * static_cast<double>(wall_nanoseconds() - start) >= seconds) return rates;
    } else if (spent < slice_seconds) {
      amount *= 2;
    } else {
      long_enough = true;
    }
  }
}

LoopIsa loop_isa(std::string_view device) {
  if (device.ends_with("avx512")) return LoopIsa::avx512;
  return device.ends_with("avx2") ? LoopIsa::avx2 : LoopIsa::baseline;
}

// AES-256 blocks as bulk random numbers need them, in the device's own memory.
Work aes_work(pqlane_device* device, std::shared_ptr<Buffer> memory) {
  return [device, memory](std::uint64_t amount) {
    const std::uint8_t key[PQLANE_FILL_KEY_BYTES] = {1};
    const std::uint64_t words_wanted = amount * 1024 * aes_block_words;
    auto* words = reinterpret_cast<std::uint32_t*>(memory->data());
    for (std::uint64_t done = 0; done < words_wanted;) {
      const auto part =
          static_cast<std::size_t>(std::min<std::uint64_t>(words_wanted - done, most_aes_words));
      if (pqlane_fill_uniform_u32(device, key, words, part) != PQLANE_OK) throw Failure(pqlane_last_error());
      done += part;
    }
    return static_cast<double>(words_wanted) / aes_block_words;
  };
}

// Slices of a copy, taken by the threads of a pool.
class CopyJob final : public ThreadPool::Job {
 public:
  CopyJob(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes)
      : to_(to), from_(from), slices_(bytes / copy_slice_bytes) {}
  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= slices_; }
  void run_share() noexcept override {
    for (std::size_t i = next_++; i < slices_; i = next_++)
      std::memcpy(to_ + i * copy_slice_bytes, from_ + i * copy_slice_bytes, copy_slice_bytes);
  }

 private:
  std::uint8_t* to_;
  const std::uint8_t* from_;
  std::size_t slices_;
  std::atomic<std::size_t> next_{0};
};

Work host_copy_work(unsigned threads) {
  auto pool = std::make_shared<ThreadPool>(threads, nullptr);
  auto from = std::make_shared<Buffer>(copy_bytes), to = std::make_shared<Buffer>(copy_bytes);
  return [pool, from, to, threads](std::uint64_t amount) {
    for (std::uint64_t i = 0; i < amount; ++i) {
      CopyJob job(to->data(), from->data(), copy_bytes);
      pool->run(job, threads == 1);
    }
    return 2.0 * static_cast<double>(copy_bytes) * static_cast<double>(amount);
  };
}

// `factor`: bytes that count for each byte copied.
Work device_copy_work(pqlane_device* device, pqlane_memory from_kind, pqlane_memory to_kind, double factor) {
  auto from = std::make_shared<Buffer>(device, from_kind, gpu_copy_bytes);
  auto to = std::make_shared<Buffer>(device, to_kind, gpu_copy_bytes);
  return [device, from, to, factor](std::uint64_t amount) {
    for (std::uint64_t i = 0; i < amount; ++i) {
      if (pqlane_memory_copy(device, to->data(), from->data(), gpu_copy_bytes) != PQLANE_OK)
        throw Failure(pqlane_last_error());
    }
    // A driver need not wait for a copy inside a device's memory, but it waits for this.
    std::uint8_t last = 0;
    if (pqlane_memory_copy(device, &last, to->data(), 1) != PQLANE_OK) throw Failure(pqlane_last_error());
    return factor * static_cast<double>(gpu_copy_bytes) * static_cast<double>(amount);
  };
}

Work gpu_loop_work(const std::string& device, GpuLoop loop) {
  int index = -1;
  const std::size_t colon = device.find(':');
  if (device.starts_with("cuda:"))
    std::from_chars(device.data() + colon + 1, device.data() + device.size(), index);
  if (index < 0) throw Failure("its loops are PTX, which NVIDIA's driver alone takes");
  auto runner = std::make_shared<GpuLoopRunner>(index, loop);
  return [runner](std::uint64_t amount) { return static_cast<double>(runner->run(16 * amount)); };
}

class Meter {
 public:
  Meter(pqlane_device* device, bool on_cpu, double seconds, std::vector<std::string>& why_not)
      : device_(pqlane_device_name(device)),
        threads_(on_cpu ? pqlane_device_threads(device) : 1),
        seconds_(seconds),
        why_not_(why_not) {}

  // `make` gives the work; it may throw Failure.
  void measure(const char* resource, bool per_cpu_second, const std::function<Work()>& make) {
    try {
      std::vector<double> rates = sample_rates(seconds_, per_cpu_second, make());
      const std::size_t samples = rates.size();
      found_.push_back({device_, resource, per_cpu_second, per_cpu_second ? 1 : threads_,
                        summarise(std::move(rates)), samples});
    } catch (const Failure& failure) {
      why_not_.push_back(fmt::format("no ceiling of {} on {}: {}", resource, device_, failure.what()));
    }
  }
  unsigned threads() const { return threads_; }
  std::vector<DeviceCeiling> take() { return std::move(found_); }

 private:
  std::string device_;
  unsigned threads_;
  double seconds_;
  std::vector<std::string>& why_not_;
  std::vector<DeviceCeiling> found_;
};

}  // namespace

std::vector<DeviceCeiling> measure_ceilings(pqlane_device* device, bool on_cpu, double seconds,
                                            std::vector<std::string>& why_not) {
  Meter meter(device, on_cpu, seconds, why_not);
  const std::string name = pqlane_device_name(device);
  if (name == "auto" || name.find(',') != std::string::npos) {
    why_not.push_back("no ceilings of " + name + ": name one device");
    return {};
  }
  if (on_cpu) {
    const LoopIsa isa = loop_isa(name);
    meter.measure(aes_resource, true, [&] {
      return aes_work(device, std::make_shared<Buffer>(most_aes_words * sizeof(std::uint32_t)));
    });
    meter.measure(fp64_resource, true, [isa] {
      return [isa](std::uint64_t amount) { return static_cast<double>(fp64_loop(isa, 1000 * amount)); };
    });
    meter.measure(int8_resource, true, [isa] {
      return [isa](std::uint64_t amount) { return static_cast<double>(int8_loop(isa, 1000 * amount)); };
    });
    meter.measure(memory_resource, false, [&] { return host_copy_work(meter.threads()); });
    return meter.take();
  }
  meter.measure(aes_resource, false, [&] {
    const std::size_t bytes = most_aes_words * sizeof(std::uint32_t);
    return aes_work(device, std::make_shared<Buffer>(device, PQLANE_MEMORY_DEVICE, bytes));
  });
  meter.measure(fp64_resource, false, [&] { return gpu_loop_work(name, GpuLoop::fp64); });
  meter.measure(int8_resource, false, [&] { return gpu_loop_work(name, GpuLoop::int8); });
  meter.measure(memory_resource, false,
                [&] { return device_copy_work(device, PQLANE_MEMORY_DEVICE, PQLANE_MEMORY_DEVICE, 2); });
  meter.measure(bus_up_resource, false,
                [&] { return device_copy_work(device, PQLANE_MEMORY_HOST, PQLANE_MEMORY_DEVICE, 1); });
  meter.measure(bus_down_resource, false,
                [&] { return device_copy_work(device, PQLANE_MEMORY_DEVICE, PQLANE_MEMORY_HOST, 1); });
  return meter.take();
}

std::vector<Share> shares_of(const std::string& device, unsigned threads, const OpNeeds& needs,
                             double ops_per_s, const std::vector<DeviceCeiling>& ceilings) {
  std::vector<Share> shares;
  const auto add = [&](const char* resource, double per_op) {
    for (const DeviceCeiling& ceiling : ceilings) {
      if (ceiling.device != device || ceiling.resource != resource || per_op <= 0) continue;
      const bool of_gpu = !device.starts_with("cpu");
      if (!of_gpu && ceiling.threads != threads) continue;
      const double limit = ceiling.rate.median / per_op;
      shares.push_back({resource, per_op, ceiling.rate.median, limit, ops_per_s / limit});
    }
  };
  add(memory_resource, needs.input_bytes + needs.output_bytes);
  if (needs.crosses_bus) {
    add(bus_up_resource, needs.input_bytes);
    add(bus_down_resource, needs.output_bytes);
  }
  return shares;
}

std::optional<std::string> bound_of(const std::vector<Share>& shares) {
  const auto largest = std::max_element(shares.begin(), shares.end(),
                                        [](const Share& a, const Share& b) { return a.share < b.share; });
  if (largest == shares.end() || largest->share < 0.5) return std::nullopt;
  return largest->resource;
}

}  // namespace pqlane::bench
