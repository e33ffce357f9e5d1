// kem.hpp: devices and packed batches for tests of key encapsulation, with checks of the memory around every
// output, and reference results made one item at a time on the scalar backend.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "pqlane/pqlane.h"
#include "runtime/backend_registry.hpp"
#include "runtime/schemes.hpp"
#include "support/openssl_hash.hpp"

namespace pqlane::test {

struct CloseDevice {
  void operator()(pqlane_device* device) const { pqlane_device_close(device); }
};
using DevicePointer = std::unique_ptr<pqlane_device, CloseDevice>;

// A device with `threads` threads; throws with the library's reason.
inline DevicePointer open_device(const std::string& name, unsigned threads = 1) {
  const pqlane_device_options options = {sizeof(pqlane_device_options), threads, 0};
  pqlane_device* device = nullptr;
  if (pqlane_device_open(name.c_str(), &options, &device) != PQLANE_OK) {
    throw std::runtime_error(pqlane_last_error());
  }
  return DevicePointer(device);
}

inline const RegisteredBackend& registered_backend(const std::string& device_name) {
  for (const RegisteredBackend& entry : registered_backends()) {
    if (device_name == entry.device_name) return entry;
  }
  throw std::runtime_error("no backend " + device_name);
}

inline std::vector<const RegisteredBackend*> usable_backends() {
  std::vector<const RegisteredBackend*> usable;
  for (const RegisteredBackend& entry : registered_backends()) {
    if (entry.usable) usable.push_back(&entry);
  }
  return usable;
}

// Reproducible bytes that differ for every label.
inline Bytes labelled_bytes(const std::string& label, std::size_t count) {
  return openssl_xof("SHAKE256", {reinterpret_cast<const std::uint8_t*>(label.data()), label.size()}, count);
}

// `count` values of `size` bytes from item `first` on.
inline Bytes slice(const Bytes& packed, std::size_t size, std::size_t first, std::size_t count) {
  const auto begin = packed.begin() + static_cast<std::ptrdiff_t>(first * size);
  return Bytes(begin, begin + static_cast<std::ptrdiff_t>(count * size));
}

inline pqlane_in packed_in(const Bytes& bytes, std::size_t size) {
  return {bytes.data(), size, bytes.size() / size};
}

// What a call gave: its own status, one an item, and the packed outputs (ek and dk, ct and ss, or ss alone).
struct Answer {
  pqlane_status call = PQLANE_OK;
  std::string error;
  std::vector<pqlane_status> items;
  Bytes first, second;
};

// Packed output with margins that must stay as they are.
class GuardedOutput {
 public:
  GuardedOutput(std::size_t size, std::size_t count) : size_(size), bytes_(2 * margin + size * count, fill) {}
  pqlane_out view() { return {bytes_.data() + margin, size_, (bytes_.size() - 2 * margin) / size_}; }
  Bytes take() const {
    const auto is_fill = [](std::uint8_t b) { return b == fill; };
    EXPECT_TRUE(std::all_of(bytes_.begin(), bytes_.begin() + margin, is_fill)) << "written before an output";
    EXPECT_TRUE(std::all_of(bytes_.end() - margin, bytes_.end(), is_fill)) << "written behind an output";
    return Bytes(bytes_.begin() + margin, bytes_.end() - margin);
  }

 private:
  static constexpr int margin = 64;
  static constexpr std::uint8_t fill = 0xA5;
  std::size_t size_;
  Bytes bytes_;
};

// Makes a call whose outputs and statuses have something around them that must stay.
template <class Call>
Answer run_guarded(std::size_t count, std::size_t first_size, std::size_t second_size, Call call) {
  GuardedOutput first(first_size, count), second(second_size, count);
  Answer answer;
  std::vector<pqlane_status> status(count + 1, PQLANE_ERROR_NOT_DONE);
  answer.call = call(first.view(), second.view(), status.data());
  if (answer.call != PQLANE_OK) answer.error = pqlane_last_error();
  EXPECT_EQ(status.back(), PQLANE_ERROR_NOT_DONE);
  status.pop_back();
  answer.items = status;
  answer.first = first.take();
  answer.second = second.take();
  return answer;
}

// The KEM calls of a device on packed batches.
class Kem {
 public:
  Kem(pqlane_device* device, pqlane_scheme scheme)
      : device_(device), scheme_(scheme), sizes_(find_scheme(scheme)->sizes) {}

  const pqlane_kem_sizes& sizes() const { return sizes_; }

  Answer keygen(const Bytes& seed, unsigned flags = 0) const {
    const pqlane_in seeds = packed_in(seed, sizes_.seed_bytes);
    return run_guarded(seeds.count, sizes_.ek_bytes,
                       flags & PQLANE_KEY_SEED ? sizes_.seed_bytes : sizes_.dk_bytes,
                       [&](pqlane_out ek, pqlane_out dk, pqlane_status* status) {
                         return pqlane_kem_keygen_derand(device_, scheme_, flags, seeds, ek, dk, status);
                       });
  }
  Answer encaps(const Bytes& ek, const Bytes& m) const {
    return encaps(packed_in(ek, sizes_.ek_bytes), packed_in(m, sizes_.m_bytes), m.size() / sizes_.m_bytes);
  }
  Answer encaps(pqlane_in ek, pqlane_in m, std::size_t count) const {
    return run_guarded(count, sizes_.ct_bytes, sizes_.ss_bytes,
                       [&](pqlane_out ct, pqlane_out ss, pqlane_status* status) {
                         return pqlane_kem_encaps_derand(device_, scheme_, 0, ek, m, ct, ss, status);
                       });
  }
  Answer decaps(const Bytes& dk, const Bytes& ct, unsigned flags = 0) const {
    const std::size_t dk_bytes = flags & PQLANE_KEY_SEED ? sizes_.seed_bytes : sizes_.dk_bytes;
    return decaps(packed_in(dk, dk_bytes), packed_in(ct, sizes_.ct_bytes), ct.size() / sizes_.ct_bytes,
                  flags);
  }
  Answer decaps(pqlane_in dk, pqlane_in ct, std::size_t count, unsigned flags = 0) const {
    return run_guarded(count, sizes_.ss_bytes, 1, [&](pqlane_out ss, pqlane_out, pqlane_status* status) {
      return pqlane_kem_decaps(device_, scheme_, flags, dk, ct, ss, status);
    });
  }

 private:
  pqlane_device* device_;
  pqlane_scheme scheme_;
  pqlane_kem_sizes sizes_;
};

inline void expect_all_ok(const Answer& answer) {
  ASSERT_EQ(answer.call, PQLANE_OK) << answer.error;
  for (const pqlane_status status : answer.items) ASSERT_EQ(status, PQLANE_OK);
}

// Names the first item in which two packed values differ.
inline void expect_equal(const Bytes& got, const Bytes& expected, std::size_t size, const char* what) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  const auto place = std::mismatch(got.begin(), got.end(), expected.begin()).first - got.begin();
  ASSERT_EQ(got, expected) << what << " differs in item " << static_cast<std::size_t>(place) / size << " of "
                           << got.size() / size << " at byte " << static_cast<std::size_t>(place) % size;
}

// A batch of honest values and of ciphertexts that were tampered with.
struct Reference {
  std::size_t count;
  Bytes seed, m, ek, dk, ct, ss, bad_ct, bad_ss;
};

inline Bytes first_items(const Bytes& packed, const Reference& reference, std::size_t count) {
  return slice(packed, packed.size() / reference.count, 0, count);
}

// `count` items, by calls of one item each on the scalar backend. Every bad ciphertext differs in one bit.
inline Reference make_reference(pqlane_scheme scheme, std::size_t count) {
  const DevicePointer device = open_device("cpu:scalar");
  const Kem kem(device.get(), scheme);
  const pqlane_kem_sizes& sizes = kem.sizes();
  const std::string name = find_scheme(scheme)->name;
  Reference r{count,
              labelled_bytes(name + " seeds", count * sizes.seed_bytes),
              labelled_bytes(name + " messages", count * sizes.m_bytes),
              {},
              {},
              {},
              {},
              {},
              {}};
  const auto append = [](Bytes& to, const Bytes& bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); };
  for (std::size_t i = 0; i < count; ++i) {
    const Answer keys = kem.keygen(slice(r.seed, sizes.seed_bytes, i, 1));
    const Answer sent = kem.encaps(keys.first, slice(r.m, sizes.m_bytes, i, 1));
    Bytes bad = sent.first;
    bad[i * 37 % bad.size()] = static_cast<std::uint8_t>(bad[i * 37 % bad.size()] ^ (1u << (i % 8)));
    const Answer received = kem.decaps(keys.second, sent.first), rejected = kem.decaps(keys.second, bad);
    if (received.call != PQLANE_OK || received.first != sent.second || rejected.first == sent.second) {
      throw std::runtime_error("the scalar backend does not decapsulate");
    }
    append(r.ek, keys.first);
    append(r.dk, keys.second);
    append(r.ct, sent.first);
    append(r.ss, sent.second);
    append(r.bad_ct, bad);
    append(r.bad_ss, rejected.first);
  }
  return r;
}

// ---- parameters of tests: a device name and a scheme ----

using KemParam = std::tuple<const char*, pqlane_scheme>;

constexpr const char* all_device_names[] = {"cpu:scalar", "cpu:avx2", "cpu:avx512"};
constexpr pqlane_scheme all_kem_schemes[] = {PQLANE_ML_KEM_512, PQLANE_ML_KEM_768, PQLANE_ML_KEM_1024,
                                             PQLANE_KYBER_512,  PQLANE_KYBER_768,  PQLANE_KYBER_1024};

// "avx2_ml_kem_768"
inline std::string kem_param_name(const testing::TestParamInfo<KemParam>& info) {
  std::string name =
      std::string(std::get<0>(info.param)).substr(4) + "_" + pqlane_scheme_name(std::get<1>(info.param));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// A test that is skipped, by name, on a machine that lacks the backend.
class KemTest : public testing::TestWithParam<KemParam> {
 protected:
  void SetUp() override {
    const RegisteredBackend& entry = registered_backend(device_name());
    if (!entry.usable) GTEST_SKIP() << entry.device_name << ": " << entry.reason;
    device_ = open_device(device_name());
  }
  static std::string device_name() { return std::get<0>(GetParam()); }
  static pqlane_scheme scheme() { return std::get<1>(GetParam()); }
  static const SchemeInfo& info() { return *find_scheme(scheme()); }
  Kem kem() const { return Kem(device_.get(), scheme()); }
  static const KemBackend& kernels() {
    return *registered_backend(device_name()).backend->kem[info().kernel_index];
  }
  static std::size_t tile_ops() { return kernels().tile_ops; }

  DevicePointer device_;
};

}  // namespace pqlane::test
