// secrets_test.cpp: after a call no secret is left in device memory or page-locked memory, in use or freed.
// That the search would find them is shown while the kernels run.
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

// Eight bytes: scratch on the device holds secrets as words, item beside item.
using Word = std::array<std::uint8_t, 8>;

Word word_of(const std::uint8_t* p) {
  Word word;
  std::copy_n(p, word.size(), word.begin());
  return word;
}

Bytes hash(const EVP_MD* kind, const Bytes& input) {
  Bytes output(64);
  unsigned bytes = 0;
  EXPECT_EQ(EVP_Digest(input.data(), input.size(), output.data(), &bytes, kind, nullptr), 1);
  output.resize(bytes);
  return output;
}

// Words of an item's secrets.
struct Secret {
  const char* name;
  Word word;
  std::size_t seen = 0;  // most places at once, while kernels ran
};

class HostSecrets : public HostTest {
 protected:
  // Expects of each secret that it was seen while the calls ran, and is gone.
  static void expect_gone(const std::vector<Secret>& secrets) {
    for (const Secret& secret : secrets) {
      EXPECT_GT(secret.seen, 0u) << secret.name << ": the search is blind";
      EXPECT_EQ(fake_gpu_find(secret.word.data(), secret.word.size()), 0u) << secret.name << " is left";
    }
  }
  static void watch(std::vector<Secret>& secrets) {
    fake_gpu_after_kernel(
        [](void* data) {
          for (Secret& secret : *static_cast<std::vector<Secret>*>(data))
            secret.seen = std::max(secret.seen, fake_gpu_find(secret.word.data(), secret.word.size()));
        },
        &secrets);
  }
  // The secrets of item 3 in each kind of call; ek is its encapsulation key.
  static std::vector<Secret> keygen_secrets(const KemInputs& in) {
    return {
        {"d", word_of(in.seed.at(3))}, {"z", word_of(in.seed.at(3) + 32)}, {"s", word_of(in.dk.at(3) + 8)}};
  }
  static std::vector<Secret> encaps_secrets(const KemInputs& in) {
    Bytes input(in.m.at(3), in.m.at(3) + 32);
    const Bytes key_hash = hash(EVP_sha3_256(), Bytes(in.ek.at(3), in.ek.at(3) + in.sizes.ek_bytes));
    input.insert(input.end(), key_hash.begin(), key_hash.end());
    const Bytes key_and_coins = hash(EVP_sha3_512(), input);  // K || r = G(m || H(ek))
    EXPECT_EQ(std::memcmp(key_and_coins.data(), in.ss.at(3), 32), 0);
    return {{"m", word_of(in.m.at(3))},
            {"K", word_of(in.ss.at(3) + 16)},
            {"r", word_of(key_and_coins.data() + 40)}};
  }
};

TEST_F(HostSecrets, AreWiped) {
  const Device gpu("cuda:0");
  const KemInputs in(PQLANE_ML_KEM_768, 40, 0);
  Rows ek(in.count, in.sizes.ek_bytes, 0, 0), dk(in.count, in.sizes.dk_bytes, 0, 0),
      ct(in.count, in.sizes.ct_bytes, 0, 0), ss(in.count, 32, 0, 0);
  std::vector<Secret> secrets = keygen_secrets(in);
  watch(secrets);
  ASSERT_EQ(keygen(gpu, in, 0, ek, dk).status, PQLANE_OK);
  expect_gone(secrets);

  secrets = encaps_secrets(in);
  ASSERT_EQ(encaps(gpu, in, in.ek.in(), ct, ss).status, PQLANE_OK);
  expect_gone(secrets);

  secrets = encaps_secrets(in);
  secrets.push_back({"s", word_of(in.dk.at(3) + 8)});
  secrets.push_back({"z", word_of(in.seed.at(3) + 32)});
  ASSERT_EQ(decaps(gpu, in, 0, in.dk.in(), in.ct, ss).status, PQLANE_OK);
  expect_gone(secrets);

  for (Secret& secret : secrets) secret.seen = 0;
  secrets.push_back({"d", word_of(in.seed.at(3))});
  ASSERT_EQ(decaps(gpu, in, PQLANE_KEY_SEED, in.seed.in(), in.ct, ss).status, PQLANE_OK);
  expect_gone(secrets);
}

TEST_F(HostSecrets, AreWipedInManyChunks) {
  const Device gpu("cuda:0");
  const KemInputs in(PQLANE_ML_KEM_512, 200, 1);
  fake_gpu_set("memory_bytes", 400'000);
  Rows ss(in.count, 32, 1, 0);
  std::vector<Secret> secrets = encaps_secrets(in);
  for (const std::size_t item : {70u, 199u}) secrets.push_back({"K", word_of(in.ss.at(item))});
  watch(secrets);
  ASSERT_EQ(decaps(gpu, in, 0, in.dk.in(), in.ct, ss).status, PQLANE_OK);
  expect_gone(secrets);
}

// Also from the page-locked mirror when the device is lost: its own memory is out of reach then.
TEST_F(HostSecrets, AreWipedFromTheHostWhenTheDeviceIsLost) {
  const KemInputs in(PQLANE_ML_KEM_512, 40, 1);
  std::vector<Secret> secrets = keygen_secrets(in);
  Rows ss(in.count, 32, 1, 0);
  const Device gpu("cuda:0");
  fake_gpu_set("lost_at_launch", 2);
  watch(secrets);
  ASSERT_EQ(decaps(gpu, in, 0, in.dk.in(), in.ct, ss).status, PQLANE_ERROR_DEVICE);
  EXPECT_GT(secrets[2].seen, 0u);
  EXPECT_EQ(fake_gpu_find_host(secrets[2].word.data(), secrets[2].word.size()), 0u);
}

}  // namespace
}  // namespace pqlane::gpu
