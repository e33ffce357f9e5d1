// graph_test.cpp: small batches as graphs of the fake driver: what is built, changed and launched, and what
// happens when that fails.
#include <cstring>

#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

struct Counts {
  std::uint64_t launches = fake_gpu_get("graph_launches"), built = fake_gpu_get("graphs_built"),
                changes = fake_gpu_get("graph_changes"), calls = fake_gpu_get("calls");
  // Since `before`.
  Counts since(const Counts& before) const {
    Counts d;
    d.launches = launches - before.launches;
    d.built = built - before.built;
    d.changes = changes - before.changes;
    d.calls = calls - before.calls;
    return d;
  }
};

class HostGraphs : public HostTest {
 protected:
  void TearDown() override {
    fake_gpu_set("graph_launch_fails", 0);
    HostTest::TearDown();
  }
};

TEST_F(HostGraphs, OneLaunchACallAndOneGraphAForm) {
  const Device gpu("cuda:0"), cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_512, 20, 0);
  Counts before;
  expect_agreement(gpu, cpu, in, true);
  const Counts first = Counts().since(before);
  EXPECT_EQ(first.launches, 10u);  // every kind of call
  EXPECT_EQ(first.built, 10u);
  expect_agreement(gpu, cpu, in, true);  // those from before the slot's memory had grown are built again
  before = Counts();
  expect_agreement(gpu, cpu, in, true);
  const Counts second = Counts().since(before);
  EXPECT_EQ(second.launches, 10u);
  EXPECT_EQ(second.built, 0u);
}

TEST_F(HostGraphs, ARepeatedCallChangesNothing) {
  const Device gpu("cuda:0");
  const KemInputs in(PQLANE_ML_KEM_768, 3, 0);
  Rows ct(in.count, in.sizes.ct_bytes, 0, 0), ss(in.count, 32, 0, 0);
  ASSERT_EQ(pqlane_kem_encaps(gpu, in.scheme, 0, in.ek.in(), ct.out(), ss.out(), nullptr), PQLANE_OK);
  const Counts before;
  // Made randomness changes no argument of a kernel either: the key of the batch is one more input.
  ASSERT_EQ(pqlane_kem_encaps(gpu, in.scheme, 0, in.ek.in(), ct.out(), ss.out(), nullptr), PQLANE_OK);
  const Counts again = Counts().since(before);
  EXPECT_EQ(again.launches, 1u);
  EXPECT_EQ(again.built, 0u);
  EXPECT_EQ(again.changes, 0u);
  // Context, places of three arrays, launch, wait, context.
  EXPECT_LE(again.calls, 9u);
}

// Copies and wiping are never changed in a graph, kernels are.
TEST_F(HostGraphs, OtherSizesHaveGraphsOfTheirOwn) {
  const Device gpu("cuda:0"), cpu("cpu");
  const KemInputs some(PQLANE_ML_KEM_768, 40, 0), more(PQLANE_ML_KEM_768, 63, 2),
      few(PQLANE_ML_KEM_768, 33, 0);
  Counts before;
  for (const KemInputs* in : {&some, &more, &few}) expect_agreement(gpu, cpu, *in, false);
  EXPECT_EQ(Counts().since(before).built, 9u);
  for (const KemInputs* in : {&few, &some, &more}) expect_agreement(gpu, cpu, *in, false);  // as above
  before = Counts();
  for (const KemInputs* in : {&few, &some, &more}) expect_agreement(gpu, cpu, *in, false);
  const Counts again = Counts().since(before);
  EXPECT_EQ(again.launches, 9u);
  EXPECT_EQ(again.built, 0u);
}

// Page-locked rows are copied from and to where they are, which may change from call to call; few of them are
// staged.
TEST_F(HostGraphs, PageLockedRows) {
  const KemInputs in(PQLANE_ML_KEM_512, 20, 0);
  for (const char* staged : {"staged_bytes=0,wide_hashes=0", "staged_bytes=1000000,wide_hashes=0"}) {
    const Variable tuning("PQLANE_GPU_TUNING", staged);
    const Device gpu("cuda:0");
    const std::size_t bytes[3] = {in.count * in.sizes.dk_bytes, in.count * in.sizes.ct_bytes, in.count * 32};
    for (int round = 0; round < 2; ++round) {
      void* rows[3];
      for (int b = 0; b < 3; ++b)
        ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_HOST, bytes[b], &rows[b]), PQLANE_OK);
      std::memcpy(rows[0], in.dk.at(0), bytes[0]);
      std::memcpy(rows[1], in.ct.at(0), bytes[1]);
      const Counts before;
      ASSERT_EQ(pqlane_kem_decaps(gpu, in.scheme, 0,
                                  {static_cast<std::uint8_t*>(rows[0]), in.sizes.dk_bytes, in.count},
                                  {static_cast<std::uint8_t*>(rows[1]), in.sizes.ct_bytes, in.count},
                                  {static_cast<std::uint8_t*>(rows[2]), 32, in.count}, nullptr),
                PQLANE_OK);
      EXPECT_EQ(Counts().since(before).launches, 1u);
      EXPECT_EQ(std::memcmp(rows[2], in.ss.at(0), bytes[2]), 0);
      for (void* r : rows) EXPECT_EQ(pqlane_memory_free(gpu, r), PQLANE_OK);
    }
  }
}

TEST_F(HostGraphs, LargerBatchesAndSwitchedOffGoByStreams) {
  const Device cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_512, 40, 1);
  const struct {
    const char *name, *value;
  } cases[] = {{"PQLANE_GPU_GRAPHS", "0"}, {"PQLANE_GPU_TUNING", "graph_ops=39,wide_hashes=0"}};
  for (const auto& c : cases) {
    const Variable variable(c.name, c.value);
    const Device gpu("cuda:0");
    const Counts before;
    expect_agreement(gpu, cpu, in, true);
    EXPECT_EQ(Counts().since(before).launches, 0u) << c.name;
  }
}

// Whichever of the kernels do each hash by 32 threads.
TEST_F(HostGraphs, WideHashes) {
  const Device cpu("cpu");
  for (const char* tuning : {"wide_hashes=64", "wide_hashes=9999"}) {
    const Variable variable("PQLANE_GPU_TUNING", tuning);
    const Device gpu("cuda:0");
    expect_agreement(gpu, cpu, KemInputs(PQLANE_ML_KEM_512, 2, 0), true);
    expect_agreement(gpu, cpu, KemInputs(PQLANE_KYBER_768, slow_build ? 1 : 33, 0), false);
  }
}

TEST_F(HostGraphs, AFailedLaunchIsAnError) {
  const Device gpu("cuda:0"), cpu("cpu");
  const KemInputs in(PQLANE_ML_KEM_512, 30, 0);
  Rows ct(in.count, in.sizes.ct_bytes, 0, 0x11), ss(in.count, 32, 0, 0x22);
  const Rows ct_before = ct, ss_before = ss;
  for (const bool built_before : {false, true}) {
    if (built_before) expect_agreement(gpu, cpu, in, false);
    fake_gpu_set("graph_launch_fails", 1);
    const Reply reply = encaps(gpu, in, in.ek.in(), ct, ss);
    EXPECT_EQ(reply.status, PQLANE_ERROR_DEVICE);
    EXPECT_NE(reply.error.find("cuda:0: cuGraphLaunch: "), std::string::npos) << reply.error;
    EXPECT_NE(reply.error.find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos) << reply.error;
    EXPECT_EQ(reply.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
    EXPECT_TRUE(ct == ct_before && ss == ss_before);
    EXPECT_EQ(fake_gpu_find(in.m.at(3), 32), 0u) << "a message is left";
    fake_gpu_set("graph_launch_fails", 0);
    expect_agreement(gpu, cpu, in, false);  // nothing is lost
  }
}

// The device is lost at one of the graph's kernels.
TEST_F(HostGraphs, ALostDeviceIsAnError) {
  const KemInputs in(PQLANE_ML_KEM_512, 30, 0);
  for (const unsigned launch : {1u, 3u, 4u}) {
    const Device gpu("cuda:0");
    fake_gpu_set("lost_at_launch", launch);
    Rows ct(in.count, in.sizes.ct_bytes, 0, 0), ss(in.count, 32, 0, 0);
    const Reply reply = encaps(gpu, in, in.ek.in(), ct, ss);
    EXPECT_EQ(reply.status, PQLANE_ERROR_DEVICE);
    EXPECT_EQ(reply.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
  }
}

}  // namespace
}  // namespace pqlane::gpu
