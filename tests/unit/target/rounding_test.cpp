// rounding_test.cpp: Power2Round, Decompose and hints on lanes, for every element of the field, against the
// text of [FIPS204, algorithms 35 to 40], and, with PQLANE_FULL=1, against a published digest of all of them.
#include "unit/target/dsa_target_under_test.hpp"

#include <cstdlib>
#include <string>

#include "kernels/rounding.hpp"
#include "support/openssl_hash.hpp"

PQLANE_BEGIN_TARGET

using Ring = DsaTarget::Ring;

struct Parts {
  std::int32_t high, low;
};

// a mod+- m: in (-m / 2, m / 2].
std::int32_t centered(std::int32_t a, std::int32_t m) {
  const std::int32_t r = (a % m + m) % m;
  return r > m / 2 ? r - m : r;
}

Parts plain_power2round(std::int32_t r) {
  const std::int32_t low = centered(r, 1 << mldsa_d);
  return {(r - low) >> mldsa_d, low};
}

Parts plain_decompose(std::int32_t r, std::int32_t gamma2) {
  const std::int32_t low = centered(r, 2 * gamma2);
  if (r - low == mldsa_q - 1) return {0, low - 1};
  return {(r - low) / (2 * gamma2), low};
}

std::int32_t plain_use_hint(bool hint, std::int32_t r, std::int32_t gamma2) {
  const std::int32_t m = (mldsa_q - 1) / (2 * gamma2);
  const Parts parts = plain_decompose(r, gamma2);
  if (!hint) return parts.high;
  return (parts.high + (parts.low > 0 ? 1 : m - 1)) % m;
}

// Calls f(r, lanes' results) for blocks of all r in [0, q).
template <class F>
void for_all_elements(F f) {
  std::int32_t r[Ring::lanes];
  for (std::int32_t start = 0; start < mldsa_q; start += Ring::lanes) {
    for (int l = 0; l < Ring::lanes; ++l) r[l] = start + l < mldsa_q ? start + l : 0;
    f(r);
  }
}

TEST(Rounding, Power2RoundOfEveryElement) {
  for_all_elements([](const std::int32_t* r) {
    std::int32_t high[Ring::lanes], low[Ring::lanes];
    const auto parts = power2round<Ring>(Ring::load(r));
    Ring::store(high, parts.high);
    Ring::store(low, parts.low);
    for (int l = 0; l < Ring::lanes; ++l) {
      const Parts expected = plain_power2round(r[l]);
      ASSERT_TRUE(high[l] == expected.high && low[l] == expected.low) << r[l];
    }
  });
}

template <std::int32_t Gamma2>
void check_decompose_and_use_hint() {
  for_all_elements([](const std::int32_t* r) {
    std::int32_t high[Ring::lanes], low[Ring::lanes], hinted[2][Ring::lanes];
    const auto parts = decompose<Ring, Gamma2>(Ring::load(r));
    Ring::store(high, parts.high);
    Ring::store(low, parts.low);
    Ring::store(hinted[0], use_hint<Ring, Gamma2>(Ring::set1(0), Ring::load(r)));
    Ring::store(hinted[1], use_hint<Ring, Gamma2>(Ring::set1(1), Ring::load(r)));
    for (int l = 0; l < Ring::lanes; ++l) {
      const Parts expected = plain_decompose(r[l], Gamma2);
      ASSERT_TRUE(high[l] == expected.high && low[l] == expected.low) << r[l];
      ASSERT_EQ(hinted[0][l], plain_use_hint(false, r[l], Gamma2)) << r[l];
      ASSERT_EQ(hinted[1][l], plain_use_hint(true, r[l], Gamma2)) << r[l];
    }
  });
}

TEST(Rounding, DecomposeAndUseHintOfEveryElement) {
  check_decompose_and_use_hint<(mldsa_q - 1) / 88>();
  check_decompose_and_use_hint<(mldsa_q - 1) / 32>();
}

// A hint says whether adding c t0 changes the high part [FIPS204, algorithm 39]: for the low parts that
// signing can have, those of w - c s2 (smaller than gamma2 - beta) plus a c t0 below gamma2.
template <std::int32_t Gamma2>
void check_make_hint() {
  Random random(6);
  for (int round = 0; round < 400000; ++round) {
    const std::int32_t r = random_between(random, 0, mldsa_q - 1);
    const Parts before = plain_decompose(r, Gamma2);  // of w - c s2
    if (std::abs(before.low) >= Gamma2 - 78) continue;
    std::int32_t ct0 = random_between(random, -Gamma2 + 1, Gamma2 - 1);
    if (round % 4 == 0)
      ct0 = (round % 8 == 0 ? Gamma2 : -Gamma2) - before.low + random_between(random, -1, 1);
    if (std::abs(ct0) >= Gamma2) continue;
    const std::int32_t sum = ((r + ct0) % mldsa_q + mldsa_q) % mldsa_q;
    const bool expected = plain_decompose(sum, Gamma2).high != before.high;
    std::int32_t out[Ring::lanes];
    Ring::store(out, make_hint<Ring, Gamma2>(Ring::set1(before.low + ct0), Ring::set1(before.high)));
    ASSERT_EQ(out[0] != 0, expected) << r << " + " << ct0;
  }
}

TEST(Rounding, HintsSayWhetherTheHighPartChanges) {
  check_make_hint<(mldsa_q - 1) / 88>();
  check_make_hint<(mldsa_q - 1) / 32>();
}

void append_line(std::string& text, std::int32_t value) {
  text += std::to_string(value);
  text += '\n';
}

// High part, the high part that a hint gives, low part and its absolute value.
template <std::int32_t Gamma2>
struct Columns {
  std::int32_t high[Ring::lanes], hinted[Ring::lanes], low[Ring::lanes];
  explicit Columns(const std::int32_t* r) {
    const auto parts = decompose<Ring, Gamma2>(Ring::load(r));
    Ring::store(high, parts.high);
    Ring::store(low, parts.low);
    Ring::store(hinted, use_hint<Ring, Gamma2>(Ring::set1(1), Ring::load(r)));
  }
  void append(std::string& text, int l) const {
    append_line(text, high[l]);
    append_line(text, hinted[l]);
    append_line(text, low[l]);
    append_line(text, std::abs(low[l]));
  }
};

// The digest that C2SP's CCTV gives for the field: twelve numbers an element, a line each.
TEST(Rounding, DigestOfTheField) {
  const char* full = std::getenv("PQLANE_FULL");
  if (full == nullptr || *full == '\0' || *full == '0') GTEST_SKIP() << "PQLANE_FULL=1 runs it";
  test::OpensslHash hash("SHAKE128");
  std::int32_t next = 0;
  for_all_elements([&](const std::int32_t* r) {
    std::int32_t high[Ring::lanes], low[Ring::lanes];
    const auto parts = power2round<Ring>(Ring::load(r));
    Ring::store(high, parts.high);
    Ring::store(low, parts.low);
    const Columns<(mldsa_q - 1) / 88> small(r);
    const Columns<(mldsa_q - 1) / 32> large(r);
    std::string text;
    for (int l = 0; l < Ring::lanes && next < mldsa_q; ++l, ++next) {
      append_line(text, centered(r[l], mldsa_q));
      append_line(text, std::abs(centered(r[l], mldsa_q)));
      append_line(text, high[l]);
      append_line(text, low[l] < 0 ? low[l] + mldsa_q : low[l]);
      small.append(text, l);
      large.append(text, l);
    }
    hash.absorb(test::Bytes(text.begin(), text.end()));
  });
  EXPECT_EQ(test::to_hex(hash.finish_xof(32)),
            "f930663417278156ab05d940294a77210a809c924d8ab63ec72f4526247602c7");
}

PQLANE_END_TARGET
