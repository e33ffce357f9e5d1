// aes_test.cpp: both AES engines against published examples and against each other.
#include "core/aes.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>

#include "unit/hex.hpp"

namespace pqlane {
namespace {

using test::Bytes;
using test::counting_bytes;
using test::from_hex;
using test::to_hex;

class AesTest : public testing::TestWithParam<AesEngine> {
 protected:
  void SetUp() override {
    if (!aes_engine_usable(GetParam())) {
      GTEST_SKIP() << "this CPU has no AES instructions";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, AesTest, testing::Values(AesEngine::portable, AesEngine::aes_ni),
                         [](const auto& engine) {
                           return engine.param == AesEngine::portable ? "portable" : "aes_ni";
                         });

// NIST SP 800-38A, appendix F: the key and plaintext of F.1.5 (ECB-AES256) and F.5.5 (CTR-AES256).
constexpr const char* sp800_38a_key = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4";
constexpr const char* sp800_38a_plain =
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

TEST_P(AesTest, Fips197AppendixC3) {
  const Aes256 aes(counting_bytes(32).data(), GetParam());
  const Bytes in = from_hex("00112233445566778899aabbccddeeff");
  Bytes out(16);
  aes.encrypt_blocks(in.data(), out.data(), 1);
  EXPECT_EQ(to_hex(out), "8ea2b7ca516745bfeafc49904b496089");
}

TEST_P(AesTest, Sp800_38aEcb) {
  const Aes256 aes(from_hex(sp800_38a_key).data(), GetParam());
  Bytes data = from_hex(sp800_38a_plain);
  aes.encrypt_blocks(data.data(), data.data(), 4);
  EXPECT_EQ(to_hex(data),
            "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870"
            "b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7");
}

TEST_P(AesTest, Sp800_38aCtr) {
  const Aes256 aes(from_hex(sp800_38a_key).data(), GetParam());
  Bytes counter = from_hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  const Bytes plain = from_hex(sp800_38a_plain);
  Bytes stream(plain.size());
  aes.ctr_stream(counter.data(), stream.data(), stream.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    stream[i] = static_cast<std::uint8_t>(stream[i] ^ plain[i]);
  }
  EXPECT_EQ(to_hex(stream),
            "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
            "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6");
  EXPECT_EQ(to_hex(counter), "f0f1f2f3f4f5f6f7f8f9fafbfcfdff03");
}

// 8,000 blocks under 1,000 keys, each a function of all before; the digest was made with OpenSSL's AES.
TEST_P(AesTest, ChainOfManyKeys) {
  Bytes key = counting_bytes(32);
  Bytes x(128);
  Aes256 aes(GetParam());
  for (std::size_t i = 0; i < 1000; ++i) {
    aes.set_key(key.data());
    aes.encrypt_blocks(x.data(), x.data(), 8);
    for (std::size_t j = 0; j < 32; ++j) {
      key[j] = static_cast<std::uint8_t>(key[j] ^ x[16 * (i % 7) + j]);
    }
    for (std::size_t j = 0; j < x.size(); ++j) {
      x[j] = static_cast<std::uint8_t>(x[j] + j);
    }
  }
  x.resize(32);
  EXPECT_EQ(to_hex(x), "ff26fa4642fb44970bcd2690ca3a45e3b89a31df081824b71772dce5182e18f2");
}

// Every block count around the engines' group sizes gives what single blocks give, and no byte more.
TEST_P(AesTest, BlockCounts) {
  const Aes256 aes(from_hex(sp800_38a_key).data(), GetParam());
  for (std::size_t blocks = 0; blocks <= 35; ++blocks) {
    const Bytes in = counting_bytes(16 * blocks, static_cast<std::uint8_t>(blocks));
    Bytes out(16 * blocks + 16, 0xa5);
    Bytes expected = out;
    aes.encrypt_blocks(in.data(), out.data(), blocks);
    for (std::size_t i = 0; i < blocks; ++i) {
      aes.encrypt_blocks(in.data() + 16 * i, expected.data() + 16 * i, 1);
    }
    EXPECT_EQ(to_hex(out), to_hex(expected)) << blocks << " blocks";
  }
}

// The stream equals the encryption of the counters, one at a time, at every length, also where the
// counter carries into its upper half and where it wraps.
TEST_P(AesTest, CounterLengthsAndCarries) {
  const Aes256 aes(from_hex(sp800_38a_key).data(), GetParam());
  for (const char* start : {"00000000000000000000000000000000", "0123456789abcdeffffffffffffffff9",
                            "00000000ffffffffffffffffffffffff", "fffffffffffffffffffffffffffffffd"}) {
    for (std::size_t bytes = 0; bytes <= 300; ++bytes) {
      Bytes counter = from_hex(start);
      Bytes out(bytes + 16, 0x5a);
      aes.ctr_stream(counter.data(), out.data(), bytes);

      Bytes model_counter = from_hex(start);
      Bytes expected(bytes + 16, 0x5a);
      for (std::size_t done = 0; done < bytes; done += 16) {
        std::uint8_t block[16];
        aes.encrypt_blocks(model_counter.data(), block, 1);
        std::memcpy(expected.data() + done, block, std::min<std::size_t>(16, bytes - done));
        for (std::size_t i = 16; i-- != 0;) {
          if (++model_counter[i] != 0) break;
        }
      }
      ASSERT_EQ(to_hex(out), to_hex(expected)) << start << ", " << bytes << " bytes";
      ASSERT_EQ(to_hex(counter), to_hex(model_counter)) << start << ", " << bytes << " bytes";
    }
  }
}

// After clear() and after the destructor the object's storage holds nothing of the key schedule.
TEST_P(AesTest, WipesItsKey) {
  alignas(Aes256) std::uint8_t storage[sizeof(Aes256)] = {};
  const auto zero_bytes = [&] {
    std::size_t count = 0;
    for (const std::uint8_t& b : storage) {
      count += *static_cast<const volatile std::uint8_t*>(&b) == 0;
    }
    return count;
  };
  auto* aes = new (storage) Aes256(GetParam());
  const std::size_t before = zero_bytes();  // without a key: all but the pointer to the engine
  EXPECT_GE(before, sizeof storage - sizeof(void*));
  aes->set_key(from_hex(sp800_38a_key).data());
  EXPECT_LT(zero_bytes(), before - 200);
  aes->clear();
  EXPECT_EQ(zero_bytes(), before);
  aes->set_key(from_hex(sp800_38a_key).data());
  EXPECT_LT(zero_bytes(), before - 200);
  aes->~Aes256();
  EXPECT_EQ(zero_bytes(), before);
}

// The 16-byte inputs written out, at every count around the engines' group sizes, and where the index wraps.
TEST_P(AesTest, IndexedStream) {
  const Aes256 aes(from_hex(sp800_38a_key).data(), GetParam());
  const std::uint64_t prefix = 0x0807060504030201u;  // bytes 1, 2, .., 8
  for (const std::uint64_t first :
       {std::uint64_t{0}, 0xfffffffdu - std::uint64_t{0}, ~std::uint64_t{0} - 3}) {
    for (std::size_t blocks = 0; blocks <= 35; ++blocks) {
      Bytes out(16 * blocks + 16, 0xa5), expected = out;
      aes.indexed_stream(prefix, first, out.data(), blocks);
      for (std::size_t i = 0; i < blocks; ++i) {
        Bytes in = counting_bytes(16, 1);
        for (std::size_t j = 0; j < 8; ++j) in[8 + j] = static_cast<std::uint8_t>((first + i) >> (8 * j));
        aes.encrypt_blocks(in.data(), expected.data() + 16 * i, 1);
      }
      ASSERT_EQ(to_hex(out), to_hex(expected)) << first << ", " << blocks << " blocks";
    }
  }
}

// FIPS 197, appendix A.3: the last eight words of the expansion.
TEST(AesRoundKeys, Fips197AppendixA3) {
  std::uint8_t round_keys[aes_round_key_bytes];
  aes_round_keys(from_hex(sp800_38a_key).data(), round_keys);
  EXPECT_EQ(to_hex({round_keys, 32}), sp800_38a_key);
  EXPECT_EQ(to_hex({round_keys + 13 * 16, 32}),
            "cafaaae3e4d59b349adf6acebd10190dfe4890d1e6188d0b046df344706c631e");
}

TEST(AesEngines, Agree) {
  if (!aes_engine_usable(AesEngine::aes_ni)) {
    GTEST_SKIP() << "this CPU has no AES instructions";
  }
  std::mt19937 random(20001126);
  const auto random_bytes = [&](std::size_t count) {
    Bytes bytes(count);
    for (auto& b : bytes) {
      b = static_cast<std::uint8_t>(random());
    }
    return bytes;
  };
  for (int round = 0; round < 500; ++round) {
    const Bytes key = random_bytes(32);
    const Bytes in = random_bytes(16 * (random() % 40));
    Bytes out[2] = {Bytes(in.size()), Bytes(in.size())};
    const Aes256 portable(key.data(), AesEngine::portable);
    const Aes256 aes_ni(key.data(), AesEngine::aes_ni);
    portable.encrypt_blocks(in.data(), out[0].data(), in.size() / 16);
    aes_ni.encrypt_blocks(in.data(), out[1].data(), in.size() / 16);
    ASSERT_EQ(to_hex(out[0]), to_hex(out[1])) << "key " << to_hex(key);
  }
}

TEST(AesEngines, Choice) {
  const AesEngine best = aes_engine_usable(AesEngine::aes_ni) ? AesEngine::aes_ni : AesEngine::portable;
  EXPECT_EQ(choose_aes_engine(nullptr), best);
  EXPECT_EQ(choose_aes_engine("avx2"), best);
  EXPECT_EQ(choose_aes_engine("scalar"), AesEngine::portable);
}

// The environment takes effect: this program again, with PQLANE_BACKEND=scalar, in this test.
TEST(AesEngines, EnvironmentForcesPortable) {
  constexpr const char* mark = "PQLANE_TEST_AES_CHILD";
  if (std::getenv(mark) != nullptr) {
    _exit(default_aes_engine() == AesEngine::portable ? 42 : 1);
  }
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    setenv("PQLANE_BACKEND", "scalar", 1);
    setenv(mark, "1", 1);
    execl("/proc/self/exe", "aes_child", "--gtest_filter=AesEngines.EnvironmentForcesPortable",
          static_cast<char*>(nullptr));
    _exit(99);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

}  // namespace
}  // namespace pqlane
