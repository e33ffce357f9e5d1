// omp_device.cpp: see omp_device.hpp.
#include "runtime/omp_device.hpp"

#include <dlfcn.h>

#include <charconv>
#include <cstring>
#include <mutex>
#include <new>

#include "backends/omp_target/lwe_api.hpp"
#include "core/aes.hpp"
#include "core/wipe_on_exit.hpp"
#include "params/lwe.hpp"
#include "runtime/last_error.hpp"
#include "runtime/lwe_operation.hpp"
#include "runtime/shared_object.hpp"

namespace pqlane {
namespace {

constexpr const char* library_name = "libpqlane_omp.so";

struct Library {
  const OmpLweApi* api = nullptr;
  std::string reason;  // why there is none
};

Library open_library() {
  using Entry = const OmpLweApi* (*)();
  // Never closed: OpenMP's threads live on.
  const SharedObject object = open_shared_object(library_name, "PQLANE_OMP_LIBRARY");
  if (object.handle == nullptr) return {nullptr, object.reason};
  const auto entry = reinterpret_cast<Entry>(dlsym(object.handle, "pqlane_omp_lwe"));
  if (entry == nullptr || entry()->version != omp_lwe_version) {
    return {nullptr, object.place + " is of another version"};
  }
  return {entry(), {}};
}

const Library& library() {
  static const Library opened = open_library();
  return opened;
}

// An engine of the object, for one set and n.
class OmpLweEngine final : public LweEngine {
 public:
  OmpLweEngine(const OmpLweApi& api, int device, const LweSet& set, std::size_t n)
      : api_(api), set_(set), n_(n), engine_(api.create(device, set.bits, n)) {
    if (engine_ == nullptr) throw std::bad_alloc();
  }
  ~OmpLweEngine() override { api_.destroy(engine_); }
  OmpLweEngine(const OmpLweEngine&) = delete;
  OmpLweEngine& operator=(const OmpLweEngine&) = delete;

  bool is_of(const LweSet& set, std::size_t n) const { return &set_ == &set && n_ == n; }
  void forget() { api_.forget(engine_); }

  void make_t(const std::uint8_t* rho, const std::uint8_t* sigma, std::uint8_t* packed_t) override {
    start(rho);
    api_.make_t(engine_, sigma, packed_t);
  }
  bool load_pk(const std::uint8_t* pk) override {
    start(pk);
    return api_.load_t(engine_, pk + lwe_seed_bytes);
  }
  void encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) override {
    api_.encrypt(engine_, m, coins, ct);
  }
  void decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) override {
    api_.decrypt(engine_, sigma, ct, m);
  }
  std::uint8_t encrypt_differs(const std::uint8_t* m, const std::uint8_t* coins,
                               const std::uint8_t*) override {
    api_.encrypt(engine_, m, coins, nullptr);
    return lwe_mask_if_not_zero(api_.difference(engine_));
  }
  void tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) override {
    api_.tree_hash(engine_, data, bytes, hash);
  }

 private:
  void start(const std::uint8_t* rho) {
    std::uint8_t keys[aes_round_key_bytes];
    if (set_.aes) aes_round_keys(rho, keys);
    api_.start(engine_, rho, set_.aes ? keys : nullptr);
  }

  const OmpLweApi& api_;
  const LweSet& set_;
  const std::size_t n_;
  void* const engine_;
};

class OmpDevice final : public ComputeDevice {
 public:
  OmpDevice(std::string name, const OmpLweApi& api, int device)
      : name_(std::move(name)), api_(api), device_(device) {}

  const char* name() const override { return name_.c_str(); }
  unsigned threads() const override {
    return device_ == omp_host_device ? static_cast<unsigned>(api_.host_threads()) : 1;
  }
  BatchOutcome run(const KemCall& call) override {
    BatchOutcome outcome;
    outcome.status = PQLANE_ERROR_SCHEME;
    outcome.detail = name_ + " does not do " + call.scheme->name;
    return outcome;
  }
  using ComputeDevice::run;
  BatchOutcome run(const LweCall& call) override {
    if (call.count == 0) return {};
    const std::lock_guard lock(mutex_);
    if (engine_ == nullptr || !engine_->is_of(*call.set, call.n)) {
      engine_.reset();  // before the next one takes memory
      engine_ = std::make_unique<OmpLweEngine>(api_, device_, *call.set, call.n);
    }
    BatchOutcome outcome;
    for (std::size_t i = 0; i < call.count; ++i) {
      note_lwe_item(call, i, run_lwe_item(*engine_, call, i), outcome);
    }
    engine_->forget();
    return outcome;
  }
  // It has no kernel for this: none are done.
  std::uint64_t run_keccak(std::uint64_t) override { return 0; }
  FillOutcome fill(const FillCall&) override { return {PQLANE_ERROR_DEVICE, name_ + " does not do fills"}; }

 private:
  const std::string name_;
  const OmpLweApi& api_;
  const int device_;
  std::mutex mutex_;
  std::unique_ptr<OmpLweEngine> engine_;  // of the last set and n
};

std::unique_ptr<ComputeDevice> refuse(const std::string& name, const std::string& why) {
  fail(PQLANE_ERROR_DEVICE, "device '" + name + "': " + why);
  return nullptr;
}

}  // namespace

bool is_omp_name(const std::string& name) { return name.starts_with("omp:"); }

std::unique_ptr<ComputeDevice> open_omp_device(const std::string& name) {
  const std::string which = name.substr(4);
  int number = omp_host_device;
  if (which != "host") {
    const char* const end = which.data() + which.size();
    const auto [stop, error] = std::from_chars(which.data(), end, number);
    if (error != std::errc() || stop != end || number < 0) {
      return refuse(name, "unknown; OpenMP's are omp:host, omp:0, omp:1 ..");
    }
  }
  const Library& opened = library();
  if (opened.api == nullptr) return refuse(name, "the OpenMP backend is not there (" + opened.reason + ")");
  if (number != omp_host_device) {
    const int count = opened.api->device_count();
    if (number >= count) {
      return refuse(name,
                    "OpenMP finds " + std::to_string(count) + " offload devices (omp:host is the host)");
    }
    if (!opened.api->leaves_host(number))
      return refuse(name, "OpenMP would run it on the host (omp:host does)");
  }
  return std::make_unique<OmpDevice>(name, *opened.api, number);
}

}  // namespace pqlane
