// kem_views_test.cpp: batches in arrays of structures, shared keys, odd addresses: the same bytes as packed
// batches, and nothing written between the items.
#include <gtest/gtest.h>

#include <cstring>

#include "support/kem.hpp"

namespace pqlane::test {
namespace {

constexpr std::uint8_t fill = 0x3C;

// All values of an operation in one record an item, with gaps of odd length between them.
class Records {
 public:
  Records(std::size_t count, std::initializer_list<std::size_t> sizes) : count_(count) {
    for (const std::size_t size : sizes) {
      offsets_.push_back(stride_);
      sizes_.push_back(size);
      stride_ += size + 7;
    }
    stride_ |= 1;  // so that items have every alignment
    bytes_.assign(stride_ * count + 1, fill);
  }
  pqlane_in in(std::size_t field) const { return {bytes_.data() + 1 + offsets_[field], stride_, count_}; }
  pqlane_out out(std::size_t field) { return {bytes_.data() + 1 + offsets_[field], stride_, count_}; }
  void set(std::size_t field, const Bytes& packed) {
    for (std::size_t i = 0; i < count_; ++i) {
      std::memcpy(bytes_.data() + 1 + i * stride_ + offsets_[field], packed.data() + i * sizes_[field],
                  sizes_[field]);
    }
  }
  Bytes get(std::size_t field) const {
    Bytes packed;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint8_t* item = bytes_.data() + 1 + i * stride_ + offsets_[field];
      packed.insert(packed.end(), item, item + sizes_[field]);
    }
    return packed;
  }
  // Everything that belongs to no value is as it was.
  void expect_gaps_kept() const {
    std::vector<bool> used(bytes_.size());
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t f = 0; f < sizes_.size(); ++f) {
        for (std::size_t b = 0; b < sizes_[f]; ++b) used[1 + i * stride_ + offsets_[f] + b] = true;
      }
    }
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      if (!used[i]) {
        ASSERT_EQ(bytes_[i], fill) << "byte " << i << " of records of " << stride_;
      }
    }
  }

 private:
  std::size_t count_, stride_ = 0;
  std::vector<std::size_t> offsets_, sizes_;
  Bytes bytes_;
};

class KemViews : public KemTest {};

TEST_P(KemViews, InterleavedRecordsAtOddAddresses) {
  const pqlane_kem_sizes& s = info().sizes;
  const Reference reference = make_reference(scheme(), 41);
  for (const std::size_t count : {1u, 5u, 41u}) {
    SCOPED_TRACE(count);
    const auto head = [&](const Bytes& packed) { return first_items(packed, reference, count); };
    Records r(count, {s.seed_bytes, s.m_bytes, s.ek_bytes, s.dk_bytes, s.ct_bytes, s.ss_bytes, s.ss_bytes});
    enum { seed, m, ek, dk, ct, ss, ss2 };
    r.set(seed, head(reference.seed));
    r.set(m, head(reference.m));
    ASSERT_EQ(pqlane_kem_keygen_derand(device_.get(), scheme(), 0, r.in(seed), r.out(ek), r.out(dk), nullptr),
              PQLANE_OK)
        << pqlane_last_error();
    ASSERT_EQ(pqlane_kem_encaps_derand(device_.get(), scheme(), 0, r.in(ek), r.in(m), r.out(ct), r.out(ss),
                                       nullptr),
              PQLANE_OK)
        << pqlane_last_error();
    ASSERT_EQ(pqlane_kem_decaps(device_.get(), scheme(), 0, r.in(dk), r.in(ct), r.out(ss2), nullptr),
              PQLANE_OK)
        << pqlane_last_error();
    ASSERT_NO_FATAL_FAILURE(expect_equal(r.get(ek), head(reference.ek), s.ek_bytes, "ek"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(r.get(dk), head(reference.dk), s.dk_bytes, "dk"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(r.get(ct), head(reference.ct), s.ct_bytes, "ct"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(r.get(ss), head(reference.ss), s.ss_bytes, "ss"));
    ASSERT_NO_FATAL_FAILURE(expect_equal(r.get(ss2), head(reference.ss), s.ss_bytes, "decapsulated ss"));
    ASSERT_EQ(r.get(seed), head(reference.seed));
    ASSERT_NO_FATAL_FAILURE(r.expect_gaps_kept());
  }
}

// One key (or seed, message, ciphertext) for the whole batch.
TEST_P(KemViews, SharedInputs) {
  const pqlane_kem_sizes& s = info().sizes;
  constexpr std::size_t count = 37;
  const Reference reference = make_reference(scheme(), count);
  const Bytes ek = first_items(reference.ek, reference, 1), dk = first_items(reference.dk, reference, 1);
  const auto repeated = [](const Bytes& value) {
    Bytes packed;
    for (std::size_t i = 0; i < count; ++i) packed.insert(packed.end(), value.begin(), value.end());
    return packed;
  };
  const auto shared = [](const Bytes& value) { return pqlane_in{value.data(), 0, 1}; };

  const Answer copies = kem().encaps(repeated(ek), reference.m);
  const Answer one_key = kem().encaps(shared(ek), packed_in(reference.m, s.m_bytes), count);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(one_key));
  ASSERT_NO_FATAL_FAILURE(expect_equal(one_key.first, copies.first, s.ct_bytes, "ct"));
  ASSERT_NO_FATAL_FAILURE(expect_equal(one_key.second, copies.second, s.ss_bytes, "ss"));

  const Answer one_message =
      kem().encaps(packed_in(reference.ek, s.ek_bytes), shared(slice(reference.m, 32, 0, 1)), count);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(one_message));
  EXPECT_EQ(slice(one_message.first, s.ct_bytes, 0, 1), slice(reference.ct, s.ct_bytes, 0, 1));
  const Answer message_copies = kem().encaps(reference.ek, repeated(slice(reference.m, 32, 0, 1)));
  ASSERT_NO_FATAL_FAILURE(expect_equal(one_message.first, message_copies.first, s.ct_bytes, "ct"));

  const Answer opened = kem().decaps(shared(dk), packed_in(one_key.first, s.ct_bytes), count);
  ASSERT_NO_FATAL_FAILURE(expect_all_ok(opened));
  ASSERT_NO_FATAL_FAILURE(expect_equal(opened.first, one_key.second, s.ss_bytes, "decapsulated ss"));
  const Bytes seed = slice(reference.seed, s.seed_bytes, 0, 1);
  const Answer from_seed =
      kem().decaps(shared(seed), packed_in(one_key.first, s.ct_bytes), count, PQLANE_KEY_SEED);
  ASSERT_NO_FATAL_FAILURE(expect_equal(from_seed.first, one_key.second, s.ss_bytes, "ss by the seed"));
}

INSTANTIATE_TEST_SUITE_P(Backends, KemViews,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_ML_KEM_512, PQLANE_ML_KEM_1024,
                                                          PQLANE_KYBER_768)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
