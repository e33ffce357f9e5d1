// slots_test.cpp: the slots of a GPU: many batches pending in streams, what an exception leaves behind, and
// which graphs a slot keeps.
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "gpu/host/fixture.hpp"
#include "runtime/gpu_batch.hpp"
#include "runtime/gpu_kem_work.hpp"
#include "runtime/last_error.hpp"

namespace pqlane::gpu {
namespace {

class HostSlots : public HostTest {
 protected:
  void SetUp() override {
    HostTest::SetUp();
    std::string why_not;
    driver_ = Driver::cuda(why_not);
    ASSERT_NE(driver_, nullptr) << why_not;
    device_ = std::make_unique<GpuDevice>(*driver_, 0, 2);
  }
  void TearDown() override {
    device_.reset();
    HostTest::TearDown();
  }
  static KemCall call_of(KemOperation operation, const KemInputs& in, pqlane_status* items) {
    const SchemeInfo* scheme = find_scheme(in.scheme);
    return {operation, scheme, {}, in.count, items};
  }

  const Driver* driver_ = nullptr;
  std::unique_ptr<GpuDevice> device_;
};

TEST_F(HostSlots, ManyBatchesPendInStreams) {
  constexpr std::size_t most = GpuDevice::most_stream_slots;
  const KemInputs in(PQLANE_ML_KEM_512, 20, 0);
  const std::size_t bytes = in.count * in.sizes.ek_bytes;
  void* rows = nullptr;
  ASSERT_EQ(device_->allocate(false, bytes, rows), PQLANE_OK);
  std::memcpy(rows, in.bad_ek.at(0), bytes);
  const Device cpu("cpu");
  const Reply wanted = check(cpu, in, false);

  std::vector<Statuses> items(most + 2, Statuses(in.count, PQLANE_ERROR_INTERNAL));
  std::vector<KemCall> calls;
  for (Statuses& i : items) {
    calls.push_back(call_of(KemOperation::check_ek, in, i.data()));
    calls.back().args.ek = {static_cast<std::uint8_t*>(rows), in.sizes.ek_bytes};
  }
  Stream stream = nullptr;
  {
    const ContextScope scope(device_->context());
    stream = driver_->make_stream();
  }
  std::vector<std::unique_ptr<PendingBatch>> pending;
  for (std::size_t j = 0; j < most; ++j) {
    pending.push_back(device_->start_in_stream(calls[j], stream));
    ASSERT_NE(pending.back(), nullptr) << j << ": " << last_error();
  }
  EXPECT_EQ(device_->start_in_stream(calls[most], stream), nullptr);
  EXPECT_EQ(error_status(), PQLANE_ERROR_MEMORY);
  EXPECT_NE(std::string(last_error()).find("pending in streams"), std::string::npos) << last_error();
  // A call that is in no stream finds a slot.
  EXPECT_EQ(device_->run(calls[most + 1]).status, PQLANE_OK);
  EXPECT_EQ(items[most + 1], wanted.items);
  for (std::size_t j = 0; j < most; ++j) {
    EXPECT_EQ(pending[j]->finish().status, PQLANE_OK);
    EXPECT_EQ(items[j], wanted.items) << j;
  }
  pending.clear();
  pending.push_back(device_->start_in_stream(calls[most], stream));  // there is room again
  ASSERT_NE(pending.back(), nullptr) << last_error();
  EXPECT_EQ(pending.back()->finish().status, PQLANE_OK);
  pending.clear();
  {
    const ContextScope scope(device_->context());
    driver_->destroy_stream(stream);
  }
  device_->release(false, rows, bytes);
}

// Work whose second chunk finds no memory on the host.
class FailingWork final : public KemWork {
 public:
  using KemWork::KemWork;
  void launch(const GpuPlace& place, std::size_t first, std::size_t ops) override {
    if (first != batch().first) throw std::bad_alloc();
    KemWork::launch(place, first, ops);
  }
};

TEST_F(HostSlots, AnExceptionLeavesNoSecretAndNoSlotInUse) {
  const KemInputs in(PQLANE_ML_KEM_512, 100, 0);
  Rows ss(in.count, 32, 0, 0);
  KemCall call = call_of(KemOperation::decaps, in, nullptr);
  call.args.dk = {in.dk.at(0), in.dk.stride};
  call.args.ct = {in.ct.at(0), in.ct.stride};
  call.args.ss_out = {ss.at(0), ss.stride};
  GpuTuning tuning;
  tuning.cut_ops = tuning.chunk_ops = 32;
  const Variable no_graphs("PQLANE_GPU_GRAPHS", "0");
  device_.reset();
  device_ = std::make_unique<GpuDevice>(*driver_, 0, 2);
  {
    const ContextScope scope(device_->context());
    FailingWork work(call, tuning);
    GpuBatch batch(*device_, work);
    EXPECT_THROW((void)batch.run(), std::bad_alloc);
    EXPECT_GT(fake_gpu_find(in.dk.at(40), 32), 0u) << "the search is blind";
  }
  for (const std::size_t item : {0u, 40u}) EXPECT_EQ(fake_gpu_find(in.dk.at(item), 32), 0u) << item;
  EXPECT_EQ(device_->run(call).status, PQLANE_OK);
  EXPECT_TRUE(ss == in.ss);
}

TEST_F(HostSlots, TheGraphThatWasNotAskedForLongestGoes) {
  const KemInputs in(PQLANE_ML_KEM_512, 2 + GpuSlot::most_graphs, 0);
  Statuses items(in.count);
  const auto built_by = [&](std::size_t count) {
    KemCall call = call_of(KemOperation::check_ek, in, items.data());
    call.args.ek = {in.ek.at(0), in.ek.stride};
    call.count = count;
    const std::uint64_t before = fake_gpu_get("graphs_built");
    EXPECT_EQ(device_->run(call).status, PQLANE_OK);
    return fake_gpu_get("graphs_built") - before;
  };
  // From the largest down, so that the slot's memory stays where it is.
  const std::size_t largest = in.count;
  for (std::size_t i = 0; i < GpuSlot::most_graphs; ++i) EXPECT_EQ(built_by(largest - i), 1u);
  EXPECT_EQ(built_by(largest), 0u);
  EXPECT_EQ(built_by(1), 1u);  // in the place of largest - 1
  EXPECT_EQ(built_by(largest), 0u);
  EXPECT_EQ(built_by(largest - 2), 0u);
  EXPECT_EQ(built_by(largest - 1), 1u);
}

}  // namespace
}  // namespace pqlane::gpu
