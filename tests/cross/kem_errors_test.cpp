// kem_errors_test.cpp: calls that are refused as a whole: their codes, their messages, and that nothing is
// written.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/kem.hpp"

namespace pqlane::test {
namespace {

constexpr std::size_t count = 3;

class KemErrors : public testing::Test {
 protected:
  KemErrors() : device_(open_device("cpu", 1)) {
    EXPECT_EQ(pqlane_kem_get_sizes(scheme_, &s_), PQLANE_OK);
    for (Bytes* b : {&seed_, &m_, &ek_, &dk_, &ct_, &ss_}) b->assign(count * 4096, 0xEE);
  }
  // The call was refused with this code and message, and the outputs and statuses are untouched.
  void expect_refused(pqlane_status got, pqlane_status wanted, const std::string& message) {
    EXPECT_EQ(got, wanted) << message;
    EXPECT_EQ(std::string(pqlane_last_error()), message);
    for (const Bytes* b : {&seed_, &m_, &ek_, &dk_, &ct_, &ss_}) {
      EXPECT_TRUE(std::all_of(b->begin(), b->end(), [](std::uint8_t byte) { return byte == 0xEE; }))
          << message;
    }
    for (const pqlane_status status : status_) EXPECT_EQ(status, PQLANE_ERROR_NOT_DONE);
  }
  pqlane_in in(const Bytes& b, std::size_t size) const { return {b.data(), size, count}; }
  pqlane_out out(Bytes& b, std::size_t size) { return {b.data(), size, count}; }

  pqlane_status keygen(pqlane_device* device, pqlane_scheme scheme, unsigned flags, pqlane_in seed,
                       pqlane_out ek, pqlane_out dk) {
    return pqlane_kem_keygen_derand(device, scheme, flags, seed, ek, dk, status_);
  }

  const pqlane_scheme scheme_ = PQLANE_ML_KEM_768;
  pqlane_kem_sizes s_{};
  DevicePointer device_;
  Bytes seed_, m_, ek_, dk_, ct_, ss_;
  pqlane_status status_[count] = {PQLANE_ERROR_NOT_DONE, PQLANE_ERROR_NOT_DONE, PQLANE_ERROR_NOT_DONE};
};

TEST_F(KemErrors, DeviceSchemeAndFlags) {
  const pqlane_in seed = in(seed_, 64);
  const pqlane_out ek = out(ek_, s_.ek_bytes), dk = out(dk_, s_.dk_bytes);
  expect_refused(keygen(nullptr, scheme_, 0, seed, ek, dk), PQLANE_ERROR_NULL, "device is null");
  expect_refused(keygen(device_.get(), static_cast<pqlane_scheme>(77), 0, seed, ek, dk), PQLANE_ERROR_SCHEME,
                 "unknown scheme 77");
  expect_refused(keygen(device_.get(), static_cast<pqlane_scheme>(0), 0, seed, ek, dk), PQLANE_ERROR_SCHEME,
                 "unknown scheme 0");
  expect_refused(keygen(device_.get(), scheme_, 8, seed, ek, dk), PQLANE_ERROR_OPTION, "unknown flags 8");
  expect_refused(pqlane_kem_check_ek(device_.get(), PQLANE_KYBER_512, {ek_.data(), 800, 3}, status_),
                 PQLANE_ERROR_SCHEME, "kyber-512 defines no key checks");
}

// A flag that a call knows but that means nothing to it.
TEST_F(KemErrors, FlagsWithoutMeaning) {
  const pqlane_in seed = in(seed_, 64), ek_in = in(ek_, s_.ek_bytes);
  const pqlane_out ek = out(ek_, s_.ek_bytes), dk = out(dk_, s_.dk_bytes), ct = out(ct_, s_.ct_bytes),
                   ss = out(ss_, 32);
  expect_refused(keygen(device_.get(), scheme_, PQLANE_KEY_CHECKED, seed, ek, dk), PQLANE_ERROR_OPTION,
                 "PQLANE_KEY_CHECKED has no meaning for keygen");
  expect_refused(pqlane_kem_keygen(device_.get(), scheme_, PQLANE_KEY_SEED | PQLANE_KEY_CHECKED, ek,
                                   out(dk_, 64), status_),
                 PQLANE_ERROR_OPTION, "PQLANE_KEY_CHECKED has no meaning for keygen");
  expect_refused(pqlane_kem_encaps(device_.get(), scheme_, PQLANE_KEY_SEED, ek_in, ct, ss, status_),
                 PQLANE_ERROR_OPTION, "PQLANE_KEY_SEED has no meaning for encaps");
  expect_refused(pqlane_kem_encaps_derand(device_.get(), scheme_, PQLANE_KEY_CHECKED, ek_in, in(m_, 32), ct,
                                          ss, status_),
                 PQLANE_ERROR_OPTION, "PQLANE_KEY_CHECKED has no meaning for encaps");
  expect_refused(pqlane_kem_encaps_one(device_.get(), scheme_, PQLANE_KEY_SEED, ek_.data(), 1184, ct_.data(),
                                       1088, ss_.data(), 32),
                 PQLANE_ERROR_OPTION, "PQLANE_KEY_SEED has no meaning for encaps");
  expect_refused(pqlane_kem_encaps(device_.get(), scheme_, PQLANE_KEY_SEED | 16, ek_in, ct, ss, status_),
                 PQLANE_ERROR_OPTION, "unknown flags 16");
}

TEST_F(KemErrors, NullPointers) {
  expect_refused(
      keygen(device_.get(), scheme_, 0, {nullptr, 64, 3}, out(ek_, s_.ek_bytes), out(dk_, s_.dk_bytes)),
      PQLANE_ERROR_NULL, "seed is null, but the batch has 3 items");
  expect_refused(
      keygen(device_.get(), scheme_, 0, in(seed_, 64), {nullptr, s_.ek_bytes, 3}, out(dk_, s_.dk_bytes)),
      PQLANE_ERROR_NULL, "ek is null, but the batch has 3 items");
  expect_refused(pqlane_kem_encaps(device_.get(), scheme_, 0, in(ek_, s_.ek_bytes), {nullptr, s_.ct_bytes, 3},
                                   out(ss_, 32), status_),
                 PQLANE_ERROR_NULL, "ct is null, but the batch has 3 items");
  expect_refused(pqlane_kem_decaps(device_.get(), scheme_, 0, {nullptr, 0, 1}, in(ct_, s_.ct_bytes),
                                   out(ss_, 32), status_),
                 PQLANE_ERROR_NULL, "dk is null, but the batch has 3 items");
  expect_refused(pqlane_kem_check_dk(device_.get(), scheme_, {nullptr, s_.dk_bytes, 1}, status_),
                 PQLANE_ERROR_NULL, "dk is null, but the batch has 1 items");
}

TEST_F(KemErrors, Counts) {
  expect_refused(pqlane_kem_encaps_derand(device_.get(), scheme_, 0, in(ek_, s_.ek_bytes), {m_.data(), 32, 2},
                                          out(ct_, s_.ct_bytes), out(ss_, 32), status_),
                 PQLANE_ERROR_COUNT, "m has 2 items, but ct has 3");
  expect_refused(pqlane_kem_decaps(device_.get(), scheme_, 0, {dk_.data(), 0, 0}, in(ct_, s_.ct_bytes),
                                   out(ss_, 32), status_),
                 PQLANE_ERROR_COUNT, "dk is shared by all items, but its count is 0");
  const std::size_t huge = std::numeric_limits<std::size_t>::max() / 2;
  expect_refused(pqlane_kem_keygen(device_.get(), scheme_, 0, {ek_.data(), s_.ek_bytes, huge},
                                   {dk_.data(), s_.dk_bytes, huge}, nullptr),
                 PQLANE_ERROR_COUNT, "ek: " + std::to_string(huge) + " items exceed the address space");
}

TEST_F(KemErrors, Strides) {
  expect_refused(
      keygen(device_.get(), scheme_, 0, in(seed_, 63), out(ek_, s_.ek_bytes), out(dk_, s_.dk_bytes)),
      PQLANE_ERROR_LENGTH, "seed has a stride of 63 bytes, but an item has 64");
  // In seed form dk is 64 bytes; a stride for it is too short for the expanded form.
  expect_refused(keygen(device_.get(), scheme_, 0, in(seed_, 64), out(ek_, s_.ek_bytes), out(dk_, 64)),
                 PQLANE_ERROR_LENGTH, "dk has a stride of 64 bytes, but an item has 2400");
  expect_refused(pqlane_kem_decaps(device_.get(), scheme_, 0, in(dk_, s_.dk_bytes), in(ct_, s_.ct_bytes),
                                   {ss_.data(), 0, 3}, status_),
                 PQLANE_ERROR_LENGTH, "ss has a stride of 0 bytes, but an item has 32");
}

TEST_F(KemErrors, Overlap) {
  expect_refused(pqlane_kem_decaps(device_.get(), scheme_, 0, in(dk_, s_.dk_bytes), in(ct_, s_.ct_bytes),
                                   {ct_.data() + s_.ct_bytes - 1, 32, 3}, status_),
                 PQLANE_ERROR_OVERLAP, "ss and ct overlap");
  expect_refused(pqlane_kem_encaps(device_.get(), scheme_, 0, in(ek_, s_.ek_bytes), out(ct_, s_.ct_bytes),
                                   {ct_.data() + 5, 32, 3}, status_),
                 PQLANE_ERROR_OVERLAP, "ct and ss overlap");
  expect_refused(keygen(device_.get(), scheme_, PQLANE_KEY_SEED, in(seed_, 64), out(ek_, s_.ek_bytes),
                        {seed_.data(), 64, 3}),
                 PQLANE_ERROR_OVERLAP, "dk and seed overlap");
}

TEST_F(KemErrors, OneOperationCalls) {
  expect_refused(pqlane_kem_keygen_one(device_.get(), scheme_, 0, ek_.data(), 1183, dk_.data(), 2400),
                 PQLANE_ERROR_LENGTH, "ek has 1183 bytes, not 1184");
  expect_refused(
      pqlane_kem_keygen_one(device_.get(), scheme_, PQLANE_KEY_SEED, ek_.data(), 1184, dk_.data(), 2400),
      PQLANE_ERROR_LENGTH, "dk has 2400 bytes, not 64");
  expect_refused(
      pqlane_kem_encaps_one(device_.get(), scheme_, 0, ek_.data(), 1184, ct_.data(), 1088, ss_.data(), 31),
      PQLANE_ERROR_LENGTH, "ss has 31 bytes, not 32");
  expect_refused(
      pqlane_kem_decaps_one(device_.get(), scheme_, 0, dk_.data(), 2400, ct_.data(), 768, ss_.data(), 32),
      PQLANE_ERROR_LENGTH, "ct has 768 bytes, not 1088");
  expect_refused(
      pqlane_kem_decaps_one(device_.get(), scheme_, 0, nullptr, 2400, ct_.data(), 1088, ss_.data(), 32),
      PQLANE_ERROR_NULL, "dk is null, but the batch has 1 items");
  expect_refused(pqlane_kem_decaps_one(device_.get(), static_cast<pqlane_scheme>(77), 0, nullptr, 1, nullptr,
                                       1, nullptr, 1),
                 PQLANE_ERROR_SCHEME, "unknown scheme 77");
}

// An item's own failure is the result of a call on one item; its outputs are zero.
TEST_F(KemErrors, OneOperationItemFailures) {
  Bytes ek(s_.ek_bytes, 0xFF);
  EXPECT_EQ(pqlane_kem_encaps_one(device_.get(), scheme_, 0, ek.data(), ek.size(), ct_.data(), 1088,
                                  ss_.data(), 32),
            PQLANE_ERROR_EK_MODULUS);
  EXPECT_STREQ(pqlane_last_error(), pqlane_status_text(PQLANE_ERROR_EK_MODULUS));
  EXPECT_TRUE(std::all_of(ct_.begin(), ct_.begin() + 1088, [](std::uint8_t b) { return b == 0; }));
  EXPECT_TRUE(std::all_of(ct_.begin() + 1088, ct_.end(), [](std::uint8_t b) { return b == 0xEE; }));
  EXPECT_TRUE(std::all_of(ss_.begin(), ss_.begin() + 32, [](std::uint8_t b) { return b == 0; }));
  EXPECT_EQ(
      pqlane_kem_decaps_one(device_.get(), scheme_, 0, dk_.data(), 2400, ct_.data(), 1088, ss_.data(), 32),
      PQLANE_ERROR_DK_HASH);
  EXPECT_STREQ(pqlane_last_error(), pqlane_status_text(PQLANE_ERROR_DK_HASH));
}

// The calls on one item give what a batch gives, in a round trip.
TEST_F(KemErrors, OneOperationRoundTrip) {
  for (const pqlane_scheme scheme : all_kem_schemes) {
    for (const unsigned flags : {0u, PQLANE_KEY_SEED}) {
      const pqlane_kem_sizes s = find_scheme(scheme)->sizes;
      Bytes ek(s.ek_bytes), dk(flags ? s.seed_bytes : s.dk_bytes), ct(s.ct_bytes), sent(32), opened(32);
      ASSERT_EQ(
          pqlane_kem_keygen_one(device_.get(), scheme, flags, ek.data(), ek.size(), dk.data(), dk.size()),
          PQLANE_OK);
      ASSERT_EQ(pqlane_kem_encaps_one(device_.get(), scheme, 0, ek.data(), ek.size(), ct.data(), ct.size(),
                                      sent.data(), 32),
                PQLANE_OK);
      ASSERT_EQ(pqlane_kem_decaps_one(device_.get(), scheme, flags, dk.data(), dk.size(), ct.data(),
                                      ct.size(), opened.data(), 32),
                PQLANE_OK);
      EXPECT_STREQ(pqlane_last_error(), "");
      EXPECT_EQ(sent, opened);
      EXPECT_NE(sent, Bytes(32));
    }
  }
}

TEST_F(KemErrors, EmptyBatchesDoNothing) {
  for (const pqlane_scheme scheme : all_kem_schemes) {
    EXPECT_EQ(pqlane_kem_keygen(device_.get(), scheme, 0, {nullptr, 0, 0}, {nullptr, 0, 0}, nullptr),
              PQLANE_OK);
    EXPECT_EQ(pqlane_kem_encaps(device_.get(), scheme, 0, {nullptr, 0, 0}, {nullptr, 0, 0}, {nullptr, 0, 0},
                                nullptr),
              PQLANE_OK);
    EXPECT_EQ(pqlane_kem_decaps(device_.get(), scheme, 0, {nullptr, 0, 0}, {nullptr, 0, 0}, {nullptr, 0, 0},
                                nullptr),
              PQLANE_OK);
  }
}

TEST(DeviceErrors, NamesOptionsAndPointers) {
  pqlane_device* device = nullptr;
  EXPECT_EQ(pqlane_device_open(nullptr, nullptr, &device), PQLANE_ERROR_NULL);
  EXPECT_EQ(pqlane_device_open("cpu", nullptr, nullptr), PQLANE_ERROR_NULL);
  EXPECT_EQ(pqlane_device_open("cpu:sse9", nullptr, &device), PQLANE_ERROR_DEVICE);
  EXPECT_EQ(std::string(pqlane_last_error())
                .rfind("device 'cpu:sse9' is unknown; known devices: cpu, cpu:scalar", 0),
            0u);
  EXPECT_EQ(device, nullptr);
  pqlane_device_options options = {sizeof options - 1, 1, 0};
  EXPECT_EQ(pqlane_device_open("cpu", &options, &device), PQLANE_ERROR_OPTION);
  EXPECT_EQ(std::string(pqlane_last_error()), "options.struct_bytes is " +
                                                  std::to_string(sizeof options - 1) + ", not " +
                                                  std::to_string(sizeof options));
  options = {sizeof options, 5000, 0};
  EXPECT_EQ(pqlane_device_open("cpu", &options, &device), PQLANE_ERROR_OPTION);
  EXPECT_STREQ(pqlane_last_error(), "5000 threads asked, at most 4096 are possible");
  pqlane_device_close(nullptr);
}

}  // namespace
}  // namespace pqlane::test
