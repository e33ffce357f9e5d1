// drbg_test.cpp: CTR_DRBG's outputs, limits and errors, without outside files.
#include "runtime/drbg.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "unit/hex.hpp"

namespace pqlane {

struct DrbgTestAccess {
  static void set_reseed_counter(CtrDrbgAes256& drbg, std::uint64_t value) { drbg.reseed_counter_ = value; }
  static std::uint64_t reseed_counter(const CtrDrbgAes256& drbg) { return drbg.reseed_counter_; }
};

namespace {

using test::Bytes;
using test::counting_bytes;
using test::from_hex;
using test::to_hex;

CtrDrbgAes256::Entropy entropy_of(const Bytes& bytes) {
  return CtrDrbgAes256::Entropy(bytes.data(), CtrDrbgAes256::seed_bytes);
}

Bytes draw(CtrDrbgAes256& drbg, std::size_t count, const Bytes& additional = {}) {
  Bytes out(count);
  EXPECT_EQ(drbg.generate(out, additional), DrbgResult::ok);
  return out;
}

class DrbgTest : public testing::TestWithParam<AesEngine> {
 protected:
  void SetUp() override {
    if (!aes_engine_usable(GetParam())) {
      GTEST_SKIP() << "this CPU has no AES instructions";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, DrbgTest, testing::Values(AesEngine::portable, AesEngine::aes_ni),
                         [](const auto& engine) {
                           return engine.param == AesEngine::portable ? "portable" : "aes_ni";
                         });

// The generator of NIST's PQCgenKAT programs: the first outputs are the `seed` lines of count 0 and 1 in
// the .rsp files of all KEMs that went through it.
TEST_P(DrbgTest, NistKatSeeds) {
  CtrDrbgAes256 drbg(GetParam());
  ASSERT_EQ(drbg.instantiate(entropy_of(counting_bytes(48))), DrbgResult::ok);
  EXPECT_EQ(to_hex(draw(drbg, 48)),
            "061550234d158c5ec95595fe04ef7a25767f2e24cc2bc479d09d86dc9abcfde7"
            "056a8c266f9ef97ed08541dbd2e1ffa1");
  EXPECT_EQ(to_hex(draw(drbg, 48)),
            "d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55b22e75bf57bb556a"
            "c81adde6aeeb4a5a875c3bfcadfa958f");
}

// 10,000 requests of 0 to 210 bytes with additional inputs of all lengths and ten reseedings, each input
// a function of all outputs before. The digest was made by a separate implementation over OpenSSL's AES,
// which also gives the answers of NIST's CAVP file.
TEST_P(DrbgTest, ChainDigest) {
  CtrDrbgAes256 drbg(GetParam());
  const char* const text = "pqlane chain";
  ASSERT_EQ(drbg.instantiate(entropy_of(counting_bytes(48)), Bytes(text, text + std::strlen(text))),
            DrbgResult::ok);
  Bytes folded(48);
  const auto front = [&](std::size_t count) {
    return Bytes(folded.begin(), folded.begin() + static_cast<std::ptrdiff_t>(count));
  };
  for (std::size_t i = 0; i < 10000; ++i) {
    const Bytes additional = i % 3 == 0 ? folded : i % 3 == 1 ? front(i % 48) : Bytes();
    const Bytes out = draw(drbg, i * 37 % 211, additional);
    for (std::size_t j = 0; j < out.size(); ++j) {
      auto& byte = folded[(j + i) % 48];
      byte = static_cast<std::uint8_t>(byte ^ out[j]);
    }
    if (i % 1000 == 999) {
      ASSERT_EQ(drbg.reseed(entropy_of(folded), front(i % 49)), DrbgResult::ok);
    }
  }
  EXPECT_EQ(to_hex(folded),
            "6db72bd65e082904d6380123d890eed17ee7fe6430cc08b27eb07575e27b8a4d"
            "313a9d223456710d9af3a196baa6f4cf");
}

// A request that asks for additional input to be overwritten by its own output.
TEST_P(DrbgTest, AdditionalInputMayOverlapOutput) {
  CtrDrbgAes256 a(GetParam()), b(GetParam());
  ASSERT_EQ(a.instantiate(entropy_of(counting_bytes(48))), DrbgResult::ok);
  ASSERT_EQ(b.instantiate(entropy_of(counting_bytes(48))), DrbgResult::ok);
  Bytes shared = counting_bytes(48, 7);
  const Bytes expected = draw(a, 48, shared);
  ASSERT_EQ(b.generate(shared, shared), DrbgResult::ok);
  EXPECT_EQ(to_hex(shared), to_hex(expected));
  EXPECT_EQ(to_hex(draw(b, 48)), to_hex(draw(a, 48)));
}

TEST_P(DrbgTest, RequestLimit) {
  CtrDrbgAes256 drbg(GetParam()), same(GetParam());
  ASSERT_EQ(drbg.instantiate(entropy_of(counting_bytes(48))), DrbgResult::ok);
  ASSERT_EQ(same.instantiate(entropy_of(counting_bytes(48))), DrbgResult::ok);
  Bytes out(CtrDrbgAes256::max_request_bytes + 1, 0xa5);
  EXPECT_EQ(drbg.generate(out), DrbgResult::request_too_large);
  EXPECT_EQ(out, Bytes(out.size(), 0xa5));
  out.resize(CtrDrbgAes256::max_request_bytes);
  EXPECT_EQ(drbg.generate(out), DrbgResult::ok);  // and the refused request left no trace
  EXPECT_EQ(to_hex(out), to_hex(draw(same, out.size())));
}

TEST_P(DrbgTest, InputLimits) {
  CtrDrbgAes256 drbg(GetParam()), same(GetParam());
  const Bytes seed = counting_bytes(48);
  const Bytes too_long(49);
  EXPECT_EQ(drbg.instantiate(entropy_of(seed), too_long), DrbgResult::input_too_long);
  EXPECT_FALSE(drbg.instantiated());
  ASSERT_EQ(drbg.instantiate(entropy_of(seed), Bytes(48)), DrbgResult::ok);
  ASSERT_EQ(same.instantiate(entropy_of(seed)), DrbgResult::ok);
  EXPECT_EQ(drbg.reseed(entropy_of(seed), too_long), DrbgResult::input_too_long);
  Bytes out(16, 0xa5);
  EXPECT_EQ(drbg.generate(out, too_long), DrbgResult::input_too_long);
  EXPECT_EQ(out, Bytes(16, 0xa5));
  EXPECT_EQ(to_hex(draw(drbg, 16)), to_hex(draw(same, 16)));
}

TEST_P(DrbgTest, ReseedInterval) {
  CtrDrbgAes256 drbg(GetParam());
  const Bytes seed = counting_bytes(48);
  ASSERT_EQ(drbg.instantiate(entropy_of(seed)), DrbgResult::ok);
  EXPECT_EQ(DrbgTestAccess::reseed_counter(drbg), 1u);
  DrbgTestAccess::set_reseed_counter(drbg, std::uint64_t{1} << 48);
  draw(drbg, 16);  // request number 2^48 is the last one
  Bytes out(16, 0xa5);
  EXPECT_EQ(drbg.generate(out), DrbgResult::reseed_required);
  EXPECT_EQ(out, Bytes(16, 0xa5));
  ASSERT_EQ(drbg.reseed(entropy_of(seed)), DrbgResult::ok);
  EXPECT_EQ(DrbgTestAccess::reseed_counter(drbg), 1u);
  draw(drbg, 16);
  EXPECT_EQ(DrbgTestAccess::reseed_counter(drbg), 2u);
}

TEST_P(DrbgTest, NeedsInstantiation) {
  CtrDrbgAes256 drbg(GetParam());
  const Bytes seed = counting_bytes(48);
  Bytes out(16, 0xa5);
  EXPECT_EQ(drbg.generate(out), DrbgResult::not_instantiated);
  EXPECT_EQ(drbg.reseed(entropy_of(seed)), DrbgResult::not_instantiated);
  ASSERT_EQ(drbg.instantiate(entropy_of(seed)), DrbgResult::ok);
  drbg.uninstantiate();
  EXPECT_EQ(drbg.generate(out), DrbgResult::not_instantiated);
  EXPECT_EQ(drbg.reseed(entropy_of(seed)), DrbgResult::not_instantiated);
  EXPECT_EQ(out, Bytes(16, 0xa5));
}

// uninstantiate and the destructor leave the object as one that never had a state.
TEST_P(DrbgTest, WipesItsState) {
  alignas(CtrDrbgAes256) std::uint8_t storage[sizeof(CtrDrbgAes256)] = {};
  const auto zero_bytes = [&] {
    std::size_t count = 0;
    for (const std::uint8_t& b : storage) {
      count += *static_cast<const volatile std::uint8_t*>(&b) == 0;
    }
    return count;
  };
  auto* drbg = new (storage) CtrDrbgAes256(GetParam());
  const std::size_t before = zero_bytes();
  EXPECT_GE(before, sizeof storage - sizeof(void*));  // all but the pointer to the engine
  ASSERT_EQ(drbg->instantiate(entropy_of(counting_bytes(48))), DrbgResult::ok);
  EXPECT_LT(zero_bytes(), before - 200);
  drbg->uninstantiate();
  EXPECT_EQ(zero_bytes(), before);
  ASSERT_EQ(drbg->instantiate(entropy_of(counting_bytes(48))), DrbgResult::ok);
  EXPECT_LT(zero_bytes(), before - 200);
  drbg->~CtrDrbgAes256();
  EXPECT_EQ(zero_bytes(), before);
}

}  // namespace
}  // namespace pqlane
