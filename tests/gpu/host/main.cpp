// main.cpp: the tests of this folder open the fake driver, with three and two GPUs, unless the environment
// says otherwise.
#include <gtest/gtest.h>

#include <cstdlib>

int main(int count, char** arguments) {
  constexpr int keep = 0;
  setenv("PQLANE_CUDA_DRIVER", PQLANE_FAKE_DRIVER, keep);
  setenv("PQLANE_HIP_DRIVER", PQLANE_FAKE_DRIVER, keep);
  setenv("FAKE_GPU_DEVICES", "3", keep);
  setenv("FAKE_GPU_HIP_DEVICES", "2", keep);
  ::testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
