// kem_resident.cpp: throughput of the GPU's KEM kernels with keys, ciphertexts and secrets in device memory.
//
//   kem_resident [--ops N] [--repeats R] [--device I | --gpus N] [scheme ...]
//
// Every item has a key, message and randomness of its own; each repeat draws new ones. The outputs of the
// last repeat of every operation are compared, all of them, with the CPU. Prints operations a second (median,
// least and most of the repeats) and the time of each kernel. Nothing is printed as a rate when a comparison
// fails: the exit status is 1. With --gpus the first N GPUs work at the same time, each on data of its own in
// its memory; the rate is that of all of them together, by the clock, from a common start to the last end.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <latch>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "runtime/device.hpp"
#include "runtime/gpu_context.hpp"
#include "runtime/schemes.hpp"

using namespace pqlane;
using namespace pqlane::gpu;

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Options {
  std::size_t ops = 262144;
  int repeats = 5;
  int device = 0;
  int gpus = 0;
  std::vector<std::string> schemes;
};

// Events around every kernel.
class TimingLauncher final : public KemLauncher {
 public:
  TimingLauncher(GpuContext& context, std::size_t shape, Stream stream)
      : driver_(context.driver()), inner_(context, shape, stream), shape_(shape), stream_(stream) {}
  void launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args, Strand strand) override {
    const Event begin = driver_.make_event(), end = driver_.make_event();
    driver_.record(begin, stream_);
    inner_.launch(kernel, blocks, args, strand);
    driver_.record(end, stream_);
    steps_.push_back({kernel, begin, end});
  }
  void print(std::size_t ops) {
    for (const Step& step : steps_) {
      const float ms = driver_.elapsed_ms(step.begin, step.end);
      std::printf("    %-24s %8.3f ns/op\n", kem_kernel_info(step.kernel, shape_).name + 7,
                  1e6 * static_cast<double>(ms) / static_cast<double>(ops));
      driver_.destroy_event(step.begin);
      driver_.destroy_event(step.end);
    }
  }

 private:
  struct Step {
    KemKernel kernel;
    Event begin, end;
  };
  const Driver& driver_;
  StreamLauncher inner_;
  std::size_t shape_;
  Stream stream_;
  std::vector<Step> steps_;
};

class Bench {
 public:
  Bench(GpuContext& context, const SchemeInfo& scheme, const Options& options)
      : context_(context),
        driver_(context.driver()),
        scheme_(scheme),
        options_(options),
        stream_(driver_.make_stream()),
        cpu_(*choose_backend("cpu"), 0, nullptr) {
    for (std::size_t i = 0; i < sizeof key_.bytes; ++i) key_.bytes[i] = static_cast<std::uint8_t>(17 * i + 3);
  }
  ~Bench() { driver_.destroy_stream(stream_); }

  // A call with its inputs in device memory.
  struct Prepared {
    KemCall call;
    KemLayout layout;
    std::byte* base;
  };
  Prepared prepare(const KemCall& c) {
    Prepared p{c, make_kem_layout(c, options_.ops), nullptr};
    p.base = driver_.allocate(p.layout.total_bytes);
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const GpuRegion& region = p.layout.regions[b];
      if (!region.input || region.row_bytes == 0) continue;
      driver_.copy_to_device(p.base + region.offset, input_view(c, static_cast<KemBuffer>(b)).data,
                             region.bytes(options_.ops), stream_);
    }
    driver_.synchronize(stream_);
    return p;
  }
  // Runs the operation and waits; the outputs of the last time are compared by check().
  void repeat(const Prepared& p, int times) {
    StreamLauncher launcher(context_, shape_of(scheme_), stream_);
    for (int r = times; r-- > 0;) {
      run_kem_chunk(launcher, p.call, p.layout, p.base, static_cast<std::size_t>(r) * options_.ops,
                    options_.ops);
    }
    driver_.synchronize(stream_);
  }
  bool check(const Prepared& p) {
    const bool same = compare(p.call, p.layout, p.base);
    driver_.free(p.base);
    return same;
  }

  // The operations' calls on buffers of this object: keygen, encaps, decaps.
  std::array<KemCall, 3> calls() {
    const std::size_t n = options_.ops, ek = scheme_.sizes.ek_bytes, dk = scheme_.sizes.dk_bytes,
                      ct = scheme_.sizes.ct_bytes;
    ek_rows_.resize(n * ek);
    dk_rows_.resize(n * dk);
    ct_rows_.resize(n * ct);
    ss_rows_.resize(n * 32);
    KemCall keygen = call(KemOperation::keygen), encaps = call(KemOperation::encaps),
            decaps = call(KemOperation::decaps);
    keygen.args.batch_key = encaps.args.batch_key = &key_;
    keygen.args.ek_out = {ek_rows_.data(), ek};
    keygen.args.dk_out = {dk_rows_.data(), dk};
    encaps.args.ek = {ek_rows_.data(), ek};
    encaps.args.ct_out = {ct_rows_.data(), ct};
    encaps.args.ss_out = {ss_rows_.data(), 32};
    decaps.args.dk = {dk_rows_.data(), dk};
    decaps.args.ct = {ct_rows_.data(), ct};
    decaps.args.ss_out = {ss_rows_.data(), 32};
    return {keygen, encaps, decaps};
  }

  bool run() {
    std::printf("%s, %zu operations resident\n", scheme_.name, options_.ops);
    const std::size_t n = options_.ops, ct = scheme_.sizes.ct_bytes;
    auto [keygen, encaps, decaps] = calls();
    bool ok = measure("keygen", keygen);
    ok = measure("encaps", encaps) && ok;
    for (std::size_t i = 0; i < n; i += 7) ct_rows_[i * ct + i % ct] ^= 1;  // implicit rejections among them
    const Bytes sent = ss_rows_;
    if (scheme_.checks_keys) ok = measure("decaps, hash checked", decaps) && ok;
    decaps.args.keys_checked = true;
    ok = measure("decaps", decaps) && ok;
    std::size_t same = 0;
    for (std::size_t i = 0; i < n; ++i) same += std::memcmp(&sent[32 * i], &ss_rows_[32 * i], 32) == 0;
    if (same != n - (n + 6) / 7) {
      std::printf("  WRONG: %zu secrets agree, not %zu\n", same, n - (n + 6) / 7);
      ok = false;
    }
    return ok;
  }

 private:
  KemCall call(KemOperation operation) {
    KemCall c{operation, &scheme_, {}, options_.ops, nullptr};
    return c;
  }

  // Repeats the call's kernels on new items, then fills the call's outputs and compares with the CPU.
  bool measure(const char* name, const KemCall& c) {
    const Prepared p = prepare(c);
    const KemLayout& layout = p.layout;
    std::byte* base = p.base;
    StreamLauncher launcher(context_, shape_of(scheme_), stream_);
    const Event begin = driver_.make_event(), end = driver_.make_event();
    std::vector<double> rates;
    for (int r = 0; r <= options_.repeats; ++r) {
      driver_.record(begin, stream_);
      // The index of the first item goes into the randomness; the last repeat is that of the CPU's check.
      run_kem_chunk(launcher, c, layout, base, static_cast<std::size_t>(options_.repeats - r) * options_.ops,
                    options_.ops);
      driver_.record(end, stream_);
      const double ms = static_cast<double>(driver_.elapsed_ms(begin, end));
      if (r > 0) rates.push_back(static_cast<double>(options_.ops) / ms / 1e3);
    }
    std::sort(rates.begin(), rates.end());
    driver_.destroy_event(begin);
    driver_.destroy_event(end);
    const bool same = compare(c, layout, base);
    if (same) {
      std::printf("  %-22s %7.2f M op/s (%.2f to %.2f), %.1f MB/chunk\n", name, rates[rates.size() / 2],
                  rates.front(), rates.back(), static_cast<double>(layout.total_bytes) / 1e6);
    } else {
      std::printf("  %-22s WRONG results\n", name);
    }
    TimingLauncher timing(context_, shape_of(scheme_), stream_);
    run_kem_chunk(timing, c, layout, base, 0, options_.ops);
    driver_.synchronize(stream_);
    timing.print(options_.ops);
    driver_.free(base);
    std::fflush(stdout);
    return same;
  }

  bool compare(const KemCall& c, const KemLayout& layout, std::byte* base) {
    bool same = true;
    if (cpu_.run(c).failed_items != 0) return false;  // fills the caller's buffers
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const GpuRegion& region = layout.regions[b];
      const MutableView view = output_view(c, static_cast<KemBuffer>(b));
      if (region.input || region.row_bytes == 0 || view.data == nullptr) continue;
      Bytes rows(region.bytes(options_.ops));
      driver_.copy_to_host(rows.data(), base + region.offset, rows.size(), stream_);
      driver_.synchronize(stream_);
      same = same && std::memcmp(rows.data(), view.data, rows.size()) == 0;
    }
    return same;
  }

  GpuContext& context_;
  const Driver& driver_;
  const SchemeInfo& scheme_;
  const Options& options_;
  Stream stream_;
  CpuDevice cpu_;
  BatchKey key_;
  Bytes ek_rows_, dk_rows_, ct_rows_, ss_rows_;
};

// Each GPU alone and then all together, operation by operation.
bool run_together(std::vector<std::unique_ptr<GpuContext>>& gpus, const SchemeInfo& scheme,
                  const Options& options) {
  constexpr const char* names[] = {"keygen", "encaps", "decaps, hash checked"};
  std::vector<std::unique_ptr<Bench>> benches;
  std::vector<std::array<KemCall, 3>> calls;
  for (auto& gpu : gpus) {
    gpu->make_current();
    benches.push_back(std::make_unique<Bench>(*gpu, scheme, options));
    calls.push_back(benches.back()->calls());
  }
  // Seconds from a common start until the last of `members` has done its repeats.
  const auto race = [&](const std::vector<Bench::Prepared>& prepared, std::size_t begin, std::size_t end) {
    std::latch start(static_cast<std::ptrdiff_t>(end - begin) + 1);
    std::vector<std::thread> threads;
    for (std::size_t g = begin; g < end; ++g) {
      threads.emplace_back([&, g] {
        gpus[g]->make_current();
        benches[g]->repeat(prepared[g], 1);
        start.arrive_and_wait();
        benches[g]->repeat(prepared[g], options.repeats);
      });
    }
    start.arrive_and_wait();
    const auto from = std::chrono::steady_clock::now();
    for (std::thread& thread : threads) thread.join();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  };
  std::printf("%s, %zu operations resident on each of %zu GPUs\n", scheme.name, options.ops, gpus.size());
  bool ok = true;
  for (std::size_t op = 0; op < std::size(names); ++op) {
    std::vector<Bench::Prepared> prepared;
    for (std::size_t g = 0; g < gpus.size(); ++g) {
      gpus[g]->make_current();
      prepared.push_back(benches[g]->prepare(calls[g][op]));
    }
    const double done = static_cast<double>(options.ops) * options.repeats * 1e-6;
    double alone = 0;
    for (std::size_t g = 0; g < gpus.size(); ++g) alone = std::max(alone, done / race(prepared, g, g + 1));
    const double together = done * static_cast<double>(gpus.size()) / race(prepared, 0, gpus.size());
    for (std::size_t g = 0; g < gpus.size(); ++g) {
      gpus[g]->make_current();
      ok = benches[g]->check(prepared[g]) && ok;
    }
    if (ok) {
      std::printf("  %-22s %7.2f M op/s together, %7.2f M op/s the faster one alone: %.3f times\n", names[op],
                  together, alone, together / alone);
    } else {
      std::printf("  %-22s WRONG results\n", names[op]);
    }
    std::fflush(stdout);
  }
  return ok;
}

Options parse(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&] {
      if (++i == count) throw std::invalid_argument(word + " needs a value");
      return std::strtoul(words[i], nullptr, 10);
    };
    if (word == "--ops") {
      options.ops = value();
    } else if (word == "--repeats") {
      options.repeats = static_cast<int>(value());
    } else if (word == "--gpus") {
      options.gpus = static_cast<int>(value());
    } else if (word == "--device") {
      options.device = static_cast<int>(value());
    } else {
      options.schemes.push_back(word);
    }
  }
  if (options.schemes.empty()) options.schemes = {"ml-kem-512", "ml-kem-768", "ml-kem-1024"};
  return options;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Options options = parse(count, words);
    std::string why_not;
    const Driver* driver = Driver::cuda(why_not);
    if (driver == nullptr) throw std::runtime_error(why_not);
    if (options.gpus > 0) {
      std::vector<std::unique_ptr<GpuContext>> gpus;
      gpus.reserve(static_cast<std::size_t>(options.gpus));
      for (int g = 0; g < options.gpus; ++g) gpus.push_back(std::make_unique<GpuContext>(*driver, g));
      bool ok = true;
      for (const std::string& name : options.schemes) {
        for (const SchemeInfo& scheme : kem_schemes()) {
          if (scheme.name == name) ok = run_together(gpus, scheme, options) && ok;
        }
      }
      return ok ? 0 : 1;
    }
    GpuContext context(*driver, options.device);
    context.make_current();
    std::printf("%s, driver for CUDA %d.%d\n", context.info().name.c_str(), driver->version() / 1000,
                driver->version() % 1000 / 10);
    bool ok = true;
    for (const std::string& name : options.schemes) {
      for (const SchemeInfo& scheme : kem_schemes()) {
        if (scheme.name == name) ok = Bench(context, scheme, options).run() && ok;
      }
    }
    return ok ? 0 : 1;
  } catch (const DriverError& error) {
    std::fprintf(stderr, "kem_resident: %s\n", error.message.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kem_resident: %s\n", error.what());
  }
  return 1;
}
