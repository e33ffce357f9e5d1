// dsa_rows_test.cpp: the horizontal kernels of ML-DSA as the target has them, against plain forms.
#include "unit/target/dsa_target_under_test.hpp"

#include "support/guarded_buffer.hpp"

PQLANE_BEGIN_TARGET

// Candidates that are refused, at every place of a vector and all at once, beside random ones.
TEST(DsaRows, RejNttTakesWhatIsBelowQ) {
  Random random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t bytes = round % 2 == 0 ? 840 : 168;
    auto buffer = random_bytes(random, bytes + 64);
    for (std::size_t i = 0; i < bytes; i += 3) {
      const auto kind = random() % (round % 5 == 0 ? 3 : 40);
      if (kind > 1) continue;
      const std::uint32_t value =
          static_cast<std::uint32_t>(mldsa_q) - 1 + static_cast<std::uint32_t>(random() % 3);
      for (std::size_t b = 0; b < 3; ++b) buffer[i + b] = static_cast<std::uint8_t>(value >> (8 * b));
    }
    const auto have = static_cast<unsigned>(round % 7 == 0 ? random() % 256 : 0);
    std::vector<std::int32_t> poly(mldsa_n + 16, -1);
    const unsigned count = DsaTarget::rej_ntt(buffer.data(), bytes, poly.data(), have);
    std::vector<std::int32_t> expected(have, -1);
    for (std::size_t i = 0; i < bytes; i += 3) {
      const std::int32_t value = buffer[i] | buffer[i + 1] << 8 | (buffer[i + 2] & 127) << 16;
      if (value < mldsa_q) expected.push_back(value);
    }
    ASSERT_EQ(count >= mldsa_n, expected.size() >= mldsa_n);
    if (count < mldsa_n) {
      ASSERT_EQ(count, expected.size());
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(count, mldsa_n); ++i)
      ASSERT_EQ(poly[i], expected[i]) << i;
  }
}

template <int Eta>
void check_rej_bounded() {
  Random random(2);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t bytes = round % 2 == 0 ? 272 : 136;
    auto buffer = random_bytes(random, bytes + 64);
    if (round % 5 == 0) {
      for (std::size_t i = 0; i < bytes; ++i)
        buffer[i] = static_cast<std::uint8_t>(buffer[i] | (random() % 2 == 0 ? 0xF0 : 0x0F));
    }
    const auto have = static_cast<unsigned>(round % 7 == 0 ? random() % 256 : 0);
    std::vector<std::int8_t> poly(mldsa_n + dsa_sampling_slack, 100);
    const unsigned count = DsaTarget::rej_bounded<Eta>(buffer.data(), bytes, poly.data(), have);
    std::vector<int> expected(have, 100);
    for (std::size_t i = 0; i < 2 * bytes; ++i) {
      const int nibble = buffer[i / 2] >> (i % 2 * 4) & 15;
      if (Eta == 2 && nibble < 15) expected.push_back(2 - nibble % 5);
      if (Eta == 4 && nibble < 9) expected.push_back(4 - nibble);
    }
    ASSERT_EQ(count >= mldsa_n, expected.size() >= mldsa_n);
    if (count < mldsa_n) {
      ASSERT_EQ(count, expected.size());
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(count, mldsa_n); ++i)
      ASSERT_EQ(poly[i], expected[i]) << i;
  }
}

TEST(DsaRows, RejBoundedTakesWhatIsInRange) {
  check_rej_bounded<2>();
  check_rej_bounded<4>();
}

// Inputs and outputs end at an unreadable page: nothing behind them may be touched.
template <int D>
void check_packing() {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int32_t> row(mldsa_n), again(mldsa_n);
    for (auto& value : row) {
      value = round == 0 ? 0 : round == 1 ? (1 << D) - 1 : random_between(random, 0, (1 << D) - 1);
    }
    test::GuardedBuffer packed(32 * D);
    DsaTarget::pack<D>(row.data(), packed.data());
    for (int bit = 0; bit < mldsa_n * D; ++bit) {
      ASSERT_EQ(packed.data()[bit / 8] >> (bit % 8) & 1,
                row[static_cast<std::size_t>(bit / D)] >> (bit % D) & 1)
          << "D " << D << ", bit " << bit;
    }
    DsaTarget::unpack<D>(packed.data(), again.data());
    ASSERT_EQ(row, again) << "D " << D;
  }
}

TEST(DsaRows, PackingIsTheBitStringOfTheStandard) {
  check_packing<3>();
  check_packing<4>();
  check_packing<6>();
  check_packing<10>();
  check_packing<13>();
  check_packing<18>();
  check_packing<20>();
}

// SampleInBall [FIPS204, algorithm 29] on an array.
TEST(DsaRows, BallHasTauTermsInTheStandardsPlaces) {
  Random random(4);
  for (const int tau : {39, 49, 60}) {
    for (int round = 0; round < 500; ++round) {
      const auto bytes = random_bytes(random, 400);
      const std::uint64_t signs = random();
      int c[mldsa_n] = {};
      std::size_t next = 0;
      for (int i = mldsa_n - tau; i < mldsa_n; ++i) {
        while (bytes[next] > i) ++next;
        const int j = bytes[next++];
        c[i] = c[j];
        c[j] = (signs >> (i + tau - mldsa_n) & 1) != 0 ? -1 : 1;
      }
      BallSampler ball(signs, tau);
      ASSERT_FALSE(BallSampler(ball).take(bytes.data(), next - 1));
      ASSERT_TRUE(ball.take(bytes.data(), bytes.size()));
      Challenge challenge{};
      ball.write(challenge);
      int found[mldsa_n] = {};
      for (int t = 0; t < tau; ++t) found[challenge.term[t] & 255] = challenge.term[t] >> 8 != 0 ? -1 : 1;
      for (int i = 0; i < mldsa_n; ++i) ASSERT_EQ(found[i], c[i]) << i;
    }
  }
}

PQLANE_END_TARGET
