// kem_random_test.cpp: randomised calls: item i's bytes are SHAKE256(batch key || LE64(i)) whatever the
// backend, the threads and the tiles; keys of calls differ.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <set>

#include "runtime/device_handle.hpp"
#include "runtime/kem_call.hpp"
#include "support/kem.hpp"

namespace pqlane::test {
namespace {

constexpr std::size_t items = 100;

BatchKey fixed_key() {
  BatchKey key;
  const Bytes bytes = labelled_bytes("batch key", sizeof key.bytes);
  std::memcpy(key.bytes, bytes.data(), sizeof key.bytes);
  return key;
}

// SHAKE256(key || LE64(i)) for every item, `size` bytes each.
Bytes derived_bytes(const BatchKey& key, std::size_t size) {
  Bytes all;
  for (std::size_t i = 0; i < items; ++i) {
    Bytes message(key.bytes, key.bytes + sizeof key.bytes);
    for (int b = 0; b < 8; ++b) message.push_back(static_cast<std::uint8_t>(std::uint64_t{i} >> (8 * b)));
    const Bytes piece = openssl_xof("SHAKE256", message, size);
    all.insert(all.end(), piece.begin(), piece.end());
  }
  return all;
}

class KemRandom : public KemTest {
 protected:
  void SetUp() override {
    KemTest::SetUp();
    if (IsSkipped()) return;
    const pqlane_kem_sizes& s = info().sizes;
    const Answer keys = kem().keygen(derived_bytes(key_, s.seed_bytes));
    const Answer sent = kem().encaps(keys.first, derived_bytes(key_, s.m_bytes));
    ek_ = keys.first;
    dk_ = keys.second;
    ct_ = sent.first;
    ss_ = sent.second;
    ek_out_.resize(ek_.size());
    dk_out_.resize(dk_.size());
    ct_out_.resize(ct_.size());
    ss_out_.resize(ss_.size());
  }
  KemArgs args() {
    const pqlane_kem_sizes& s = info().sizes;
    KemArgs a{};
    a.ek = {ek_.data(), s.ek_bytes};
    a.ek_out = {ek_out_.data(), s.ek_bytes};
    a.dk_out = {dk_out_.data(), s.dk_bytes};
    a.ct_out = {ct_out_.data(), s.ct_bytes};
    a.ss_out = {ss_out_.data(), s.ss_bytes};
    a.batch_key = &key_;
    return a;
  }
  // The first `count` items of all outputs are those of the derandomised calls; clears them.
  void expect_outputs(std::size_t count) {
    const pqlane_kem_sizes& s = info().sizes;
    ASSERT_EQ(slice(ek_out_, s.ek_bytes, 0, count), slice(ek_, s.ek_bytes, 0, count));
    ASSERT_EQ(slice(dk_out_, s.dk_bytes, 0, count), slice(dk_, s.dk_bytes, 0, count));
    ASSERT_EQ(slice(ct_out_, s.ct_bytes, 0, count), slice(ct_, s.ct_bytes, 0, count));
    ASSERT_EQ(slice(ss_out_, s.ss_bytes, 0, count), slice(ss_, s.ss_bytes, 0, count));
    for (Bytes* b : {&ek_out_, &dk_out_, &ct_out_, &ss_out_})
      std::fill(b->begin(), b->end(), std::uint8_t{0});
  }

  BatchKey key_ = fixed_key();
  Bytes ek_, dk_, ct_, ss_, ek_out_, dk_out_, ct_out_, ss_out_;
};

TEST_P(KemRandom, BytesOfAnItemFollowFromKeyAndIndexOnAnyThreads) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    const DevicePointer device = open_device(device_name(), threads);
    for (const std::size_t count : {1u, 5u, 33u, 100u}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, batch of " + std::to_string(count));
      KemCall call{KemOperation::keygen, &info(), args(), count, nullptr};
      ASSERT_EQ(device->device->run(call).status, PQLANE_OK);
      call.operation = KemOperation::encaps;
      ASSERT_EQ(device->device->run(call).status, PQLANE_OK);
      ASSERT_NO_FATAL_FAILURE(expect_outputs(count));
    }
  }
}

// Tiles of random sizes, straight into the backend.
TEST_P(KemRandom, BytesOfAnItemDoNotDependOnTiles) {
  std::mt19937_64 random(25);
  const std::unique_ptr<void, decltype(&std::free)> workspace(
      std::aligned_alloc(64, (kernels().workspace_bytes() + 63) / 64 * 64), &std::free);
  std::uint8_t status[64] = {};
  KemArgs a = args();
  a.status = status;
  for (int trial = 0; trial < 10; ++trial) {
    for (std::size_t first = 0; first < items;) {
      const std::size_t count = std::min(items - first, 1 + random() % tile_ops());
      kernels().keygen(a, first, count, workspace.get());
      kernels().encaps(a, first, count, workspace.get());
      first += count;
    }
    ASSERT_NO_FATAL_FAILURE(expect_outputs(items));
  }
}

// Large indices take all eight bytes of LE64.
TEST_P(KemRandom, IndexHas64Bits) {
  const std::unique_ptr<void, decltype(&std::free)> workspace(
      std::aligned_alloc(64, (kernels().workspace_bytes() + 63) / 64 * 64), &std::free);
  std::uint8_t status[64] = {};
  KemArgs a = args();
  a.status = status;
  a.seed_form = true;
  a.ek_out.stride = a.dk_out.stride = 0;
  const std::uint64_t index = 0x0123456789ABCDEF;
  kernels().keygen(a, index, 1, workspace.get());
  Bytes message(key_.bytes, key_.bytes + sizeof key_.bytes);
  for (int b = 0; b < 8; ++b) message.push_back(static_cast<std::uint8_t>(index >> (8 * b)));
  EXPECT_EQ(slice(dk_out_, 64, 0, 1), openssl_xof("SHAKE256", message, 64));
}

// The public calls: seeds expand to the same keys, ciphertexts open, and nothing repeats.
TEST_P(KemRandom, PublicCallsAreConsistentAndFresh) {
  const pqlane_kem_sizes& s = info().sizes;
  std::set<std::string> seen;
  for (int call = 0; call < 2; ++call) {
    Bytes seeds(items * s.seed_bytes);
    ASSERT_EQ(pqlane_kem_keygen(device_.get(), scheme(), PQLANE_KEY_SEED, {ek_out_.data(), s.ek_bytes, items},
                                {seeds.data(), s.seed_bytes, items}, nullptr),
              PQLANE_OK);
    const Answer keys = kem().keygen(seeds);
    ASSERT_EQ(keys.first, ek_out_);
    ASSERT_EQ(
        pqlane_kem_encaps(device_.get(), scheme(), 0, packed_in(ek_out_, s.ek_bytes),
                          {ct_out_.data(), s.ct_bytes, items}, {ss_out_.data(), s.ss_bytes, items}, nullptr),
        PQLANE_OK);
    ASSERT_EQ(kem().decaps(keys.second, ct_out_).first, ss_out_);
    for (std::size_t i = 0; i < items; ++i) {
      EXPECT_TRUE(seen.insert(to_hex(slice(seeds, s.seed_bytes, i, 1))).second);
      EXPECT_TRUE(seen.insert(to_hex(slice(ss_out_, s.ss_bytes, i, 1))).second);
    }
  }
  // The expanded form of the same call.
  ASSERT_EQ(pqlane_kem_keygen(device_.get(), scheme(), 0, {ek_out_.data(), s.ek_bytes, items},
                              {dk_out_.data(), s.dk_bytes, items}, nullptr),
            PQLANE_OK);
  const Answer sent = kem().encaps(ek_out_, derived_bytes(key_, s.m_bytes));
  EXPECT_EQ(kem().decaps(dk_out_, sent.first).first, sent.second);
}

INSTANTIATE_TEST_SUITE_P(Backends, KemRandom,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_ML_KEM_512, PQLANE_ML_KEM_1024,
                                                          PQLANE_KYBER_768)),
                         kem_param_name);

}  // namespace
}  // namespace pqlane::test
