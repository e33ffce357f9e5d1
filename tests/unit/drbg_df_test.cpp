// drbg_df_test.cpp: CTR_DRBG with the derivation function against OpenSSL's, and its limits.
#include "runtime/drbg_df.hpp"

#include <gtest/gtest.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <memory>
#include <stdexcept>

#include "unit/hex.hpp"

namespace pqlane {
namespace {

using test::Bytes;
using test::counting_bytes;
using test::from_hex;
using test::to_hex;

struct RandDeleter {
  void operator()(EVP_RAND_CTX* context) const { EVP_RAND_CTX_free(context); }
};
using RandContext = std::unique_ptr<EVP_RAND_CTX, RandDeleter>;

void need(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("OpenSSL: ") + what);
}

RandContext make_context(const char* name, EVP_RAND_CTX* parent) {
  EVP_RAND* const algorithm = EVP_RAND_fetch(nullptr, name, nullptr);
  need(algorithm != nullptr, name);
  RandContext context(EVP_RAND_CTX_new(algorithm, parent));
  EVP_RAND_free(algorithm);
  need(context != nullptr, name);
  return context;
}

// OpenSSL's CTR-DRBG with the derivation function, below a source that gives what it is told to.
class OpensslDrbg {
 public:
  OpensslDrbg() : source_(make_context("TEST-RAND", nullptr)) {
    unsigned strength = 256;
    OSSL_PARAM of_source[] = {OSSL_PARAM_construct_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
                              OSSL_PARAM_construct_end()};
    need(EVP_RAND_CTX_set_params(source_.get(), of_source) == 1, "strength");
    drbg_ = make_context("CTR-DRBG", source_.get());
    int df = 1;
    char cipher[] = "AES-256-CTR";
    OSSL_PARAM of_drbg[] = {OSSL_PARAM_construct_int(OSSL_DRBG_PARAM_USE_DF, &df),
                            OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_CIPHER, cipher, 0),
                            OSSL_PARAM_construct_end()};
    need(EVP_RAND_CTX_set_params(drbg_.get(), of_drbg) == 1, "cipher");
  }
  void instantiate(Bytes entropy, Bytes nonce, const Bytes& personalization) {
    OSSL_PARAM given[] = {
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, entropy.data(), entropy.size()),
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_NONCE, nonce.data(), nonce.size()),
        OSSL_PARAM_construct_end()};
    need(EVP_RAND_instantiate(source_.get(), 256, 0, nullptr, 0, given) == 1, "source");
    // A null pointer would stand for OpenSSL's own personalization string.
    const unsigned char none = 0;
    const unsigned char* const text = personalization.empty() ? &none : personalization.data();
    need(EVP_RAND_instantiate(drbg_.get(), 256, 0, text, personalization.size(), nullptr) == 1,
         "instantiate");
  }
  void reseed(Bytes entropy, const Bytes& additional) {
    OSSL_PARAM given[] = {
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, entropy.data(), entropy.size()),
        OSSL_PARAM_construct_end()};
    need(EVP_RAND_CTX_set_params(source_.get(), given) == 1, "entropy");
    need(EVP_RAND_reseed(drbg_.get(), 0, nullptr, 0, additional.data(), additional.size()) == 1, "reseed");
  }
  Bytes generate(std::size_t count, const Bytes& additional) {
    Bytes out(count);
    need(EVP_RAND_generate(drbg_.get(), out.data(), count, 256, 0, additional.data(), additional.size()) == 1,
         "generate");
    return out;
  }

 private:
  RandContext source_, drbg_;
};

class DrbgDfTest : public testing::TestWithParam<AesEngine> {
 protected:
  void SetUp() override {
    if (!aes_engine_usable(GetParam())) GTEST_SKIP() << "this CPU has no AES instructions";
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, DrbgDfTest, testing::Values(AesEngine::portable, AesEngine::aes_ni),
                         [](const auto& engine) {
                           return engine.param == AesEngine::portable ? "portable" : "aes_ni";
                         });

// Inputs of all lengths around the cipher's blocks, reseedings between requests.
TEST_P(DrbgDfTest, SameAsOpenssl) {
  for (std::size_t length = 0; length < 70; ++length) {
    SCOPED_TRACE(length);
    const Bytes entropy = counting_bytes(32, static_cast<std::uint8_t>(length)),
                nonce = counting_bytes(16, 99);
    const Bytes text = counting_bytes(length, 7), more = counting_bytes(69 - length, 13);
    OpensslDrbg theirs;
    theirs.instantiate(entropy, nonce, text);
    CtrDrbgAes256Df ours(GetParam());
    ASSERT_EQ(ours.instantiate(entropy, nonce, text), DrbgResult::ok);
    Bytes out(100 + length);
    for (const Bytes& additional : {Bytes(), text, more}) {
      ASSERT_EQ(ours.generate(out, additional), DrbgResult::ok);
      EXPECT_EQ(to_hex(out), to_hex(theirs.generate(out.size(), additional)));
    }
    const Bytes fresh = counting_bytes(32, 200);
    ASSERT_EQ(ours.reseed(fresh, more), DrbgResult::ok);
    theirs.reseed(fresh, more);
    ASSERT_EQ(ours.generate(out), DrbgResult::ok);
    EXPECT_EQ(to_hex(out), to_hex(theirs.generate(out.size(), {})));
  }
}

// The first record of NIST's CAVP file for AES-256 with derivation function, without reseeding: the second
// request's output.
TEST_P(DrbgDfTest, CavpRecord) {
  CtrDrbgAes256Df drbg(GetParam());
  ASSERT_EQ(drbg.instantiate(from_hex("36401940fa8b1fba91a1661f211d78a0b9389a74e5bccfece8d766af1a6d3b14"),
                             from_hex("496f25b0f1301b4f501be30380a137eb")),
            DrbgResult::ok);
  Bytes out(64);
  ASSERT_EQ(drbg.generate(out), DrbgResult::ok);
  ASSERT_EQ(drbg.generate(out), DrbgResult::ok);
  EXPECT_EQ(to_hex(out),
            "5862eb38bd558dd978a696e6df164782ddd887e7e9a6c9f3f1fbafb78941b535"
            "a64912dfd224c6dc7454e5250b3d97165e16260c2faf1cc7735cb75fb4f07e1d");
}

// A request of 2^19 bits is the largest; one byte more is refused and leaves no trace.
TEST_P(DrbgDfTest, RequestLimit) {
  OpensslDrbg theirs;
  CtrDrbgAes256Df ours(GetParam());
  theirs.instantiate(counting_bytes(32), counting_bytes(16), {});
  ASSERT_EQ(ours.instantiate(counting_bytes(32), counting_bytes(16)), DrbgResult::ok);
  Bytes out(CtrDrbgAes256::max_request_bytes + 1, 0xa5);
  EXPECT_EQ(ours.generate(out), DrbgResult::request_too_large);
  EXPECT_EQ(ours.generate(out, counting_bytes(5)), DrbgResult::request_too_large);
  EXPECT_EQ(out, Bytes(out.size(), 0xa5));
  out.pop_back();
  ASSERT_EQ(ours.generate(out), DrbgResult::ok);
  EXPECT_TRUE(out == theirs.generate(out.size(), {}));
}

TEST_P(DrbgDfTest, InputLimits) {
  CtrDrbgAes256Df drbg(GetParam());
  const Bytes entropy = counting_bytes(32), nonce = counting_bytes(16);
  Bytes out(16, 0xa5);
  EXPECT_EQ(drbg.generate(out), DrbgResult::not_instantiated);
  EXPECT_EQ(drbg.reseed(entropy), DrbgResult::not_instantiated);
  EXPECT_EQ(drbg.instantiate(counting_bytes(31), nonce), DrbgResult::input_too_short);
  EXPECT_EQ(drbg.instantiate(entropy, counting_bytes(15)), DrbgResult::input_too_short);
  EXPECT_FALSE(drbg.instantiated());
  ASSERT_EQ(drbg.instantiate(entropy, nonce), DrbgResult::ok);
  EXPECT_EQ(drbg.reseed(counting_bytes(31)), DrbgResult::input_too_short);
  // Refused by its length alone: nothing of it is read.
  const CtrDrbgAes256Df::Input long_input(entropy.data(), CtrDrbgAes256Df::most_input_bytes - 16);
  EXPECT_EQ(drbg.instantiate(entropy, nonce, long_input), DrbgResult::input_too_long);
  EXPECT_EQ(drbg.generate(out, {entropy.data(), CtrDrbgAes256Df::most_input_bytes}),
            DrbgResult::input_too_long);
  EXPECT_EQ(out, Bytes(16, 0xa5));
  drbg.uninstantiate();
  EXPECT_EQ(drbg.generate(out), DrbgResult::not_instantiated);
}

}  // namespace
}  // namespace pqlane
