// lwe_test.cpp: LWE-KEM on every backend: digests of an independent implementation, rejection, bad items,
// calls that are refused, threads.
//
// The digests were made by tests/cli/lwe_oracle.py (as a program). n = 4096 runs on all backends with
// PQLANE_FULL=1, else on the best one.
#include <gtest/gtest.h>
#include <unistd.h>
#include <pqlane/lwe.hpp>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>

#include "runtime/device_handle.hpp"
#include "support/environment.hpp"
#include "support/kem.hpp"
#include "support/openssl_hash.hpp"

namespace pqlane::test {
namespace {

struct Known {
  pqlane_lwe_set set;
  std::size_t n;
  const char* keys;      // SHA3-256(pk || sk)
  const char* encaps;    // SHA3-256(ct || ss)
  const char* rejected;  // the secret of ct with bit 0 inverted
};

constexpr Known known[] = {
    {PQLANE_LWE_12289_AES, 32, "0eba781d26b1c919a3c8d27f64ede61f45cd48b87b2c7921805c7088f8766658",
     "0f4212579c7e953f26e9cd11f996e00385eb7e03d4042712eddbb8c42ff9aa7e",
     "5d6eb57ce29f89658f7fc759668186f5098edc463cc351c84dd0a86b5750e24b"},
    {PQLANE_LWE_12289_AES, 256, "11a4ddb408444d49d306de66a08a0708a64d8b3195c2dcd6ef775bcfe413fdea",
     "ca4d502591f1cb208f85c0eb7e006327d2e1f59b6ba5dc67bad649656e2a799c",
     "7da0f612609f10c32bf146c19abfa5f2fa3802c524f4f22ca8baf01458581439"},
    {PQLANE_LWE_12289_AES, 1024, "47b57bcaf30edf569810926d214ab45ea4a5c8ef2aaac58036812c80b9e7a409",
     "568ad751e3720cbebbb483edb499da2c15080864a484465a05449b8b15436016",
     "37369a427dd82c4ef2679d59a685721eefdb713037b44b3eb4856826dae8e092"},
    {PQLANE_LWE_12289_AES, 4096, "ca740c1d16652125773a8362c108d3d954be61ee4dee743741ee48866207f28a",
     "3e57c02518d1e37646c476098f0efc596be642968412a5a0dfab946b39fbe32a",
     "c88fcde62c4a44f03eb4e486c4784bf61e4023a909b26f7e3282eb9830431d8d"},
    {PQLANE_LWE_12289_SHAKE, 32, "31dcd24942d34c13ff1afff317c547b1bbcc5c7dbf720404c54efde07381435d",
     "3695114c98b2957d1b435b8bafa2d74aef1bb6114b2558d8c4cf5e1d12277dc3",
     "9dc0ff54190293387cee57e32276913d6c00112f9feeca3cc21193e620d0ecb0"},
    {PQLANE_LWE_12289_SHAKE, 256, "fadfc416e40b7013a4f45284662c427d194888083451f5d57f6c20e4597af628",
     "bc055d8efa01bb987aedae542d9ed28ff082af7860374eb80dd7f7f17e812e35",
     "dec5d28acb061d2a40e123e8219ca3f59170cf55552cd1d6c60344737d6553d7"},
    {PQLANE_LWE_12289_SHAKE, 1024, "526c59ba017d8120ad3a4985981157e75f2ce3a88960cd92cf971aeafebe8f8a",
     "3feb82c58f6cb40d1429713840a0ef5b4e06ff4c9c773da47edbd3352e670ef8",
     "4ac24bad553d818e0a89d7a19aab9bb418464a68a8f6a47306f32536c233af86"},
    {PQLANE_LWE_12289_SHAKE, 4096, "413d767090e0a94f43c78d1fc1e255cd67a9f43d9e640907a6d62be0469d42cc",
     "02260565da475d3dd7e3f0948b2507f7c1da0c579173ea7a7365accb5facd17d",
     "a5c970853289d7a651d8f37a7a96077a25021d785b5e7dab6cdd7fbc17172c30"},
    {PQLANE_LWE_65521_AES, 32, "c04517ad8caf4fdc896a31a3e2697dafa6c712bb8d503ca2d134726d8da9f339",
     "5c3cce30f7bd75f7bbaf9c5c1238f730ad2128d27aec10b3967bc51230dac767",
     "a88d864477d70616b6e7a47dabcb8144b5053250d9749b37b80d2e8952b6c18c"},
    {PQLANE_LWE_65521_AES, 256, "88a244dba633087becbcc30f738ad811b6bc249edfea375dca873233409921de",
     "03f91b153ee1ae791070a3a6d4fb55530bed48db3221dc827a2b087ef8d0fa10",
     "8043d56082bea93a41cc0997bbd95999e6c2d1392bfe2594d96a865be9baed22"},
    {PQLANE_LWE_65521_AES, 1024, "06d0dbbf894ae463ce4ccbc46a6396aa87e80a5a9bf2d4a000622b60de7295c6",
     "7c8586e3f170cd9a4791e7e0fa8fb27a6ef341a8363465e2877cd4f67adae170",
     "5215f5df656ad90d1c946342e264acef0d633ffab559a0399f55c3d7861cfcd6"},
    {PQLANE_LWE_65521_AES, 4096, "0932e02e120b9c1006a63c5a667d3af253155f30278c89e9d78c920e23206da0",
     "8ea6e3ff9b7dacd35293ef50b78511786ddebb0f0b8f840db3f13dd1eac8ff4e",
     "5b8692a0b0c409acb0ace525082f2fbedafc59c065f009f6c0a903b140dde198"},
    {PQLANE_LWE_65521_SHAKE, 32, "eadc3056f892d73d97e449037c9824deac5ebc18e6cf2fbdf2b4d4c6b13041e0",
     "3c7e0d1c6e4c83fffd5c05c05beb8d6f75f188bc6e3c2652386d45957b14f2bb",
     "d53ad2cf1084b8d842ea70e4ed85b5384e9c13dc789b30ea7a9ab6358b86cb3c"},
    {PQLANE_LWE_65521_SHAKE, 256, "2f0b9b10f57c49cdfbe85b04336c1da3a58accecbf8edc8f44c389b9cd41525e",
     "c1736012fe67a90a36b7774b2e999451227a351a5c8babde4baad47f8a280e9e",
     "e11d8808ecba4b37d86e4d61550787b7c742818159cf578f916f2231dd9f0425"},
    {PQLANE_LWE_65521_SHAKE, 1024, "8c591573294f9e5ee5561bb3692a69b063684568cdb8022c1bd77b44d8ab5287",
     "54697525fd124370db441b11086a6ed1971987f2e0e9d3662ef672e903f98d85",
     "101e4623c72ec1f782f5446b86aebc54c7515d0d2e28a1ae336454feea520cdc"},
    {PQLANE_LWE_65521_SHAKE, 4096, "a4c909f1bd033689bac9e682cbd00b4fcf4e3e78201c063df15c3d2e70ac95c9",
     "37cec3fdcf3c5c0e5d7568f6fb3816302243295a1029a73da6dd6fa1a1bd7f2d",
     "5225dcf5f7e1d702a6d2c33f781ce6f342bd3f98a06438dabf618620dc36887d"},
};

// SHAKE256("pqlane lwe" || set || LE32(n)): d || z || m.
Bytes known_seeds(const Known& k) {
  Bytes input = {'p', 'q', 'l', 'a', 'n', 'e', ' ', 'l', 'w', 'e', static_cast<std::uint8_t>(k.set)};
  for (int i = 0; i < 4; ++i) input.push_back(static_cast<std::uint8_t>(k.n >> (8 * i)));
  OpensslHash shake("SHAKE256");
  shake.absorb(input);
  return shake.finish_xof(96);
}

std::string digest(const Bytes& a, const Bytes& b) {
  OpensslHash sha("SHA3-256");
  sha.absorb(a);
  sha.absorb(b);
  return to_hex(sha.finish());
}

struct Operation {
  explicit Operation(const pqlane_lwe_sizes& s, std::size_t count = 1)
      : pk(count * s.pk_bytes),
        sk(count * s.sk_bytes),
        ct(count * s.ct_bytes),
        ss(count * 32),
        again(count * 32) {}
  Bytes pk, sk, ct, ss, again;
};

void check_known(const Known& k, const Device& device) {
  SCOPED_TRACE(std::string(pqlane_lwe_set_name(k.set)) + " " + std::to_string(k.n) + " " + device.name());
  const Lwe lwe(device, k.set, k.n, true);
  Operation o(lwe.sizes());
  const Bytes seeds = known_seeds(k), m(seeds.begin() + 64, seeds.end());
  ASSERT_TRUE(lwe.keygen_derand(Bytes(seeds.begin(), seeds.begin() + 64), o.pk, o.sk));
  EXPECT_EQ(digest(o.pk, o.sk), k.keys);
  ASSERT_TRUE(lwe.encaps_derand(o.pk, m, o.ct, o.ss));
  EXPECT_EQ(digest(o.ct, o.ss), k.encaps);
  ASSERT_TRUE(lwe.decaps(o.sk, o.ct, o.again));
  EXPECT_EQ(to_hex(o.again), to_hex(o.ss));
  o.ct[0] ^= 1;
  ASSERT_TRUE(lwe.decaps(o.sk, o.ct, o.again));
  EXPECT_EQ(to_hex(o.again), k.rejected);
}

TEST(Lwe, Digests) {
  const bool full = std::getenv("PQLANE_FULL") != nullptr;
  const std::vector<const RegisteredBackend*> backends = usable_backends();
  for (const RegisteredBackend* backend : backends) {
    const Device device(backend->device_name, {.threads = 2});
    for (const Known& k : known) {
      if (k.n <= 1024 || full || backend == backends.back()) check_known(k, device);
    }
  }
}

// The tables that CPUs without AVX512_VNNI and VAES take.
TEST(Lwe, DigestsWithoutWiderInstructions) {
  for (const RegisteredBackend* backend : usable_backends()) {
    if (backend->backend->lwe_vnni == nullptr) continue;
    CpuBackend plain = *backend->backend;
    plain.lwe_vnni = nullptr;
    ASSERT_EQ(choose_lwe_backend(plain), plain.lwe);
    RegisteredBackend registered = *backend;
    registered.backend = &plain;
    auto handle = std::make_unique<pqlane_device>();
    handle->device = std::make_unique<CpuDevice>(registered, 1, nullptr);
    handle->process = getpid();
    const DevicePointer device(handle.release());
    for (const Known& k : known) {
      if (k.n > 1024) continue;
      const pqlane_lwe_sizes s = lwe_sizes(k.set, k.n);
      Operation o(s);
      const Bytes seeds = known_seeds(k);
      constexpr unsigned flags = PQLANE_LWE_ALLOW_INSECURE;
      ASSERT_EQ(PQLANE_OK, pqlane_lwe_keygen_derand(device.get(), k.set, k.n, flags, {seeds.data(), 64, 1},
                                                    {o.pk.data(), o.pk.size(), 1},
                                                    {o.sk.data(), o.sk.size(), 1}, nullptr));
      EXPECT_EQ(digest(o.pk, o.sk), k.keys);
      ASSERT_EQ(PQLANE_OK,
                pqlane_lwe_encaps_derand(device.get(), k.set, k.n, flags, {o.pk.data(), o.pk.size(), 1},
                                         {seeds.data() + 64, 32, 1}, {o.ct.data(), o.ct.size(), 1},
                                         {o.ss.data(), 32, 1}, nullptr));
      EXPECT_EQ(digest(o.ct, o.ss), k.encaps);
    }
  }
}

// The OpenMP target backend on the host, where the build has it.
TEST(Lwe, DigestsOfOpenmp) {
  // OpenMP reads this when its library is loaded; threads that spin would slow down a busy machine.
  const EnvironmentVariable passive("OMP_WAIT_POLICY", "passive");
  pqlane_device* handle = nullptr;
  if (pqlane_device_open("omp:host", nullptr, &handle) != PQLANE_OK) GTEST_SKIP() << pqlane_last_error();
  pqlane_device_close(handle);
  const Device device("omp:host");
  for (const Known& k : known) {
    if (k.n <= 256 || std::getenv("PQLANE_FULL") != nullptr) check_known(k, device);
  }
  EXPECT_THROW(Device("omp:1000"), Error);
  std::vector<std::uint8_t> ek(800), dk(1632);
  EXPECT_THROW((void)device.kem_keygen(PQLANE_ML_KEM_512, ek, dk), Error);
}

TEST(Lwe, OpenmpDevicesThatAreNot) {
  for (const char* name : {"omp:", "omp:x", "omp:-1", "omp:1x"}) EXPECT_THROW(Device{name}, Error) << name;
}

// Above n = 2048 an operation is spread over threads; the last block of columns has 32.
TEST(Lwe, ThreadsGiveTheSame) {
  constexpr std::size_t n = 2080;
  const Device alone("cpu", {.threads = 1}), many("cpu", {.threads = 3});
  Operation o(lwe_sizes(PQLANE_LWE_65521_SHAKE, n)), p = o;
  const Bytes seed = labelled_bytes("lwe", 64), m = labelled_bytes("m", 32);
  const Lwe a(alone, PQLANE_LWE_65521_SHAKE, n), b(many, PQLANE_LWE_65521_SHAKE, n);
  ASSERT_TRUE(a.keygen_derand(seed, o.pk, o.sk));
  ASSERT_TRUE(b.keygen_derand(seed, p.pk, p.sk));
  EXPECT_TRUE(o.sk == p.sk);
  ASSERT_TRUE(a.encaps_derand(o.pk, m, o.ct, o.ss));
  ASSERT_TRUE(b.encaps_derand(o.pk, m, p.ct, p.ss));
  EXPECT_TRUE(o.ct == p.ct && o.ss == p.ss);
  ASSERT_TRUE(b.decaps(o.sk, o.ct, p.again));
  EXPECT_EQ(to_hex(p.again), to_hex(o.ss));
}

// A change of any byte is noticed; the secret then depends on z and ct alone.
TEST(Lwe, RejectsChangedCiphertexts) {
  const Device device("cpu", {.threads = 2});
  for (const pqlane_lwe_set set : {PQLANE_LWE_12289_AES, PQLANE_LWE_65521_SHAKE}) {
    const Lwe lwe(device, set, 64, true);
    Operation o(lwe.sizes());
    ASSERT_TRUE(lwe.keygen(o.pk, o.sk));
    ASSERT_TRUE(lwe.encaps(o.pk, o.ct, o.ss));
    const Bytes ss = o.ss;
    for (std::size_t i = 0; i < o.ct.size(); i = i * 2 + 1) {
      for (const std::size_t at : {i, o.ct.size() - 1 - i}) {
        Bytes bad = o.ct;
        bad[at] ^= 0x80;
        Bytes first(32), second(32);
        ASSERT_TRUE(lwe.decaps(o.sk, bad, first));
        ASSERT_TRUE(lwe.decaps(o.sk, bad, second));
        EXPECT_NE(to_hex(first), to_hex(ss)) << at;
        EXPECT_EQ(to_hex(first), to_hex(second)) << at;
      }
    }
  }
}

TEST(Lwe, BatchesAndBadItems) {
  constexpr std::size_t count = 5, n = 96;
  const Device device("cpu", {.threads = 2});
  const Lwe lwe(device, PQLANE_LWE_12289_SHAKE, n, true);
  const pqlane_lwe_sizes& s = lwe.sizes();
  Operation o(s, count);
  ASSERT_TRUE(lwe.keygen(o.pk, o.sk));
  EXPECT_NE(0, std::memcmp(o.pk.data(), o.pk.data() + s.pk_bytes, s.pk_bytes));
  Bytes bad_pk = o.pk;
  std::memset(bad_pk.data() + 2 * s.pk_bytes + 32, 0xff, 2);  // 16383 is not below q
  Result result = lwe.encaps(bad_pk, o.ct, o.ss);
  EXPECT_FALSE(result);
  EXPECT_EQ(result.items, (std::vector<pqlane_status>{PQLANE_OK, PQLANE_OK, PQLANE_ERROR_EK_MODULUS,
                                                      PQLANE_OK, PQLANE_OK}));
  EXPECT_EQ(Bytes(o.ct.begin() + static_cast<std::ptrdiff_t>(2 * s.ct_bytes),
                  o.ct.begin() + static_cast<std::ptrdiff_t>(3 * s.ct_bytes)),
            Bytes(s.ct_bytes));
  ASSERT_TRUE(lwe.encaps(o.pk, o.ct, o.ss));
  // One in pk, which its hash covers; one in d, so that rho is another; the third in z, which nothing covers.
  o.sk[0 * s.sk_bytes + 64 + 40] ^= 1;
  o.sk[1 * s.sk_bytes] ^= 1;
  o.sk[3 * s.sk_bytes + 33] ^= 1;
  result = lwe.decaps(o.sk, o.ct, o.again);
  EXPECT_EQ(result.items, (std::vector<pqlane_status>{PQLANE_ERROR_DK_HASH, PQLANE_ERROR_DK_HASH, PQLANE_OK,
                                                      PQLANE_OK, PQLANE_OK}));
  EXPECT_EQ(Bytes(o.again.begin(), o.again.begin() + 64), Bytes(64));
  EXPECT_TRUE(std::equal(o.again.begin() + 64, o.again.end(), o.ss.begin() + 64));
  // One key for all.
  const Bytes key(o.pk.begin(), o.pk.begin() + static_cast<std::ptrdiff_t>(s.pk_bytes));
  ASSERT_TRUE(lwe.encaps(BatchIn::shared(key), o.ct, o.ss));
  EXPECT_NE(0, std::memcmp(o.ss.data(), o.ss.data() + 32, 32));
}

std::string refusal(const std::function<void()>& call, pqlane_status status) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), status) << error.what();
    return error.what();
  }
  return "not refused";
}

TEST(Lwe, Refusals) {
  const Device device("cpu", {.threads = 1});
  EXPECT_EQ(refusal([] { (void)lwe_sizes(PQLANE_LWE_12289_AES, 48); }, PQLANE_ERROR_OPTION),
            "n is 48; lwe-12289-aes has multiples of 32 from 32 to 32768");
  EXPECT_EQ(refusal([] { (void)lwe_sizes(PQLANE_LWE_12289_AES, 0); }, PQLANE_ERROR_OPTION),
            "n is 0; lwe-12289-aes has multiples of 32 from 32 to 32768");
  EXPECT_EQ(refusal([] { (void)lwe_sizes(PQLANE_LWE_65521_AES, 131104); }, PQLANE_ERROR_OPTION),
            "n is 131104; lwe-65521-aes has multiples of 32 from 32 to 131072");
  EXPECT_EQ(refusal([] { (void)lwe_sizes(static_cast<pqlane_lwe_set>(9), 64); }, PQLANE_ERROR_SCHEME),
            "unknown LWE-KEM set 9");
  EXPECT_EQ(refusal([] { (void)lwe_set_by_name("lwe-1"); }, PQLANE_ERROR_SCHEME),
            "unknown LWE-KEM set 'lwe-1'; known sets: lwe-12289-aes lwe-12289-shake lwe-65521-aes "
            "lwe-65521-shake");
  const Lwe weak(device, PQLANE_LWE_12289_AES, 608);
  Operation o(weak.sizes());
  EXPECT_EQ(refusal([&] { (void)weak.keygen(o.pk, o.sk); }, PQLANE_ERROR_SCHEME),
            "lwe-12289-aes with n = 608 is insecure: estimated 117 bits (at least 118 wanted), failure rate "
            "2^-2222 (at most 2^-128)");
  EXPECT_EQ(o.pk, Bytes(o.pk.size()));
  Bytes short_ct(o.ct.size() - 1);
  EXPECT_THROW((void)Lwe(device, PQLANE_LWE_12289_AES, 608, true).decaps(o.sk, short_ct, o.ss), Error);
  EXPECT_EQ(pqlane_lwe_keygen(nullptr, PQLANE_LWE_12289_AES, 640, 0, {o.pk.data(), 1, 1}, {o.sk.data(), 1, 1},
                              nullptr),
            PQLANE_ERROR_NULL);
  EXPECT_EQ(pqlane_lwe_keygen(device.handle(), PQLANE_LWE_12289_AES, 640, 2, {o.pk.data(), 1, 1},
                              {o.sk.data(), 1, 1}, nullptr),
            PQLANE_ERROR_OPTION);
}

// The figures that docs/lwe.md states, from another computation of the same model.
TEST(Lwe, Estimates) {
  const auto bits = [](pqlane_lwe_set set, std::size_t n) { return lwe_estimate(set, n).classical_bits; };
  EXPECT_NEAR(bits(PQLANE_LWE_12289_AES, 608), 116.8, 0.3);
  EXPECT_NEAR(bits(PQLANE_LWE_12289_AES, 640), 124.4, 0.3);
  EXPECT_NEAR(bits(PQLANE_LWE_12289_SHAKE, 1024), 220.5, 0.3);
  const std::pair<std::size_t, double> failures[] = {{1024, -1683}, {2048, -1036}, {4096, -567},
                                                     {8192, -290},  {16384, -144}, {32768, -70}};
  for (const auto& [n, log2] : failures) {
    EXPECT_NEAR(lwe_estimate(PQLANE_LWE_12289_AES, n).failure_log2, log2, 1) << n;
  }
  EXPECT_TRUE(lwe_estimate(PQLANE_LWE_12289_AES, 16384).secure);
  EXPECT_FALSE(lwe_estimate(PQLANE_LWE_12289_AES, 32768).secure);
  EXPECT_TRUE(lwe_estimate(PQLANE_LWE_65521_AES, 32768).secure);
}

}  // namespace
}  // namespace pqlane::test
