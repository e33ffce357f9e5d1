// ML-DSA workloads: fresh inputs, right outputs pass verification, missing or mixed ones do not.
#include "bench/dsa_workload.hpp"
#include "bench/suite.hpp"

#include <gtest/gtest.h>

namespace pqlane::bench {
namespace {

class BenchDsaWorkload : public testing::Test {
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
  for (const Op op : {Op::keygen, Op::sign, Op::verify}) {
    for (const KeyReuse reuse : {KeyReuse::none, KeyReuse::one_key, KeyReuse::cached_key}) {
      if (!has_op(PQLANE_ML_DSA_44, op, reuse)) continue;
      const bool derand = is_randomised(op) && reuse != KeyReuse::cached_key;
      cases.push_back({PQLANE_ML_DSA_44, op, batch, false, false, reuse});
      cases.push_back({PQLANE_ML_DSA_44, op, batch, derand, false, reuse, Place::device, 33});
    }
    cases.push_back({PQLANE_ML_DSA_87, op, batch, false, false, KeyReuse::none, Place::page_locked, 200});
  }
  return cases;
}

std::string describe(const Case& work) {
  return std::string(pqlane_scheme_name(work.scheme)) + " " + op_name(work.op) + " " +
         key_reuse_name(work.reuse) + " " + place_name(work.place) + (work.derand ? " derand" : "");
}

TEST_F(BenchDsaWorkload, RightOutputsPassAndMissingOnesFail) {
  for (const std::size_t batch : {std::size_t{1}, std::size_t{9}}) {
    for (const Case& work : all_variants(batch)) {
      DsaWorkload workload(device_, work);
      ASSERT_GE(workload.sets(), 2u);
      workload.prepare(0, 2);
      ASSERT_TRUE(workload.call(0) && workload.call(1)) << describe(work) << ": " << workload.failure();
      EXPECT_EQ(workload.verify(0, 2), "") << describe(work);
      // Without the second call the outputs of its set are what prepare() left.
      workload.prepare(0, 2);
      ASSERT_TRUE(workload.call(0));
      EXPECT_EQ(workload.verify(0, 1), "") << describe(work);
      EXPECT_NE(workload.verify(0, 2), "") << describe(work);
    }
  }
}

TEST_F(BenchDsaWorkload, BytesOfABatch) {
  const DsaWorkload sign(device_, {PQLANE_ML_DSA_65, Op::sign, 10});
  EXPECT_EQ(sign.input_bytes(), 10u * (4032 + 32));
  EXPECT_EQ(sign.output_bytes(), 10u * (3309 + 2));
  const DsaWorkload verify(
      device_, {PQLANE_ML_DSA_65, Op::verify, 10, false, false, KeyReuse::one_key, Place::pageable, 100});
  EXPECT_EQ(verify.input_bytes(), 1952u + 10 * (100 + 3309));
  EXPECT_EQ(verify.output_bytes(), 10u * sizeof(pqlane_status));
}

TEST_F(BenchDsaWorkload, StopEndsTheMakingOfInputs) {
  const std::atomic<bool> stop{true};
  EXPECT_THROW(DsaWorkload(device_, {PQLANE_ML_DSA_44, Op::verify, 100}, &stop), Interrupted);
}

TEST(BenchSuiteDsa, RowsAreThoseThatExist) {
  Plan plan;
  plan.schemes = {PQLANE_ML_KEM_512, PQLANE_ML_DSA_44};
  plan.ops = {Op::keygen, Op::encaps, Op::decaps, Op::sign, Op::verify};
  plan.devices = {"cpu"};
  plan.batches = {4};
  plan.threads = {1};
  EXPECT_EQ(row_count(plan), 6u);
  plan.reuse = KeyReuse::one_key;
  EXPECT_EQ(row_count(plan), 4u);
  plan.reuse = KeyReuse::cached_key;
  plan.seconds = 0.02;
  const SuiteResult result = run_suite(plan, {});
  EXPECT_TRUE(result.failures.empty());
  ASSERT_EQ(result.rows.size(), 2u);
  for (const Row& row : result.rows) EXPECT_TRUE(row.verified);
}

}  // namespace
}  // namespace pqlane::bench
