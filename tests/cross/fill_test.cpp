// fill_test.cpp: the fills of random.h through the C interface: against OpenSSL's AES and the C library's
// functions by the definitions in the header, equal on all backends, thread counts and parts, distributions,
// and refused calls.
#include <gtest/gtest.h>
#include <pqlane/random.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <thread>
#include <vector>

#include "runtime/gaussian_table.hpp"
#include "support/guarded_buffer.hpp"
#include "support/kem.hpp"
#include "support/openssl_aes.hpp"

namespace pqlane::test {
namespace {

const Bytes key = counting_bytes(32, 7);

// One of the calls, for elements as raw bytes.
struct Fill {
  const char* name;
  const char* kind;
  std::size_t element_bytes, block_elements;
  pqlane_status (*run)(pqlane_device*, const std::uint8_t*, std::uint64_t first, void* out, std::size_t);
  pqlane_status (*run_from_0)(pqlane_device*, const std::uint8_t*, void* out, std::size_t);
};

constexpr double i32_sigma = 3.2, f64_mean = -0.25, f64_sigma = 1.75;
constexpr float f32_mean = 0.5f, f32_sigma = 1.25f;

const Fill fills[] = {
    {"uniform_u32", "fill:u32", 4, 4,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_uniform_u32_at(d, k, first, static_cast<std::uint32_t*>(out), n);
     },
     [](pqlane_device* d, const std::uint8_t* k, void* out, std::size_t n) {
       return pqlane_fill_uniform_u32(d, k, static_cast<std::uint32_t*>(out), n);
     }},
    {"gaussian_i32", "fill:i32", 4, 2,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_gaussian_i32_at(d, k, first, i32_sigma, static_cast<std::int32_t*>(out), n);
     },
     [](pqlane_device* d, const std::uint8_t* k, void* out, std::size_t n) {
       return pqlane_fill_gaussian_i32(d, k, i32_sigma, static_cast<std::int32_t*>(out), n);
     }},
    {"gaussian_f32", "fill:f32", 4, 4,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_gaussian_f32_at(d, k, first, f32_mean, f32_sigma, static_cast<float*>(out), n);
     },
     [](pqlane_device* d, const std::uint8_t* k, void* out, std::size_t n) {
       return pqlane_fill_gaussian_f32(d, k, f32_mean, f32_sigma, static_cast<float*>(out), n);
     }},
    {"gaussian_f64", "fill:f64", 8, 2,
     [](pqlane_device* d, const std::uint8_t* k, std::uint64_t first, void* out, std::size_t n) {
       return pqlane_fill_gaussian_f64_at(d, k, first, f64_mean, f64_sigma, static_cast<double*>(out), n);
     },
     [](pqlane_device* d, const std::uint8_t* k, void* out, std::size_t n) {
       return pqlane_fill_gaussian_f64(d, k, f64_mean, f64_sigma, static_cast<double*>(out), n);
     }},
};

Bytes make(const Fill& fill, pqlane_device* device, std::uint64_t first, std::size_t count) {
  GuardedBuffer out(count * fill.element_bytes);
  EXPECT_EQ(fill.run(device, key.data(), first, out.data(), count), PQLANE_OK) << pqlane_last_error();
  return Bytes(out.data(), out.data() + count * fill.element_bytes);
}

class FillTest : public testing::TestWithParam<std::size_t> {
 protected:
  const Fill& fill() const { return fills[GetParam()]; }
};
INSTANTIATE_TEST_SUITE_P(Kinds, FillTest, testing::Range<std::size_t>(0, std::size(fills)),
                         [](const auto& instance) { return std::string(fills[instance.param].name); });

TEST_P(FillTest, BackendsAndThreadsGiveTheSame) {
  const std::size_t count = 70001;  // many tasks, and a part of a block
  const Bytes expected = make(fill(), open_device("cpu:scalar").get(), 5, count);
  for (const RegisteredBackend* backend : usable_backends()) {
    for (const unsigned threads : {1u, 2u, 5u}) {
      const DevicePointer device = open_device(backend->device_name, threads);
      EXPECT_TRUE(make(fill(), device.get(), 5, count) == expected)
          << backend->device_name << ", " << threads << " threads";
    }
  }
}

// Every part equals the slice of the whole, at all places of both ends in a block, also across tasks.
TEST_P(FillTest, PartsAreSlices) {
  const DevicePointer device = open_device("cpu", 2);
  const std::size_t all = 9000, size = fill().element_bytes;
  const Bytes whole = make(fill(), device.get(), 0, all);
  for (std::size_t first = 0; first <= 9; ++first) {
    for (std::size_t count = 1; count <= 11; ++count) {
      ASSERT_EQ(make(fill(), device.get(), first, count), slice(whole, size, first, count)) << first;
    }
    ASSERT_EQ(make(fill(), device.get(), first, 8700 - first), slice(whole, size, first, 8700 - first));
  }
  Bytes from_0(all * size);
  EXPECT_EQ(fill().run_from_0(device.get(), key.data(), from_0.data(), all), PQLANE_OK);
  EXPECT_EQ(from_0, whole);
}

// Far elements: the last that the index reaches.
TEST_P(FillTest, FarElements) {
  const DevicePointer device = open_device("cpu");
  const std::uint64_t first = std::numeric_limits<std::uint64_t>::max() - 21;
  const Bytes all = make(fill(), device.get(), first, 21);
  EXPECT_EQ(make(fill(), device.get(), first + 13, 8), slice(all, fill().element_bytes, 13, 8));
  EXPECT_EQ(fill().run(device.get(), key.data(), first, Bytes(200).data(), 22), PQLANE_ERROR_COUNT);
}

TEST_P(FillTest, SeveralCallersAtOnce) {
  const DevicePointer device = open_device("cpu", 3);
  const Bytes whole = make(fill(), device.get(), 0, 50000);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 5; ++i) {
        const std::size_t first = 1000 * t + i, count = 8000 * i + 77;
        EXPECT_EQ(make(fill(), device.get(), first, count), slice(whole, fill().element_bytes, first, count));
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_P(FillTest, KeysAndTheirAbsence) {
  const DevicePointer device = open_device("cpu");
  Bytes a(400), b(400), zero(400);
  const std::size_t count = a.size() / fill().element_bytes;
  EXPECT_EQ(fill().run_from_0(device.get(), nullptr, a.data(), count), PQLANE_OK);
  EXPECT_EQ(fill().run_from_0(device.get(), nullptr, b.data(), count), PQLANE_OK);
  EXPECT_NE(a, b);
  EXPECT_NE(a, zero);
  for (std::size_t i = 0; i < 32; ++i) {  // every byte of the key counts
    Bytes other = key;
    other[i] ^= 0x10;
    EXPECT_EQ(fill().run_from_0(device.get(), other.data(), b.data(), count), PQLANE_OK);
    EXPECT_NE(make(fill(), device.get(), 0, count), b);
  }
  EXPECT_EQ(fill().run(device.get(), nullptr, 0, a.data(), count), PQLANE_ERROR_NULL);
}

TEST_P(FillTest, RefusedCalls) {
  const DevicePointer device = open_device("cpu");
  alignas(8) std::uint8_t out[64] = {};
  const auto run = [&](pqlane_device* d, void* p, std::size_t n) {
    return fill().run(d, key.data(), 0, p, n);
  };
  EXPECT_EQ(run(nullptr, out, 1), PQLANE_ERROR_NULL);
  EXPECT_EQ(run(device.get(), nullptr, 1), PQLANE_ERROR_NULL);
  EXPECT_EQ(run(device.get(), nullptr, 0), PQLANE_OK);
  EXPECT_EQ(run(device.get(), out + 1, 1), PQLANE_ERROR_OPTION);
  EXPECT_NE(std::string(pqlane_last_error()).find("aligned"), std::string::npos);
  EXPECT_EQ(run(device.get(), out, SIZE_MAX), PQLANE_ERROR_COUNT);
  EXPECT_EQ(run(device.get(), out, SIZE_MAX / fill().element_bytes), PQLANE_ERROR_COUNT);
  EXPECT_TRUE(std::all_of(std::begin(out), std::end(out), [](std::uint8_t b) { return b == 0; }));
}

TEST(Fill, RefusedParameters) {
  const DevicePointer device = open_device("cpu");
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  std::int32_t i = 9;
  for (const double sigma : {-1.0, -inf, inf, nan, 128.5}) {
    EXPECT_EQ(pqlane_fill_gaussian_i32(device.get(), key.data(), sigma, &i, 1), PQLANE_ERROR_OPTION) << sigma;
  }
  double d = 9;
  float f = 9;
  for (const double bad : {-1.0, inf, nan, 1.8e307 * 9.9}) {
    EXPECT_EQ(pqlane_fill_gaussian_f64(device.get(), key.data(), 0, bad, &d, 1), PQLANE_ERROR_OPTION) << bad;
    EXPECT_EQ(pqlane_fill_gaussian_f32(device.get(), key.data(), 0, static_cast<float>(bad), &f, 1),
              PQLANE_ERROR_OPTION);
  }
  EXPECT_EQ(pqlane_fill_gaussian_f64(device.get(), key.data(), nan, 1, &d, 1), PQLANE_ERROR_OPTION);
  EXPECT_EQ(pqlane_fill_gaussian_f64(device.get(), key.data(), inf, 1, &d, 1), PQLANE_ERROR_OPTION);
  EXPECT_EQ(pqlane_fill_gaussian_f32(device.get(), key.data(), 3e38f, 1e38f, &f, 1), PQLANE_ERROR_OPTION);
  EXPECT_EQ(i, 9);
  EXPECT_EQ(d, 9);
  EXPECT_EQ(f, 9);
  EXPECT_EQ(pqlane_fill_gaussian_f64(device.get(), key.data(), 4.5, 0, &d, 1), PQLANE_OK);
  EXPECT_EQ(d, 4.5);
  EXPECT_EQ(pqlane_fill_gaussian_f64(device.get(), key.data(), 0, 1e307, &d, 1), PQLANE_OK);
  EXPECT_TRUE(std::isfinite(d));
  EXPECT_EQ(pqlane_fill_gaussian_i32(device.get(), key.data(), 0, &i, 1), PQLANE_OK);
  EXPECT_EQ(i, 0);
}

// ---- the definitions ---------------------------------------------------------

TEST(Fill, UniformWordsAreTheStream) {
  const std::uint64_t first = (std::uint64_t{1} << 34) - 8;  // block 2^32 - 2: the index passes 32 bits
  const Bytes stream = openssl_fill_stream(key.data(), "fill:u32", first / 4, 1000);
  for (const RegisteredBackend* backend : usable_backends()) {
    const DevicePointer device = open_device(backend->device_name);
    EXPECT_EQ(make(fills[0], device.get(), first, 4000), stream) << backend->device_name;
  }
}

TEST(Fill, RoundedGaussiansByTheTable) {
  const DevicePointer device = open_device("cpu");
  const std::size_t count = 4000;
  const Bytes stream = openssl_fill_stream(key.data(), "fill:i32", 0, count / 2);
  for (const double sigma : {0.3, 1.0, 3.2, 128.0}) {
    const GaussianTable table = make_gaussian_table(sigma);
    std::vector<std::int32_t> x(count);
    ASSERT_EQ(pqlane_fill_gaussian_i32(device.get(), key.data(), sigma, x.data(), count), PQLANE_OK);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t w = little_endian(stream, 8 * i, 8);
      const auto magnitude = std::upper_bound(table.begin(), table.end(), w >> 1) - table.begin();
      ASSERT_EQ(x[i], (w & 1) != 0 ? -magnitude : magnitude) << sigma << ", " << i;
    }
  }
}

// The largest error of a pair against long double, in units of 2^-p of the pair's radius (its length).
template <class Real>
double largest_error(const Bytes& stream, const std::vector<Real>& out, unsigned bits, long double mean,
                     long double sigma) {
  const std::size_t word = sizeof(Real);
  long double worst = 0;
  for (std::size_t i = 0; i + 1 < out.size(); i += 2) {
    const std::uint64_t w0 = little_endian(stream, i * word, word),
                        w1 = little_endian(stream, (i + 1) * word, word);
    const long double u = std::ldexp(static_cast<long double>(w0 | 1), -static_cast<int>(bits));
    // log of a number near 1 by its distance from 1, which is exact.
    const std::uint64_t to_1 = (bits == 64 ? std::uint64_t{0} : std::uint64_t{1} << 32) - (w0 | 1);
    const long double log_u =
        u > 0.5L ? std::log1p(-std::ldexp(static_cast<long double>(to_1), -static_cast<int>(bits)))
                 : std::log(u);
    const long double radius = std::sqrt(-2 * log_u);
    const long double v = std::ldexp(static_cast<long double>(w1) + 0.5L, -static_cast<int>(bits));
    const long double angle = 2 * std::numbers::pi_v<long double> * v;
    const long double expected[2] = {mean + sigma * radius * std::cos(angle),
                                     mean + sigma * radius * std::sin(angle)};
    const long double unit = (std::fabs(mean) + sigma * radius) * std::numeric_limits<Real>::epsilon();
    for (std::size_t j = 0; j < 2; ++j)
      worst = std::max(worst, std::fabs(static_cast<long double>(out[i + j]) - expected[j]) / unit);
  }
  return static_cast<double>(worst);
}

TEST(Fill, GaussianRealsByBoxAndMuller) {
  const DevicePointer device = open_device("cpu");
  const std::size_t count = 400000;
  const Bytes stream_64 = openssl_fill_stream(key.data(), "fill:f64", 0, count / 2);
  const Bytes stream_32 = openssl_fill_stream(key.data(), "fill:f32", 0, count / 4);
  std::vector<double> d(count);
  std::vector<float> f(count);
  for (const double mean : {0.0, 100.0}) {
    ASSERT_EQ(pqlane_fill_gaussian_f64(device.get(), key.data(), mean, 2, d.data(), count), PQLANE_OK);
    ASSERT_EQ(
        pqlane_fill_gaussian_f32(device.get(), key.data(), static_cast<float>(mean), 2, f.data(), count),
        PQLANE_OK);
    const double worst_64 = largest_error(stream_64, d, 64, mean, 2);
    const double worst_32 = largest_error(stream_32, f, 32, mean, 2);
    EXPECT_LT(worst_64, 3.0) << mean;
    EXPECT_LT(worst_32, 3.0) << mean;
    RecordProperty("worst_64_mean_" + std::to_string(static_cast<int>(mean)), std::to_string(worst_64));
    RecordProperty("worst_32_mean_" + std::to_string(static_cast<int>(mean)), std::to_string(worst_32));
  }
}

// Bits that every machine must give: SHA-256 of the first elements under the key 7, 8, .., 38.
TEST(Fill, PinnedBits) {
  const char* digests[] = {"b00983378b598b778333bce259bb81b9f2497194c5c4c6836fe99621df03b18f",
                           "546037a95624cfa2ea2dce7aaccdb78e0d30b2b280b0453970dc91f0c81a202b",
                           "7d483a0fb602ac0d4b2ea69e9966e4037c88fe5fe2fc89266b18f6281279b43a",
                           "7777d5848b774f0bbde7e94c1739c4f8c8b5d8c318e221334036dba52c049918"};
  const DevicePointer device = open_device("cpu");
  for (std::size_t i = 0; i < std::size(fills); ++i) {
    OpensslHash hash("SHA256");
    hash.absorb(make(fills[i], device.get(), 0, 20000));
    EXPECT_EQ(to_hex(hash.finish()), digests[i]) << fills[i].name;
  }
}

// ---- distributions -----------------------------------------------------------
// The key is fixed, so these pass or fail for good; limits are those of 1 in 10^5 chances or rarer.

TEST(Fill, UniformBytesAreEven) {
  const DevicePointer device = open_device("cpu");
  const std::size_t count = 1 << 20;
  const Bytes bytes = make(fills[0], device.get(), 0, count);
  for (std::size_t place = 0; place < 4; ++place) {
    std::vector<double> seen(256);
    for (std::size_t i = place; i < bytes.size(); i += 4) seen[bytes[i]] += 1;
    const double expected = static_cast<double>(count) / 256;
    double chi_squared = 0;
    for (const double n : seen) chi_squared += (n - expected) * (n - expected) / expected;
    // 255 degrees of freedom: mean 255, standard deviation 22.6.
    EXPECT_LT(chi_squared, 255 + 5 * 22.6) << place;
    EXPECT_GT(chi_squared, 255 - 5 * 22.6) << place;
  }
}

double normal_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

template <class Real>
void expect_normal(std::vector<Real> x, double mean, double sigma) {
  const double n = static_cast<double>(x.size());
  double sum = 0, squares = 0, cubes = 0, fourths = 0, beyond_3 = 0, neighbours = 0, last = 0;
  for (Real& value : x) {
    const double z = (static_cast<double>(value) - mean) / sigma;
    sum += z;
    squares += z * z;
    cubes += z * z * z;
    fourths += z * z * z * z;
    beyond_3 += std::fabs(z) > 3 ? 1 : 0;
    neighbours += z * last;
    last = z;
    value = static_cast<Real>(z);
  }
  // Means of z^k over n values have the standard deviations sqrt(1, 2, 15, 96) / sqrt n.
  EXPECT_NEAR(sum / n, 0, 4.5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 4.5 * std::sqrt(2 / n));
  EXPECT_NEAR(cubes / n, 0, 4.5 * std::sqrt(15 / n));
  EXPECT_NEAR(fourths / n, 3, 4.5 * std::sqrt(96 / n));
  EXPECT_NEAR(neighbours / n, 0, 4.5 / std::sqrt(n));
  const double tail = 2 * normal_below(-3);
  EXPECT_NEAR(beyond_3 / n, tail, 4.5 * std::sqrt(tail / n));
  std::sort(x.begin(), x.end());
  double distance = 0;  // of Kolmogorov and Smirnov
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = normal_below(static_cast<double>(x[i]));
    distance = std::max({distance, static_cast<double>(i + 1) / n - p, p - static_cast<double>(i) / n});
  }
  EXPECT_LT(distance, 2.5 / std::sqrt(n));  // chance 2 exp(-2 2.5^2)
}

TEST(Fill, GaussianRealsAreNormal) {
  const DevicePointer device = open_device("cpu", 2);
  std::vector<double> d(1 << 20);
  ASSERT_EQ(pqlane_fill_gaussian_f64(device.get(), key.data(), 3, 0.5, d.data(), d.size()), PQLANE_OK);
  expect_normal(d, 3, 0.5);
  std::vector<float> f(1 << 20);
  ASSERT_EQ(pqlane_fill_gaussian_f32(device.get(), key.data(), -1, 4, f.data(), f.size()), PQLANE_OK);
  expect_normal(f, -1, 4);
}

TEST(Fill, RoundedGaussiansFollowTheTable) {
  const DevicePointer device = open_device("cpu", 2);
  for (const double sigma : {0.8, 3.2, 20.0}) {
    std::vector<std::int32_t> x(1 << 20);
    ASSERT_EQ(pqlane_fill_gaussian_i32(device.get(), key.data(), sigma, x.data(), x.size()), PQLANE_OK);
    const double n = static_cast<double>(x.size());
    const int most = static_cast<int>(std::ceil(4 * sigma));  // values beyond are counted as one
    std::vector<double> seen(static_cast<std::size_t>(2 * most + 3));
    for (const std::int32_t value : x)
      seen[static_cast<std::size_t>(std::clamp(value, -most - 1, most + 1) + most + 1)] += 1;
    double chi_squared = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const double value = static_cast<double>(i) - most - 1;
      const double below = i == 0 ? 0 : normal_below((value - 0.5) / sigma);
      const double p = (i + 1 == seen.size() ? 1 : normal_below((value + 0.5) / sigma)) - below;
      chi_squared += (seen[i] - n * p) * (seen[i] - n * p) / (n * p);
    }
    const double freedom = static_cast<double>(seen.size() - 1);
    EXPECT_LT(chi_squared, freedom + 5 * std::sqrt(2 * freedom)) << sigma;
  }
}

}  // namespace
}  // namespace pqlane::test
