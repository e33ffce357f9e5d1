// kem_threads_test.cpp: the number of threads changes no byte, and one device serves several callers at once.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "support/kem.hpp"

namespace pqlane::test {
namespace {

class KemThreads : public KemTest {};

TEST_P(KemThreads, GiveTheSameBytes) {
  const Reference reference = make_reference(scheme(), 200);
  for (const unsigned threads : {1u, 2u, 5u}) {
    const DevicePointer device = open_device(device_name(), threads);
    ASSERT_EQ(pqlane_device_threads(device.get()), threads);
    const Kem threaded(device.get(), scheme());
    for (const std::size_t count : {31u, 32u, 33u, 64u, 161u, 200u}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, batch of " + std::to_string(count));
      const auto head = [&](const Bytes& packed) { return first_items(packed, reference, count); };
      const Answer keys = threaded.keygen(head(reference.seed));
      ASSERT_NO_FATAL_FAILURE(expect_all_ok(keys));
      ASSERT_NO_FATAL_FAILURE(expect_equal(keys.first, head(reference.ek), info().sizes.ek_bytes, "ek"));
      ASSERT_NO_FATAL_FAILURE(expect_equal(keys.second, head(reference.dk), info().sizes.dk_bytes, "dk"));
      const Answer sent = threaded.encaps(head(reference.ek), head(reference.m));
      ASSERT_NO_FATAL_FAILURE(expect_all_ok(sent));
      ASSERT_NO_FATAL_FAILURE(expect_equal(sent.first, head(reference.ct), info().sizes.ct_bytes, "ct"));
      ASSERT_NO_FATAL_FAILURE(expect_equal(sent.second, head(reference.ss), 32, "ss"));
      const Answer opened = threaded.decaps(head(reference.dk), head(reference.bad_ct));
      ASSERT_NO_FATAL_FAILURE(expect_all_ok(opened));
      ASSERT_NO_FATAL_FAILURE(expect_equal(opened.first, head(reference.bad_ss), 32, "rejection ss"));
    }
  }
}

// The first failing item is named whichever thread meets it.
TEST_P(KemThreads, ReportTheFirstFailure) {
  if (!info().checks_keys) GTEST_SKIP() << "round-3 Kyber has no item errors";
  const Reference reference = make_reference(scheme(), 100);
  const DevicePointer device = open_device(device_name(), 5);
  for (const std::size_t first_bad : {0u, 41u, 98u}) {
    Bytes dk = reference.dk;
    for (const std::size_t i : {first_bad, std::size_t{99}}) dk[(i + 1) * info().sizes.dk_bytes - 33] ^= 1;
    const Answer answer = Kem(device.get(), scheme()).decaps(dk, reference.ct);
    EXPECT_EQ(answer.call, PQLANE_ERROR_ITEMS);
    EXPECT_EQ(answer.error, "item " + std::to_string(first_bad) + ": " +
                                pqlane_status_text(PQLANE_ERROR_DK_HASH) + " (2 of 100 items failed)");
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, KemThreads,
                         testing::Combine(testing::ValuesIn(all_device_names),
                                          testing::Values(PQLANE_ML_KEM_768, PQLANE_KYBER_512)),
                         kem_param_name);

// Four callers with a scheme each on a device of three threads; a fifth makes calls that fail.
TEST(KemCallers, ShareOneDevice) {
  const DevicePointer device = open_device("cpu", 3);
  std::atomic<int> wrong{0}, rounds{0};
  std::vector<std::thread> callers;
  for (const pqlane_scheme scheme :
       {PQLANE_ML_KEM_512, PQLANE_ML_KEM_768, PQLANE_ML_KEM_1024, PQLANE_KYBER_768}) {
    callers.emplace_back([&, scheme] {
      const Reference reference = make_reference(scheme, 70);
      const Kem kem(device.get(), scheme);
      for (std::size_t i = 0; i < 12; ++i) {
        const std::size_t count = 1 + (i * 29) % 70;
        const auto head = [&](const Bytes& packed) { return first_items(packed, reference, count); };
        const Answer keys = kem.keygen(head(reference.seed));
        const Answer sent = kem.encaps(head(reference.ek), head(reference.m));
        const Answer opened = kem.decaps(head(reference.dk), head(reference.ct));
        if (keys.first != head(reference.ek) || keys.second != head(reference.dk)) wrong.fetch_add(1);
        if (sent.first != head(reference.ct) || sent.second != head(reference.ss)) wrong.fetch_add(1);
        if (opened.first != head(reference.ss)) wrong.fetch_add(1);
        rounds.fetch_add(1);
      }
    });
  }
  callers.emplace_back([&] {  // a caller's errors are its own
    for (int i = 0; i < 200; ++i) {
      if (pqlane_kem_check_ek(device.get(), PQLANE_ML_KEM_512, {nullptr, 800, 1}, nullptr) !=
              PQLANE_ERROR_NULL ||
          std::string(pqlane_last_error()) != "ek is null, but the batch has 1 items") {
        wrong.fetch_add(1);
      }
    }
  });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(rounds.load(), 48);
}

}  // namespace
}  // namespace pqlane::test
