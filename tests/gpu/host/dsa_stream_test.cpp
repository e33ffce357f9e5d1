// dsa_stream_test.cpp: signatures in a caller's stream of the fake GPUs, whose work runs only when somebody
// waits for it.
#include <cstring>
#include <memory>
#include <string>

#include "gpu/host/dsa_fixture.hpp"
#include "gpu/host/fake_cuda.hpp"

namespace pqlane::gpu {
namespace {

constexpr std::size_t count = 40, message_bytes = 48;

class HostDsaStream : public HostTest, public ::testing::WithParamInterface<int> {
 protected:
  void SetUp() override {
    HostTest::SetUp();
    fake_gpu_set("worker", static_cast<std::uint64_t>(GetParam()));
    gpu_ = std::make_unique<Device>("cuda:0");
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context_, 0), 0);
    ASSERT_EQ(cuCtxSetCurrent(context_), 0);
    ASSERT_EQ(cuStreamCreate(&stream_, 1), 0);
  }
  void TearDown() override {
    ASSERT_EQ(cuCtxSetCurrent(context_), 0);
    EXPECT_EQ(cuStreamDestroy_v2(stream_), 0);
    EXPECT_EQ(cuCtxSetCurrent(nullptr), 0);
    EXPECT_EQ(cuDevicePrimaryCtxRelease_v2(0), 0);
    gpu_.reset();
    HostTest::TearDown();
  }
  pqlane_async in_stream() const { return {sizeof(pqlane_async), nullptr, nullptr, stream_, nullptr}; }

  std::unique_ptr<Device> gpu_;
  void *context_ = nullptr, *stream_ = nullptr;
};

// Page-locked rows of zeros.
class LockedRows {
 public:
  LockedRows(pqlane_device* device, std::size_t row_bytes, std::size_t rows)
      : device_(device), row_bytes_(row_bytes), rows_(rows) {
    EXPECT_EQ(pqlane_memory_allocate(device, PQLANE_MEMORY_HOST, row_bytes * rows, &data_), PQLANE_OK);
  }
  ~LockedRows() { EXPECT_EQ(pqlane_memory_free(device_, data_), PQLANE_OK); }
  LockedRows(const LockedRows&) = delete;
  LockedRows& operator=(const LockedRows&) = delete;

  std::uint8_t* data() const { return static_cast<std::uint8_t*>(data_); }
  std::size_t bytes() const { return row_bytes_ * rows_; }
  pqlane_in in() const { return {data(), row_bytes_, rows_}; }
  pqlane_out out() const { return {data(), row_bytes_, rows_}; }
  pqlane_strings strings() const { return {data(), row_bytes_, row_bytes_, nullptr, nullptr, rows_}; }

 private:
  pqlane_device* device_;
  void* data_ = nullptr;
  std::size_t row_bytes_, rows_;
};

// Keys, signatures and their verification, one behind the other without anybody waiting.
TEST_P(HostDsaStream, WholeLifeOfSignatures) {
  const Device& gpu = *gpu_;
  const Device cpu("cpu");
  pqlane_dsa_sizes sizes{};
  ASSERT_EQ(pqlane_dsa_get_sizes(PQLANE_ML_DSA_44, &sizes), PQLANE_OK);
  const LockedRows pk(gpu, sizes.pk_bytes, count), sk(gpu, sizes.sk_bytes, count),
      message(gpu, message_bytes, count), sig(gpu, sizes.sig_bytes, count);
  for (std::size_t i = 0; i < message.bytes(); ++i) message.data()[i] = static_cast<std::uint8_t>(i * 7);
  pqlane_dsa_options fixed = options_of(PQLANE_DSA_PURE);
  fixed.deterministic = 1;
  const pqlane_async async = in_stream();
  Statuses items[3] = {Statuses(count, PQLANE_ERROR_NOT_DONE), Statuses(count, PQLANE_ERROR_NOT_DONE),
                       Statuses(count, PQLANE_ERROR_NOT_DONE)};
  pqlane_job* jobs[3] = {};
  ASSERT_EQ(pqlane_dsa_keygen_async(gpu, PQLANE_ML_DSA_44, 0, pk.out(), sk.out(), items[0].data(), &async,
                                    &jobs[0]),
            PQLANE_OK)
      << pqlane_last_error();
  ASSERT_EQ(pqlane_dsa_sign_async(gpu, PQLANE_ML_DSA_44, &fixed, sk.in(), message.strings(), sig.out(),
                                  items[1].data(), &async, &jobs[1]),
            PQLANE_OK)
      << pqlane_last_error();
  ASSERT_EQ(pqlane_dsa_verify_async(gpu, PQLANE_ML_DSA_44, nullptr, pk.in(), message.strings(), sig.in(),
                                    items[2].data(), &async, &jobs[2]),
            PQLANE_OK)
      << pqlane_last_error();
  for (std::size_t j = 3; j-- > 0;) {
    EXPECT_EQ(pqlane_job_wait(jobs[j]), PQLANE_OK) << j << ": " << pqlane_last_error();
    EXPECT_EQ(items[j], Statuses(count, PQLANE_OK)) << j;
    pqlane_job_free(jobs[j]);
  }
  std::vector<std::uint8_t> wanted(sig.bytes());
  ASSERT_EQ(pqlane_dsa_sign(cpu, PQLANE_ML_DSA_44, &fixed, sk.in(), message.strings(),
                            {wanted.data(), sizes.sig_bytes, count}, nullptr),
            PQLANE_OK);
  EXPECT_EQ(std::memcmp(wanted.data(), sig.data(), wanted.size()), 0);

  // A private key out of range and a spoilt signature are items of their jobs.
  std::memset(sk.data() + 3 * sizes.sk_bytes + 128, 0xff, 32);
  sig.data()[5 * sizes.sig_bytes] ^= 1;
  ASSERT_EQ(pqlane_dsa_verify_async(gpu, PQLANE_ML_DSA_44, nullptr, pk.in(), message.strings(), sig.in(),
                                    items[2].data(), &async, &jobs[2]),
            PQLANE_OK);
  ASSERT_EQ(pqlane_dsa_sign_async(gpu, PQLANE_ML_DSA_44, &fixed, sk.in(), message.strings(), sig.out(),
                                  items[1].data(), &async, &jobs[1]),
            PQLANE_OK);
  EXPECT_EQ(pqlane_job_wait(jobs[1]), PQLANE_ERROR_ITEMS);
  EXPECT_EQ(items[1][3], PQLANE_ERROR_SK_RANGE);
  EXPECT_EQ(pqlane_job_wait(jobs[2]), PQLANE_ERROR_ITEMS);
  EXPECT_EQ(items[2][5], PQLANE_ERROR_SIGNATURE);
  for (pqlane_job* job : {jobs[1], jobs[2]}) pqlane_job_free(job);
}

TEST_P(HostDsaStream, WhatNeedsTheHostIsRefused) {
  const Device& gpu = *gpu_;
  const DsaInputs in(PQLANE_ML_DSA_44, count, 0, false);
  const LockedRows sk(gpu, in.sizes.sk_bytes, count), message(gpu, message_bytes, count),
      sig(gpu, in.sizes.sig_bytes, count);
  const pqlane_async async = in_stream();
  std::vector<std::uint16_t> attempts(count);
  pqlane_dsa_options counted = options_of(PQLANE_DSA_PURE);
  counted.attempts = attempts.data();
  const pqlane_dsa_options pure = options_of(PQLANE_DSA_PURE),
                           hashed = options_of(PQLANE_DSA_PREHASH, PQLANE_HASH_SHA2_256);
  struct Case {
    const pqlane_dsa_options* options;
    pqlane_strings message;
    const char* why;
  };
  const Case cases[] = {{&pure, in.messages.view(), "rows of one length"},
                        {&hashed, message.strings(), "not pre-hashed"},
                        {&counted, message.strings(), "attempts are not counted"},
                        {&pure, even_strings(in.even), "page-locked"}};
  for (const Case& c : cases) {
    pqlane_job* job = nullptr;
    EXPECT_EQ(pqlane_dsa_sign_async(gpu, in.scheme, c.options, sk.in(), c.message, sig.out(), nullptr, &async,
                                    &job),
              PQLANE_ERROR_OPTION);
    EXPECT_NE(std::string(pqlane_last_error()).find(c.why), std::string::npos) << pqlane_last_error();
    EXPECT_EQ(job, nullptr);
  }
}

INSTANTIATE_TEST_SUITE_P(Work, HostDsaStream, ::testing::Values(0, 1), [](const auto& instance) {
  return std::string(instance.param == 0 ? "when_waited_for" : "as_it_comes");
});

}  // namespace
}  // namespace pqlane::gpu
