// main.cpp: the tests of this folder open the fake driver, with three and two GPUs, unless the environment
// says otherwise. Hashes by 32 threads are emulated too slowly to do all of them so.
#include <gtest/gtest.h>

#include <cstdlib>

int main(int count, char** arguments) {
  constexpr int keep = 0;
  setenv("PQLANE_CUDA_DRIVER", PQLANE_FAKE_DRIVER, keep);
  setenv("PQLANE_HIP_DRIVER", PQLANE_FAKE_DRIVER, keep);
  setenv("FAKE_GPU_DEVICES", "3", keep);
  setenv("FAKE_GPU_HIP_DEVICES", "2", keep);
  setenv("PQLANE_GPU_TUNING", "wide_hashes=0", keep);
  ::testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
