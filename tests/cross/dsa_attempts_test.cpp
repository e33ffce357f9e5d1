// dsa_attempts_test.cpp: how many attempts signatures take: that each item is told its own number, and that
// the numbers of many random signatures are distributed as the standard's parameters say. The same
// signatures are verified, and refused once a bit of them is changed.
//
// 100,000 signatures a backend and parameter set run with PQLANE_FULL=1.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "params/mldsa.hpp"
#include "support/dsa.hpp"
#include "support/kem_kat.hpp"

namespace pqlane::test {
namespace {

using Attempts = std::vector<std::uint16_t>;

class DsaAttempts : public DsaTest {
 protected:
  // Signs with the counts of attempts asked for.
  std::pair<Answer, Attempts> sign(const Dsa& dsa, const Bytes& sk, const Rows& messages,
                                   const Bytes& rnd) const {
    Attempts attempts(messages.count() + 1, 0xAAAA);
    pqlane_dsa_options options = dsa_options();
    options.attempts = attempts.data();
    Answer answer = dsa.sign(sk, messages.view(), rnd, options);
    EXPECT_EQ(attempts.back(), 0xAAAA) << "written behind the array";
    attempts.pop_back();
    return {std::move(answer), attempts};
  }
};

TEST_P(DsaAttempts, EachItemIsToldItsOwnNumber) {
  constexpr std::size_t count = 150, bad_key = 70, bad_message = 141;  // in tiles of their own
  const Signed s = make_signed(dsa(), count);
  Attempts alone;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [answer, attempts] = sign(dsa(), slice(s.sk, sizes().sk_bytes, i, 1), Rows({s.messages[i]}),
                                         slice(s.rnd, sizes().rnd_bytes, i, 1));
    ASSERT_EQ(answer.call, PQLANE_OK) << answer.error;
    EXPECT_GE(attempts[0], 1);
    alone.push_back(attempts[0]);
  }
  Bytes sk = s.sk;
  std::fill_n(&sk[bad_key * sizes().sk_bytes + 128], 8, std::uint8_t{0xFF});  // s1 out of range
  sk[(bad_key + 1) * sizes().sk_bytes - 1] = 0xFF;                            // for the fake
  std::vector<const std::uint8_t*> rows(s.messages.view().rows, s.messages.view().rows + count);
  std::vector<std::size_t> lengths(s.messages.view().lengths, s.messages.view().lengths + count);
  rows[bad_message] = nullptr;
  lengths[bad_message] = 1;
  alone[bad_key] = alone[bad_message] = 0;
  for (const unsigned threads : {1u, 4u}) {
    const DevicePointer device = open_dsa_device(device_name(), threads);
    Attempts attempts(count, 0xAAAA);
    pqlane_dsa_options options = dsa_options();
    options.attempts = attempts.data();
    const Answer all = Dsa(device.get(), scheme())
                           .sign(sk, {nullptr, 0, 0, rows.data(), lengths.data(), count}, s.rnd, options);
    EXPECT_EQ(all.items[bad_key], PQLANE_ERROR_SK_RANGE);
    EXPECT_EQ(all.items[bad_message], PQLANE_ERROR_NULL);
    EXPECT_EQ(attempts, alone) << threads << " threads";
  }
}

TEST_P(DsaAttempts, OneKeyForAllChangesNothing) {
  constexpr std::size_t count = 40;
  const Answer key = dsa().keygen(labelled_bytes("one xi", 32));
  Bytes copies;
  for (std::size_t i = 0; i < count; ++i) copies.insert(copies.end(), key.second.begin(), key.second.end());
  const Rows messages = mixed_messages(count);
  const Attempts each = sign(dsa(), copies, messages, Bytes(32 * count)).second;
  EXPECT_EQ(sign(dsa(), key.second, messages, Bytes(32 * count)).second, each);
  pqlane_dsa_signer* signer = nullptr;
  ASSERT_EQ(pqlane_dsa_signer_open(device_.get(), scheme(), key.second.data(), key.second.size(), &signer),
            PQLANE_OK);
  Attempts by_signer(count);
  Bytes sig(count * sizes().sig_bytes);
  pqlane_dsa_options options = dsa_options();
  options.deterministic = 1;
  options.attempts = by_signer.data();
  EXPECT_EQ(pqlane_dsa_signer_sign(signer, &options, messages.view(), {sig.data(), sizes().sig_bytes, count},
                                   nullptr),
            PQLANE_OK);
  pqlane_dsa_signer_free(signer);
  EXPECT_EQ(by_signer, each);
}

// ---- the distribution ----

// The probability that an attempt passes the tests of norms, when y and the low part of w are uniform on
// their ranges: |z| < gamma1 - beta for all 256 l coefficients and |w0 - c s2| < gamma2 - beta for all
// 256 k. What the hint has too many ones for, up to two attempts in a hundred, is left out.
template <class P>
double pass_probability() {
  const auto part = [](double gamma, int polynomials) {
    return mldsa_n * polynomials * std::log((2 * (gamma - P::beta) - 1) / (2 * gamma));
  };
  return std::exp(part(P::gamma1, P::l) + part(P::gamma2, P::k));
}

double pass_probability(pqlane_scheme scheme) {
  switch (scheme) {
    case PQLANE_ML_DSA_44: return pass_probability<MlDsa44>();
    case PQLANE_ML_DSA_65: return pass_probability<MlDsa65>();
    default: return pass_probability<MlDsa87>();
  }
}

// Attempts of many signatures, and what a geometric distribution expects.
class Histogram {
 public:
  void add(const Attempts& attempts) {
    for (const std::uint16_t n : attempts) {
      total_ += 1;
      sum_ += n;
      counts_[std::min<std::size_t>(n, cells) - 1] += 1;
    }
  }
  double mean() const { return sum_ / total_; }
  // Standard deviation of the mean.
  double mean_deviation(double p) const { return std::sqrt((1 - p) / total_) / p; }
  // Pearson's statistic over 1, 2, .. cells - 1, and more.
  double chi_square(double p) const {
    double statistic = 0, left = 1;
    for (std::size_t i = 0; i < cells; ++i) {
      const double expected = total_ * (i + 1 < cells ? left * p : left);
      statistic += (counts_[i] - expected) * (counts_[i] - expected) / expected;
      left *= 1 - p;
    }
    return statistic;
  }
  static constexpr std::size_t cells = 10;

 private:
  double total_ = 0, sum_ = 0;
  double counts_[cells] = {};
};

// Seeds, messages and rnd are fixed, so the outcome is always the same: the bounds are passed or not, for
// good. A count that is wrong by one moves the mean of 600 by five of its deviations and more.
TEST_P(DsaAttempts, RandomSignaturesVerifyAndTakeTheAttemptsOfTheory) {
  if (device_name() == "cpu:fake") GTEST_SKIP() << "its attempts are a byte of a hash";
  const std::size_t count = full_run() ? 100'000 : 600;
  constexpr std::size_t chunk = 200;
  Histogram histogram;
  for (std::size_t first = 0; first < count; first += chunk) {
    const std::string label = std::to_string(first);
    const Answer keys = dsa().keygen(labelled_bytes("xi" + label, 32 * chunk));
    std::vector<Bytes> texts;
    for (std::size_t i = 0; i < chunk; ++i)
      texts.push_back(labelled_bytes("text" + std::to_string(first + i), (first + i) % 300));
    const Rows messages(std::move(texts));
    auto [signed_by_all, attempts] =
        sign(dsa(), keys.second, messages, labelled_bytes("rnd" + label, 32 * chunk));
    ASSERT_EQ(signed_by_all.call, PQLANE_OK) << signed_by_all.error;
    histogram.add(attempts);
    ASSERT_EQ(dsa().verify(keys.first, messages.view(), signed_by_all.first).call, PQLANE_OK) << first;
    Bytes& sig = signed_by_all.first;
    for (std::size_t i = 0; i < chunk; ++i) {
      const std::size_t bit = (first + i) * 7919 % (8 * sizes().sig_bytes);
      std::uint8_t& byte = sig[i * sizes().sig_bytes + bit / 8];
      byte = static_cast<std::uint8_t>(byte ^ (1u << (bit % 8)));
    }
    ASSERT_EQ(dsa().verify(keys.first, messages.view(), sig).items,
              std::vector<pqlane_status>(chunk, PQLANE_ERROR_SIGNATURE))
        << first;
  }
  // Hints make the mean up to 2% larger: at 100,000 signatures by 1.8, 0.3 and 0.9%.
  const double p = pass_probability(scheme()), deviation = histogram.mean_deviation(p);
  RecordProperty("mean", std::to_string(histogram.mean()));
  RecordProperty("chi_square", std::to_string(histogram.chi_square(p)));
  EXPECT_GT(histogram.mean(), 1 / p - 4 * deviation);
  EXPECT_LT(histogram.mean(), 1.02 / p + 4 * deviation);
  // 9 degrees of freedom: above 33.7 with a probability of 10^-4. By the mean of the sample, since 100,000
  // signatures would show the hints.
  EXPECT_LT(histogram.chi_square(1 / histogram.mean()), 33.7);
}

// The means of the standard's table 1, which take the ranges for continuous: 1% less.
TEST(DsaAttemptsTheory, MeansAreThoseOfTheStandard) {
  EXPECT_NEAR(1 / pass_probability(PQLANE_ML_DSA_44), 4.25, 0.05);
  EXPECT_NEAR(1 / pass_probability(PQLANE_ML_DSA_65), 5.1, 0.05);
  EXPECT_NEAR(1 / pass_probability(PQLANE_ML_DSA_87), 3.85, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Backends, DsaAttempts,
                         testing::Combine(testing::ValuesIn(dsa_device_names),
                                          testing::ValuesIn(all_dsa_schemes)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
