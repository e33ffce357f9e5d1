// kem_bad_items_test.cpp: items that fail (FIPS 203, sections 7.2 and 7.3) among good ones: their statuses,
// zero outputs, and the right results of all others.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "support/kem.hpp"

namespace pqlane::test {
namespace {

using Places = std::set<std::size_t>;

Places random_places(std::mt19937_64& random, std::size_t count, std::size_t how_many) {
  Places places;
  while (places.size() < how_many) places.insert(random() % count);
  return places;
}

// Puts `value` into 12-bit coefficient `index` of an encoded vector.
void set_coefficient(std::uint8_t* encoded, std::size_t index, unsigned value) {
  std::uint8_t* p = encoded + index / 2 * 3;
  if (index % 2 == 0) {
    p[0] = static_cast<std::uint8_t>(value);
    p[1] = static_cast<std::uint8_t>((p[1] & 0xF0) | value >> 8);
  } else {
    p[1] = static_cast<std::uint8_t>((p[1] & 0x0F) | (value & 15) << 4);
    p[2] = static_cast<std::uint8_t>(value >> 4);
  }
}

// The packed value with items at `places` zero.
Bytes without(Bytes packed, std::size_t size, const Places& places) {
  for (const std::size_t i : places) {
    std::fill_n(packed.begin() + static_cast<std::ptrdiff_t>(i * size), size, std::uint8_t{0});
  }
  return packed;
}

void expect_statuses(const Answer& answer, const Places& bad, pqlane_status reason) {
  ASSERT_EQ(answer.call, bad.empty() ? PQLANE_OK : PQLANE_ERROR_ITEMS);
  for (std::size_t i = 0; i < answer.items.size(); ++i) {
    ASSERT_EQ(answer.items[i], bad.contains(i) ? reason : PQLANE_OK) << "item " << i;
  }
  if (bad.empty()) return;
  EXPECT_EQ(answer.error, "item " + std::to_string(*bad.begin()) + ": " + pqlane_status_text(reason) + " (" +
                              std::to_string(bad.size()) + " of " + std::to_string(answer.items.size()) +
                              " items failed)");
}

class KemBadItems : public KemTest {
 protected:
  // Batches of these sizes, with these numbers of bad items.
  template <class F>
  static void for_each_case(F f) {
    std::mt19937_64 random(24);
    for (const std::size_t count : {1u, 2u, 7u, 8u, 9u, 33u, 70u}) {
      for (const std::size_t bad : {std::size_t{1}, count / 3, count}) {
        if (bad == 0) continue;
        SCOPED_TRACE(std::to_string(bad) + " bad items of " + std::to_string(count));
        f(random, count, random_places(random, count, bad));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
};

TEST_P(KemBadItems, EncapsulationKeysOutOfRange) {
  const pqlane_kem_sizes& s = info().sizes;
  const Reference reference = make_reference(scheme(), 70);
  const std::size_t coefficients = (s.ek_bytes - 32) / 384 * 256;
  for_each_case([&](std::mt19937_64& random, std::size_t count, const Places& bad) {
    Bytes ek = first_items(reference.ek, reference, count);
    for (const std::size_t i : bad) {
      const unsigned value =
          random() % 2 == 0 ? 3329 : 3329 + static_cast<unsigned>(random() % (4096 - 3329));
      set_coefficient(ek.data() + i * s.ek_bytes, random() % coefficients, value);
    }
    const Bytes m = first_items(reference.m, reference, count);
    const Answer answer = kem().encaps(ek, m);
    ASSERT_NO_FATAL_FAILURE(expect_statuses(answer, bad, PQLANE_ERROR_EK_MODULUS));
    ASSERT_EQ(answer.first, without(first_items(reference.ct, reference, count), s.ct_bytes, bad));
    ASSERT_EQ(answer.second, without(first_items(reference.ss, reference, count), s.ss_bytes, bad));
    std::vector<pqlane_status> items(count, PQLANE_ERROR_NOT_DONE);
    ASSERT_EQ(pqlane_kem_check_ek(device_.get(), scheme(), packed_in(ek, s.ek_bytes), items.data()),
              PQLANE_ERROR_ITEMS);
    ASSERT_EQ(items, answer.items);
    // The statuses may be left out.
    ASSERT_EQ(pqlane_kem_check_ek(device_.get(), scheme(), packed_in(ek, s.ek_bytes), nullptr),
              PQLANE_ERROR_ITEMS);
  });
}

// q - 1 is allowed, q is not, in every place of the key.
TEST_P(KemBadItems, TheBorderInEveryCoefficient) {
  const pqlane_kem_sizes& s = info().sizes;
  const Reference reference = make_reference(scheme(), 1);
  const std::size_t coefficients = (s.ek_bytes - 32) / 384 * 256;
  Bytes keys;
  for (std::size_t i = 0; i < 2 * coefficients; ++i) {
    keys.insert(keys.end(), reference.ek.begin(), reference.ek.end());
    set_coefficient(keys.data() + i * s.ek_bytes, i / 2, i % 2 == 0 ? 3328 : 3329);
  }
  std::vector<pqlane_status> items(2 * coefficients, PQLANE_ERROR_NOT_DONE);
  ASSERT_EQ(pqlane_kem_check_ek(device_.get(), scheme(), packed_in(keys, s.ek_bytes), items.data()),
            PQLANE_ERROR_ITEMS);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(items[i], i % 2 == 0 ? PQLANE_OK : PQLANE_ERROR_EK_MODULUS) << "coefficient " << i / 2;
  }
}

TEST_P(KemBadItems, DecapsulationKeysWithAWrongHash) {
  const pqlane_kem_sizes& s = info().sizes;
  const Reference reference = make_reference(scheme(), 70);
  for_each_case([&](std::mt19937_64& random, std::size_t count, const Places& bad) {
    Bytes dk = first_items(reference.dk, reference, count);
    for (const std::size_t i : bad) {
      // A bit of ek or of H(ek): everything between the secret vector and z.
      const std::size_t begin = s.ek_bytes - 32, end = s.dk_bytes - 32;
      const std::size_t place =
          random() % 2 == 0 ? begin + random() % (end - begin) : end - 1 - random() % 32;
      dk[i * s.dk_bytes + place] =
          static_cast<std::uint8_t>(dk[i * s.dk_bytes + place] ^ 1u << (random() % 8));
    }
    const Bytes ct = first_items(reference.ct, reference, count);
    const Answer answer = kem().decaps(dk, ct);
    ASSERT_NO_FATAL_FAILURE(expect_statuses(answer, bad, PQLANE_ERROR_DK_HASH));
    ASSERT_EQ(answer.first, without(first_items(reference.ss, reference, count), s.ss_bytes, bad));
    std::vector<pqlane_status> items(count, PQLANE_ERROR_NOT_DONE);
    ASSERT_EQ(pqlane_kem_check_dk(device_.get(), scheme(), packed_in(dk, s.dk_bytes), items.data()),
              PQLANE_ERROR_ITEMS);
    ASSERT_EQ(items, answer.items);
    // Keys that the caller vouches for are not looked at: the scalar backend's bytes.
    const DevicePointer scalar = open_device("cpu:scalar");
    const Answer unchecked = kem().decaps(dk, ct, PQLANE_KEY_CHECKED);
    ASSERT_NO_FATAL_FAILURE(expect_all_ok(unchecked));
    ASSERT_EQ(unchecked.first, Kem(scalar.get(), scheme()).decaps(dk, ct, PQLANE_KEY_CHECKED).first);
  });
}

TEST_P(KemBadItems, ChecksOfGoodKeysPass) {
  const pqlane_kem_sizes& s = info().sizes;
  const Reference reference = make_reference(scheme(), 35);
  std::vector<pqlane_status> items(35, PQLANE_ERROR_NOT_DONE);
  EXPECT_EQ(pqlane_kem_check_ek(device_.get(), scheme(), packed_in(reference.ek, s.ek_bytes), items.data()),
            PQLANE_OK);
  EXPECT_EQ(items, std::vector<pqlane_status>(35, PQLANE_OK));
  items.assign(35, PQLANE_ERROR_NOT_DONE);
  EXPECT_EQ(pqlane_kem_check_dk(device_.get(), scheme(), packed_in(reference.dk, s.dk_bytes), items.data()),
            PQLANE_OK);
  EXPECT_EQ(items, std::vector<pqlane_status>(35, PQLANE_OK));
}

INSTANTIATE_TEST_SUITE_P(Backends, KemBadItems,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_ML_KEM_512, PQLANE_ML_KEM_768,
                                                          PQLANE_ML_KEM_1024)),
                         kem_param_name);

// Round-3 Kyber checks nothing: coefficients from q on are reduced, and hashes are not compared.
class KyberUnchecked : public KemTest {};

TEST_P(KyberUnchecked, AcceptsWhatMlKemRefuses) {
  const pqlane_kem_sizes& s = info().sizes;
  const Reference reference = make_reference(scheme(), 40);
  Bytes ek = reference.ek, dk = reference.dk;
  for (std::size_t i = 0; i < 40; i += 3) {
    set_coefficient(ek.data() + i * s.ek_bytes, 5 * i, 4095);
    dk[(i + 1) * s.dk_bytes - 40] ^= 1;  // in H(ek)
  }
  const DevicePointer scalar = open_device("cpu:scalar");
  const Kem plain(scalar.get(), scheme());
  const Answer sent = kem().encaps(ek, reference.m), opened = kem().decaps(dk, reference.ct);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(sent));
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(opened));
  EXPECT_EQ(sent.first, plain.encaps(ek, reference.m).first);
  EXPECT_EQ(sent.second, plain.encaps(ek, reference.m).second);
  EXPECT_EQ(opened.first, plain.decaps(dk, reference.ct).first);
  EXPECT_EQ(pqlane_kem_check_ek(device_.get(), scheme(), packed_in(ek, s.ek_bytes), nullptr),
            PQLANE_ERROR_SCHEME);
  EXPECT_EQ(std::string(pqlane_last_error()), std::string(info().name) + " defines no key checks");
  EXPECT_EQ(pqlane_kem_check_dk(device_.get(), scheme(), packed_in(dk, s.dk_bytes), nullptr),
            PQLANE_ERROR_SCHEME);
}

INSTANTIATE_TEST_SUITE_P(Backends, KyberUnchecked,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_KYBER_512, PQLANE_KYBER_768,
                                                          PQLANE_KYBER_1024)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
