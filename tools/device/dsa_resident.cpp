// dsa_resident.cpp: throughput of the GPU's ML-DSA kernels with keys, messages and signatures in device
// memory.
//
//   dsa_resident [--code FILE] [--ops N] [--repeats R] [--message BYTES] [--same-key] [--fill N] [--device I]
//                [scheme ...]
//
// FILE is a module of dsa.cu (cubin or PTX) to be tried instead of the library's; its name's last number
// before the first dot is replaced by that of the scheme, so that dsa_44.cubin stands for all three. Every
// item has a message, randomness and, without
// --same-key, a key of its own. All outputs of the last repeat are compared with the CPU's. Prints operations
// a second (median, least and most of the repeats) and the time of each kernel; no rate when a comparison
// fails, and then the exit status is 1.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/device.hpp"
#include "runtime/gpu_driver.hpp"
#include "runtime/gpu_dsa.hpp"
#include "runtime/gpu_images.hpp"
#include "runtime/schemes.hpp"

using namespace pqlane;
using namespace pqlane::gpu;

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr const char* shape_names[dsa_shape_count] = {"44", "65", "87"};

struct Options {
  std::string code;
  std::size_t ops = 262144, message_bytes = 32, fill_slots = 8192;
  int repeats = 5, device = 0;
  bool same_key = false;
  std::vector<std::string> schemes;
};

const void* own_code(const Driver& driver, std::size_t shape) {
  const GpuImage* image = choose_image(driver.vendor(), dsa_image_index + shape, driver.device_info(0));
  if (image == nullptr) throw std::runtime_error("this build has no code for the device");
  return image->data;
}
Module load_file(const Driver& driver, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string image(std::istreambuf_iterator<char>(file), {});
  return driver.load_module(image.c_str());
}

// A module and its kernels; with timing, events around each.
class Launcher final : public DsaLauncher {
 public:
  Launcher(const Driver& driver, const std::string& path, std::size_t shape, Stream stream)
      : driver_(driver), shape_(shape), stream_(stream) {
    module_ = path.empty() ? driver.load_module(own_code(driver, shape)) : load_file(driver, path);
    for (std::size_t i = 0; i < dsa_kernel_count; ++i) {
      const DsaKernelInfo info = dsa_kernel_info(static_cast<DsaKernel>(i), shape);
      functions_[i] =
          driver.get_function(module_, (std::string(info.name) + "_" + shape_names[shape]).c_str());
      if (info.shared_bytes != 0) driver.allow_shared_memory(functions_[i], info.shared_bytes);
    }
  }
  ~Launcher() override { driver_.unload_module(module_); }
  void launch(DsaKernel kernel, std::size_t blocks, const DsaKernelArgs& args) override {
    const DsaKernelInfo info = dsa_kernel_info(kernel, shape_);
    DsaKernelArgs copy = args;
    void* arguments[] = {&copy};
    Step step{kernel, nullptr, nullptr};
    if (timing_) driver_.record(step.begin = driver_.make_event(), stream_);
    driver_.launch(functions_[static_cast<std::size_t>(kernel)], blocks, info.threads, info.shared_bytes,
                   stream_, arguments);
    if (timing_) driver_.record(step.end = driver_.make_event(), stream_);
    if (timing_) steps_.push_back(step);
  }
  void time_kernels() { timing_ = true; }
  // Sums over all launches of a kernel, and of signing what each round took.
  void print(std::size_t ops) {
    std::map<DsaKernel, double> sums;
    std::vector<double> rounds;
    for (const Step& step : steps_) {
      const auto ns =
          1e6 * static_cast<double>(driver_.elapsed_ms(step.begin, step.end)) / static_cast<double>(ops);
      sums[step.kernel] += ns;
      if (step.kernel == DsaKernel::sample_mask) rounds.push_back(0);
      if (!rounds.empty()) rounds.back() += ns;
      driver_.destroy_event(step.begin);
      driver_.destroy_event(step.end);
    }
    for (const auto& [kernel, ns] : sums)
      std::printf("    %-18s %8.3f ns/op\n", dsa_kernel_info(kernel, shape_).name + 11, ns);
    if (!rounds.empty()) std::printf("    rounds");
    for (const double ns : rounds) std::printf(" %.2f", ns);
    if (!rounds.empty()) std::printf(" ns/op\n");
  }

 private:
  struct Step {
    DsaKernel kernel;
    Event begin, end;
  };
  const Driver& driver_;
  std::size_t shape_;
  Stream stream_;
  Module module_;
  std::array<Function, dsa_kernel_count> functions_{};
  bool timing_ = false;
  std::vector<Step> steps_;
};

class Bench {
 public:
  Bench(const Driver& driver, const SchemeInfo& scheme, const Options& options, const std::string& path)
      : driver_(driver),
        scheme_(scheme),
        options_(options),
        stream_(driver.make_stream()),
        path_(path),
        cpu_(*choose_backend("cpu"), 0, nullptr) {
    for (std::size_t i = 0; i < sizeof key_.bytes; ++i) key_.bytes[i] = static_cast<std::uint8_t>(17 * i + 3);
  }
  ~Bench() { driver_.destroy_stream(stream_); }

  bool run() {
    const pqlane_dsa_sizes& sizes = scheme_.dsa_sizes;
    const std::size_t n = options_.ops;
    std::printf("%s, %zu operations resident, messages of %zu bytes, %s\n", scheme_.name, n,
                options_.message_bytes, options_.same_key ? "one key" : "a key each");
    Bytes pk(n * sizes.pk_bytes), sk(n * sizes.sk_bytes), sig(n * sizes.sig_bytes),
        messages(n * options_.message_bytes);
    for (std::size_t i = 0; i < messages.size(); ++i) messages[i] = static_cast<std::uint8_t>(i * i >> 7);
    DsaCall keygen = call(DsaOperation::keygen), sign = call(DsaOperation::sign),
            verify = call(DsaOperation::verify);
    keygen.args.batch_key = sign.args.batch_key = &key_;
    keygen.args.pk_out = {pk.data(), sizes.pk_bytes};
    keygen.args.sk_out = {sk.data(), sizes.sk_bytes};
    const StringsView message{messages.data(), options_.message_bytes, options_.message_bytes, nullptr,
                              nullptr};
    sign.args.message = verify.args.message = message;
    sign.args.sk = {sk.data(), options_.same_key ? 0 : sizes.sk_bytes};
    sign.args.sig_out = {sig.data(), sizes.sig_bytes};
    verify.args.pk = {pk.data(), options_.same_key ? 0 : sizes.pk_bytes};
    verify.args.sig = {sig.data(), sizes.sig_bytes};
    bool ok = measure("keygen", keygen);
    ok = measure("sign", sign) && ok;
    ok = measure("verify", verify) && ok;
    for (std::size_t i = 0; i < n; i += 7) sig[i * sizes.sig_bytes + i % sizes.sig_bytes] ^= 1;
    refused_ = (n + 6) / 7;
    return measure("verify, 1 of 7 bad", verify) && ok;
  }

 private:
  DsaCall call(DsaOperation operation) {
    DsaCall c{operation, &scheme_, {}, nullptr, options_.ops, nullptr};
    c.args.input = DsaInput::pure;
    return c;
  }

  struct Memory {
    DsaLayout layout;
    std::byte* base;
  };
  Memory prepare(const DsaCall& c) {
    const std::size_t head_bytes = c.operation == DsaOperation::keygen ? 0 : dsa_head_bytes(c, 0, true);
    Memory m{make_dsa_layout(c, c.count, head_bytes, options_.fill_slots), nullptr};
    m.base = driver_.allocate(m.layout.total_bytes);
    const auto up = [&](DsaBuffer buffer, const void* data, std::size_t bytes) {
      driver_.copy_to_device(m.base + m.layout.at(buffer).offset, data, bytes, stream_);
      driver_.synchronize(stream_);
    };
    for (std::size_t b = 0; b < dsa_buffer_count; ++b) {
      const GpuRegion& region = m.layout.regions[b];
      const ConstView view = dsa_input_view(c, static_cast<DsaBuffer>(b));
      if (region.input && view.data != nullptr && region.row_bytes != 0)
        up(static_cast<DsaBuffer>(b), view.data, region.bytes(c.count));
    }
    if (c.operation != DsaOperation::keygen) {
      Bytes head(head_bytes), none(c.count);
      (void)pack_dsa_head(c, 0, true, head.data());
      up(DsaBuffer::head, head.data(), head.size());
      up(DsaBuffer::input_status, none.data(), none.size());
    }
    return m;
  }
  Bytes statuses(const Memory& m) {
    Bytes status(options_.ops);
    driver_.copy_to_host(status.data(), m.base + m.layout.at(DsaBuffer::status).offset, status.size(),
                         stream_);
    driver_.synchronize(stream_);
    return status;
  }
  void run_once(Launcher& launcher, const DsaCall& c, const Memory& m, std::size_t first) {
    run_dsa_chunk(launcher, c, m.layout, m.base, first, c.count, options_.fill_slots);
    if (c.operation != DsaOperation::sign) return;
    for (Bytes status = statuses(m); std::count(status.begin(), status.end(), dsa_unfinished) != 0;
         status = statuses(m)) {
      std::printf("    more rounds for %zd\n", std::count(status.begin(), status.end(), dsa_unfinished));
      continue_signing(launcher, c, m.layout, m.base, first, c.count, options_.fill_slots);
    }
  }

  bool measure(const char* name, const DsaCall& c) {
    const Memory m = prepare(c);
    Launcher launcher(driver_, path_, scheme_.kernel_index, stream_);
    const Event begin = driver_.make_event(), end = driver_.make_event();
    std::vector<double> rates;
    for (int r = 0; r <= options_.repeats; ++r) {
      driver_.record(begin, stream_);
      // The first item's index goes into the randomness; the last repeat is that of the CPU's check.
      run_once(launcher, c, m, static_cast<std::size_t>(options_.repeats - r) * options_.ops);
      driver_.record(end, stream_);
      const double ms = static_cast<double>(driver_.elapsed_ms(begin, end));
      if (r > 0) rates.push_back(static_cast<double>(options_.ops) / ms / 1e3);
    }
    std::sort(rates.begin(), rates.end());
    const bool same = compare(c, m);
    if (same) {
      std::printf("  %-22s %7.3f M op/s (%.3f to %.3f), %.1f MB\n", name, rates[rates.size() / 2],
                  rates.front(), rates.back(), static_cast<double>(m.layout.total_bytes) / 1e6);
    } else {
      std::printf("  %-22s WRONG results\n", name);
    }
    launcher.time_kernels();
    run_once(launcher, c, m, 0);
    driver_.synchronize(stream_);
    launcher.print(options_.ops);
    driver_.destroy_event(begin);
    driver_.destroy_event(end);
    driver_.free(m.base);
    std::fflush(stdout);
    return same;
  }

  bool compare(const DsaCall& c, const Memory& m) {
    DsaCall on_cpu = c;
    std::vector<pqlane_status> status(c.count);
    on_cpu.status = status.data();
    if (cpu_.run(on_cpu).failed_items != refused_) return false;  // fills the caller's buffers
    const Bytes ours = statuses(m);
    for (std::size_t i = 0; i < c.count; ++i) {
      if (ours[i] != static_cast<std::uint8_t>(status[i])) return false;
    }
    bool same = true;
    for (std::size_t b = 0; b < dsa_buffer_count; ++b) {
      const GpuRegion& region = m.layout.regions[b];
      const MutableView view = dsa_output_view(c, static_cast<DsaBuffer>(b));
      if (region.row_bytes == 0 || view.data == nullptr) continue;
      Bytes rows(region.bytes(c.count));
      driver_.copy_to_host(rows.data(), m.base + region.offset, rows.size(), stream_);
      driver_.synchronize(stream_);
      same = same && std::memcmp(rows.data(), view.data, rows.size()) == 0;
    }
    return same;
  }

  const Driver& driver_;
  const SchemeInfo& scheme_;
  const Options& options_;
  Stream stream_;
  std::string path_;
  CpuDevice cpu_;
  std::size_t refused_ = 0;
  BatchKey key_;
};

Options parse(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto text = [&] {
      if (++i == count) throw std::invalid_argument(word + " needs a value");
      return words[i];
    };
    const auto value = [&] { return std::strtoul(text(), nullptr, 10); };
    if (word == "--ops") {
      options.ops = value();
    } else if (word == "--repeats") {
      options.repeats = static_cast<int>(value());
    } else if (word == "--message") {
      options.message_bytes = value();
    } else if (word == "--fill") {
      options.fill_slots = value();
    } else if (word == "--device") {
      options.device = static_cast<int>(value());
    } else if (word == "--same-key") {
      options.same_key = true;
    } else if (word == "--code") {
      options.code = text();
    } else {
      options.schemes.push_back(word);
    }
  }
  if (options.schemes.empty()) options.schemes = {"ml-dsa-44", "ml-dsa-65", "ml-dsa-87"};
  return options;
}

std::string path_for(const std::string& code, std::size_t shape) {
  std::string path = code;
  for (const char* name : shape_names) {
    const std::size_t at = path.rfind(name);
    if (at != std::string::npos) return path.replace(at, 2, shape_names[shape]);
  }
  return path;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Options options = parse(count, words);
    std::string why_not;
    const Driver* driver = Driver::cuda(why_not);
    if (driver == nullptr) throw std::runtime_error(why_not);
    driver->make_current(driver->retain_context(options.device));
    std::printf("%s, driver for CUDA %d.%d\n", driver->device_info(options.device).name.c_str(),
                driver->version() / 1000, driver->version() % 1000 / 10);
    bool ok = true;
    for (const std::string& name : options.schemes) {
      for (const SchemeInfo& scheme : dsa_schemes()) {
        if (scheme.name == name)
          ok = Bench(*driver, scheme, options, path_for(options.code, scheme.kernel_index)).run() && ok;
      }
    }
    return ok ? 0 : 1;
  } catch (const DriverError& error) {
    std::fprintf(stderr, "dsa_resident: %s\n", error.message.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dsa_resident: %s\n", error.what());
  }
  return 1;
}
