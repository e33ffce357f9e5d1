// message_hash_test.cpp: the hash functions of HashML-DSA against OpenSSL, their names, identifiers and
// sizes.
#include "runtime/message_hash.hpp"

#include <gtest/gtest.h>
#include <openssl/objects.h>

#include <random>
#include <string>

#include "support/openssl_hash.hpp"

namespace pqlane::test {
namespace {

struct Known {
  pqlane_hash hash;
  const char* name;
  const char* openssl;  // of EVP_MD_fetch
  int nid;              // of OpenSSL's table of identifiers
  std::size_t bytes;
};

constexpr Known known_hashes[] = {
    {PQLANE_HASH_SHA2_224, "SHA2-224", "SHA224", NID_sha224, 28},
    {PQLANE_HASH_SHA2_256, "SHA2-256", "SHA256", NID_sha256, 32},
    {PQLANE_HASH_SHA2_384, "SHA2-384", "SHA384", NID_sha384, 48},
    {PQLANE_HASH_SHA2_512, "SHA2-512", "SHA512", NID_sha512, 64},
    {PQLANE_HASH_SHA2_512_224, "SHA2-512/224", "SHA512-224", NID_sha512_224, 28},
    {PQLANE_HASH_SHA2_512_256, "SHA2-512/256", "SHA512-256", NID_sha512_256, 32},
    {PQLANE_HASH_SHA3_224, "SHA3-224", "SHA3-224", NID_sha3_224, 28},
    {PQLANE_HASH_SHA3_256, "SHA3-256", "SHA3-256", NID_sha3_256, 32},
    {PQLANE_HASH_SHA3_384, "SHA3-384", "SHA3-384", NID_sha3_384, 48},
    {PQLANE_HASH_SHA3_512, "SHA3-512", "SHA3-512", NID_sha3_512, 64},
    {PQLANE_HASH_SHAKE_128, "SHAKE-128", "SHAKE128", NID_shake128, 32},
    {PQLANE_HASH_SHAKE_256, "SHAKE-256", "SHAKE256", NID_shake256, 64},
};

Bytes openssl_digest(const Known& known, const Bytes& message) {
  return std::string(known.openssl).starts_with("SHAKE") ? openssl_xof(known.openssl, message, known.bytes)
                                                         : openssl_hash(known.openssl, message);
}

class MessageHashes : public testing::TestWithParam<Known> {
 protected:
  const MessageHash* entry_ = find_message_hash(GetParam().hash);
};

TEST_P(MessageHashes, NamesAndIdentifiers) {
  ASSERT_NE(entry_, nullptr);
  EXPECT_STREQ(pqlane_hash_name(GetParam().hash), GetParam().name);
  pqlane_hash found{};
  EXPECT_EQ(pqlane_hash_by_name(GetParam().name, &found), PQLANE_OK);
  EXPECT_EQ(found, GetParam().hash);
  EXPECT_EQ(entry_->digest_bytes, GetParam().bytes);
  unsigned char der[32];
  unsigned char* end = der;
  ASSERT_EQ(i2d_ASN1_OBJECT(OBJ_nid2obj(GetParam().nid), &end), static_cast<int>(dsa_oid_bytes));
  EXPECT_EQ(Bytes(entry_->oid, entry_->oid + dsa_oid_bytes), Bytes(der, end));
}

// All lengths over several blocks of each (64, 72, 104, 128, 136, 144 and 168 bytes), in memory that ends
// with the message.
TEST_P(MessageHashes, AgreesWithOpensslForAllLengths) {
  std::mt19937 random(5);
  for (std::size_t bytes = 0; bytes <= 700; ++bytes) {
    Bytes message(bytes);
    for (std::uint8_t& b : message) b = static_cast<std::uint8_t>(random());
    message.shrink_to_fit();
    Bytes digest(entry_->digest_bytes + 1, 0x5A);
    entry_->digest(bytes == 0 ? nullptr : message.data(), bytes, digest.data());
    ASSERT_EQ(digest.back(), 0x5A);
    digest.pop_back();
    ASSERT_EQ(digest, openssl_digest(GetParam(), message)) << bytes;
  }
}

TEST_P(MessageHashes, AgreesWithOpensslForLongMessagesAtAnyAddress) {
  Bytes memory(1 << 20);
  std::mt19937 random(6);
  for (std::uint8_t& b : memory) b = static_cast<std::uint8_t>(random());
  for (std::size_t offset = 0; offset < 8; ++offset) {
    const std::size_t bytes = memory.size() - 8 - 137 * offset;
    Bytes digest(entry_->digest_bytes);
    entry_->digest(memory.data() + offset, bytes, digest.data());
    const auto begin = memory.begin() + static_cast<std::ptrdiff_t>(offset);
    ASSERT_EQ(digest, openssl_digest(GetParam(), Bytes(begin, begin + static_cast<std::ptrdiff_t>(bytes))));
  }
}

INSTANTIATE_TEST_SUITE_P(All, MessageHashes, testing::ValuesIn(known_hashes), [](const auto& instance) {
  std::string name = instance.param.name;
  for (char& c : name) {
    if (c == '-' || c == '/') c = '_';
  }
  return name;
});

TEST(MessageHash, TheTestsCoverTheTable) { EXPECT_EQ(all_message_hashes().size(), std::size(known_hashes)); }

TEST(MessageHash, UnknownOnes) {
  EXPECT_EQ(pqlane_hash_name(PQLANE_HASH_NONE), nullptr);
  EXPECT_EQ(pqlane_hash_name(static_cast<pqlane_hash>(13)), nullptr);
  EXPECT_EQ(pqlane_hash_name(static_cast<pqlane_hash>(-1)), nullptr);
  pqlane_hash found = PQLANE_HASH_SHA3_512;
  EXPECT_EQ(pqlane_hash_by_name("SHA-1", &found), PQLANE_ERROR_OPTION);
  EXPECT_EQ(found, PQLANE_HASH_SHA3_512);
  EXPECT_EQ(
      std::string(pqlane_last_error()),
      "unknown hash 'SHA-1'; known hashes: SHA2-224 SHA2-256 SHA2-384 SHA2-512 SHA2-512/224 SHA2-512/256 "
      "SHA3-224 SHA3-256 SHA3-384 SHA3-512 SHAKE-128 SHAKE-256");
  EXPECT_EQ(pqlane_hash_by_name(nullptr, &found), PQLANE_ERROR_NULL);
  EXPECT_EQ(pqlane_hash_by_name("SHA2-256", nullptr), PQLANE_ERROR_NULL);
}

}  // namespace
}  // namespace pqlane::test
