// dsa_emulator_test.cpp: every GPU kernel of ML-DSA, run by the emulator, against the scalar backend: keys,
// signatures in all forms, bad items, several chunks and rounds, shared keys, tampered signatures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gpu/emulated_dsa.hpp"
#include "runtime/device.hpp"
#include "runtime/schemes.hpp"

namespace pqlane::gpu {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Statuses = std::vector<pqlane_status>;

struct Case {
  std::size_t scheme;  // index in dsa_schemes()
  unsigned wave_threads;
};

class DsaEmulator : public ::testing::TestWithParam<Case> {
 protected:
  DsaEmulator()
      : info_(dsa_schemes()[GetParam().scheme]),
        sizes_(info_.dsa_sizes),
        cpu_(registered_backends()[0], 1, nullptr) {}

  Bytes random_bytes(std::size_t count) {
    Bytes bytes(count);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(random_());
    return bytes;
  }
  // The call with `outputs` of size `row` an item on both; the statuses are equal, and so are the bytes.
  struct Result {
    Statuses status;
    Bytes out, more;
  };
  Result run_both(DsaCall call, std::size_t row, std::size_t more_row = 0, std::size_t chunk_ops = 100,
                  std::size_t fill_slots = 8, unsigned* turns = nullptr) {
    Result results[2];
    for (Result& r : results) {
      r = {Statuses(call.count, PQLANE_ERROR_NOT_DONE), Bytes(call.count * row, 7),
           Bytes(call.count * more_row, 7)};
      call.status = r.status.data();
      const bool keygen = call.operation == DsaOperation::keygen;
      call.args.pk_out = {keygen ? r.out.data() : nullptr, row};
      call.args.sk_out = {keygen ? r.more.data() : nullptr, more_row};
      call.args.sig_out = {call.operation == DsaOperation::sign ? r.out.data() : nullptr, row};
      const BatchOutcome outcome =
          &r == results
              ? run_emulated(call, chunk_ops, fill_slots, GetParam().wave_threads, 99 + call.count, turns)
              : cpu_.run(call);
      EXPECT_EQ(outcome.status, PQLANE_OK) << outcome.detail;
    }
    EXPECT_EQ(results[0].status, results[1].status);
    for (std::size_t i = 0; i < call.count; ++i) {
      const auto same = [&](const Bytes& a, const Bytes& b, std::size_t size) {
        return size == 0 || std::memcmp(&a[i * size], &b[i * size], size) == 0;
      };
      EXPECT_TRUE(same(results[0].out, results[1].out, row)) << "item " << i;
      EXPECT_TRUE(same(results[0].more, results[1].more, more_row)) << "item " << i;
    }
    return results[1];
  }
  DsaCall make_call(DsaOperation operation, std::size_t count) {
    return {operation, &info_, {}, nullptr, count, nullptr};
  }

  struct Keys {
    Bytes seed, pk, sk;
  };
  Keys make_keys(std::size_t count) {
    Keys keys{random_bytes(32 * count), Bytes(count * sizes_.pk_bytes), Bytes(count * sizes_.sk_bytes)};
    DsaCall call = make_call(DsaOperation::keygen, count);
    call.args.seed = {keys.seed.data(), 32};
    call.args.pk_out = {keys.pk.data(), sizes_.pk_bytes};
    call.args.sk_out = {keys.sk.data(), sizes_.sk_bytes};
    EXPECT_EQ(cpu_.run(call).status, PQLANE_OK);
    return keys;
  }
  // Messages of lengths around those of a word and of a block.
  struct Messages {
    std::vector<Bytes> rows;
    std::vector<const std::uint8_t*> starts;
    std::vector<std::size_t> lengths;
    StringsView view() const { return {nullptr, 0, 0, starts.data(), lengths.data()}; }
  };
  Messages make_messages(std::size_t count, std::vector<std::size_t> lengths) {
    Messages m;
    for (std::size_t i = 0; i < count; ++i) m.rows.push_back(random_bytes(lengths[i % lengths.size()]));
    for (const Bytes& row : m.rows) {
      m.starts.push_back(row.data());
      m.lengths.push_back(row.size());
    }
    return m;
  }

  const SchemeInfo& info_;
  const pqlane_dsa_sizes& sizes_;
  CpuDevice cpu_;
  std::mt19937 random_{2025};
};

TEST_P(DsaEmulator, KeyGeneration) {
  constexpr std::size_t count = 5;
  const Bytes seed = random_bytes(32 * count);
  BatchKey key;
  std::memcpy(key.bytes, seed.data(), sizeof key.bytes);
  for (const bool derive : {false, true}) {
    for (const bool seed_form : {false, true}) {
      DsaCall call = make_call(DsaOperation::keygen, count);
      if (derive) call.args.batch_key = &key;
      call.args.seed = {derive ? nullptr : seed.data(), 32};
      call.args.seed_form = seed_form;
      run_both(call, sizes_.pk_bytes, seed_form ? 32 : sizes_.sk_bytes, derive ? 3 : 100);
    }
  }
}

TEST_P(DsaEmulator, SigningRaggedMessagesWithContexts) {
  constexpr std::size_t count = 7;
  const Keys keys = make_keys(count);
  const Messages messages = make_messages(count, {0, 1, 69, 70, 71, 200, 1024}),
                 contexts = make_messages(count, {0, 255, 3});
  const Bytes rnd = random_bytes(32 * count);
  DsaCall call = make_call(DsaOperation::sign, count);
  call.args.sk = {keys.sk.data(), sizes_.sk_bytes};
  call.args.message = messages.view();
  call.args.context = contexts.view();
  call.args.rnd = {rnd.data(), 32};
  call.args.input = DsaInput::pure;
  run_both(call, sizes_.sig_bytes, 0, 4);
}

// From seeds, with a batch key; items that are refused leave their neighbours alone.
TEST_P(DsaEmulator, SigningWithSeedsAndBadItems) {
  constexpr std::size_t count = 4;
  const Keys keys = make_keys(count);
  Messages messages = make_messages(count, {32}), contexts = make_messages(count, {0, 256, 3});
  messages.starts[2] = nullptr;
  BatchKey key;
  std::memcpy(key.bytes, keys.pk.data(), sizeof key.bytes);
  DsaCall call = make_call(DsaOperation::sign, count);
  call.args.sk = {keys.seed.data(), 32};
  call.args.seed_form = true;
  call.args.message = messages.view();
  call.args.context = contexts.view();
  call.args.batch_key = &key;
  call.args.input = DsaInput::pure;
  const Result r = run_both(call, sizes_.sig_bytes, 0, 3, 2);
  EXPECT_EQ(r.status, (Statuses{PQLANE_OK, PQLANE_ERROR_CONTEXT, PQLANE_ERROR_NULL, PQLANE_OK}));
}

// Messages of one length with one context are rows.
TEST_P(DsaEmulator, UniformMessages) {
  constexpr std::size_t count = 5, bytes = 99;
  const Keys keys = make_keys(count);
  const Bytes messages = random_bytes(count * (bytes + 3)), context = random_bytes(40);
  DsaCall call = make_call(DsaOperation::sign, count);
  call.args.sk = {keys.sk.data(), sizes_.sk_bytes};
  call.args.deterministic = true;
  call.args.input = DsaInput::pure;
  for (const std::size_t stride : {bytes + 3, std::size_t{0}}) {
    call.args.message = {messages.data(), stride, bytes, nullptr, nullptr};
    call.args.context = {context.data(), 0, stride == 0 ? 0 : context.size(), nullptr, nullptr};
    ASSERT_TRUE(dsa_uniform_messages(call));
    const Result r = run_both(call, sizes_.sig_bytes, 0, 3);
    DsaCall verify = make_call(DsaOperation::verify, count);
    verify.args.pk = {keys.pk.data(), sizes_.pk_bytes};
    verify.args.sig = {r.out.data(), sizes_.sig_bytes};
    verify.args.message = call.args.message;
    verify.args.context = call.args.context;
    verify.args.input = DsaInput::pure;
    EXPECT_EQ(run_both(verify, 0).status, Statuses(count, PQLANE_OK));
  }
}

TEST_P(DsaEmulator, SigningWithKeysOutOfRange) {
  constexpr std::size_t count = 3;
  Keys keys = make_keys(count);
  keys.sk[sizes_.sk_bytes + 128 + 5] = 0xFF;
  const Bytes mu = random_bytes(64 * count);
  DsaCall call = make_call(DsaOperation::sign, count);
  call.args.sk = {keys.sk.data(), sizes_.sk_bytes};
  call.args.message = {mu.data(), 64, 64, nullptr, nullptr};
  call.args.deterministic = true;
  call.args.input = DsaInput::mu;
  EXPECT_EQ(run_both(call, sizes_.sig_bytes).status[1], PQLANE_ERROR_SK_RANGE);
  // The bad one for all.
  call.args.sk = {keys.sk.data() + sizes_.sk_bytes, 0};
  EXPECT_EQ(run_both(call, sizes_.sig_bytes).status, Statuses(count, PQLANE_ERROR_SK_RANGE));
}

// One key, hashed messages, several attempts side by side.
TEST_P(DsaEmulator, SharedKeyAndHashedMessages) {
  constexpr std::size_t count = 3;
  const Keys keys = make_keys(1);
  const Messages messages = make_messages(count, {10, 300});
  const Bytes context = random_bytes(9);
  DsaCall call = make_call(DsaOperation::sign, count);
  call.args.sk = {keys.sk.data(), 0};
  call.args.message = messages.view();
  call.args.context = {context.data(), 0, context.size(), nullptr, nullptr};
  call.args.deterministic = true;
  call.args.input = DsaInput::prehash;
  call.hash = find_message_hash(PQLANE_HASH_SHA2_256);
  call.args.oid = call.hash->oid;
  run_both(call, sizes_.sig_bytes, 0, 2, 70);
}

// With one attempt a round, an operation that takes more than there are rounds makes the host launch more.
TEST_P(DsaEmulator, MoreRoundsThanAreLaunchedTogether) {
  if (GetParam().wave_threads != 32) GTEST_SKIP() << "one case is enough";
  const Keys keys = make_keys(1);
  const DsaBackend& scalar = scalar_dsa_backends[GetParam().scheme];
  void* workspace = nullptr;
  ASSERT_EQ(posix_memalign(&workspace, 64, scalar.workspace_bytes), 0);
  const std::unique_ptr<void, void (*)(void*)> owner(workspace, std::free);
  Bytes mu, sig(scalar.sign_tile_ops * sizes_.sig_bytes);
  std::vector<std::uint16_t> attempts(scalar.sign_tile_ops);
  DsaCall call = make_call(DsaOperation::sign, 1);
  call.args.sk = {keys.sk.data(), 0};
  call.args.deterministic = true;
  call.args.input = DsaInput::mu;
  std::size_t found = scalar.sign_tile_ops;
  for (int tile = 0; found == scalar.sign_tile_ops; ++tile) {
    ASSERT_LT(tile, 2000) << "no message takes so many attempts";
    mu = random_bytes(64 * scalar.sign_tile_ops);
    Bytes status(scalar.sign_tile_ops);
    call.args.message = {mu.data(), 64, 64, nullptr, nullptr};
    DsaArgs args = call.args;
    args.sig_out = {sig.data(), sizes_.sig_bytes};
    args.attempts = attempts.data();
    args.status = status.data();
    scalar.sign(args, 0, scalar.sign_tile_ops, workspace);
    found = static_cast<std::size_t>(
        std::find_if(attempts.begin(), attempts.end(), [](std::uint16_t n) { return n > dsa_most_rounds; }) -
        attempts.begin());
  }
  call.args.message = {mu.data() + 64 * found, 64, 64, nullptr, nullptr};
  unsigned turns = 0;
  EXPECT_EQ(run_both(call, sizes_.sig_bytes, 0, 1, 1, &turns).status, Statuses{PQLANE_OK});
  EXPECT_NE(turns, 0u);
}

TEST_P(DsaEmulator, Verification) {
  constexpr std::size_t count = 12;
  const Keys keys = make_keys(count);
  const Messages messages = make_messages(count, {33});
  DsaCall call = make_call(DsaOperation::sign, count);
  Bytes sig(count * sizes_.sig_bytes);
  call.args.sk = {keys.sk.data(), sizes_.sk_bytes};
  call.args.sig_out = {sig.data(), sizes_.sig_bytes};
  call.args.message = messages.view();
  call.args.deterministic = true;
  call.args.input = DsaInput::internal;
  ASSERT_EQ(cpu_.run(call).failed_items, 0u);

  const std::size_t hint = sizes_.sig_bytes - (GetParam().scheme == 0   ? 84
                                               : GetParam().scheme == 1 ? 61
                                                                        : 83);
  const std::size_t omega = GetParam().scheme == 0 ? 80 : GetParam().scheme == 1 ? 55 : 75;
  const auto row = [&](std::size_t i) { return sig.data() + i * sizes_.sig_bytes; };
  row(1)[0] ^= 1;                             // c tilde
  row(2)[100] ^= 4;                           // z
  std::memset(row(3) + hint - 40, 0xFF, 40);  // z out of range or changed
  std::swap(row(4)[hint], row(4)[hint + 1]);  // not in order
  row(5)[hint + omega] = 255;                 // more ones than there may be
  row(6)[hint + omega - 1] = 9;               // not zero behind the last one
  std::memset(row(7) + hint, 0, omega + 1);   // the same place many times
  std::memset(row(8) + 64, 0, 60);            // z at its upper end
  std::vector<const std::uint8_t*> starts = messages.starts;
  starts[9] = nullptr;
  DsaCall verify = make_call(DsaOperation::verify, count);
  verify.args.pk = {keys.pk.data(), sizes_.pk_bytes};
  verify.args.sig = {sig.data(), sizes_.sig_bytes};
  verify.args.message = {nullptr, 0, 0, starts.data(), messages.lengths.data()};
  verify.args.input = DsaInput::internal;
  const Statuses status = run_both(verify, 0, 0, 5).status;
  EXPECT_EQ(status[0], PQLANE_OK);
  for (std::size_t i = 1; i < 9; ++i) EXPECT_EQ(status[i], PQLANE_ERROR_SIGNATURE) << i;
  EXPECT_EQ(status[9], PQLANE_ERROR_NULL);
  EXPECT_EQ(status[11], PQLANE_OK);
  verify.args.pk.stride = 0;
  EXPECT_EQ(run_both(verify, 0).status[11], PQLANE_ERROR_SIGNATURE);
}

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  constexpr const char* names[] = {"MlDsa44", "MlDsa65", "MlDsa87"};
  return std::string(names[info.param.scheme]) + "Waves" + std::to_string(info.param.wave_threads);
}
INSTANTIATE_TEST_SUITE_P(All, DsaEmulator,
                         ::testing::Values(Case{0, 32}, Case{0, 64}, Case{1, 64}, Case{2, 64}), case_name);

}  // namespace
}  // namespace pqlane::gpu
