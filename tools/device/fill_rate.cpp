// fill_rate.cpp: rates of the fills on a GPU, with every number compared with the CPU's.
//
//   fill_rate [--megabytes N] [--repeats R] [--device NAME]
//
// Each kind fills N MB (10^6 bytes) of device memory, page-locked and ordinary memory of its own, R times
// with another part of the stream each; the last is compared with the CPU, all of it. Prints GB/s: the
// median, least and most of the repeats. Nothing is printed as a rate when a comparison fails: the exit
// status is 1.
#include <pqlane/random.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr double sigma = 3.2;

struct Kind {
  const char* name;
  std::size_t element_bytes;
  pqlane_status (*fill)(pqlane_device*, const std::uint8_t* key, std::uint64_t first, void* out, std::size_t);
};
constexpr Kind kinds[] = {
    {"uniform u32", 4,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_uniform_u32_at(d, k, first, static_cast<std::uint32_t*>(out), n);
     }},
    {"Gaussian i32, 3.2", 4,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_gaussian_i32_at(d, k, first, sigma, static_cast<std::int32_t*>(out), n);
     }},
    {"Gaussian f32", 4,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_gaussian_f32_at(d, k, first, 0, 1, static_cast<float*>(out), n);
     }},
    {"Gaussian f64", 8,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_gaussian_f64_at(d, k, first, 0, 1, static_cast<double*>(out), n);
     }},
};

void require(pqlane_status status) {
  if (status != PQLANE_OK) throw std::runtime_error(pqlane_last_error());
}

pqlane_device* open(const char* name) {
  pqlane_device* device = nullptr;
  require(pqlane_device_open(name, nullptr, &device));
  return device;
}

class Bench {
 public:
  Bench(const char* device, std::size_t bytes, unsigned repeats)
      : gpu_(open(device)),
        cpu_(open("cpu")),
        bytes_(bytes),
        repeats_(repeats),
        ordinary_(bytes / 8),
        expected_(bytes / 8) {
    require(pqlane_memory_allocate(gpu_, PQLANE_MEMORY_DEVICE, bytes, &device_memory_));
    require(pqlane_memory_allocate(gpu_, PQLANE_MEMORY_HOST, bytes, &locked_));
    for (std::size_t i = 0; i < sizeof key_; ++i) key_[i] = static_cast<std::uint8_t>(13 * i + 5);
  }
  ~Bench() {
    (void)pqlane_memory_free(gpu_, device_memory_);
    (void)pqlane_memory_free(gpu_, locked_);
    pqlane_device_close(gpu_);
    pqlane_device_close(cpu_);
  }

  bool run(const Kind& kind) {
    std::printf("%s\n", kind.name);
    const std::size_t count = bytes_ / kind.element_bytes;
    require(kind.fill(cpu_, key_, first_of(repeats_, count), expected_.data(), count));
    bool ok = measure(kind, "device memory", device_memory_);
    ok = measure(kind, "page-locked memory", locked_) && ok;
    return measure(kind, "ordinary memory", ordinary_.data()) && ok;
  }

 private:
  // An odd place, so that no repeat begins with a whole block.
  static std::uint64_t first_of(unsigned repeat, std::size_t count) {
    return std::uint64_t{repeat} * count + 3;
  }

  bool measure(const Kind& kind, const char* place, void* out) {
    const std::size_t count = bytes_ / kind.element_bytes;
    std::vector<double> rates;
    for (unsigned r = 0; r <= repeats_; ++r) {
      const auto start = std::chrono::steady_clock::now();
      require(kind.fill(gpu_, key_, first_of(r, count), out, count));
      const double s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (r > 0) rates.push_back(static_cast<double>(count * kind.element_bytes) / s / 1e9);
    }
    std::vector<std::uint64_t> found(bytes_ / 8);
    require(pqlane_memory_copy(gpu_, found.data(), out, count * kind.element_bytes));
    if (found != expected_) {
      std::printf("  %-20s WRONG numbers\n", place);
      return false;
    }
    std::sort(rates.begin(), rates.end());
    std::printf("  %-20s %8.2f GB/s (%.2f to %.2f)\n", place, rates[rates.size() / 2], rates.front(),
                rates.back());
    std::fflush(stdout);
    return true;
  }

  pqlane_device *gpu_, *cpu_;
  std::size_t bytes_;
  unsigned repeats_;
  void *device_memory_ = nullptr, *locked_ = nullptr;
  std::vector<std::uint64_t> ordinary_, expected_;
  std::uint8_t key_[32];
};

}  // namespace

int main(int count, char** words) {
  try {
    std::size_t megabytes = 1000;
    unsigned repeats = 5;
    std::string device = "cuda:0";
    for (int i = 1; i + 1 < count; i += 2) {
      const std::string word = words[i];
      if (word == "--megabytes") {
        megabytes = std::strtoul(words[i + 1], nullptr, 10);
      } else if (word == "--repeats") {
        repeats = static_cast<unsigned>(std::strtoul(words[i + 1], nullptr, 10));
      } else if (word == "--device") {
        device = words[i + 1];
      } else {
        throw std::invalid_argument("unknown option " + word);
      }
    }
    if (count % 2 == 0 || megabytes == 0 || repeats == 0)
      throw std::invalid_argument("usage: fill_rate [--megabytes N] [--repeats R] [--device NAME]");
    Bench bench(device.c_str(), megabytes * 1000000, repeats);
    bool ok = true;
    for (const Kind& kind : kinds) ok = bench.run(kind) && ok;
    return ok ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fill_rate: %s\n", error.what());
  }
  return 1;
}
