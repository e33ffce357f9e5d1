// Ceilings of a roofline: the loops do the work that they count, rates are sensible, shares follow, and the
// PTX of the GPU's loops is what the assembler takes (where there is one).
#include "bench/clock.hpp"
#include "bench/cpu_loops.hpp"
#include "bench/gpu_loops.hpp"
#include "bench/roofline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace pqlane::bench {
namespace {

std::vector<LoopIsa> usable_isas() {
  std::vector<LoopIsa> list{LoopIsa::baseline};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) list.push_back(LoopIsa::avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"))
    list.push_back(LoopIsa::avx512);
#endif
  return list;
}

// Seconds of the fastest of some tries.
template <class Loop>
double fastest(Loop&& loop) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const std::int64_t before = process_cpu_nanoseconds();
    loop();
    best = std::min(best, 1e-9 * static_cast<double>(process_cpu_nanoseconds() - before));
  }
  return best;
}

TEST(BenchRoofline, LoopsTakeTimeInProportionToTheirRounds) {
  for (const LoopIsa isa : usable_isas()) {
    for (const auto loop : {fp64_loop, int8_loop}) {
      SCOPED_TRACE(static_cast<int>(isa));
      constexpr std::uint64_t rounds = 100'000;
      const double once = fastest([&] { (void)loop(isa, rounds); });
      const double thrice = fastest([&] { (void)loop(isa, 3 * rounds); });
      EXPECT_EQ(loop(isa, 3), 3 * loop(isa, 1));
      EXPECT_GT(thrice, 1.5 * once) << "a loop that was computed before takes no time";
      const double rate = static_cast<double>(loop(isa, rounds)) / once;
      EXPECT_GT(rate, 1e7);
      EXPECT_LT(rate, 1e13) << "more than 1000 a cycle";
    }
  }
}

TEST(BenchRoofline, CeilingsOfTheCpu) {
  pqlane_device* device = nullptr;
  const pqlane_device_options options{sizeof options, 2, 0};
  ASSERT_EQ(pqlane_device_open("cpu", &options, &device), PQLANE_OK);
  std::vector<std::string> why_not;
  const std::vector<DeviceCeiling> ceilings = measure_ceilings(device, true, 0.02, why_not);
  EXPECT_TRUE(why_not.empty());
  ASSERT_EQ(ceilings.size(), 4u);
  for (const DeviceCeiling& ceiling : ceilings) {
    EXPECT_EQ(ceiling.device, pqlane_device_name(device));
    EXPECT_GT(ceiling.rate.median, 1e5) << ceiling.resource;
    EXPECT_GE(ceiling.samples, 1u);
    EXPECT_EQ(ceiling.per_cpu_second, ceiling.resource != memory_resource);
    EXPECT_EQ(ceiling.threads, ceiling.resource == memory_resource ? 2u : 1u);
  }
  pqlane_device_close(device);
}

TEST(BenchRoofline, SharesAndWhatBounds) {
  const Summary rate{1000, 0, 0, 0, 0, 0};
  const std::vector<DeviceCeiling> ceilings{{"cuda:0", memory_resource, false, 1, rate, 1},
                                            {"cuda:0", bus_up_resource, false, 1, rate, 1},
                                            {"cuda:0", bus_down_resource, false, 1, rate, 1},
                                            {"cpu:avx2", memory_resource, false, 4, rate, 1}};
  const OpNeeds needs{6, 4, true};
  const std::vector<Share> shares = shares_of("cuda:0", 3, needs, 100, ceilings);
  ASSERT_EQ(shares.size(), 3u);
  EXPECT_EQ(shares[0].resource, memory_resource);
  EXPECT_EQ(shares[0].per_op, 10);
  EXPECT_EQ(shares[0].ops_per_s, 100);
  EXPECT_EQ(shares[0].share, 1);
  EXPECT_DOUBLE_EQ(shares[1].share, 0.6);
  EXPECT_DOUBLE_EQ(shares[2].share, 0.4);
  EXPECT_EQ(bound_of(shares), memory_resource);
  EXPECT_EQ(shares_of("cuda:0", 1, {6, 4, false}, 100, ceilings).size(), 1u);
  EXPECT_EQ(shares_of("cpu:avx2", 4, needs, 100, ceilings).size(), 1u);
  EXPECT_TRUE(shares_of("cpu:avx2", 1, needs, 100, ceilings).empty()) << "measured with other threads";
  EXPECT_FALSE(bound_of(shares_of("cuda:0", 1, needs, 10, ceilings)));
  EXPECT_FALSE(bound_of({}));
}

std::string find_ptxas() {
  for (const char* file : {"/usr/local/cuda/bin/ptxas", "/usr/bin/ptxas"}) {
    if (std::filesystem::exists(file)) return file;
  }
  return {};
}

TEST(BenchRoofline, PtxOfTheLoops) {
  const std::string fp64 = gpu_loop_ptx(GpuLoop::fp64), int8 = gpu_loop_ptx(GpuLoop::int8);
  EXPECT_EQ(fp64.find("fma"), std::string::npos);
  EXPECT_NE(fp64.find("mul.rn.f64"), std::string::npos);
  EXPECT_NE(int8.find("mma.sync.aligned.m16n8k32"), std::string::npos);
  const std::string ptxas = find_ptxas();
  if (ptxas.empty()) GTEST_SKIP() << "no PTX assembler";
  std::string folder = (std::filesystem::temp_directory_path() / "pqlane-ptx-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  for (const auto& [name, text] : {std::pair{"fp64", fp64}, std::pair{"int8", int8}}) {
    const std::string file = folder + "/" + name;
    std::ofstream(file + ".ptx") << text;
    const std::string command = ptxas + " -arch=sm_90 -o " + file + ".cubin " + file + ".ptx";
    EXPECT_EQ(std::system(command.c_str()), 0) << text;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace pqlane::bench
