// small_latency.cpp: how long calls of small batches take on a GPU, from and to page-locked memory, with and
// without graphs and hashes by 32 threads. Says nothing about throughput.
//
//   small_latency [--device NAME] [--seconds S] [--batches N,N,..] [SCHEME ..]
//
// Each line is an operation and a batch, each column a setting of the GPU engine; settings take turns call by
// call, so that a change of the machine's state meets all of them. Outputs of the last call are compared with
// the CPU's; the exit status is 1 when one differs.
#include <pqlane/pqlane.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

// The engine reads its variables when a device is opened.
struct Setting {
  const char *name, *graphs, *tuning;
};
constexpr Setting settings[] = {{"streams, narrow", "0", "wide_hashes=0,part_blocks=0"},
                                {"streams", "0", ""},
                                {"graphs, narrow", "1", "wide_hashes=0,part_blocks=0"},
                                {"graphs", "1", ""}};
constexpr std::size_t setting_count = std::size(settings);

void require(pqlane_status status) {
  if (status != PQLANE_OK) throw std::runtime_error(pqlane_last_error());
}

pqlane_device* open(const char* name) {
  pqlane_device* device = nullptr;
  require(pqlane_device_open(name, nullptr, &device));
  return device;
}

struct Options {
  std::string device = "cuda:0";
  double seconds = 0.4;  // a line
  std::vector<std::size_t> batches = {1, 8, 64, 512, 4096};
  std::vector<pqlane_scheme> schemes;
};

// Page-locked rows.
class Rows {
 public:
  Rows(pqlane_device* device, std::size_t count, std::size_t row)
      : device_(device), row_(row), count_(count) {
    require(pqlane_memory_allocate(device, PQLANE_MEMORY_HOST, count * row, &data_));
  }
  ~Rows() { (void)pqlane_memory_free(device_, data_); }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  std::uint8_t* data() const { return static_cast<std::uint8_t*>(data_); }
  std::size_t bytes() const { return row_ * count_; }
  pqlane_in in(std::size_t n) const { return {data(), row_, n}; }
  pqlane_out out(std::size_t n) const { return {data(), row_, n}; }

 private:
  pqlane_device* device_;
  std::size_t row_, count_;
  void* data_ = nullptr;
};

double percentile(std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options), cpu_(open("cpu")) {
    for (std::size_t s = 0; s < setting_count; ++s) {
      setenv("PQLANE_GPU_GRAPHS", settings[s].graphs, 1);
      setenv("PQLANE_GPU_TUNING", settings[s].tuning, 1);
      devices_[s] = open(options.device.c_str());
    }
    most_ = *std::max_element(options.batches.begin(), options.batches.end());
  }
  ~Bench() {
    for (pqlane_device* device : devices_) pqlane_device_close(device);
    pqlane_device_close(cpu_);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  bool run(pqlane_scheme scheme) {
    pqlane_kem_sizes sizes;
    require(pqlane_kem_get_sizes(scheme, &sizes));
    pqlane_device* const d = devices_[0];
    const Rows seed(d, most_, sizes.seed_bytes), m(d, most_, sizes.m_bytes), ek(d, most_, sizes.ek_bytes),
        dk(d, most_, sizes.dk_bytes), ct(d, most_, sizes.ct_bytes), ss(d, most_, sizes.ss_bytes),
        a(d, most_, sizes.ek_bytes), b(d, most_, sizes.dk_bytes), c(d, most_, sizes.ct_bytes),
        k(d, most_, sizes.ss_bytes);
    std::uint64_t state = 1;
    for (const Rows* rows : {&seed, &m}) {
      for (std::size_t i = 0; i < rows->bytes(); ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;  // a multiplier of D. Knuth
        rows->data()[i] = static_cast<std::uint8_t>(state >> 56);
      }
    }
    require(pqlane_kem_keygen_derand(cpu_, scheme, 0, seed.in(most_), ek.out(most_), dk.out(most_), nullptr));
    require(pqlane_kem_encaps_derand(cpu_, scheme, 0, ek.in(most_), m.in(most_), ct.out(most_), ss.out(most_),
                                     nullptr));
    struct Operation {
      const char* name;
      std::function<pqlane_status(pqlane_device*, std::size_t)> call;
      const Rows *first, *first_wanted, *second, *second_wanted;
    };
    const Operation operations[] = {
        {"keygen",
         [&](pqlane_device* x, std::size_t n) {
           return pqlane_kem_keygen_derand(x, scheme, 0, seed.in(n), a.out(n), b.out(n), nullptr);
         },
         &a, &ek, &b, &dk},
        {"encaps",
         [&](pqlane_device* x, std::size_t n) {
           return pqlane_kem_encaps_derand(x, scheme, 0, ek.in(n), m.in(n), c.out(n), k.out(n), nullptr);
         },
         &c, &ct, &k, &ss},
        {"decaps",
         [&](pqlane_device* x, std::size_t n) {
           return pqlane_kem_decaps(x, scheme, 0, dk.in(n), ct.in(n), k.out(n), nullptr);
         },
         &k, &ss, &k, &ss}};
    bool ok = true;
    for (const Operation& operation : operations) {
      for (const std::size_t n : options_.batches) {
        const auto clear = [&] {
          for (const Rows* rows : {operation.first, operation.second})
            std::memset(rows->data(), 0, rows->bytes());
        };
        const auto right = [&] {
          const auto same = [&](const Rows* got, const Rows* wanted) {
            const std::size_t bytes = got->bytes() / most_ * n;
            return std::memcmp(got->data(), wanted->data(), bytes) == 0;
          };
          return same(operation.first, operation.first_wanted) &&
                 same(operation.second, operation.second_wanted);
        };
        ok = line(pqlane_scheme_name(scheme), operation.name, n, operation.call, clear, right) && ok;
      }
    }
    return ok;
  }

 private:
  template <class Call, class Clear, class Right>
  bool line(const char* scheme, const char* operation, std::size_t n, const Call& call, const Clear& clear,
            const Right& right) {
    constexpr int warm_up = 5, least = 20;
    std::vector<double> us[setting_count];
    for (int i = 0; i < warm_up; ++i) {
      for (pqlane_device* device : devices_) require(call(device, n));
    }
    const auto end = Clock::now() + std::chrono::duration<double>(options_.seconds);
    for (int i = 0; i < least || Clock::now() < end; ++i) {
      for (std::size_t s = 0; s < setting_count; ++s) {
        const auto begin = Clock::now();
        require(call(devices_[s], n));
        us[s].push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
      }
    }
    bool ok = true;
    for (pqlane_device* device : devices_) {
      clear();
      require(call(device, n));
      ok = right() && ok;
    }
    std::printf("%-11s %-6s %5zu", scheme, operation, n);
    for (auto& times : us) {
      std::sort(times.begin(), times.end());
      std::printf("  %8.1f %8.1f", percentile(times, 0.5), percentile(times, 0.99));
    }
    std::printf("  %s\n", ok ? "ok" : "WRONG");
    std::fflush(stdout);
    return ok;
  }

  const Options& options_;
  pqlane_device* cpu_;
  pqlane_device* devices_[setting_count] = {};
  std::size_t most_;
};

std::vector<std::size_t> numbers(const std::string& text) {
  std::vector<std::size_t> list;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t used = 0;
    list.push_back(std::stoul(text.substr(at), &used));
    if (list.back() == 0) throw std::invalid_argument("a batch of 0");
    at += used + 1;
  }
  return list;
}

Options parse(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const bool has_value = word == "--device" || word == "--seconds" || word == "--batches";
    if (has_value && i + 1 == count) throw std::invalid_argument(word + " needs a value");
    if (word == "--device") {
      options.device = words[++i];
    } else if (word == "--seconds") {
      options.seconds = std::strtod(words[++i], nullptr);
    } else if (word == "--batches") {
      options.batches = numbers(words[++i]);
    } else if (pqlane_scheme scheme{}; pqlane_scheme_by_name(words[i], &scheme) == PQLANE_OK) {
      options.schemes.push_back(scheme);
    } else {
      throw std::invalid_argument("unknown option or scheme " + word);
    }
  }
  if (options.schemes.empty()) options.schemes = {PQLANE_ML_KEM_512, PQLANE_ML_KEM_768, PQLANE_ML_KEM_1024};
  if (options.batches.empty()) throw std::invalid_argument("no batches");
  return options;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Options options = parse(count, words);
    Bench bench(options);
    std::printf("us a call, median and 99%%           ");
    for (const Setting& setting : settings) std::printf("  %-17s", setting.name);
    std::printf("\n");
    bool ok = true;
    for (const pqlane_scheme scheme : options.schemes) ok = bench.run(scheme) && ok;
    return ok ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "small_latency: %s\n", error.what());
  }
  return 1;
}
