// The C++ wrapper: counts and strides from spans, what throws and what is a Result.
#include <gtest/gtest.h>
#include <pqlane/pqlane.hpp>
#include <pqlane/random.hpp>
#include <pqlane/trace.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;
using pqlane::BatchIn;
using pqlane::BatchOut;
using pqlane::Device;
using pqlane::Error;
using pqlane::KeyForm;

constexpr pqlane_scheme scheme = PQLANE_ML_KEM_512;

static_assert(!std::is_copy_constructible_v<Device> && std::is_nothrow_move_constructible_v<Device>);

// The status of the Error that `call` throws; PQLANE_OK when it throws none.
template <class Call>
pqlane_status status_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.status();
  }
  return PQLANE_OK;
}

class CppWrapper : public testing::Test {
 protected:
  static constexpr std::size_t items = 5;
  const Device device{"cpu"};
  const pqlane_kem_sizes sizes = pqlane::kem_sizes(scheme);
  Bytes ek = Bytes(items * sizes.ek_bytes), dk = Bytes(items * sizes.dk_bytes);
  Bytes ct = Bytes(items * sizes.ct_bytes), ss = Bytes(items * sizes.ss_bytes), ss_again = ss;
};

TEST_F(CppWrapper, RoundTripOfABatch) {
  ASSERT_TRUE(device.kem_keygen(scheme, ek, dk));
  const pqlane::Result result = device.kem_encaps(scheme, ek, ct, ss);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.items.size(), items);
  EXPECT_EQ(result.failed(), 0u);
  ASSERT_TRUE(device.kem_decaps(scheme, dk, ct, ss_again));
  EXPECT_EQ(ss, ss_again);
}

TEST_F(CppWrapper, SeedsAreThePrivateKeysOfTheirExpandedForm) {
  Bytes seeds(items * sizes.seed_bytes), ek_again(ek.size());
  ASSERT_TRUE(device.kem_keygen(scheme, ek, seeds, KeyForm::Seed));
  ASSERT_TRUE(device.kem_keygen_derand(scheme, seeds, ek_again, dk));
  EXPECT_EQ(ek, ek_again);
  ASSERT_TRUE(device.kem_encaps(scheme, ek, ct, ss));
  ASSERT_TRUE(device.kem_decaps(scheme, seeds, ct, ss_again, KeyForm::Seed));
  EXPECT_EQ(ss, ss_again);
  ASSERT_TRUE(device.kem_decaps(scheme, dk, ct, ss_again));
  EXPECT_EQ(ss, ss_again);
}

TEST_F(CppWrapper, AWrongLengthThrowsBeforeAnythingRuns) {
  Bytes short_ek(ek.size() - 1), fewer_dk(dk.size() - sizes.dk_bytes);
  EXPECT_EQ(status_of([&] { (void)device.kem_keygen(scheme, short_ek, dk); }), PQLANE_ERROR_LENGTH);
  EXPECT_EQ(status_of([&] { (void)device.kem_keygen(scheme, ek, fewer_dk); }), PQLANE_ERROR_COUNT);
  EXPECT_EQ(status_of([&] { (void)device.kem_encaps(scheme, fewer_dk, ct, ss); }), PQLANE_ERROR_LENGTH);
  EXPECT_TRUE(std::all_of(dk.begin(), dk.end(), [](std::uint8_t byte) { return byte == 0; }));
}

TEST_F(CppWrapper, OneSharedKeyServesAllItems) {
  const Device::KeyPair pair = device.kem_keygen_one(scheme);
  ASSERT_TRUE(device.kem_encaps(scheme, BatchIn::shared(pair.ek), ct, ss));
  ASSERT_TRUE(device.kem_decaps(scheme, BatchIn::shared(pair.dk), ct, ss_again));
  EXPECT_EQ(ss, ss_again);
  // A shared value of the wrong size is refused.
  EXPECT_EQ(status_of([&] { (void)device.kem_encaps(scheme, BatchIn::shared(ek), ct, ss); }),
            PQLANE_ERROR_LENGTH);
}

TEST_F(CppWrapper, StridesLeaveTheBytesBetweenAlone) {
  const std::size_t stride = sizes.ct_bytes + 7;
  Bytes spread(stride * items - 7, 0x5a);
  ASSERT_TRUE(device.kem_keygen(scheme, ek, dk));
  ASSERT_TRUE(device.kem_encaps(scheme, ek, BatchOut::strided(spread, stride), ss));
  for (std::size_t i = 0; i + 1 < items; ++i) {
    for (std::size_t gap = sizes.ct_bytes; gap < stride; ++gap) EXPECT_EQ(spread[i * stride + gap], 0x5a);
  }
  ASSERT_TRUE(device.kem_decaps(scheme, dk, BatchIn::strided(spread, stride), ss_again));
  EXPECT_EQ(ss, ss_again);
  const auto cut = std::span(spread).first(spread.size() - 1);
  EXPECT_EQ(status_of([&] { (void)device.kem_decaps(scheme, dk, BatchIn::strided(cut, stride), ss_again); }),
            PQLANE_ERROR_LENGTH);
}

TEST_F(CppWrapper, AFailedItemIsAResultAndNotAnException) {
  ASSERT_TRUE(device.kem_keygen(scheme, ek, dk));
  std::fill_n(ek.begin() + static_cast<std::ptrdiff_t>(2 * sizes.ek_bytes), 3, std::uint8_t{0xff});
  const pqlane::Result result = device.kem_encaps(scheme, ek, ct, ss);
  EXPECT_FALSE(result);
  EXPECT_EQ(result.status, PQLANE_ERROR_ITEMS);
  EXPECT_EQ(result.failed(), 1u);
  EXPECT_EQ(result.items[2], PQLANE_ERROR_EK_MODULUS);
  EXPECT_EQ(device.kem_check_ek(scheme, ek).items, result.items);
  EXPECT_TRUE(device.kem_check_dk(scheme, dk).ok());
  // The single-item call has only the exception to say so.
  const auto bad = std::span(ek).subspan(2 * sizes.ek_bytes, sizes.ek_bytes);
  EXPECT_EQ(status_of([&] { (void)device.kem_encaps_one(scheme, bad); }), PQLANE_ERROR_EK_MODULUS);
}

TEST_F(CppWrapper, SingleOperations) {
  const Device::KeyPair pair = device.kem_keygen_one(scheme, KeyForm::Seed);
  EXPECT_EQ(pair.dk.size(), sizes.seed_bytes);
  const Device::Encapsulation sent = device.kem_encaps_one(scheme, pair.ek);
  EXPECT_EQ(device.kem_decaps_one(scheme, pair.dk, sent.ct, KeyForm::Seed), sent.ss);
}

TEST_F(CppWrapper, NamesAndDevices) {
  EXPECT_EQ(pqlane::scheme_by_name("ml-kem-512"), scheme);
  EXPECT_EQ(status_of([] { pqlane::scheme_by_name("ml-kem-513"); }), PQLANE_ERROR_SCHEME);
  EXPECT_EQ(status_of([] { Device("cpu:nothing"); }), PQLANE_ERROR_DEVICE);
  const Device scalar("cpu:scalar", {.threads = 2});
  EXPECT_EQ(scalar.name(), "cpu:scalar");
  EXPECT_EQ(scalar.threads(), 2u);
  EXPECT_EQ(pqlane::version(), PQLANE_VERSION_STRING);
}

TEST_F(CppWrapper, AnEmptyBatchDoesNothing) {
  Bytes none;
  EXPECT_TRUE(device.kem_keygen(scheme, none, none).ok());
  EXPECT_TRUE(device.kem_encaps(scheme, none, none, none).items.empty());
}

// Parts by `first` are slices of what the C calls give; without a key two fills differ.
template <class T, class Fill, class Fresh>
void expect_fill(const std::vector<T>& whole, Fill fill, Fresh fresh) {
  std::vector<T> part(10), a(10), b(10);
  fill(std::span<T>(part), std::uint64_t{7});
  EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + 7));
  fresh(std::span<T>(a));
  fresh(std::span<T>(b));
  EXPECT_NE(a, b);
}

TEST_F(CppWrapper, Traces) {
  {
    pqlane::Trace trace;
    EXPECT_THROW(pqlane::Trace(), pqlane::Error);
    trace.write("/dev/null");
    EXPECT_THROW(trace.write("/dev/full"), pqlane::Error);
    trace.stop();
    trace.write("/dev/null");
  }
  {
    const pqlane::Trace another;
  }
  const pqlane::Trace third;  // the one before has ended
}

TEST_F(CppWrapper, Fills) {
  constexpr std::size_t count = 20;
  const Bytes key_bytes(32, 9);
  const pqlane::FillKey key(key_bytes.data(), 32);
  std::vector<std::uint32_t> u(count);
  ASSERT_EQ(pqlane_fill_uniform_u32(device.handle(), key.data(), u.data(), count), PQLANE_OK);
  expect_fill(
      u, [&](auto out, std::uint64_t first) { pqlane::fill_uniform(device, key, out, first); },
      [&](auto out) { pqlane::fill_uniform(device, out); });
  std::vector<std::int32_t> i(count);
  ASSERT_EQ(pqlane_fill_gaussian_i32(device.handle(), key.data(), 4, i.data(), count), PQLANE_OK);
  expect_fill(
      i, [&](auto out, std::uint64_t first) { pqlane::fill_gaussian(device, key, 4, out, first); },
      [&](auto out) { pqlane::fill_gaussian(device, 4, out); });
  std::vector<float> f(count);
  ASSERT_EQ(pqlane_fill_gaussian_f32(device.handle(), key.data(), 1, 2, f.data(), count), PQLANE_OK);
  expect_fill(
      f, [&](auto out, std::uint64_t first) { pqlane::fill_gaussian(device, key, 1.0f, 2.0f, out, first); },
      [&](auto out) { pqlane::fill_gaussian(device, 1.0f, 2.0f, out); });
  std::vector<double> d(count);
  ASSERT_EQ(pqlane_fill_gaussian_f64(device.handle(), key.data(), 1, 2, d.data(), count), PQLANE_OK);
  expect_fill(
      d, [&](auto out, std::uint64_t first) { pqlane::fill_gaussian(device, key, 1.0, 2.0, out, first); },
      [&](auto out) { pqlane::fill_gaussian(device, 1.0, 2.0, out); });
  EXPECT_EQ(status_of([&] { pqlane::fill_gaussian(device, 1.0, -2.0, std::span<double>(d)); }),
            PQLANE_ERROR_OPTION);
}

TEST_F(CppWrapper, RandomBytesDiffer) {
  Bytes first(32), second(32);
  pqlane::random_bytes(first);
  pqlane::random_bytes(second);
  EXPECT_NE(first, second);
}

}  // namespace
