// sponge_test.cpp: SHA-3 and SHAKE on lanes against OpenSSL and NIST's vectors (those under PQLANE_VECTORS).
#include "kernels/sponge.hpp"

#include <cstring>
#include <nlohmann/json.hpp>

#include "support/openssl_hash.hpp"
#include "support/vector_file.hpp"
#include "unit/target/target_under_test.hpp"

PQLANE_BEGIN_TARGET

using test::Bytes;

// The output of `blocks` blocks for messages that differ in whole words and share the last bytes.
template <class W, class H>
std::vector<Bytes> hash_lanes(const std::vector<Bytes>& messages, std::size_t blocks) {
  constexpr auto lanes = static_cast<std::size_t>(W::lanes);
  constexpr std::size_t rate = 8 * H::rate_words, row_bytes = 256;
  const std::size_t words = messages[0].size() / 8, rest = messages[0].size() % 8;
  const std::uint8_t* rows[lanes];
  for (std::size_t l = 0; l < lanes; ++l) rows[l] = messages[l].data();
  alignas(64) std::uint64_t state[sponge_words * lanes];
  Sponge<W, H> sponge(state);
  sponge.absorb_rows(rows, words);
  std::uint64_t last = 0;
  if (rest != 0) std::memcpy(&last, rows[0] + 8 * words, rest);
  sponge.finish(last, static_cast<int>(rest));
  std::vector<Bytes> out(lanes);
  for (std::size_t block = 0; block < blocks; ++block) {
    if (block != 0) sponge.next_block();
    std::vector<std::uint8_t> squeezed(row_bytes * lanes);
    sponge.squeeze_rows(squeezed.data(), row_bytes, H::rate_words);
    for (std::size_t l = 0; l < lanes; ++l) {
      out[l].insert(out[l].end(), squeezed.begin() + static_cast<std::ptrdiff_t>(row_bytes * l),
                    squeezed.begin() + static_cast<std::ptrdiff_t>(row_bytes * l + rate));
    }
  }
  return out;
}

template <class H>
constexpr bool is_shake = H::suffix == 0x1F;

// Messages of this length, all lanes different where there is a whole word.
template <class W>
std::vector<Bytes> lane_messages(Random& random, std::size_t length) {
  std::vector<Bytes> messages;
  for (int l = 0; l < W::lanes; ++l) {
    messages.push_back(random_bytes(random, length));
    for (std::size_t i = length / 8 * 8; i < length; ++i) messages.back()[i] = messages[0][i];
  }
  return messages;
}

template <class W, class H>
void expect_hash(Random& random, const char* name, std::size_t length) {
  const auto messages = lane_messages<W>(random, length);
  const std::size_t blocks = is_shake<H> ? 4 : 1;
  const auto results = hash_lanes<W, H>(messages, blocks);
  for (std::size_t l = 0; l < messages.size(); ++l) {
    const Bytes expected = is_shake<H> ? test::openssl_xof(name, messages[l], blocks * 8 * H::rate_words)
                                       : test::openssl_hash(name, messages[l]);
    ASSERT_EQ(Bytes(results[l].begin(), results[l].begin() + static_cast<std::ptrdiff_t>(expected.size())),
              expected)
        << name << " of " << length << " bytes, lane " << l;
  }
}

template <class W, class H>
void expect_all_lengths(const char* name) {
  Random random(18);
  for (std::size_t length = 0; length <= 3 * 8 * H::rate_words + 9; ++length) {
    ASSERT_NO_FATAL_FAILURE((expect_hash<W, H>(random, name, length)));
  }
  for (const std::size_t length : {800u, 1184u, 1568u, 768u, 1088u, 1600u}) {
    ASSERT_NO_FATAL_FAILURE((expect_hash<W, H>(random, name, length)));
  }
}

template <class W>
class SpongeLanes : public testing::Test {};
TYPED_TEST_SUITE(SpongeLanes, AllWords);

TYPED_TEST(SpongeLanes, Sha3_256) { expect_all_lengths<TypeParam, Sha3_256>("SHA3-256"); }
TYPED_TEST(SpongeLanes, Sha3_512) { expect_all_lengths<TypeParam, Sha3_512>("SHA3-512"); }
TYPED_TEST(SpongeLanes, Shake128) { expect_all_lengths<TypeParam, Shake128>("SHAKE128"); }
TYPED_TEST(SpongeLanes, Shake256) { expect_all_lengths<TypeParam, Shake256>("SHAKE256"); }

// The other ways in and out: word tiles with a stride, one word for all lanes, a padded last word.
TYPED_TEST(SpongeLanes, TilesSharedWordsAndPaddedWords) {
  using W = TypeParam;
  constexpr auto lanes = static_cast<std::size_t>(W::lanes);
  constexpr std::size_t stride = lanes + 3;
  Random random(19);
  for (int words = 0; words < 40; ++words) {
    std::vector<std::uint64_t> tile(static_cast<std::size_t>(words + 1) * stride);
    for (std::uint64_t& w : tile) w = random();
    const std::uint64_t shared = random();
    alignas(64) std::uint64_t state[sponge_words * lanes];
    Sponge<W, Shake256> sponge(state);
    sponge.absorb_tile(tile.data(), words, static_cast<int>(stride));
    sponge.absorb_same(reinterpret_cast<const std::uint8_t*>(&shared), sizeof shared);
    std::uint64_t last[lanes];
    for (std::size_t l = 0; l < lanes; ++l) last[l] = (random() & 0xFFFFFF) | Shake256::suffix << 24;
    sponge.absorb_tile(last, 1, static_cast<int>(lanes));
    if ((words + 2) % Shake256::rate_words == 0) continue;  // the suffix must not end a block in this form
    sponge.finish_padded();
    std::uint64_t out[8 * stride];
    sponge.squeeze_tile(out, 5, static_cast<int>(stride), 2);
    for (std::size_t l = 0; l < lanes; ++l) {
      Bytes message;
      const auto append = [&](std::uint64_t word, int bytes) {
        for (int i = 0; i < bytes; ++i) message.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
      };
      for (int w = 0; w < words; ++w) append(tile[static_cast<std::size_t>(w) * stride + l], 8);
      append(shared, 8);
      append(last[l], 3);
      const Bytes expected = test::openssl_xof("SHAKE256", message, 56);
      for (std::size_t w = 0; w < 5; ++w) {
        std::uint64_t word;
        std::memcpy(&word, expected.data() + 16 + 8 * w, 8);
        ASSERT_EQ(out[w * stride + l], word) << words << " words, lane " << l;
      }
    }
  }
}

// ---- NIST's vectors ----

Bytes hex_of(const nlohmann::json& object, const char* name) {
  return test::from_hex(object.at(name).get_ref<const std::string&>());
}

// The message in one lane, random ones in the others.
template <class W, class H>
Bytes hash_in_lane(Random& random, const Bytes& message, std::size_t lane, std::size_t out_bytes) {
  std::vector<Bytes> messages(static_cast<std::size_t>(W::lanes), message);
  for (std::size_t l = 0; l < messages.size(); ++l) {
    if (l == lane) continue;
    for (std::size_t i = 0; i < message.size() / 8 * 8; ++i)
      messages[l][i] = static_cast<std::uint8_t>(random());
  }
  Bytes out = hash_lanes<W, H>(messages, out_bytes / (8 * H::rate_words) + 1)[lane];
  out.resize(out_bytes);
  return out;
}

template <class W, class H>
void run_acvp(const std::string& file, int wanted_cases) {
  if (test::vectors_folder() == nullptr) GTEST_SKIP() << "PQLANE_VECTORS is not set";
  Random random(20);
  std::size_t cases = 0;
  const auto set = nlohmann::json::parse(test::read_vector_file(file));
  for (const auto& group : set.at("testGroups")) {
    if (group.at("testType") == "MCT" || group.at("testType") == "LDT") continue;
    for (const auto& item : group.at("tests")) {
      if (item.at("len").get<int>() % 8 != 0) continue;
      if (item.contains("outLen") && item.at("outLen").get<int>() % 8 != 0) continue;
      const Bytes md = hex_of(item, "md");
      Bytes message = hex_of(item, "msg");
      message.resize(item.at("len").get<std::size_t>() / 8);
      const std::size_t lane = cases++ % static_cast<std::size_t>(W::lanes);
      ASSERT_EQ((hash_in_lane<W, H>(random, message, lane, md.size())), md)
          << file << " tcId " << item.at("tcId");
    }
  }
  EXPECT_GE(cases, static_cast<std::size_t>(wanted_cases)) << file;
}

TYPED_TEST(SpongeLanes, AcvpSha3_256) { run_acvp<TypeParam, Sha3_256>("acvp/SHA3-256-2.0-bytes.json", 1); }
TYPED_TEST(SpongeLanes, AcvpSha3_512) { run_acvp<TypeParam, Sha3_512>("acvp/SHA3-512-2.0-bytes.json", 1); }
TYPED_TEST(SpongeLanes, AcvpShake128) { run_acvp<TypeParam, Shake128>("acvp/SHAKE-128-1.0-bytes.json", 1); }
TYPED_TEST(SpongeLanes, AcvpShake256) { run_acvp<TypeParam, Shake256>("acvp/SHAKE-256-1.0-bytes.json", 1); }

PQLANE_END_TARGET
