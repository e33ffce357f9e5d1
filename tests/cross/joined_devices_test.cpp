// joined_devices_test.cpp: several devices as one, and the choice between CPU and GPU. CPU devices stand for
// GPUs; one of them is slow, or lost in the middle of a batch.
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <thread>

#include "runtime/auto_device.hpp"
#include "runtime/multi_device.hpp"
#include "support/kem.hpp"

namespace pqlane::test {
namespace {

// A CPU that takes a given time a call and an item more, and is lost after a number of items.
class Stand final : public ComputeDevice {
 public:
  Stand(std::string name, double call_us, double item_us)
      : name_(std::move(name)),
        cpu_(*choose_backend("cpu"), 1, nullptr),
        call_us_(call_us),
        item_us_(item_us) {}

  const char* name() const override { return name_.c_str(); }
  unsigned threads() const override { return 1; }
  std::uint64_t run_keccak(std::uint64_t permutations) override { return cpu_.run_keccak(permutations); }
  BatchOutcome run(const KemCall& call) override { return run_until_lost(call); }
  BatchOutcome run(const DsaCall& call) override { return run_until_lost(call); }
  FillOutcome fill(const FillCall& call) override {
    ++calls;
    return cpu_.fill(call);
  }

  std::size_t items_until_lost = SIZE_MAX;
  bool lost_at_end = false;  // with every item done
  bool compute = true;
  int calls = 0;
  const void* own_memory = nullptr;

 private:
  template <class Call>
  BatchOutcome run_until_lost(const Call& call) {
    ++calls;
    Call part = call;
    part.count = std::min(call.count, items_until_lost);
    std::this_thread::sleep_for(
        std::chrono::duration<double, std::micro>(call_us_ + item_us_ * static_cast<double>(part.count)));
    BatchOutcome outcome;
    if (compute && part.count != 0) outcome = cpu_.run(part);
    if (part.count != call.count || lost_at_end) {
      outcome.status = PQLANE_ERROR_DEVICE;
      outcome.detail = name_ + ": lost";
      outcome.done = part.count;
      for (std::size_t i = part.count; call.status != nullptr && i < call.count; ++i)
        call.status[call.first + i] = PQLANE_ERROR_NOT_DONE;
    }
    return outcome;
  }

  std::string name_;
  CpuDevice cpu_;
  double call_us_, item_us_;
};

class JoinedDevices : public testing::Test {
 protected:
  static constexpr std::size_t items = 10000;
  const SchemeInfo& info = *find_scheme(PQLANE_ML_KEM_512);
  const Bytes seeds = labelled_bytes("joined", items * 64);
  Bytes ek = Bytes(items * info.sizes.ek_bytes), dk = Bytes(items * 64), ek_alone = ek, dk_alone = dk;
  std::vector<pqlane_status> status = std::vector<pqlane_status>(items, PQLANE_ERROR_INTERNAL);

  KemCall keygen(Bytes& ek_out, Bytes& dk_out, std::size_t count) {
    KemCall call{KemOperation::keygen, &info, {}, count, status.data()};
    call.args.seed = {seeds.data(), 64};
    call.args.ek_out = {ek_out.data(), info.sizes.ek_bytes};
    call.args.dk_out = {dk_out.data(), 64};
    call.args.seed_form = true;
    return call;
  }
  void SetUp() override {
    CpuDevice cpu(*choose_backend("cpu"), 0, nullptr);
    ASSERT_EQ(cpu.run(keygen(ek_alone, dk_alone, items)).status, PQLANE_OK);
    std::fill(status.begin(), status.end(), PQLANE_ERROR_INTERNAL);
  }
  void expect_all_done() {
    EXPECT_EQ(ek, ek_alone);
    EXPECT_EQ(dk, dk_alone);
    EXPECT_EQ(status, std::vector<pqlane_status>(items, PQLANE_OK));
  }
  static std::unique_ptr<MultiDevice> join(std::unique_ptr<Stand> a, std::unique_ptr<Stand> b) {
    std::vector<std::unique_ptr<ComputeDevice>> devices;
    devices.push_back(std::move(a));
    devices.push_back(std::move(b));
    return std::make_unique<MultiDevice>("test:0,1", std::move(devices));
  }
};

TEST_F(JoinedDevices, PartsMakeTheWholeAndBothWork) {
  const auto both = join(std::make_unique<Stand>("test:0", 0, 0), std::make_unique<Stand>("test:1", 0, 0));
  ASSERT_EQ(both->run(keygen(ek, dk, items)).status, PQLANE_OK);
  expect_all_done();
  EXPECT_EQ(both->last_device(), "test:0, test:1");
}

TEST_F(JoinedDevices, RandomItemsKeepTheirIndexInEveryPart) {
  BatchKey key{};
  key.bytes[0] = 1;
  KemCall call = keygen(ek, dk, items);
  call.args.batch_key = &key;
  const auto both = join(std::make_unique<Stand>("test:0", 0, 0), std::make_unique<Stand>("test:1", 0, 0));
  ASSERT_EQ(both->run(call).status, PQLANE_OK);
  KemCall alone = keygen(ek_alone, dk_alone, items);
  alone.args.batch_key = &key;
  ASSERT_EQ(CpuDevice(*choose_backend("cpu"), 0, nullptr).run(alone).status, PQLANE_OK);
  expect_all_done();
}

TEST_F(JoinedDevices, SharesFollowTheMeasuredSpeed) {
  auto fast = std::make_unique<Stand>("test:0", 0, 10), slow = std::make_unique<Stand>("test:1", 0, 30);
  fast->compute = slow->compute = false;
  const auto both = join(std::move(fast), std::move(slow));
  EXPECT_NEAR(static_cast<double>(both->shares(items)[0]), items / 2.0, 64);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(both->run(keygen(ek, dk, items)).status, PQLANE_OK);
  const std::vector<std::size_t> shares = both->shares(1000000);
  EXPECT_EQ(shares[0] + shares[1], 1000000u);
  EXPECT_NEAR(static_cast<double>(shares[0]), 750000, 40000);
}

TEST_F(JoinedDevices, SharesAddUpAndSmallBatchesGoToOneDevice) {
  const auto both = join(std::make_unique<Stand>("test:0", 0, 0), std::make_unique<Stand>("test:1", 0, 0));
  for (const std::size_t count : {1u, 31u, 2047u, 2048u, 4095u, 4096u, 4097u, 9999u, 1000003u}) {
    const std::vector<std::size_t> shares = both->shares(count);
    EXPECT_EQ(shares[0] + shares[1], count);
    for (const std::size_t share : shares)
      EXPECT_TRUE(share == 0 || share == count || share >= 2048u) << count;
  }
}

TEST_F(JoinedDevices, ALostPartIsReportedAndTheOtherIsDone) {
  auto first = std::make_unique<Stand>("test:0", 0, 0), second = std::make_unique<Stand>("test:1", 0, 0);
  second->items_until_lost = 1000;
  const auto both = join(std::move(first), std::move(second));
  const BatchOutcome outcome = both->run(keygen(ek, dk, items));
  EXPECT_EQ(outcome.status, PQLANE_ERROR_DEVICE);
  EXPECT_EQ(outcome.detail, "test:1: lost");
  const std::size_t half = both->shares(items)[0];
  EXPECT_EQ(outcome.done, half + 1000);
  EXPECT_EQ(std::count(status.begin(), status.end(), PQLANE_OK), static_cast<std::ptrdiff_t>(half + 1000));
  EXPECT_EQ(status.back(), PQLANE_ERROR_NOT_DONE);
}

// `auto` with this CPU and `gpu`.
std::unique_ptr<AutoDevice> choose_between(std::unique_ptr<CpuDevice> cpu, std::unique_ptr<Stand> gpu) {
  Stand* stand = gpu.get();
  auto held = std::make_shared<std::unique_ptr<Stand>>(std::move(gpu));
  return std::make_unique<AutoDevice>(
      std::move(cpu), [held] { return std::move(*held); },
      [stand](const void* p) { return stand != nullptr && p == stand->own_memory; });
}

std::unique_ptr<CpuDevice> cpu() { return std::make_unique<CpuDevice>(*choose_backend("cpu"), 1, nullptr); }

TEST_F(JoinedDevices, AutoFinishesWhatALostGpuLeft) {
  auto gpu = std::make_unique<Stand>("cuda:9", 0, 0);
  Stand& stand = *gpu;
  const auto choice = choose_between(cpu(), std::move(gpu));
  AutoDevice& device = *choice;
  stand.compute = false;
  ASSERT_LT(device.break_even(keygen(ek, dk, items)), items);  // it looks fast
  stand.compute = true;
  stand.items_until_lost = 3000;
  const BatchOutcome outcome = device.run(keygen(ek, dk, items));
  EXPECT_EQ(outcome.status, PQLANE_OK);
  expect_all_done();
  EXPECT_NE(device.last_device().find("cuda:9, then cpu:"), std::string::npos) << device.last_device();
  const int calls = stand.calls;
  ASSERT_EQ(device.run(keygen(ek, dk, items)).status, PQLANE_OK);
  EXPECT_EQ(stand.calls, calls) << "a lost GPU is not asked again";
}

TEST_F(JoinedDevices, AutoHasNothingToFinishWhenTheGpuIsLostAfterTheLastItem) {
  auto gpu = std::make_unique<Stand>("cuda:9", 0, 0);
  Stand& stand = *gpu;
  const auto choice = choose_between(cpu(), std::move(gpu));
  AutoDevice& device = *choice;
  stand.compute = false;
  ASSERT_LT(device.break_even(keygen(ek, dk, items)), items);
  stand.compute = stand.lost_at_end = true;
  EXPECT_EQ(device.run(keygen(ek, dk, items)).status, PQLANE_OK);
  expect_all_done();
  EXPECT_EQ(device.last_device(), "cuda:9");
  const int calls = stand.calls;
  ASSERT_EQ(device.run(keygen(ek, dk, items)).status, PQLANE_OK);
  EXPECT_EQ(stand.calls, calls) << "a lost GPU is not asked again";
}

TEST_F(JoinedDevices, ACpuHasNothingToDoOfAnEmptyBatch) {
  EXPECT_EQ(cpu()->run(keygen(ek, dk, 0)).status, PQLANE_OK);
}

TEST_F(JoinedDevices, AutoSendsSmallBatchesToTheCpuAndLargeOnesToTheGpu) {
  // 5 ms a call whatever its size: the CPU is sooner below some thousand items.
  auto gpu = std::make_unique<Stand>("cuda:9", 5000, 0);
  gpu->compute = false;
  const auto choice = choose_between(cpu(), std::move(gpu));
  AutoDevice& device = *choice;
  const std::size_t break_even = device.break_even(keygen(ek, dk, 1));
  EXPECT_GE(break_even, 64u);
  EXPECT_LT(break_even, 16384u);
  ASSERT_EQ(device.run(keygen(ek, dk, 1)).status, PQLANE_OK);
  EXPECT_EQ(device.last_device().substr(0, 4), "cpu:");
  ASSERT_EQ(device.run(keygen(ek, dk, items)).status, PQLANE_OK);
  EXPECT_EQ(device.last_device().substr(0, 4), break_even <= items ? "cuda" : "cpu:");
}

TEST_F(JoinedDevices, AutoNeverUsesASlowGpuUnlessTheDataIsThere) {
  auto gpu = std::make_unique<Stand>("cuda:9", 1000, 40);
  gpu->compute = false;
  Stand& stand = *gpu;
  const auto choice = choose_between(cpu(), std::move(gpu));
  AutoDevice& device = *choice;
  ASSERT_EQ(device.run(keygen(ek, dk, 2000)).status, PQLANE_OK);
  EXPECT_EQ(device.last_device().substr(0, 4), "cpu:");
  stand.own_memory = ek.data();
  ASSERT_EQ(device.run(keygen(ek, dk, 2)).status, PQLANE_OK);
  EXPECT_EQ(device.last_device(), "cuda:9");
}

TEST_F(JoinedDevices, AutoWithoutAGpuIsTheCpu) {
  const auto choice = choose_between(cpu(), nullptr);
  AutoDevice& device = *choice;
  ASSERT_EQ(device.run(keygen(ek, dk, items)).status, PQLANE_OK);
  expect_all_done();
}

// Signatures: key pairs from seeds, and what one private key signs.
class JoinedSignatures : public testing::Test {
 protected:
  static constexpr std::size_t items = 700;
  const SchemeInfo& info = *find_scheme(PQLANE_ML_DSA_44);
  const pqlane_dsa_sizes& sizes = info.dsa_sizes;
  const Bytes seeds = labelled_bytes("joined", items * 32);
  Bytes pk = Bytes(items * sizes.pk_bytes), sk = Bytes(items * 32), sig = Bytes(items * sizes.sig_bytes);
  std::vector<pqlane_status> status = std::vector<pqlane_status>(items, PQLANE_ERROR_INTERNAL);

  DsaCall keygen(Bytes& pk_out) {
    DsaCall call{DsaOperation::keygen, &info, {}, nullptr, items, status.data()};
    call.args.seed = {seeds.data(), 32};
    call.args.pk_out = {pk_out.data(), sizes.pk_bytes};
    call.args.sk_out = {sk.data(), 32};
    call.args.seed_form = true;
    return call;
  }
  // Item i's message is its seed.
  DsaCall sign(const ExpandedKey& key, Bytes& sig_out) {
    DsaCall call{DsaOperation::sign, &info, {}, nullptr, items, status.data()};
    call.args.expanded_key = key.data();
    call.args.sk = key.key();
    call.args.seed_form = key.form().is_seed;
    call.args.message = {seeds.data(), 32, 32, nullptr, nullptr};
    call.args.deterministic = true;
    call.args.sig_out = {sig_out.data(), sizes.sig_bytes};
    return call;
  }
};

TEST_F(JoinedSignatures, PartsMakeTheWhole) {
  std::vector<std::unique_ptr<ComputeDevice>> devices;
  for (const char* name : {"test:0", "test:1"}) devices.push_back(std::make_unique<Stand>(name, 0, 0));
  MultiDevice both("test:0,1", std::move(devices));
  Bytes pk_alone = pk;
  ASSERT_EQ(cpu()->run(keygen(pk_alone)).status, PQLANE_OK);
  ASSERT_EQ(both.run(keygen(pk)).status, PQLANE_OK);
  EXPECT_EQ(both.last_device(), "test:0, test:1");
  EXPECT_EQ(pk, pk_alone);
}

TEST_F(JoinedSignatures, AutoSignsOnTheSoonerAndFinishesWhatALostGpuLeft) {
  auto gpu = std::make_unique<Stand>("cuda:9", 0, 0);
  Stand& stand = *gpu;
  const auto choice = choose_between(cpu(), std::move(gpu));
  AutoDevice& device = *choice;
  const auto key = device.expand_key(info, DsaOperation::sign, seeds.data(), true);
  ASSERT_NE(key, nullptr);
  Bytes sig_alone = sig;
  ASSERT_EQ(cpu()->run(sign(*key, sig_alone)).status, PQLANE_OK);
  stand.compute = false;
  EXPECT_EQ(device.break_even(sign(*key, sig)), AutoDevice::few_items);  // it looks fast
  stand.compute = true;
  stand.items_until_lost = 300;
  std::fill(status.begin(), status.end(), PQLANE_ERROR_INTERNAL);
  ASSERT_EQ(device.run(sign(*key, sig)).status, PQLANE_OK);
  EXPECT_NE(device.last_device().find("cuda:9, then cpu:"), std::string::npos) << device.last_device();
  EXPECT_EQ(sig, sig_alone);
  EXPECT_EQ(status, std::vector<pqlane_status>(items, PQLANE_OK));
}

}  // namespace
}  // namespace pqlane::test
