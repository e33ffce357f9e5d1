// KEM workloads: fresh inputs, right outputs pass verification, missing or mixed ones do not.
#include "bench/kem_workload.hpp"
#include "bench/suite.hpp"
#include "bench/sweep.hpp"

#include <gtest/gtest.h>

namespace pqlane::bench {
namespace {

class BenchKemWorkload : public testing::Test {
 protected:
  void SetUp() override {
    const pqlane_device_options options{sizeof options, 1, 0};
    ASSERT_EQ(pqlane_device_open("cpu", &options, &device_), PQLANE_OK) << pqlane_last_error();
  }
  void TearDown() override { pqlane_device_close(device_); }

  pqlane_device* device_ = nullptr;
};

std::vector<Case> all_variants(std::size_t batch) {
  std::vector<Case> cases;
  for (const pqlane_scheme scheme : {PQLANE_ML_KEM_512, PQLANE_ML_KEM_1024, PQLANE_KYBER_768}) {
    for (const Op op : {Op::keygen, Op::encaps, Op::decaps}) {
      for (const bool flag : {false, true}) {
        const bool derand = flag && op != Op::decaps;
        const bool checked = flag && op == Op::decaps && has_key_check(scheme);
        cases.push_back({scheme, op, batch, derand, checked});
        if (scheme == PQLANE_ML_KEM_512) {
          cases.push_back({scheme, op, batch, derand, checked, KeyReuse::none, Place::page_locked});
          cases.push_back({scheme, op, batch, derand, checked,
                           op != Op::keygen ? KeyReuse::one_key : KeyReuse::none, Place::device});
        }
        if (op != Op::keygen) cases.push_back({scheme, op, batch, derand, checked, KeyReuse::one_key});
      }
    }
  }
  return cases;
}

std::string describe(const Case& kem) {
  return std::string(pqlane_scheme_name(kem.scheme)) + " " + op_name(kem.op) + (kem.derand ? " derand" : "") +
         (kem.checked_keys ? " checked" : "") + (kem.same_key() ? " same key" : "") + " " +
         place_name(kem.place);
}

TEST_F(BenchKemWorkload, RightOutputsPassAndMissingOnesFail) {
  for (const std::size_t batch : {std::size_t{1}, std::size_t{9}}) {
    for (const Case& kem : all_variants(batch)) {
      KemWorkload workload(device_, kem);
      ASSERT_GE(workload.sets(), 2u);
      workload.prepare(0, 2);
      ASSERT_TRUE(workload.call(0) && workload.call(1)) << describe(kem) << ": " << workload.failure();
      EXPECT_EQ(workload.verify(0, 2), "") << describe(kem);
      // Without the second call the outputs of its set are what prepare() left.
      workload.prepare(0, 2);
      ASSERT_TRUE(workload.call(0));
      EXPECT_EQ(workload.verify(0, 1), "") << describe(kem);
      EXPECT_NE(workload.verify(0, 2), "") << describe(kem);
    }
  }
}

TEST_F(BenchKemWorkload, AnotherDeviceMayCheck) {
  pqlane_device* checker = nullptr;
  ASSERT_EQ(pqlane_device_open("cpu:scalar", nullptr, &checker), PQLANE_OK);
  for (const Op op : {Op::keygen, Op::encaps, Op::decaps}) {
    KemWorkload workload(device_, {PQLANE_ML_KEM_512, op, 9}, nullptr, checker);
    workload.prepare(0, 2);
    ASSERT_TRUE(workload.call(0));
    EXPECT_EQ(workload.verify(0, 1), "");
    EXPECT_EQ(workload.ran_on(), pqlane_device_name(device_));
    EXPECT_NE(workload.verify(0, 2), "");
  }
  pqlane_device_close(checker);
}

TEST_F(BenchKemWorkload, BytesOfABatch) {
  const KemWorkload encaps(device_, {PQLANE_ML_KEM_768, Op::encaps, 10});
  EXPECT_EQ(encaps.input_bytes(), 10u * 1184);
  EXPECT_EQ(encaps.output_bytes(), 10u * (1088 + 32));
  EXPECT_GE(encaps.owned_bytes(), encaps.sets() * (encaps.input_bytes() + encaps.output_bytes()));
  const KemWorkload shared(device_, {PQLANE_ML_KEM_768, Op::decaps, 10, false, false, KeyReuse::one_key});
  EXPECT_EQ(shared.input_bytes(), 2400u + 10 * 1088);
  EXPECT_EQ(shared.output_bytes(), 10u * 32);
  const KemWorkload keygen(device_, {PQLANE_ML_KEM_768, Op::keygen, 10, true});
  EXPECT_EQ(keygen.input_bytes(), 10u * 64);
  EXPECT_EQ(keygen.output_bytes(), 10u * (1184 + 2400));
}

TEST_F(BenchKemWorkload, SetsAreBounded) {
  const KemWorkload one(device_, {PQLANE_ML_KEM_512, Op::keygen, 1});
  EXPECT_EQ(one.sets(), 1024u);
  const KemWorkload many(device_, {PQLANE_ML_KEM_512, Op::decaps, 2000});
  EXPECT_GE(many.sets(), 2u);
  EXPECT_LE(many.owned_bytes(), 80u << 20);
}

TEST_F(BenchKemWorkload, ABatchBeyondTheMemoryIsRefused) {
  EXPECT_THROW(KemWorkload(device_, {PQLANE_ML_KEM_512, Op::keygen, std::size_t{1} << 40}), Failure);
}

TEST_F(BenchKemWorkload, StopEndsTheMakingOfInputs) {
  const std::atomic<bool> stop{true};
  EXPECT_THROW(KemWorkload(device_, {PQLANE_ML_KEM_512, Op::encaps, 100}, &stop), Interrupted);
}

Plan small_plan() {
  Plan plan;
  plan.schemes = {PQLANE_ML_KEM_512};
  plan.ops = {Op::keygen, Op::encaps, Op::decaps};
  plan.devices = {"cpu"};
  plan.batches = {1, 16};
  plan.threads = {1};
  plan.seconds = 0.02;
  return plan;
}

TEST(BenchSuite, MeasuresEveryRowOfThePlan) {
  std::size_t reported = 0;
  Hooks hooks;
  hooks.row_done = [&](const Row&) { ++reported; };
  const SuiteResult result = run_suite(small_plan(), hooks);
  EXPECT_TRUE(result.failures.empty());
  ASSERT_EQ(result.rows.size(), row_count(small_plan()));
  EXPECT_EQ(reported, result.rows.size());
  for (const Row& row : result.rows) {
    EXPECT_TRUE(row.verified);
    EXPECT_GE(row.runs, 6u);
    EXPECT_GE(row.seconds, 0.02);
    EXPECT_LE(row.ops_per_s.p10, row.ops_per_s.median);
    EXPECT_LE(row.ops_per_s.ci95_low, row.ops_per_s.ci95_high);
    EXPECT_GT(row.latency_p50_us, 0);
    ASSERT_TRUE(row.ceiling);
    EXPECT_GT(row.ceiling->share, 0);
    EXPECT_LT(row.ceiling->share, 1.2) << "an operation cannot be faster than its permutations";
  }
  ASSERT_EQ(result.ceilings.size(), 1u);
  EXPECT_GT(result.ceilings[0].rate.median, 0);
}

TEST(BenchSuite, SameKeyLeavesKeygenOut) {
  Plan plan = small_plan();
  plan.reuse = KeyReuse::one_key;
  EXPECT_EQ(row_count(plan), 4u);
}

TEST(BenchSuite, UnknownDeviceIsAUsageError) {
  Plan plan = small_plan();
  plan.devices = {"cpu:none"};
  EXPECT_THROW(run_suite(plan, {}), UsageError);
}

}  // namespace
}  // namespace pqlane::bench
