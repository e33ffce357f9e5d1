// kem_emulator_test.cpp: every GPU kernel of ML-KEM and Kyber, run by the emulator, against the scalar
// backend: both variants, partial tiles, several chunks, shared keys, strides, bad keys, implicit rejection.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "gpu/emulated_kem.hpp"
#include "runtime/device.hpp"
#include "runtime/schemes.hpp"

namespace pqlane::gpu {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct Case {
  std::size_t scheme;  // index in kem_schemes()
  unsigned wave_threads;
  unsigned tile_ops = 32;
  KemSpread spread{};
};

class KemEmulator : public ::testing::TestWithParam<Case> {
 protected:
  KemEmulator() : info_(kem_schemes()[GetParam().scheme]), cpu_(registered_backends()[0], 1, nullptr) {}

  Bytes random_bytes(std::size_t count) {
    Bytes bytes(count);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(random_());
    return bytes;
  }
  BatchOutcome on_gpu(const KemCall& call, std::size_t chunk_ops) {
    return run_emulated(call, chunk_ops, GetParam().tile_ops, GetParam().wave_threads, 99 + call.count,
                        GetParam().spread);
  }
  KemCall make_call(KemOperation operation, std::size_t count, std::vector<pqlane_status>& status) {
    status.assign(count, PQLANE_ERROR_NOT_DONE);
    KemCall call{operation, &info_, {}, count, status.data()};
    return call;
  }
  // Runs on both and expects the same statuses and outcome.
  void run_both(KemCall gpu_call, KemCall cpu_call, std::size_t chunk_ops) {
    const BatchOutcome g = on_gpu(gpu_call, chunk_ops), c = cpu_.run(cpu_call);
    EXPECT_EQ(g.status, PQLANE_OK);
    EXPECT_EQ(g.failed_items, c.failed_items);
    if (c.failed_items != 0) {
      EXPECT_EQ(g.first_failed_item, c.first_failed_item);
      EXPECT_EQ(g.first_failure, c.first_failure);
    }
    for (std::size_t i = 0; i < gpu_call.count; ++i)
      ASSERT_EQ(gpu_call.status[i], cpu_call.status[i]) << "item " << i;
  }

  struct Keys {
    Bytes ek, dk;
  };
  Keys cpu_keys(const Bytes& seed, std::size_t count) {
    Keys keys{Bytes(count * info_.sizes.ek_bytes), Bytes(count * info_.sizes.dk_bytes)};
    std::vector<pqlane_status> status;
    KemCall call = make_call(KemOperation::keygen, count, status);
    call.args.seed = {seed.data(), 64};
    call.args.ek_out = {keys.ek.data(), info_.sizes.ek_bytes};
    call.args.dk_out = {keys.dk.data(), info_.sizes.dk_bytes};
    EXPECT_EQ(cpu_.run(call).status, PQLANE_OK);
    return keys;
  }

  const SchemeInfo& info_;
  CpuDevice cpu_;
  std::mt19937 random_{2024};
  std::vector<pqlane_status> gpu_status_, cpu_status_;
};

TEST_P(KemEmulator, KeyGeneration) {
  const std::size_t count = 37, ek_bytes = info_.sizes.ek_bytes;
  const Bytes seed = random_bytes(64 * count);
  BatchKey key;
  std::memcpy(key.bytes, seed.data(), sizeof key.bytes);
  for (const bool derive : {false, true}) {
    for (const bool seed_form : {false, true}) {
      const std::size_t dk_bytes = seed_form ? 64 : info_.sizes.dk_bytes;
      Bytes ek[2] = {Bytes(count * ek_bytes), Bytes(count * ek_bytes)},
            dk[2] = {Bytes(count * dk_bytes), Bytes(count * dk_bytes)};
      KemCall calls[2] = {make_call(KemOperation::keygen, count, gpu_status_),
                          make_call(KemOperation::keygen, count, cpu_status_)};
      for (int d = 0; d < 2; ++d) {
        if (derive) {
          calls[d].args.batch_key = &key;
        } else {
          calls[d].args.seed = {seed.data(), 64};
        }
        calls[d].args.seed_form = seed_form;
        calls[d].args.ek_out = {ek[d].data(), ek_bytes};
        calls[d].args.dk_out = {dk[d].data(), dk_bytes};
      }
      run_both(calls[0], calls[1], derive ? 32 : 100);
      EXPECT_EQ(ek[0], ek[1]);
      EXPECT_EQ(dk[0], dk[1]);
    }
  }
}

TEST_P(KemEmulator, Encapsulation) {
  const std::size_t count = 35, ek_bytes = info_.sizes.ek_bytes, ct_bytes = info_.sizes.ct_bytes;
  Keys keys = cpu_keys(random_bytes(64 * count), count);
  const Bytes m = random_bytes(32 * count);
  BatchKey key;
  std::memcpy(key.bytes, m.data(), sizeof key.bytes);
  // Coefficients that are not below q: 3329 and 4095, first and last place.
  keys.ek[3 * ek_bytes] = 0x01,
              keys.ek[3 * ek_bytes + 1] = static_cast<std::uint8_t>((keys.ek[3 * ek_bytes + 1] & 0xF0) | 0xD);
  keys.ek[34 * ek_bytes + ek_bytes - 33] = 0xFF, keys.ek[34 * ek_bytes + ek_bytes - 34] = 0xFF;
  for (const bool derive : {false, true}) {
    for (const bool shared_key : {false, true}) {
      Bytes ct[2] = {Bytes(count * (ct_bytes + 3), 7), Bytes(count * (ct_bytes + 3), 7)},
            ss[2] = {Bytes(count * 32), Bytes(count * 32)};
      KemCall calls[2] = {make_call(KemOperation::encaps, count, gpu_status_),
                          make_call(KemOperation::encaps, count, cpu_status_)};
      for (int d = 0; d < 2; ++d) {
        calls[d].args.ek = {keys.ek.data(), shared_key ? 0 : ek_bytes};
        if (derive) {
          calls[d].args.batch_key = &key;
        } else {
          calls[d].args.m = {m.data(), 32};
        }
        calls[d].args.ct_out = {ct[d].data(), ct_bytes + 3};
        calls[d].args.ss_out = {ss[d].data(), 32};
      }
      run_both(calls[0], calls[1], derive ? 100 : 32);
      EXPECT_EQ(ct[0], ct[1]);
      EXPECT_EQ(ss[0], ss[1]);
    }
  }
}

TEST_P(KemEmulator, Decapsulation) {
  const std::size_t count = 34, ek_bytes = info_.sizes.ek_bytes, dk_bytes = info_.sizes.dk_bytes,
                    ct_bytes = info_.sizes.ct_bytes;
  const Bytes seed = random_bytes(64 * count), m = random_bytes(32 * count);
  Keys keys = cpu_keys(seed, count);
  Bytes ct(count * ct_bytes), ss(count * 32);
  KemCall make = make_call(KemOperation::encaps, count, cpu_status_);
  make.args.ek = {keys.ek.data(), ek_bytes};
  make.args.m = {m.data(), 32};
  make.args.ct_out = {ct.data(), ct_bytes};
  make.args.ss_out = {ss.data(), 32};
  ASSERT_EQ(cpu_.run(make).failed_items, 0u);
  // Ciphertexts with a changed bit at several places: implicit rejection.
  for (std::size_t i = 1; i < count; i += 5) ct[i * ct_bytes + random_() % ct_bytes] ^= 1;
  ct[2 * ct_bytes] ^= 0x80, ct[4 * ct_bytes - 1] ^= 0x80;
  // A key whose hash is wrong.
  keys.dk[9 * dk_bytes + dk_bytes - 40] ^= 4;
  for (const bool seed_form : {false, true}) {
    for (const bool checked : {false, true}) {
      for (const bool shared_key : {false, true}) {
        Bytes out[2] = {Bytes(count * 32), Bytes(count * 32)};
        KemCall calls[2] = {make_call(KemOperation::decaps, count, gpu_status_),
                            make_call(KemOperation::decaps, count, cpu_status_)};
        for (int d = 0; d < 2; ++d) {
          const std::size_t stride = seed_form ? 64 : dk_bytes;
          calls[d].args.dk = {seed_form ? seed.data() : keys.dk.data(), shared_key ? 0 : stride};
          calls[d].args.ct = {ct.data(), ct_bytes};
          calls[d].args.ss_out = {out[d].data(), 32};
          calls[d].args.seed_form = seed_form;
          calls[d].args.keys_checked = checked;
        }
        run_both(calls[0], calls[1], shared_key ? 32 : 100);
        EXPECT_EQ(out[0], out[1]);
        if (!shared_key && seed_form) {
          EXPECT_EQ(std::memcmp(out[0].data(), ss.data(), 32), 0);
          EXPECT_NE(std::memcmp(out[0].data() + 32, ss.data() + 32, 32), 0);
        }
      }
    }
  }
}

TEST_P(KemEmulator, KeyChecks) {
  if (!info_.checks_keys) GTEST_SKIP() << "round-3 Kyber has no key checks";
  const std::size_t count = 40, ek_bytes = info_.sizes.ek_bytes, dk_bytes = info_.sizes.dk_bytes;
  Keys keys = cpu_keys(random_bytes(64 * count), count);
  for (std::size_t i = 0; i < count; i += 3) {
    const std::size_t at = random_() % (ek_bytes - 33);
    keys.ek[i * ek_bytes + at] = 0xFF, keys.ek[i * ek_bytes + at + 1] = 0xFF;
    keys.dk[i * dk_bytes + dk_bytes - 33 - random_() % (ek_bytes + 32)] ^=
        static_cast<std::uint8_t>(1u << (random_() % 8));
  }
  for (const KemOperation operation : {KemOperation::check_ek, KemOperation::check_dk}) {
    KemCall calls[2] = {make_call(operation, count, gpu_status_), make_call(operation, count, cpu_status_)};
    for (int d = 0; d < 2; ++d) {
      calls[d].args.ek = {keys.ek.data(), ek_bytes};
      calls[d].args.dk = {keys.dk.data(), dk_bytes};
    }
    run_both(calls[0], calls[1], 33);
    EXPECT_GT(static_cast<int>(std::count(gpu_status_.begin(), gpu_status_.end(), PQLANE_OK)), 10);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, KemEmulator,
    ::testing::Values(Case{0, 32}, Case{1, 32}, Case{1, 64}, Case{2, 32}, Case{3, 32}, Case{4, 64},
                      Case{5, 32}, Case{0, 64, 16}, Case{1, 64, 16}, Case{1, 32, 16}, Case{2, 64, 16},
                      Case{4, 32, 16},
                      // All hashes wide, or those of at most 64 alone; parts of tiles of 2 to 16.
                      Case{0, 32, 32, {9999, 9999}}, Case{1, 32, 32, {64, 11}}, Case{2, 64, 16, {9999, 3}},
                      Case{4, 32, 32, {9999, 5}}),
    [](const auto& instance) {
      std::string name = kem_schemes()[instance.param.scheme].name;
      for (char& c : name) c = c == '-' ? '_' : c;
      return name + "_wave" + std::to_string(instance.param.wave_threads) +
             (instance.param.tile_ops == 16 ? "_tiles_of_16" : "") +
             (instance.param.spread.wide_hashes != 0 ? "_spread" : "");
    });

}  // namespace
}  // namespace pqlane::gpu
