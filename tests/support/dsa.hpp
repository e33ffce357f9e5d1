// dsa.hpp: devices and batches for tests of signatures, with checks of the memory around every output.
#pragma once

#include "pqlane/dsa.h"
#include "support/fake_dsa.hpp"

namespace pqlane::test {

// "cpu:fake" stands for the backend of fake_dsa.hpp.
inline const RegisteredBackend& dsa_backend(const std::string& name) {
  return name == "cpu:fake" ? fake_dsa::backend() : registered_backend(name);
}

inline DevicePointer open_dsa_device(const std::string& name, unsigned threads = 1) {
  if (name != "cpu:fake") return open_device(name, threads);
  auto handle = std::make_unique<pqlane_device>();
  handle->device = std::make_unique<CpuDevice>(fake_dsa::backend(), threads, nullptr);
  handle->process = getpid();
  return DevicePointer(handle.release());
}

// Byte strings of any lengths, with the view of the interface.
class Rows {
 public:
  Rows() = default;
  Rows(std::initializer_list<Bytes> rows) : Rows(std::vector<Bytes>(rows)) {}
  explicit Rows(std::vector<Bytes> rows) : rows_(std::move(rows)) {
    for (const Bytes& row : rows_) {
      starts_.push_back(row.empty() ? nullptr : row.data());
      lengths_.push_back(row.size());
    }
  }
  Rows(const Rows& other) : Rows(other.rows_) {}
  Rows(Rows&&) = default;  // rows stay where they are
  Rows& operator=(Rows&&) = default;

  std::size_t count() const { return rows_.size(); }
  const Bytes& operator[](std::size_t i) const { return rows_[i]; }
  pqlane_strings view() const { return {nullptr, 0, 0, starts_.data(), lengths_.data(), count()}; }
  Rows first(std::size_t count) const {
    return Rows(std::vector<Bytes>(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(count)));
  }

 private:
  std::vector<Bytes> rows_;
  std::vector<const std::uint8_t*> starts_;
  std::vector<std::size_t> lengths_;
};

// `count` messages: empty, one byte, around the rate of SHAKE256, one of 100,000 bytes, and others.
inline Rows mixed_messages(std::size_t count, const std::string& label = "message") {
  constexpr std::size_t lengths[] = {0, 1, 135, 136, 137, 32, 1024, 71, 72, 64, 255, 8};
  std::vector<Bytes> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t bytes = i == 6 ? 100000 : lengths[i % std::size(lengths)];
    rows.push_back(labelled_bytes(label + std::to_string(i), bytes));
  }
  return Rows(std::move(rows));
}
// Contexts of 0, 1, 255 bytes and lengths between.
inline Rows mixed_contexts(std::size_t count) {
  constexpr std::size_t lengths[] = {0, 255, 1, 17, 128};
  std::vector<Bytes> rows;
  for (std::size_t i = 0; i < count; ++i)
    rows.push_back(labelled_bytes("context" + std::to_string(i), lengths[i % std::size(lengths)]));
  return Rows(std::move(rows));
}

inline pqlane_strings shared_string(const Bytes& bytes, std::size_t count) {
  return {bytes.data(), 0, bytes.size(), nullptr, nullptr, count};
}

inline pqlane_dsa_options dsa_options(pqlane_dsa_input input = PQLANE_DSA_PURE,
                                      pqlane_hash hash = PQLANE_HASH_NONE) {
  return {sizeof(pqlane_dsa_options), input, hash, 0, 0, {}, nullptr};
}

// The signature calls of a device on packed batches. A key of one item's size is shared.
class Dsa {
 public:
  Dsa(pqlane_device* device, pqlane_scheme scheme)
      : device_(device), scheme_(scheme), sizes_(find_scheme(scheme)->dsa_sizes) {}

  const pqlane_dsa_sizes& sizes() const { return sizes_; }
  pqlane_device* device() const { return device_; }
  pqlane_scheme scheme() const { return scheme_; }

  // first: pk, second: sk
  Answer keygen(const Bytes& seed, unsigned flags = 0) const {
    const pqlane_in seeds = packed_in(seed, sizes_.seed_bytes);
    return run_guarded(seeds.count, sizes_.pk_bytes,
                       flags & PQLANE_KEY_SEED ? sizes_.seed_bytes : sizes_.sk_bytes,
                       [&](pqlane_out pk, pqlane_out sk, pqlane_status* status) {
                         return pqlane_dsa_keygen_derand(device_, scheme_, flags, seeds, pk, sk, status);
                       });
  }
  // first: sig
  Answer sign(const Bytes& sk, const pqlane_strings& message, const Bytes& rnd,
              const pqlane_dsa_options& options = dsa_options()) const {
    const std::size_t size = options.key_seed != 0 ? sizes_.seed_bytes : sizes_.sk_bytes;
    return run_guarded(
        message.count, sizes_.sig_bytes, 1, [&](pqlane_out sig, pqlane_out, pqlane_status* status) {
          return pqlane_dsa_sign_derand(device_, scheme_, &options, key(sk, size, message.count), message,
                                        packed_in(rnd, 32), sig, status);
        });
  }
  Answer verify(const Bytes& pk, const pqlane_strings& message, const Bytes& sig,
                const pqlane_dsa_options& options = dsa_options()) const {
    return run_guarded(message.count, 1, 1, [&](pqlane_out, pqlane_out, pqlane_status* status) {
      return pqlane_dsa_verify(device_, scheme_, &options, key(pk, sizes_.pk_bytes, message.count), message,
                               packed_in(sig, sizes_.sig_bytes), status);
    });
  }

 private:
  static pqlane_in key(const Bytes& keys, std::size_t size, std::size_t count) {
    if (keys.size() == size && count != 1) return {keys.data(), 0, count};
    return packed_in(keys, size);
  }

  pqlane_device* device_;
  pqlane_scheme scheme_;
  pqlane_dsa_sizes sizes_;
};

constexpr const char* dsa_device_names[] = {"cpu:fake", "cpu:scalar", "cpu:avx2", "cpu:avx512"};
constexpr pqlane_scheme all_dsa_schemes[] = {PQLANE_ML_DSA_44, PQLANE_ML_DSA_65, PQLANE_ML_DSA_87};

// A test that is skipped, by name, where the machine lacks the backend or the backend has no ML-DSA.
class DsaTest : public testing::TestWithParam<KemParam> {
 protected:
  void SetUp() override {
    const RegisteredBackend& entry = dsa_backend(device_name());
    if (!entry.usable) GTEST_SKIP() << entry.device_name << ": " << entry.reason;
    if (entry.backend->dsa == nullptr) GTEST_SKIP() << entry.device_name << " has no ML-DSA";
    device_ = open_dsa_device(device_name());
  }
  static std::string device_name() { return std::get<0>(GetParam()); }
  static pqlane_scheme scheme() { return std::get<1>(GetParam()); }
  static const pqlane_dsa_sizes& sizes() { return find_scheme(scheme())->dsa_sizes; }
  Dsa dsa() const { return Dsa(device_.get(), scheme()); }
  static const DsaBackend& kernels() {
    return dsa_backend(device_name()).backend->dsa[find_scheme(scheme())->kernel_index];
  }

  DevicePointer device_;
};

// Keys, and one signature of every message; count items.
struct Signed {
  Bytes seed, rnd, pk, sk, sig;
  Rows messages;
};

inline Signed make_signed(const Dsa& dsa, std::size_t count,
                          const pqlane_dsa_options& options = dsa_options()) {
  Signed s{
      labelled_bytes("xi", 32 * count), labelled_bytes("rnd", 32 * count), {}, {}, {}, mixed_messages(count)};
  const Answer keys = dsa.keygen(s.seed);
  EXPECT_EQ(keys.call, PQLANE_OK) << keys.error;
  s.pk = keys.first;
  s.sk = keys.second;
  const Answer sigs = dsa.sign(s.sk, s.messages.view(), s.rnd, options);
  EXPECT_EQ(sigs.call, PQLANE_OK) << sigs.error;
  s.sig = sigs.first;
  return s;
}

}  // namespace pqlane::test
