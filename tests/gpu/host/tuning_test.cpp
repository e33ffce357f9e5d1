// tuning_test.cpp: the table of tuning and the variables that change it.
#include "runtime/gpu_tuning.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

TEST(Tuning, IsChosenByVendorAndArchitecture) {
  Driver::DeviceInfo info;
  info.architecture = "compute capability 9.0";
  EXPECT_EQ(tuning_of(Vendor::cuda, info).chunk_ops, 32768u);
  EXPECT_GT(tuning_of(Vendor::cuda, info).graph_ops, 0u);
  info.architecture = "compute capability 99.9";
  EXPECT_EQ(tuning_of(Vendor::cuda, info), GpuTuning{});  // the default
  info.architecture = "gfx90a:sramecc+:xnack-";
  EXPECT_EQ(tuning_of(Vendor::hip, info).graph_ops, 0u);
}

TEST(Tuning, IsChangedByKeysAndValues) {
  GpuTuning tuning;
  std::string error;
  ASSERT_TRUE(change_tuning("slots=2,graph_ops=0,staged_bytes=1000", tuning, error)) << error;
  EXPECT_EQ(tuning.slots, 2u);
  EXPECT_EQ(tuning.graph_ops, 0u);
  EXPECT_EQ(tuning.staged_bytes, 1000u);
  EXPECT_EQ(tuning.chunk_ops, GpuTuning{}.chunk_ops);
  GpuTuning again;
  ASSERT_TRUE(change_tuning(describe(tuning), again, error)) << error;
  EXPECT_EQ(again, tuning);
  ASSERT_TRUE(change_tuning("", again, error));
  EXPECT_EQ(again, tuning);
}

TEST(Tuning, RefusesWhatItDoesNotKnow) {
  const struct {
    const char *text, *named;
  } cases[] = {{"slot=2", "'slot'"},
               {"slots=0", "slots takes a number from 1 to 6, not '0'"},
               {"slots=7", "not '7'"},
               {"chunk_ops=31", "not '31'"},
               {"slots=2x", "not '2x'"},
               {"slots=", "not ''"},
               {"slots", "not ''"},
               {"slots=-1", "not '-1'"},
               {"slots=99999999999999999999999", "slots takes"},
               {"slots=2,,graph_ops=1", "''"},
               {"slots=2,graph_ops=1,wide=3", "'wide'"}};
  for (const auto& c : cases) {
    GpuTuning tuning;
    std::string error;
    EXPECT_FALSE(change_tuning(c.text, tuning, error)) << c.text;
    EXPECT_NE(error.find(c.named), std::string::npos) << c.text << ": " << error;
    EXPECT_EQ(tuning, GpuTuning{}) << c.text;
  }
}

// What a process finds out about its devices is kept, so that each of these has a process of its own.
void expect_refused(const char* name, const char* value, const char* text) {
  const Variable variable(name, value);
  pqlane_device* device = nullptr;
  EXPECT_EQ(pqlane_device_open("cuda:0", nullptr, &device), PQLANE_ERROR_DEVICE);
  EXPECT_NE(std::string(pqlane_last_error()).find(text), std::string::npos) << pqlane_last_error();
  pqlane_device_close(device);
}

using TuningDeathTest = HostTest;
TEST_F(TuningDeathTest, VariablesThatCannotBeUnderstoodAreErrors) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto refused = [](const char* name, const char* value, const char* text) {
    EXPECT_EXIT(
        {
          expect_refused(name, value, text);
          std::exit(testing::Test::HasFailure() ? 1 : 0);
        },
        testing::ExitedWithCode(0), "");
  };
  refused("PQLANE_GPU_TUNING", "tile=3", "PQLANE_GPU_TUNING: there is no setting 'tile'");
  refused("PQLANE_GPU_GRAPHS", "no", "PQLANE_GPU_GRAPHS takes 0 or 1, not 'no'");
}

}  // namespace
}  // namespace pqlane::gpu
