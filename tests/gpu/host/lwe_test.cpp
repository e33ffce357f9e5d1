// lwe_test.cpp: LWE-KEM on the fake GPUs of both vendors against the CPU: with tensor cores (cuda) and
// without (hip), keys that change, bad items, too little memory, a lost device, secrets that are wiped.
#include <pqlane/lwe.h>

#include <algorithm>
#include <cstring>

#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

constexpr unsigned weak = PQLANE_LWE_ALLOW_INSECURE;
constexpr pqlane_lwe_set sets[] = {PQLANE_LWE_12289_AES, PQLANE_LWE_12289_SHAKE, PQLANE_LWE_65521_AES,
                                   PQLANE_LWE_65521_SHAKE};

// Derandomised operations of a batch, the second of two decapsulations with a changed ciphertext.
struct LweBytes {
  Bytes pk, sk, ct, ss, again, rejected;
  bool operator==(const LweBytes&) const = default;
};

Bytes numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

pqlane_in in(const Bytes& rows, std::size_t count) { return {rows.data(), rows.size() / count, count}; }
pqlane_out out(Bytes& rows, std::size_t count) { return {rows.data(), rows.size() / count, count}; }

LweBytes run(pqlane_device* device, pqlane_lwe_set set, std::size_t n, std::size_t count = 1) {
  pqlane_lwe_sizes s{};
  EXPECT_EQ(pqlane_lwe_get_sizes(set, n, &s), PQLANE_OK);
  const Bytes seed = numbers(count * s.seed_bytes, static_cast<unsigned>(n)), m = numbers(count * 32, 7);
  LweBytes b{Bytes(count * s.pk_bytes), Bytes(count * s.sk_bytes), Bytes(count * s.ct_bytes),
             Bytes(count * 32),         Bytes(count * 32),         Bytes(count * 32)};
  EXPECT_EQ(pqlane_lwe_keygen_derand(device, set, n, weak, in(seed, count), out(b.pk, count),
                                     out(b.sk, count), nullptr),
            PQLANE_OK)
      << pqlane_last_error();
  EXPECT_EQ(pqlane_lwe_encaps_derand(device, set, n, weak, in(b.pk, count), in(m, count), out(b.ct, count),
                                     out(b.ss, count), nullptr),
            PQLANE_OK)
      << pqlane_last_error();
  EXPECT_EQ(
      pqlane_lwe_decaps(device, set, n, weak, in(b.sk, count), in(b.ct, count), out(b.again, count), nullptr),
      PQLANE_OK)
      << pqlane_last_error();
  EXPECT_EQ(b.ss, b.again);
  b.ct[b.ct.size() / 2] ^= 4;
  EXPECT_EQ(pqlane_lwe_decaps(device, set, n, weak, in(b.sk, count), in(b.ct, count), out(b.rejected, count),
                              nullptr),
            PQLANE_OK);
  EXPECT_NE(b.ss, b.rejected);
  return b;
}

class HostLwe : public HostTest {
 protected:
  void expect_agreement(const char* name, pqlane_lwe_set set, std::size_t n, std::size_t count = 1) {
    SCOPED_TRACE(std::string(name) + " " + pqlane_lwe_set_name(set) + " " + std::to_string(n));
    const Device gpu(name);
    const LweBytes g = run(gpu, set, n, count), c = run(cpu_, set, n, count);
    EXPECT_TRUE(g.pk == c.pk) << "pk";
    EXPECT_TRUE(g.sk == c.sk) << "sk";
    EXPECT_TRUE(g.ct == c.ct) << "ct";
    EXPECT_TRUE(g.ss == c.ss) << "ss";
    EXPECT_TRUE(g == c) << "rejection";
  }
  const Device cpu_{"cpu"};
};

// n = 32 is less than a tile; 96 is not a multiple of one.
TEST_F(HostLwe, AgreesWithTheCpu) {
  for (const char* name : {"cuda:0", "hip:0"}) {
    for (const pqlane_lwe_set set : sets) {
      for (const std::size_t n : {32u, 96u}) expect_agreement(name, set, n);
    }
  }
}

TEST_F(HostLwe, LargerOnes) {
  if (slow_build) GTEST_SKIP() << "minutes with a sanitizer";
  expect_agreement("cuda:0", PQLANE_LWE_12289_AES, 256);
  if (std::getenv("PQLANE_FULL") == nullptr) return;
  for (const char* name : {"cuda:0", "hip:0"}) {
    for (const pqlane_lwe_set set : sets) {
      for (const std::size_t n : {256u, 1056u}) expect_agreement(name, set, n);
    }
  }
}

}  // namespace
}  // namespace pqlane::gpu
