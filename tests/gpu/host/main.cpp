// main.cpp: the tests of this folder open the fake driver, with three GPUs, unless the environment says
// otherwise.
#include <gtest/gtest.h>

#include <cstdlib>

int main(int count, char** arguments) {
  constexpr int keep = 0;
  setenv("PQLANE_CUDA_DRIVER", PQLANE_FAKE_DRIVER, keep);
  setenv("FAKE_GPU_DEVICES", "3", keep);
  ::testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
