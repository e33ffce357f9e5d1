// kem_kat.hpp: known-answer records of a KEM, all computed as batches: inputs first, then one call an
// operation.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/drbg.hpp"
#include "support/kem.hpp"

namespace pqlane::test {

// Test parameters: a usable backend or not, by device name.
class DeviceTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const RegisteredBackend& entry = registered_backend(GetParam());
    if (!entry.usable) GTEST_SKIP() << entry.device_name << ": " << entry.reason;
    device_ = open_device(GetParam());
  }
  bool is_best() const { return usable_backends().back()->device_name == std::string(GetParam()); }

  DevicePointer device_;
};

inline std::string device_param_name(const testing::TestParamInfo<const char*>& info) {
  return std::string(info.param).substr(4);
}

inline bool full_run() {
  const char* full = std::getenv("PQLANE_FULL");
  return full != nullptr && *full != '\0' && std::string(full) != "0";
}

// Packed values of `count` honest exchanges.
struct Exchanges {
  std::size_t count;
  Bytes drbg_seed, seed, m, ek, dk, ct, ss;
};

inline Bytes draw(CtrDrbgAes256& drbg, std::size_t count) {
  Bytes bytes(count);
  if (drbg.generate(bytes) != DrbgResult::ok) throw std::runtime_error("the DRBG failed");
  return bytes;
}

inline void start(CtrDrbgAes256& drbg, const Bytes& seed) {
  if (drbg.instantiate(CtrDrbgAes256::Entropy(seed.data(), CtrDrbgAes256::seed_bytes)) != DrbgResult::ok) {
    throw std::runtime_error("the DRBG failed");
  }
}

// Computes ek, dk, ct, ss from seed and m, and checks that the ciphertexts open.
inline void run_exchanges(pqlane_device* device, pqlane_scheme scheme, Exchanges& e) {
  const Kem kem(device, scheme);
  const Answer keys = kem.keygen(e.seed);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(keys));
  const Answer sent = kem.encaps(keys.first, e.m);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(sent));
  const Answer opened = kem.decaps(keys.second, sent.first);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(opened));
  ASSERT_EQ(opened.first, sent.second);
  e.ek = keys.first;
  e.dk = keys.second;
  e.ct = sent.first;
  e.ss = sent.second;
}

// Inputs of NIST's PQCgenKAT: an outer generator from the bytes 00 01 .. 2f gives every record's seed of 48
// bytes, an inner one from that seed the scheme's draws: ML-KEM d || z at once, round-3 Kyber d and z by two
// calls; then m.
inline Exchanges nist_kat_inputs(pqlane_scheme scheme, std::size_t count) {
  const bool two_draws = !find_scheme(scheme)->checks_keys;
  Exchanges e{count, {}, {}, {}, {}, {}, {}, {}};
  const auto append = [](Bytes& to, const Bytes& bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); };
  CtrDrbgAes256 outer;
  start(outer, counting_bytes(48));
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes seed = draw(outer, 48);
    CtrDrbgAes256 inner;
    start(inner, seed);
    append(e.drbg_seed, seed);
    if (two_draws) {
      append(e.seed, draw(inner, 32));
      append(e.seed, draw(inner, 32));
    } else {
      append(e.seed, draw(inner, 64));
    }
    append(e.m, draw(inner, 32));
  }
  return e;
}

inline std::string upper_hex(const Bytes& bytes) {
  std::string text = to_hex(bytes);
  for (char& c : text) {
    if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

// Record i in the layout of a NIST response file, without the empty line behind it.
inline std::string nist_record(const Exchanges& e, const pqlane_kem_sizes& s, std::size_t i) {
  return "count = " + std::to_string(i) + "\nseed = " + upper_hex(slice(e.drbg_seed, 48, i, 1)) +
         "\npk = " + upper_hex(slice(e.ek, s.ek_bytes, i, 1)) +
         "\nsk = " + upper_hex(slice(e.dk, s.dk_bytes, i, 1)) +
         "\nct = " + upper_hex(slice(e.ct, s.ct_bytes, i, 1)) +
         "\nss = " + upper_hex(slice(e.ss, s.ss_bytes, i, 1)) + "\n";
}

inline std::string sha256_hex(const std::string& text) {
  return to_hex(openssl_hash("SHA256", {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

// Published SHA-256 digests of NIST known-answer texts of one scheme.
struct NistDigests {
  const char* name;  // in the header line of the file
  pqlane_scheme scheme;
  const char* single;  // record 0
  const char* all;     // 100 records, an empty line between them
  const char* rsp;     // the file: "# name", an empty line, every record with an empty line behind it
};

// A null digest is not known and not compared.
inline void expect_nist_digests(pqlane_device* device, const NistDigests& known) {
  SCOPED_TRACE(find_scheme(known.scheme)->name);
  Exchanges e = nist_kat_inputs(known.scheme, 100);
  ASSERT_NO_FATAL_FAILURE(run_exchanges(device, known.scheme, e));
  const pqlane_kem_sizes& s = find_scheme(known.scheme)->sizes;
  std::string all, rsp = std::string("# ") + known.name + "\n\n";
  for (std::size_t i = 0; i < e.count; ++i) {
    const std::string record = nist_record(e, s, i);
    all += (i == 0 ? "" : "\n") + record;
    rsp += record + "\n";
  }
  if (known.single != nullptr) {
    EXPECT_EQ(sha256_hex(nist_record(e, s, 0)), known.single);
  }
  if (known.all != nullptr) {
    EXPECT_EQ(sha256_hex(all), known.all);
  }
  if (known.rsp != nullptr) {
    EXPECT_EQ(sha256_hex(rsp), known.rsp);
  }
}

}  // namespace pqlane::test
