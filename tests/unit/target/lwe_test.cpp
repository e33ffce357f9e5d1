// lwe_test.cpp: kernels of LWE-KEM against their definitions: residues, noise, rejection, the matrix product.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "core/target.hpp"

#define PQLANE_TEXT(...) #__VA_ARGS__
// clang-format off: it would put spaces into the path
// NOLINTNEXTLINE(bugprone-macro-parentheses): nor can parentheses stand in it
#define PQLANE_LWE_HEADER_OF(isa) PQLANE_TEXT(backends/isa/lwe_target.hpp)
// clang-format on
#include PQLANE_LWE_HEADER_OF(PQLANE_TARGET)
#include "schemes/lwe/backend.hpp"

PQLANE_BEGIN_TARGET

std::int32_t modulo(std::int64_t x, std::int64_t q) {
  const std::int64_t r = x % q;
  return static_cast<std::int32_t>(r < 0 ? r + q : r);
}

template <class M>
void check_residues() {
  const std::int64_t q = M::q;
  std::vector<std::int64_t> edges;
  for (std::int64_t x = -0x80000000LL; x <= 0x7FFFFFFF; x += 9973) edges.push_back(x);
  for (const std::int64_t centre : {std::int64_t{-0x80000000LL}, -65536 * q / 2, -q, std::int64_t{0}, q,
                                    65536 * q / 4, std::int64_t{0x7FFFFFFF}}) {
    for (std::int64_t x = centre - 70000; x <= centre + 70000; ++x) edges.push_back(x);
  }
  for (const std::int64_t x : edges) {
    if (x < -0x80000000LL || x > 0x7FFFFFFF) continue;
    ASSERT_EQ(lwe_reduce<M>(static_cast<std::int32_t>(x)), modulo(x, q)) << x;
  }
  for (std::uint32_t word = 0; word < 1u << M::bits; ++word) {
    const std::int32_t centred = lwe_centre<M>(static_cast<std::uint16_t>(word));
    ASSERT_EQ(modulo(centred, q), modulo(word, q)) << word;
    if (word < M::q) {
      ASSERT_LE(std::abs(centred), 32767) << word;
    }
  }
  for (std::int32_t x = 0; x < static_cast<std::int32_t>(q); ++x) {
    const std::int32_t from_zero = std::min<std::int32_t>(x, static_cast<std::int32_t>(q) - x);
    const std::int32_t from_half = std::abs(x - static_cast<std::int32_t>(q / 2));
    ASSERT_EQ(lwe_is_near_half<M>(x), from_half < from_zero) << x;
  }
}

TEST(LweKernels, Residues) {
  check_residues<Lwe12289>();
  check_residues<Lwe65521>();
}

TEST(LweKernels, NormalAroundItsThresholds) {
  for (int k = 0; k < lwe_noise_bound; ++k) {
    const auto threshold = static_cast<std::uint32_t>(lwe_threshold(k));
    EXPECT_EQ(lwe_normal(2 * (threshold - 1)), k);
    EXPECT_EQ(lwe_normal(2 * threshold), k + 1);
    EXPECT_EQ(lwe_normal(2 * (threshold - 1) + 1), -k);
    EXPECT_EQ(lwe_normal(2 * threshold + 1), -(k + 1));
  }
  EXPECT_EQ(lwe_normal(0), 0);
  EXPECT_EQ(lwe_normal(0xFFFFFFFF), -lwe_noise_bound);
}

template <class M>
void check_packing() {
  std::mt19937 random(1);
  constexpr std::size_t count = 96;
  std::vector<std::uint16_t> values(count), words(count);
  for (auto& v : values) v = static_cast<std::uint16_t>(random() & ((1u << M::bits) - 1));
  std::vector<std::uint8_t> bytes(count * M::bits / 8);
  lwe_pack<M>(values.data(), count, bytes.data());
  for (std::size_t bit = 0; bit < count * M::bits; ++bit) {
    ASSERT_EQ(bytes[bit / 8] >> (bit % 8) & 1, values[bit / M::bits] >> (bit % M::bits) & 1) << bit;
  }
  lwe_unpack_words<M>(bytes.data(), count, words.data());
  EXPECT_EQ(words, values);
}

TEST(LweKernels, Packing) {
  check_packing<Lwe12289>();
  check_packing<Lwe65521>();
}

// Against the portable form, for starts and lengths of all kinds.
template <class M>
void check_accept() {
  std::mt19937 random(2);
  std::vector<std::uint8_t> bytes(4 * 1024);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
  for (std::size_t i = 0; i < 600; i += 3) bytes[i] = 0xFF;  // near 2^16, and where 12289 refuses
  for (const unsigned wanted : {32u, 64u, 1000u, 1024u}) {
    for (const unsigned words : {8u, 84u, 96u, 1448u}) {
      std::vector<std::uint16_t> a(lwe_block + lwe_row_slack), b = a;
      unsigned have_a = 0, have_b = 0;
      for (unsigned at = 0; at + words <= bytes.size() / 2 && have_b < wanted; at += words) {
        have_a = LweTarget::accept<M>(bytes.data() + 2 * at, words, a.data(), have_a, wanted);
        have_b = lwe_accept_portable<M>(bytes.data() + 2 * at, words, b.data(), have_b, wanted);
        ASSERT_EQ(std::min(have_a, wanted), have_b);
      }
      a.resize(have_b);
      b.resize(have_b);
      EXPECT_EQ(a, b) << wanted << " " << words;
    }
  }
}

TEST(LweKernels, Rejection) {
  check_accept<Lwe12289>();
  check_accept<Lwe65521>();
}

// The largest factors of both signs, over as many rows as are added before a reduction.
TEST(LweKernels, PanelProductAtItsBounds) {
  constexpr std::size_t panel = LweShape<LweTarget>::panel, group = LweShape<LweTarget>::group;
  constexpr std::size_t steps = lwe_rows_between_reductions / 2;
  std::vector<std::uint32_t> matrix(steps * panel), pairs(steps * group);
  std::vector<std::int32_t> sums(group * panel, 65520);
  std::vector<std::int64_t> wanted(group * panel, 65520);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const std::int16_t a = i % panel % 3 == 0 ? 32767 : -32753;
    matrix[i] = static_cast<std::uint16_t>(a) * 0x10001u;
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto r = static_cast<std::int16_t>(i % group % 2 == 0 ? 6 : -6);
    pairs[i] = static_cast<std::uint16_t>(r) * 0x10001u;
  }
  for (std::size_t r = 0; r < group; ++r) {
    for (std::size_t c = 0; c < panel; ++c) {
      wanted[r * panel + c] +=
          std::int64_t{2 * steps} * (c % 3 == 0 ? 32767 : -32753) * (r % 2 == 0 ? 6 : -6);
    }
  }
  lwe_multiply_panel<LweTarget>(matrix.data(), pairs.data(), steps, sums.data());
  for (std::size_t i = 0; i < sums.size(); ++i) ASSERT_EQ(sums[i], wanted[i]) << i;
}

PQLANE_END_TARGET
