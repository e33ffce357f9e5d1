// dsa_items_test.cpp: what one item of a signature batch gives: that it verifies, that tampering is found,
// that bad items are refused at every place of a tile and leave their neighbours alone. On every backend, and
// on hashes that stand for one, so that the runtime's part is tested by itself.
#include <gtest/gtest.h>

#include "support/dsa.hpp"

namespace pqlane::test {
namespace {

using Statuses = std::vector<pqlane_status>;

class DsaItems : public DsaTest {};

TEST_P(DsaItems, SignaturesVerifyForBatchesOfEverySize) {
  for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 33u}) {
    SCOPED_TRACE(count);
    const Signed s = make_signed(dsa(), count);
    const Answer verified = dsa().verify(s.pk, s.messages.view(), s.sig);
    EXPECT_EQ(verified.call, PQLANE_OK) << verified.error;
    EXPECT_EQ(verified.items, Statuses(count, PQLANE_OK));
  }
}

TEST_P(DsaItems, TamperingIsFound) {
  constexpr std::size_t count = 20;
  const Signed s = make_signed(dsa(), count);
  const Statuses refused(count, PQLANE_ERROR_SIGNATURE);
  const auto flip_each = [](Bytes values, std::size_t size) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = i * size + i * 131 % size;
      values[place] = static_cast<std::uint8_t>(values[place] ^ (1u << (i % 8)));
    }
    return values;
  };
  EXPECT_EQ(dsa().verify(s.pk, s.messages.view(), flip_each(s.sig, sizes().sig_bytes)).items, refused);
  Bytes first_byte = s.pk;
  for (std::size_t i = 0; i < count; ++i) first_byte[i * sizes().pk_bytes] ^= 1;
  EXPECT_EQ(dsa().verify(first_byte, s.messages.view(), s.sig).items, refused);
  EXPECT_EQ(dsa().verify(s.pk, mixed_messages(count, "another").view(), s.sig).items[1],
            PQLANE_ERROR_SIGNATURE);
  std::vector<Bytes> longer;
  for (std::size_t i = 0; i < count; ++i) {
    longer.push_back(s.messages[i]);
    longer.back().push_back(0);
  }
  EXPECT_EQ(dsa().verify(s.pk, Rows(longer).view(), s.sig).items, refused);
  // A context where there was none.
  pqlane_dsa_options with_context = dsa_options();
  const Bytes context = {0};
  with_context.context = shared_string(context, count);
  EXPECT_EQ(dsa().verify(s.pk, s.messages.view(), s.sig, with_context).items, refused);
}

TEST_P(DsaItems, ContextsOfAllLengths) {
  constexpr std::size_t count = 17;
  const Rows contexts = mixed_contexts(count);
  pqlane_dsa_options options = dsa_options();
  options.context = contexts.view();
  const Signed s = make_signed(dsa(), count, options);
  EXPECT_EQ(dsa().verify(s.pk, s.messages.view(), s.sig, options).call, PQLANE_OK);
  // Without contexts only those hold whose context was empty.
  const Answer without = dsa().verify(s.pk, s.messages.view(), s.sig);
  EXPECT_EQ(without.call, PQLANE_ERROR_ITEMS);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_EQ(without.items[i], contexts[i].empty() ? PQLANE_OK : PQLANE_ERROR_SIGNATURE) << i;
}

// pure, external mu and M' are three ways to the same signature.
TEST_P(DsaItems, MuAndInternalInputsAgreeWithPure) {
  constexpr std::size_t count = 9;
  const Bytes context = labelled_bytes("shared context", 20);
  pqlane_dsa_options pure = dsa_options();
  pure.context = shared_string(context, count);
  const Signed s = make_signed(dsa(), count, pure);
  std::vector<Bytes> internal, mu;
  for (std::size_t i = 0; i < count; ++i) {
    Bytes m = {0, static_cast<std::uint8_t>(context.size())};
    m.insert(m.end(), context.begin(), context.end());
    m.insert(m.end(), s.messages[i].begin(), s.messages[i].end());
    internal.push_back(m);
    Bytes input = openssl_xof("SHAKE256", slice(s.pk, sizes().pk_bytes, i, 1), 64);
    input.insert(input.end(), m.begin(), m.end());
    mu.push_back(openssl_xof("SHAKE256", input, 64));
  }
  const Rows internal_rows(internal), mu_rows(mu);
  const Answer by_internal = dsa().sign(s.sk, internal_rows.view(), s.rnd, dsa_options(PQLANE_DSA_INTERNAL));
  EXPECT_EQ(by_internal.first, s.sig);
  EXPECT_EQ(dsa().verify(s.pk, internal_rows.view(), s.sig, dsa_options(PQLANE_DSA_INTERNAL)).call,
            PQLANE_OK);
  const Answer by_mu = dsa().sign(s.sk, mu_rows.view(), s.rnd, dsa_options(PQLANE_DSA_MU));
  EXPECT_EQ(by_mu.call, PQLANE_OK) << by_mu.error;
  EXPECT_EQ(dsa().verify(s.pk, mu_rows.view(), by_mu.first, dsa_options(PQLANE_DSA_MU)).call, PQLANE_OK);
  if (device_name() != "cpu:fake") {  // whose signatures know no mu
    EXPECT_EQ(by_mu.first, s.sig);
  }
}

// Every hash: HashML-DSA of a message is the internal signature of 1 || |ctx| || ctx || OID || digest.
TEST_P(DsaItems, PreHashAgreesWithInternalForAllHashes) {
  constexpr std::size_t count = 19;
  struct Known {
    pqlane_hash hash;
    std::uint8_t last;
    const char* openssl;
    std::size_t xof_bytes;
  };
  constexpr Known all[] = {
      {PQLANE_HASH_SHA2_224, 4, "SHA224", 0},         {PQLANE_HASH_SHA2_256, 1, "SHA256", 0},
      {PQLANE_HASH_SHA2_384, 2, "SHA384", 0},         {PQLANE_HASH_SHA2_512, 3, "SHA512", 0},
      {PQLANE_HASH_SHA2_512_224, 5, "SHA512-224", 0}, {PQLANE_HASH_SHA2_512_256, 6, "SHA512-256", 0},
      {PQLANE_HASH_SHA3_224, 7, "SHA3-224", 0},       {PQLANE_HASH_SHA3_256, 8, "SHA3-256", 0},
      {PQLANE_HASH_SHA3_384, 9, "SHA3-384", 0},       {PQLANE_HASH_SHA3_512, 10, "SHA3-512", 0},
      {PQLANE_HASH_SHAKE_128, 11, "SHAKE128", 32},    {PQLANE_HASH_SHAKE_256, 12, "SHAKE256", 64}};
  const Rows contexts = mixed_contexts(count);
  for (const Known& known : all) {
    SCOPED_TRACE(known.openssl);
    pqlane_dsa_options options = dsa_options(PQLANE_DSA_PREHASH, known.hash);
    options.context = contexts.view();
    const Signed s = make_signed(dsa(), count, options);
    std::vector<Bytes> internal;
    for (std::size_t i = 0; i < count; ++i) {
      Bytes m = {1, static_cast<std::uint8_t>(contexts[i].size())};
      m.insert(m.end(), contexts[i].begin(), contexts[i].end());
      for (const int b : {0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02}) {
        m.push_back(static_cast<std::uint8_t>(b));
      }
      m.push_back(known.last);
      const Bytes digest = known.xof_bytes != 0 ? openssl_xof(known.openssl, s.messages[i], known.xof_bytes)
                                                : openssl_hash(known.openssl, s.messages[i]);
      m.insert(m.end(), digest.begin(), digest.end());
      internal.push_back(m);
    }
    const Rows rows(internal);
    EXPECT_EQ(dsa().sign(s.sk, rows.view(), s.rnd, dsa_options(PQLANE_DSA_INTERNAL)).first, s.sig);
    EXPECT_EQ(dsa().verify(s.pk, s.messages.view(), s.sig, options).call, PQLANE_OK);
    EXPECT_EQ(dsa().verify(s.pk, s.messages.view(), s.sig).call, PQLANE_ERROR_ITEMS);
  }
}

TEST_P(DsaItems, SeedsAreThePrivateKeysOfTheirExpandedForm) {
  constexpr std::size_t count = 10;
  const Signed s = make_signed(dsa(), count);
  const Answer seeds = dsa().keygen(s.seed, PQLANE_KEY_SEED);
  EXPECT_EQ(seeds.first, s.pk);
  EXPECT_EQ(seeds.second, s.seed);
  pqlane_dsa_options options = dsa_options();
  options.key_seed = 1;
  EXPECT_EQ(dsa().sign(s.seed, s.messages.view(), s.rnd, options).first, s.sig);
}

// Every kind of bad item at every place of a signing batch; the others are as if nothing had been.
TEST_P(DsaItems, BadItemsAtEveryPlace) {
  constexpr std::size_t count = 19;
  const Rows contexts = mixed_contexts(count);
  pqlane_dsa_options options = dsa_options();
  options.context = contexts.view();
  const Signed s = make_signed(dsa(), count, options);
  const Bytes long_context(256, 7);
  enum Kind { null_message, null_context, context_256, sk_range, kinds };
  for (std::size_t place = 0; place < count; ++place) {
    const auto kind = static_cast<Kind>(place % kinds);
    for (const Kind also : {kind, static_cast<Kind>((place + 1) % kinds)}) {  // a second one behind it
      const std::size_t second = count - 1;
      std::vector<const std::uint8_t*> rows, context_rows;
      std::vector<std::size_t> lengths, context_lengths;
      for (std::size_t i = 0; i < count; ++i) {
        rows.push_back(s.messages.view().rows[i]);
        lengths.push_back(s.messages[i].size());
        context_rows.push_back(contexts.view().rows[i]);
        context_lengths.push_back(contexts[i].size());
      }
      Bytes sk = s.sk;
      Statuses wanted(count, PQLANE_OK), wanted_verify(count, PQLANE_OK);
      const auto spoil = [&](Kind what, std::size_t i) {
        switch (what) {
          case null_message:
            rows[i] = nullptr;
            lengths[i] = 5;
            wanted[i] = wanted_verify[i] = PQLANE_ERROR_NULL;
            break;
          case null_context:
            context_rows[i] = nullptr;
            context_lengths[i] = 255;
            wanted[i] = wanted_verify[i] = PQLANE_ERROR_NULL;
            break;
          case context_256:
            context_rows[i] = long_context.data();
            context_lengths[i] = 256;
            wanted[i] = wanted_verify[i] = PQLANE_ERROR_CONTEXT;
            break;
          default:
            // Coefficients 7 and 15 of s1: out of range for eta 2 and 4; the end is the mark of the fake.
            std::fill_n(sk.begin() + static_cast<std::ptrdiff_t>(i * sizes().sk_bytes + 128), 8,
                        std::uint8_t{0xFF});
            sk[(i + 1) * sizes().sk_bytes - 1] = 0xFF;
            wanted[i] = PQLANE_ERROR_SK_RANGE;
        }
      };
      spoil(kind, place);
      if (place != second) spoil(also, second);
      const pqlane_strings message{nullptr, 0, 0, rows.data(), lengths.data(), count};
      pqlane_dsa_options spoilt = options;
      spoilt.context = {nullptr, 0, 0, context_rows.data(), context_lengths.data(), count};
      const Answer signed_again = dsa().sign(sk, message, s.rnd, spoilt);
      EXPECT_EQ(signed_again.call, PQLANE_ERROR_ITEMS);
      EXPECT_NE(signed_again.error.find("item " + std::to_string(place) + ": "), std::string::npos)
          << signed_again.error;
      EXPECT_EQ(signed_again.items, wanted);
      Bytes sigs = s.sig;
      for (std::size_t i = 0; i < count; ++i) {
        if (wanted[i] != PQLANE_OK)
          std::fill_n(sigs.begin() + static_cast<std::ptrdiff_t>(i * sizes().sig_bytes), sizes().sig_bytes,
                      std::uint8_t{0});
      }
      EXPECT_EQ(signed_again.first, sigs) << place;
      EXPECT_EQ(dsa().verify(s.pk, message, s.sig, spoilt).items, wanted_verify);
    }
  }
}

TEST_P(DsaItems, AMuOfAnotherLengthIsRefused) {
  const Signed s = make_signed(dsa(), 3);
  const Rows mu = {Bytes(64, 1), Bytes(63, 1), Bytes(65, 1)};
  const Statuses wanted = {PQLANE_OK, PQLANE_ERROR_LENGTH, PQLANE_ERROR_LENGTH};
  const Answer by_mu = dsa().sign(s.sk, mu.view(), s.rnd, dsa_options(PQLANE_DSA_MU));
  EXPECT_EQ(by_mu.items, wanted);
  EXPECT_EQ(dsa().verify(s.pk, mu.view(), by_mu.first, dsa_options(PQLANE_DSA_MU)).items, wanted);
}

// Strided, packed, shared and ragged messages are the same messages.
TEST_P(DsaItems, ViewsOfMessagesAgree) {
  constexpr std::size_t count = 12, stride = 40;
  const Dsa d = dsa();
  const Answer keys = d.keygen(labelled_bytes("xi", 32 * count));
  const Bytes rnd = labelled_bytes("rnd", 32 * count), block = labelled_bytes("block", stride * count);
  std::vector<std::size_t> lengths;
  std::vector<Bytes> rows, cut_rows;
  for (std::size_t i = 0; i < count; ++i) {
    lengths.push_back(i * 3);
    rows.push_back(slice(block, 1, i * stride, 24));
    cut_rows.push_back(slice(block, 1, i * stride, i * 3));
  }
  const pqlane_strings strided{block.data(), stride, 24, nullptr, nullptr, count};
  EXPECT_EQ(d.sign(keys.second, strided, rnd).first, d.sign(keys.second, Rows(rows).view(), rnd).first);
  const pqlane_strings cut{block.data(), stride, 0, nullptr, lengths.data(), count};
  EXPECT_EQ(d.sign(keys.second, cut, rnd).first, d.sign(keys.second, Rows(cut_rows).view(), rnd).first);
  const Answer shared = d.sign(keys.second, shared_string(rows[0], count), rnd);
  EXPECT_EQ(shared.first, d.sign(keys.second, Rows(std::vector<Bytes>(count, rows[0])).view(), rnd).first);
  // One key for all items is that key for each.
  const Bytes one = slice(keys.second, sizes().sk_bytes, 0, 1);
  Bytes copies;
  for (std::size_t i = 0; i < count; ++i) copies.insert(copies.end(), one.begin(), one.end());
  const Answer by_one = d.sign(one, strided, rnd);
  EXPECT_EQ(by_one.call, PQLANE_OK) << by_one.error;
  EXPECT_EQ(by_one.first, d.sign(copies, strided, rnd).first);
  EXPECT_EQ(d.verify(slice(keys.first, sizes().pk_bytes, 0, 1), strided, by_one.first).call, PQLANE_OK);
}

TEST_P(DsaItems, HedgedSignaturesDifferAndDeterministicOnesDoNot) {
  constexpr std::size_t count = 5;
  const Signed s = make_signed(dsa(), count);
  const auto sign = [&](int deterministic) {
    pqlane_dsa_options options = dsa_options();
    options.deterministic = deterministic;
    return run_guarded(count, sizes().sig_bytes, 1, [&](pqlane_out sig, pqlane_out, pqlane_status* status) {
      return pqlane_dsa_sign(device_.get(), scheme(), &options, packed_in(s.sk, sizes().sk_bytes),
                             s.messages.view(), sig, status);
    });
  };
  const Answer once = sign(0), again = sign(0), fixed = sign(1);
  EXPECT_EQ(once.call, PQLANE_OK) << once.error;
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_NE(slice(once.first, sizes().sig_bytes, i, 1), slice(again.first, sizes().sig_bytes, i, 1));
  }
  EXPECT_EQ(dsa().verify(s.pk, s.messages.view(), once.first).call, PQLANE_OK);
  EXPECT_EQ(fixed.first, sign(1).first);
  EXPECT_EQ(fixed.first, dsa().sign(s.sk, s.messages.view(), Bytes(32 * count)).first);
  EXPECT_STREQ(pqlane_last_device(), device_name().c_str());
  // Fresh keys: different ones, and in pairs.
  const auto keys = [&] {
    return run_guarded(count, sizes().pk_bytes, 32, [&](pqlane_out pk, pqlane_out sk, pqlane_status* status) {
      return pqlane_dsa_keygen(device_.get(), scheme(), PQLANE_KEY_SEED, pk, sk, status);
    });
  };
  const Answer made = keys();
  EXPECT_NE(made.first, keys().first);
  EXPECT_EQ(dsa().keygen(made.second, PQLANE_KEY_SEED).first, made.first);
}

INSTANTIATE_TEST_SUITE_P(Backends, DsaItems,
                         testing::Combine(testing::ValuesIn(dsa_device_names),
                                          testing::ValuesIn(all_dsa_schemes)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
