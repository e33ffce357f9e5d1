// compress_test.cpp: Compress, Decompress and bit packing on lanes against exact integer rounding and
// bit-by-bit encoding [FIPS203, section 4.2.1 and algorithms 5 and 6].
#include "kernels/compress.hpp"

#include "codec/bit_pack.hpp"
#include "support/guarded_buffer.hpp"
#include "unit/target/target_under_test.hpp"
#if PQLANE_TARGET_LEVEL >= 1
#include "kernels/ntt_row.hpp"
#endif

PQLANE_BEGIN_TARGET

// round(2^d x / q) mod 2^d; q is odd, so there is no tie.
int exact_compress(int x, int d) { return (2 * x * (1 << d) + q) / (2 * q) % (1 << d); }
// round(q y / 2^d), ties upwards.
int exact_decompress(int y, int d) { return (2 * q * y + (1 << d)) / (2 << d); }

// Calls f.operator()<d>() for every d that ML-KEM uses.
template <class F>
void for_each_d(F f) {
  f.template operator()<1>();
  f.template operator()<4>();
  f.template operator()<5>();
  f.template operator()<10>();
  f.template operator()<11>();
}

template <class C>
class Compress : public testing::Test {};
TYPED_TEST_SUITE(Compress, AllCoeffs);

// Every representative within the documented bound, all of [0, q) among them.
std::vector<std::int16_t> compressible_values() {
  std::vector<std::int16_t> values;
  for (int x = -compress_bound; x <= compress_bound; ++x) values.push_back(coeff(x));
  return values;
}
static_assert(compress_bound >= q);

TYPED_TEST(Compress, EveryRepresentativeWithinTheBound) {
  const auto inputs = compressible_values();
  for_each_d([&]<int D>() {
    const auto results = map_coeffs<TypeParam>(inputs, [](auto x) { return compress<TypeParam, D>(x); });
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      ASSERT_EQ(results[i], exact_compress(mod_q(inputs[i]), D)) << inputs[i] << ", d " << D;
    }
  });
}

TYPED_TEST(Compress, EveryCompressedValue) {
  for_each_d([&]<int D>() {
    std::vector<std::int16_t> inputs;
    for (int y = 0; y < 1 << D; ++y) inputs.push_back(coeff(y));
    const auto results = map_coeffs<TypeParam>(inputs, [](auto y) { return decompress<TypeParam, D>(y); });
    for (int y = 0; y < 1 << D; ++y) {
      ASSERT_EQ(results[static_cast<std::size_t>(y)], exact_decompress(y, D)) << y << ", d " << D;
    }
  });
}

// Compares `words`, a tile, with the encodings of `values` (one vector a lane).
template <class C, int D>
void expect_packed(const std::vector<std::vector<int>>& values, const std::vector<std::int16_t>& words) {
  constexpr auto lanes = static_cast<std::size_t>(C::lanes);
  for (std::size_t l = 0; l < lanes; ++l) {
    const auto bytes = byte_encode(values[l], D);
    for (std::size_t w = 0; w < bytes.size() / 2; ++w) {
      ASSERT_EQ(static_cast<std::uint16_t>(words[w * lanes + l]), bytes[2 * w] | bytes[2 * w + 1] << 8)
          << "d " << D << " lane " << l << " word " << w;
    }
  }
}

TYPED_TEST(Compress, PackGroupIsByteEncodeAndUnpackGroupItsInverse) {
  using C = TypeParam;
  constexpr auto lanes = static_cast<std::size_t>(C::lanes);
  Random random(2);
  for_each_d([&]<int D>() {
    for (int trial = 0; trial < 50; ++trial) {
      const int most = (1 << D) - 1;
      std::vector<std::vector<int>> values(lanes, std::vector<int>(16));
      typename C::V c[16];
      for (std::size_t i = 0; i < 16; ++i) {
        std::int16_t column[lanes];
        for (std::size_t l = 0; l < lanes; ++l) {
          // Single bits first, then all ones, then random values.
          values[l][i] = trial < 16    ? (static_cast<std::size_t>(trial) == i ? most : 0)
                         : trial == 16 ? most
                                       : random_between(random, 0, most);
          column[l] = coeff(values[l][i]);
        }
        c[i] = C::load(column);
      }
      std::vector<std::int16_t> words(static_cast<std::size_t>(D) * lanes + 1, 0x5A5A);
      pack_group<C, D>(c, words.data());
      ASSERT_NO_FATAL_FAILURE((expect_packed<C, D>(values, words)));
      ASSERT_EQ(words.back(), 0x5A5A);
      typename C::V back[16];
      unpack_group<C, D>(words.data(), back);
      for (std::size_t i = 0; i < 16; ++i) {
        std::int16_t column[lanes];
        C::store(column, back[i]);
        for (std::size_t l = 0; l < lanes; ++l) ASSERT_EQ(column[l], values[l][i]) << "d " << D;
      }
    }
  });
}

// Two polynomials whose combination runs through every compressible value, split at random.
struct Pair {
  std::vector<std::int16_t> poly, other;
};
template <Combine How>
Pair split(Random& random, const std::vector<std::int16_t>& combined) {
  Pair pair;
  for (const std::int16_t value : combined) {
    const int other = random_between(random, -4000, 4000);
    pair.other.push_back(coeff(other));
    pair.poly.push_back(coeff(How == Combine::sum ? value - other : other - value));
  }
  return pair;
}

// `count` compressible values from place `first` on, around the end to the start.
std::vector<std::int16_t> combined_values(std::size_t first, std::size_t count) {
  static const auto values = compressible_values();
  std::vector<std::int16_t> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(values[(first + i) % values.size()]);
  return result;
}

template <class C, int D, Combine How>
void expect_compressed_tiles() {
  constexpr auto lanes = static_cast<std::size_t>(C::lanes);
  Random random(22);
  for (std::size_t first = 0; first <= 2 * compress_bound; first += n * lanes) {
    const auto combined = combined_values(first, n * lanes);
    const Pair pair = split<How>(random, combined);
    std::vector<std::int16_t> words(16 * D * lanes);
    std::vector<std::vector<int>> values(lanes, std::vector<int>(n));
    for (std::size_t i = 0; i < combined.size(); ++i) {
      values[i % lanes][i / lanes] = exact_compress(mod_q(combined[i]), D);
    }
    compress_and_pack<C, D, How>(pair.poly.data(), pair.other.data(), words.data());
    ASSERT_NO_FATAL_FAILURE((expect_packed<C, D>(values, words)));
  }
}

TYPED_TEST(Compress, CompressAndPackOfSumsAndDifferences) {
  for_each_d([]<int D>() {
    ASSERT_NO_FATAL_FAILURE((expect_compressed_tiles<TypeParam, D, Combine::sum>()));
    ASSERT_NO_FATAL_FAILURE((expect_compressed_tiles<TypeParam, D, Combine::difference>()));
  });
}

TYPED_TEST(Compress, UnpackAndDecompress) {
  using C = TypeParam;
  constexpr auto lanes = static_cast<std::size_t>(C::lanes);
  Random random(3);
  for_each_d([&]<int D>() {
    for (int trial = 0; trial < 5; ++trial) {
      std::vector<std::int16_t> words(16 * D * lanes), poly(n * lanes);
      std::vector<std::vector<std::uint8_t>> rows;
      for (std::size_t l = 0; l < lanes; ++l) {
        rows.push_back(random_bytes(random, 32 * D));
        for (std::size_t w = 0; w < 16 * D; ++w)
          words[w * lanes + l] = coeff(rows[l][2 * w] | rows[l][2 * w + 1] << 8);
      }
      std::vector<std::int16_t> sum(n * lanes);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = coeff(static_cast<int>(i % 1000) - 500);
      unpack_and_decompress<C, D>(words.data(), poly.data());
      unpack_and_decompress<C, D, true>(words.data(), sum.data());
      for (std::size_t l = 0; l < lanes; ++l) {
        const auto values = byte_decode(rows[l].data(), n, D);
        for (std::size_t i = 0; i < n; ++i) {
          const std::size_t place = i * lanes + l;
          const int expected = exact_decompress(values[i], D);
          ASSERT_EQ(poly[place], expected) << "d " << D;
          ASSERT_EQ(sum[place], expected + static_cast<int>(place % 1000) - 500) << "d " << D;
        }
      }
    }
  });
}

#if PQLANE_TARGET_LEVEL >= 1
template <int D, Combine How>
void expect_compressed_rows() {
  Random random(23);
  for (std::size_t first = 0; first <= 2 * compress_bound; first += n) {
    const auto combined = combined_values(first, n);
    const Pair pair = split<How>(random, combined);
    std::vector<int> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = exact_compress(mod_q(combined[i]), D);
    test::GuardedBuffer out(32 * D + 32);
    compress_and_pack_row<Target::Block, D, How>(pair.poly.data(), pair.other.data(), out.data());
    const auto bytes = byte_encode(values, D);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      ASSERT_EQ(out.data()[i], bytes[i]) << "d " << D << " byte " << i;
  }
}

TEST(CompressRow, CompressAndPackOfSumsAndDifferences) {
  for_each_d([]<int D>() {
    ASSERT_NO_FATAL_FAILURE((expect_compressed_rows<D, Combine::sum>()));
    ASSERT_NO_FATAL_FAILURE((expect_compressed_rows<D, Combine::difference>()));
  });
}

TEST(CompressRow, UnpackAndDecompress) {
  using C = Target::Block;
  Random random(4);
  for_each_d([&]<int D>() {
    test::GuardedBuffer in(32 * D + 32);
    for (int trial = 0; trial < 50; ++trial) {
      const auto bytes = random_bytes(random, 32 * D);
      for (std::size_t i = 0; i < bytes.size(); ++i) in.data()[i] = bytes[i];
      std::vector<std::int16_t> poly(n), sum(n, 100);
      unpack_and_decompress_row<C, D>(in.data(), poly.data());
      unpack_and_decompress_row<C, D, true>(in.data(), sum.data());
      const auto values = byte_decode(bytes.data(), n, D);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(poly[i], exact_decompress(values[i], D)) << "d " << D << " at " << i;
        ASSERT_EQ(sum[i], poly[i] + 100) << "d " << D << " at " << i;
      }
    }
  });
}
#endif

PQLANE_END_TARGET
