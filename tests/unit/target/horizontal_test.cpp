// horizontal_test.cpp: the kernels with an override on each target (rejection sampling, twelve-bit packing)
// against their scalar definitions, and transposition against plain loops.
#include <algorithm>
#include <cstring>

#include "codec/twelve_bit.hpp"
#include "kernels/transpose.hpp"
#include "sampling/rej_uniform.hpp"
#include "support/guarded_buffer.hpp"
#include "unit/target/target_under_test.hpp"
#if PQLANE_TARGET_LEVEL >= 1
#include "kernels/ntt_row.hpp"
#endif

PQLANE_BEGIN_TARGET

// ---- rejection sampling [FIPS203, algorithm 7] ----

// Room that a target may read behind the candidates (see rej_uniform_avx512).
constexpr std::size_t overread = PQLANE_TARGET_LEVEL == 2 ? 40 : 0;

// Candidates d1, d2 of every three bytes, those below q kept, at most 256 with `count` before.
std::vector<std::int16_t> sample_plainly(const std::vector<std::uint8_t>& bytes, unsigned count) {
  std::vector<std::int16_t> kept;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
    const int d1 = bytes[i] + 256 * (bytes[i + 1] % 16), d2 = bytes[i + 1] / 16 + 16 * bytes[i + 2];
    for (const int d : {d1, d2}) {
      if (d < q && count + kept.size() < n) kept.push_back(coeff(d));
    }
  }
  return kept;
}

void expect_sampled(const std::vector<std::uint8_t>& bytes, unsigned count) {
  test::GuardedBuffer buffer(bytes.size() + overread);
  std::copy(bytes.begin(), bytes.end(), buffer.data());
  std::fill_n(buffer.data() + bytes.size(), overread, std::uint8_t{0});  // would all be accepted
  test::GuardedBuffer poly(2 * (n + rej_uniform_slack));
  for (std::size_t i = 0; i < n; ++i) poly.coeffs()[i] = -7;
  const unsigned result = Target::rej_uniform(buffer.data(), bytes.size(), poly.coeffs(), count);
  const auto expected = sample_plainly(bytes, count);
  ASSERT_EQ(std::min<std::size_t>(result, n), std::min<std::size_t>(count + expected.size(), n));
  for (std::size_t i = 0; i < count && i < n; ++i)
    ASSERT_EQ(poly.coeffs()[i], -7) << "earlier coefficient " << i;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(poly.coeffs()[count + i], expected[i]) << "accepted coefficient " << i << " after " << count;
  }
}

std::vector<std::uint8_t> pack_candidates(const std::vector<int>& candidates) {
  return byte_encode(candidates, 12);
}

// What SampleNTT hands over: three SHAKE128 blocks, then one at a time.
constexpr std::size_t first_bytes = 504, block_bytes = 168;

TEST(RejUniform, RandomBytes) {
  Random random(12);
  for (int trial = 0; trial < 2000; ++trial) {
    ASSERT_NO_FATAL_FAILURE(expect_sampled(random_bytes(random, first_bytes), 0));
    ASSERT_NO_FATAL_FAILURE(expect_sampled(random_bytes(random, block_bytes),
                                           static_cast<unsigned>(random_between(random, 0, 255))));
  }
}

// A lane that has all its coefficients goes on while others lack some: these stay.
TEST(RejUniform, FullPolynomialsStay) {
  Random random(28);
  for (unsigned count = 256; count < 400; ++count) {
    ASSERT_NO_FATAL_FAILURE(expect_sampled(random_bytes(random, block_bytes), count));
    ASSERT_NO_FATAL_FAILURE(expect_sampled(std::vector<std::uint8_t>(block_bytes), count));
  }
}

TEST(RejUniform, AllAcceptedAndAllRejected) {
  for (const int value : {0, q - 1, q, 4095}) {
    for (const std::size_t bytes :
         {first_bytes, block_bytes, std::size_t{24}, std::size_t{48}, std::size_t{0}}) {
      const std::vector<int> candidates(bytes / 3 * 2, value);
      for (unsigned count = 0; count < n; ++count) {
        ASSERT_NO_FATAL_FAILURE(expect_sampled(pack_candidates(candidates), count))
            << value << ", " << bytes << " bytes";
      }
    }
  }
}

// Runs of every length and offset, values at the border, and one odd candidate in each place.
TEST(RejUniform, RunsAndSingleCandidates) {
  for (std::size_t run = 1; run <= 64; ++run) {
    for (std::size_t offset = 0; offset < 2 * run; offset += 1 + run / 8) {
      std::vector<int> candidates(first_bytes / 3 * 2);
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        candidates[i] =
            ((i + offset) / run) % 2 == 0 ? q - 1 - static_cast<int>(i % 5) : q + static_cast<int>(i % 5);
      }
      ASSERT_NO_FATAL_FAILURE(expect_sampled(pack_candidates(candidates), 0)) << "run " << run;
    }
  }
  for (std::size_t place = 0; place < first_bytes / 3 * 2; ++place) {
    std::vector<int> accepted(first_bytes / 3 * 2, 1234), rejected(first_bytes / 3 * 2, 4000);
    accepted[place] = q;
    rejected[place] = q - 1;
    ASSERT_NO_FATAL_FAILURE(expect_sampled(pack_candidates(accepted), 0)) << place;
    ASSERT_NO_FATAL_FAILURE(expect_sampled(pack_candidates(rejected), 250)) << place;
  }
}

// ---- ByteEncode_12, ByteDecode_12 ----

TEST(TwelveBit, PackIsByteEncode) {
  Random random(13);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::int16_t> poly(n);
    for (std::size_t i = 0; i < n; ++i) {
      poly[i] = coeff(trial == 0   ? 4095
                      : trial == 1 ? 0
                      : trial == 2 ? q - 1
                                   : random_between(random, 0, 4095));
    }
    test::GuardedBuffer bytes(384);
    Target::pack_12(poly.data(), bytes.data());
    const auto expected = byte_encode(std::vector<int>(poly.begin(), poly.end()), 12);
    ASSERT_EQ(std::vector<std::uint8_t>(bytes.data(), bytes.data() + 384), expected);
  }
}

void expect_unpacked(const std::vector<int>& values) {
  test::GuardedBuffer bytes(384), poly(2 * n);
  const auto packed = byte_encode(values, 12);
  std::memcpy(bytes.data(), packed.data(), packed.size());
  const bool in_range = Target::unpack_12(bytes.data(), poly.coeffs());
  ASSERT_EQ(in_range, std::all_of(values.begin(), values.end(), [](int v) { return v < q; }));
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(poly.coeffs()[i], values[i]) << "at " << i;
}

TEST(TwelveBit, UnpackKeepsValuesAndReportsThoseFromQ) {
  Random random(14);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<int> values(n);
    for (int& v : values) v = random_between(random, 0, trial % 2 == 0 ? q - 1 : 4095);
    ASSERT_NO_FATAL_FAILURE(expect_unpacked(values));
  }
  for (int v = q - 2; v < 4096; v = v < q + 2 ? v + 1 : v + 97)
    ASSERT_NO_FATAL_FAILURE(expect_unpacked(std::vector<int>(n, v)));
  for (std::size_t place = 0; place < n; ++place) {  // one value too large, in every place
    for (const int bad : {q - 1, q, 4095}) {
      std::vector<int> values(n, q - 1);
      values[place] = bad;
      ASSERT_NO_FATAL_FAILURE(expect_unpacked(values)) << "place " << place;
    }
  }
}

// ---- transposition ----

template <class C>
class Transpose : public testing::Test {};
TYPED_TEST_SUITE(Transpose, AllCoeffs);

// Rows at odd addresses that end at a guard page.
TYPED_TEST(Transpose, RowsToTileAndBack) {
  using C = TypeParam;
  constexpr auto lanes = static_cast<std::size_t>(C::lanes);
  Random random(15);
  for (const std::size_t words : {8u, 16u, 64u, 80u, 160u, 176u, 256u}) {
    const std::size_t row_bytes = 2 * words + 1;
    test::GuardedBuffer in(row_bytes * lanes), out(row_bytes * lanes);
    const auto bytes = random_bytes(random, row_bytes * lanes);
    std::memcpy(in.data(), bytes.data(), bytes.size());
    const std::uint8_t* in_rows[lanes];
    std::uint8_t* out_rows[lanes];
    for (std::size_t l = 0; l < lanes; ++l) {
      in_rows[l] = in.data() + row_bytes * l + 1;
      out_rows[lanes - 1 - l] = out.data() + row_bytes * l + 1;
    }
    std::vector<std::int16_t> tile(words * lanes + 1, 0x5A5A);
    rows_to_tile<C>(in_rows, tile.data(), static_cast<int>(words));
    ASSERT_EQ(tile.back(), 0x5A5A);
    for (std::size_t l = 0; l < lanes; ++l) {
      for (std::size_t w = 0; w < words; ++w) {
        ASSERT_EQ(static_cast<std::uint16_t>(tile[w * lanes + l]),
                  in_rows[l][2 * w] | in_rows[l][2 * w + 1] << 8)
            << words << " words, lane " << l << " word " << w;
      }
    }
    tile_to_rows<C>(tile.data(), out_rows, static_cast<int>(words));
    for (std::size_t l = 0; l < lanes; ++l) {
      ASSERT_EQ(std::memcmp(out_rows[l], in_rows[l], 2 * words), 0) << words << " words, lane " << l;
      ASSERT_EQ(out_rows[l][-1], 0) << "the byte before the row";
    }
  }
}

#if PQLANE_TARGET_LEVEL >= 1
TEST(TransposeBlock, SixteenBySixteen) {
  using C = Target::Block;
  Random random(16);
  std::int16_t rows[16][16];
  typename C::V v[16];
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::int16_t& c : rows[i]) c = static_cast<std::int16_t>(random());
    v[i] = C::load(rows[i]);
  }
  transpose_block<C>(v);
  for (std::size_t i = 0; i < 16; ++i) {
    std::int16_t column[16];
    C::store(column, v[i]);
    for (std::size_t l = 0; l < 16; ++l) ASSERT_EQ(column[l], rows[l][i]) << i << ", " << l;
  }
}
#endif

template <class W>
class TransposeWords : public testing::Test {};
TYPED_TEST_SUITE(TransposeWords, AllWords);

TYPED_TEST(TransposeWords, Square) {
  using W = TypeParam;
  constexpr auto lanes = static_cast<std::size_t>(W::lanes);
  typename W::V v[lanes];
  for (std::size_t i = 0; i < lanes; ++i) {
    std::uint64_t row[lanes];
    for (std::size_t l = 0; l < lanes; ++l) row[l] = 100 * i + l;
    v[i] = W::load(row);
  }
  W::transpose(v);
  for (std::size_t i = 0; i < lanes; ++i) {
    std::uint64_t row[lanes];
    W::store(row, v[i]);
    for (std::size_t l = 0; l < lanes; ++l) ASSERT_EQ(row[l], 100 * l + i);
  }
}

PQLANE_END_TARGET
