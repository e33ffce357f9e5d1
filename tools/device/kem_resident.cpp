// kem_resident.cpp: throughput of the GPU's KEM kernels with keys, ciphertexts and secrets in device memory.
//
//   kem_resident [--ops N] [--repeats R] [--device I] [scheme ...]
//
// Every item has a key, message and randomness of its own; each repeat draws new ones. The outputs of the
// last repeat of every operation are compared, all of them, with the CPU. Prints operations a second (median,
// least and most of the repeats) and the time of each kernel. Nothing is printed as a rate when a comparison
// fails: the exit status is 1.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
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
  std::vector<std::string> schemes;
};

// Events around every kernel.
class TimingLauncher final : public KemLauncher {
 public:
  TimingLauncher(GpuContext& context, std::size_t shape, Stream stream)
      : driver_(context.driver()), inner_(context, shape, stream), shape_(shape), stream_(stream) {}
  void launch(KemKernel kernel, std::size_t blocks, const KemKernelArgs& args) override {
    const Event begin = driver_.make_event(), end = driver_.make_event();
    driver_.record(begin, stream_);
    inner_.launch(kernel, blocks, args);
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

  bool run() {
    std::printf("%s, %zu operations resident\n", scheme_.name, options_.ops);
    const std::size_t n = options_.ops, ek = scheme_.sizes.ek_bytes, dk = scheme_.sizes.dk_bytes,
                      ct = scheme_.sizes.ct_bytes;
    Bytes ek_rows(n * ek), dk_rows(n * dk), ct_rows(n * ct), ss_rows(n * 32), ss_again(n * 32);
    KemCall keygen = call(KemOperation::keygen);
    keygen.args.batch_key = &key_;
    keygen.args.ek_out = {ek_rows.data(), ek};
    keygen.args.dk_out = {dk_rows.data(), dk};
    bool ok = measure("keygen", keygen);
    KemCall encaps = call(KemOperation::encaps);
    encaps.args.batch_key = &key_;
    encaps.args.ek = {ek_rows.data(), ek};
    encaps.args.ct_out = {ct_rows.data(), ct};
    encaps.args.ss_out = {ss_rows.data(), 32};
    ok = measure("encaps", encaps) && ok;
    for (std::size_t i = 0; i < n; i += 7) ct_rows[i * ct + i % ct] ^= 1;  // implicit rejections among them
    KemCall decaps = call(KemOperation::decaps);
    decaps.args.dk = {dk_rows.data(), dk};
    decaps.args.ct = {ct_rows.data(), ct};
    decaps.args.ss_out = {ss_again.data(), 32};
    if (scheme_.checks_keys) ok = measure("decaps, hash checked", decaps) && ok;
    decaps.args.keys_checked = true;
    ok = measure("decaps", decaps) && ok;
    std::size_t same = 0;
    for (std::size_t i = 0; i < n; ++i) same += std::memcmp(&ss_rows[32 * i], &ss_again[32 * i], 32) == 0;
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
    const KemLayout layout = make_kem_layout(c, options_.ops);
    std::byte* base = driver_.allocate(layout.total_bytes);
    for (std::size_t b = 0; b < kem_buffer_count; ++b) {
      const KemRegion& region = layout.regions[b];
      if (!region.input || region.row_bytes == 0) continue;
      driver_.copy_to_device(base + region.offset, input_view(c, static_cast<KemBuffer>(b)).data,
                             region.bytes(options_.ops), stream_);
    }
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
      const KemRegion& region = layout.regions[b];
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
};

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
    GpuContext context(*driver, options.device);
    context.make_current();
    std::printf("%s, driver for CUDA %d.%d\n", context.info().name.c_str(), driver->version() / 1000,
                driver->version() % 1000 / 10);
    bool ok = true;
    for (const std::string& name : options.schemes) {
      for (const SchemeInfo& scheme : all_schemes()) {
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
