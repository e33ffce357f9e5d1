// Operations of OpenSSL in the measurement: every algorithm that is here is made, run and verified; outputs
// that were not made are found.
#include "bench/case.hpp"
#include "bench/evp_workload.hpp"

#include <gtest/gtest.h>

namespace pqlane::bench {
namespace {

constexpr Op every_op[] = {Op::keygen, Op::encaps, Op::decaps, Op::sign, Op::verify, Op::agree};

bool is_slow(const EvpAlgorithm& algorithm) {
  return std::string_view(algorithm.scheme).starts_with("slh-dsa");
}

TEST(BenchEvp, EveryOperationIsVerifiedAndStaleOutputsAreFound) {
  std::size_t conventional = 0;
  ThreadPool pool(2, nullptr);
  for (const EvpAlgorithm& algorithm : evp_algorithms()) {
    std::string why_not;
    if (!evp_usable(algorithm, why_not)) {
      EXPECT_FALSE(algorithm.conventional) << why_not;
      EXPECT_NE(why_not.find("3.5"), std::string::npos);
      continue;
    }
    conventional += algorithm.conventional ? 1 : 0;
    if (is_slow(algorithm)) continue;
    for (const Op op : every_op) {
      if (!algorithm.has_op(op)) continue;
      SCOPED_TRACE(std::string(algorithm.scheme) + " " + op_name(op));
      EvpWorkload workload({&algorithm, op, 16, 50}, pool, 2);
      EXPECT_EQ(workload.sets(), 4u);
      workload.prepare(0, 2);
      EXPECT_NE(workload.verify(1, 1), "") << "nothing was done yet";
      ASSERT_TRUE(workload.call(1)) << workload.failure();
      EXPECT_EQ(workload.verify(1, 1), "");
      EXPECT_NE(workload.verify(0, 2), "") << "set 0 was not done";
      workload.prepare(1, 1);
      EXPECT_NE(workload.verify(1, 1), "") << "outputs of an earlier run";
    }
  }
  EXPECT_EQ(conventional, 11u);
}

TEST(BenchEvp, MessagesAndSizes) {
  ThreadPool pool(1, nullptr);
  EvpWorkload sign({find_evp_algorithm("ed25519"), Op::sign, 2, 100}, pool, 1);
  EXPECT_EQ(sign.message_bytes(), 100u);
  EXPECT_EQ(sign.input_bytes(), 200u);
  EXPECT_EQ(sign.output_bytes(), 128u);
  EXPECT_EQ(sign.ops_per_call(), 2u);
  EvpWorkload verify({find_evp_algorithm("rsa-2048"), Op::verify, 1, 100}, pool, 1);
  EXPECT_EQ(verify.message_bytes(), 32u) << "a digest";
  EXPECT_EQ(verify.input_bytes(), 32u + 256);
  EXPECT_EQ(verify.output_bytes(), 0u);
  EvpWorkload agree({find_evp_algorithm("x25519"), Op::agree, 1, 100}, pool, 1);
  EXPECT_EQ(agree.output_bytes(), 32u);
}

TEST(BenchEvp, Names) {
  EXPECT_EQ(find_evp_algorithm("p-224"), nullptr);
  ASSERT_NE(find_evp_algorithm("p-521"), nullptr);
  EXPECT_TRUE(find_evp_algorithm("p-521")->has_op(Op::agree));
  EXPECT_FALSE(find_evp_algorithm("p-521")->has_op(Op::sign));
  EXPECT_FALSE(find_evp_algorithm("rsa-2048")->has_op(Op::keygen));
  EXPECT_TRUE(find_evp_algorithm("ml-kem-768")->has_op(Op::encaps));
  EXPECT_TRUE(OpenSsl::get().version.starts_with("OpenSSL 3.")) << OpenSsl::get().version;
}

}  // namespace
}  // namespace pqlane::bench
