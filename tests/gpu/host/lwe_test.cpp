// lwe_test.cpp: LWE-KEM on the fake GPUs of both vendors against the CPU: with tensor cores (cuda) and
// without (hip), keys that change, bad items, too little memory, a lost device, secrets that are wiped.
#include <pqlane/lwe.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include "core/sha3.hpp"
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

// n = 32 is less than a tile of the product, 96 not a multiple of one.
TEST_F(HostLwe, AgreesWithTheCpu) {
  expect_agreement("cuda:0", PQLANE_LWE_12289_AES, 96);
  expect_agreement("hip:0", PQLANE_LWE_65521_AES, 96);
  expect_agreement("cuda:0", PQLANE_LWE_65521_SHAKE, 32);
  if (std::getenv("PQLANE_FULL") == nullptr) return;
  for (const char* name : {"cuda:0", "hip:0"}) {
    for (const pqlane_lwe_set set : sets) {
      for (const std::size_t n : {32u, 64u, 256u, 1056u}) expect_agreement(name, set, n);
    }
  }
}

// More steps of the sum than are in flight at once; and a sum in several parts.
TEST_F(HostLwe, SumsOfManySteps) {
  if (slow_build && std::getenv("PQLANE_FULL") == nullptr) GTEST_SKIP() << "the full run has it";
  constexpr pqlane_lwe_set set = PQLANE_LWE_65521_AES;
  for (const auto& [name, n, multiprocessors] :
       {std::tuple{"cuda:0", 288u, 2u}, std::tuple{"cuda:0", 96u, 64u}, std::tuple{"hip:0", 96u, 64u}}) {
    fake_gpu_set("multiprocessors", multiprocessors);
    const Device gpu(name);
    fake_gpu_set("multiprocessors", 2);
    pqlane_lwe_sizes s{};
    ASSERT_EQ(pqlane_lwe_get_sizes(set, n, &s), PQLANE_OK);
    const Bytes seed = numbers(64, n), m = numbers(32, n + 1);
    Bytes pk(s.pk_bytes), sk(s.sk_bytes), ct[2] = {Bytes(s.ct_bytes), Bytes(s.ct_bytes)}, ss(32);
    ASSERT_EQ(pqlane_lwe_keygen_derand(cpu_, set, n, weak, in(seed, 1), out(pk, 1), out(sk, 1), nullptr),
              PQLANE_OK);
    for (int d = 0; d < 2; ++d) {
      ASSERT_EQ(pqlane_lwe_encaps_derand(d == 0 ? static_cast<pqlane_device*>(gpu) : cpu_, set, n, weak,
                                         in(pk, 1), in(m, 1), out(ct[d], 1), out(ss, 1), nullptr),
                PQLANE_OK)
          << pqlane_last_error();
    }
    EXPECT_TRUE(ct[0] == ct[1]) << name << ", n = " << n << ", " << multiprocessors << " multiprocessors";
  }
}

// Side by side; one bad key each does not touch the others. Then the same device takes another n.
TEST_F(HostLwe, BatchesAndBadItems) {
  constexpr std::size_t n = 32, count = 3;
  constexpr pqlane_lwe_set set = PQLANE_LWE_12289_SHAKE;
  const Device gpu("cuda:0");
  pqlane_lwe_sizes s{};
  ASSERT_EQ(pqlane_lwe_get_sizes(set, n, &s), PQLANE_OK);
  Bytes pk(count * s.pk_bytes), sk(count * s.sk_bytes);
  const Bytes seed = numbers(count * 64, 1), m = numbers(count * 32, 2);
  ASSERT_EQ(
      pqlane_lwe_keygen_derand(gpu, set, n, weak, in(seed, count), out(pk, count), out(sk, count), nullptr),
      PQLANE_OK);
  Bytes bad_pk = pk, bad_sk = sk;
  std::memset(&bad_pk[s.pk_bytes + 40], 0xFF, 4);  // entries above q
  bad_sk[2 * s.sk_bytes + 64] ^= 1;                // rho
  Bytes ct[2], ss[2], again[2];
  Statuses encaps[2], decaps[2];
  pqlane_device* devices[2] = {gpu, cpu_};
  for (int d = 0; d < 2; ++d) {
    ct[d] = Bytes(count * s.ct_bytes, 0x55);
    ss[d] = again[d] = Bytes(count * 32, 0x55);
    encaps[d] = decaps[d] = Statuses(count, PQLANE_ERROR_INTERNAL);
    EXPECT_EQ(pqlane_lwe_encaps_derand(devices[d], set, n, weak, in(bad_pk, count), in(m, count),
                                       out(ct[d], count), out(ss[d], count), encaps[d].data()),
              PQLANE_ERROR_ITEMS);
    EXPECT_EQ(pqlane_lwe_decaps(devices[d], set, n, weak, in(bad_sk, count), in(ct[d], count),
                                out(again[d], count), decaps[d].data()),
              PQLANE_ERROR_ITEMS);
  }
  EXPECT_EQ(encaps[0], (Statuses{PQLANE_OK, PQLANE_ERROR_EK_MODULUS, PQLANE_OK}));
  EXPECT_EQ(decaps[0], (Statuses{PQLANE_OK, PQLANE_OK, PQLANE_ERROR_DK_HASH}));
  EXPECT_EQ(encaps[0], encaps[1]);
  EXPECT_EQ(decaps[0], decaps[1]);
  EXPECT_TRUE(ct[0] == ct[1]);
  EXPECT_EQ(ss[0], ss[1]);
  EXPECT_EQ(again[0], again[1]);
}

// What is needed is said before anything is allocated.
TEST_F(HostLwe, TooLittleMemory) {
  for (const auto& [name, needed] : {std::pair{"cuda:0", "needs 0.56"}, std::pair{"hip:0", "needs 0.56"}}) {
    fake_gpu_set("memory_bytes", 300'000'000);
    const Device gpu(name);
    constexpr std::size_t n = 16384;
    pqlane_lwe_sizes s{};
    ASSERT_EQ(pqlane_lwe_get_sizes(PQLANE_LWE_12289_AES, n, &s), PQLANE_OK);
    Bytes pk(s.pk_bytes), sk(s.sk_bytes);
    pqlane_status item = PQLANE_OK;
    const std::uint64_t objects = fake_gpu_get("objects");
    EXPECT_EQ(pqlane_lwe_keygen(gpu, PQLANE_LWE_12289_AES, n, weak, out(pk, 1), out(sk, 1), &item),
              PQLANE_ERROR_MEMORY);
    EXPECT_EQ(item, PQLANE_ERROR_NOT_DONE);
    const std::string error = pqlane_last_error();
    EXPECT_NE(error.find(std::string(name) + ": lwe-12289-aes with n = 16384 " + needed), std::string::npos)
        << error;
    EXPECT_NE(error.find("0.3 GB are free"), std::string::npos) << error;
    EXPECT_LE(fake_gpu_get("objects"), objects + 1) << "the module alone";
  }
}

TEST_F(HostLwe, RowsInDeviceMemoryAreRefused) {
  const Device gpu("cuda:0");
  pqlane_lwe_sizes s{};
  ASSERT_EQ(pqlane_lwe_get_sizes(PQLANE_LWE_12289_AES, 32, &s), PQLANE_OK);
  void* memory = nullptr;
  ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_DEVICE, s.pk_bytes, &memory), PQLANE_OK);
  Bytes sk(s.sk_bytes);
  EXPECT_EQ(pqlane_lwe_keygen(gpu, PQLANE_LWE_12289_AES, 32, weak,
                              {static_cast<std::uint8_t*>(memory), s.pk_bytes, 1}, out(sk, 1), nullptr),
            PQLANE_ERROR_DEVICE);
  EXPECT_NE(std::string(pqlane_last_error()).find("pk is in a GPU's memory"), std::string::npos)
      << pqlane_last_error();
  EXPECT_EQ(pqlane_memory_free(gpu, memory), PQLANE_OK);
}

// The items are on streams of their own: the one that does not lose the device may be done before.
TEST_F(HostLwe, ALostDeviceIsAnError) {
  for (const std::size_t count : {1u, 2u}) {
    const Device gpu("cuda:0");
    pqlane_lwe_sizes s{};
    ASSERT_EQ(pqlane_lwe_get_sizes(PQLANE_LWE_12289_AES, 32, &s), PQLANE_OK);
    Bytes pk(count * s.pk_bytes), sk(count * s.sk_bytes);
    Statuses items(count, PQLANE_ERROR_INTERNAL);
    fake_gpu_set("lost_at_launch", 4);
    EXPECT_EQ(
        pqlane_lwe_keygen(gpu, PQLANE_LWE_12289_AES, 32, weak, out(pk, count), out(sk, count), items.data()),
        PQLANE_ERROR_DEVICE);
    EXPECT_NE(std::string(pqlane_last_error()).find("cuda:0"), std::string::npos) << pqlane_last_error();
    EXPECT_GT(std::count(items.begin(), items.end(), PQLANE_ERROR_NOT_DONE), 0);
    EXPECT_EQ(std::count(items.begin(), items.end(), PQLANE_ERROR_INTERNAL), 0);
  }
}

// sigma and m pass through page-locked and device memory; ct is in both, and is no secret.
TEST_F(HostLwe, SecretsAreWiped) {
  constexpr std::size_t n = 32;
  constexpr pqlane_lwe_set set = PQLANE_LWE_65521_AES;
  const Device gpu("cuda:0");
  pqlane_lwe_sizes s{};
  ASSERT_EQ(pqlane_lwe_get_sizes(set, n, &s), PQLANE_OK);
  const Bytes seed = numbers(64, 5), m = numbers(32, 6);
  Bytes pk(s.pk_bytes), sk(s.sk_bytes), ct(s.ct_bytes), ss(32), input = {0, set, n, 0, 0, 0}, seeds(64);
  input.insert(input.end(), seed.begin(), seed.begin() + 32);
  sha3_512(input.data(), input.size(), seeds.data());
  struct Watch {
    const std::uint8_t* secrets[2];
    std::size_t seen[2] = {};
  } watch{{m.data(), seeds.data() + 32}};
  fake_gpu_after_kernel(
      [](void* data) {
        auto& w = *static_cast<Watch*>(data);
        for (int i = 0; i < 2; ++i) w.seen[i] = std::max(w.seen[i], fake_gpu_find(w.secrets[i], 32));
      },
      &watch);
  EXPECT_EQ(pqlane_lwe_keygen_derand(gpu, set, n, weak, in(seed, 1), out(pk, 1), out(sk, 1), nullptr),
            PQLANE_OK);
  EXPECT_EQ(fake_gpu_find(watch.secrets[1], 32), 0u) << "sigma, after keygen";
  EXPECT_EQ(pqlane_lwe_encaps_derand(gpu, set, n, weak, in(pk, 1), in(m, 1), out(ct, 1), out(ss, 1), nullptr),
            PQLANE_OK);
  EXPECT_EQ(fake_gpu_find(watch.secrets[0], 32), 0u) << "m, after encaps";
  EXPECT_EQ(pqlane_lwe_decaps(gpu, set, n, weak, in(sk, 1), in(ct, 1), out(ss, 1), nullptr), PQLANE_OK);
  fake_gpu_after_kernel(nullptr, nullptr);
  for (int i = 0; i < 2; ++i) {
    EXPECT_GT(watch.seen[i], 0u) << "the search is blind";
    EXPECT_EQ(fake_gpu_find(watch.secrets[i], 32), 0u) << i << ", after decaps";
  }
}

}  // namespace
}  // namespace pqlane::gpu
