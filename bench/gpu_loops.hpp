// gpu_loops.hpp: loops of one kind of arithmetic on all of an NVIDIA GPU, for the ceilings of a roofline.
//
// The kernels are short PTX texts, made here and compiled by the driver: they need no device compiler.
#pragma once

#include "runtime/gpu_driver.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace pqlane::bench {

enum class GpuLoop {
  fp64,  // multiplications and additions of doubles, separately
  int8   // products of 8-bit integers that tensor cores add up in 32 bits; compute capability 8.0
};

// PTX of a loop; the kernel's name is "ceiling".
std::string gpu_loop_ptx(GpuLoop loop);

class GpuLoopRunner {
 public:
  // GPU `index` as CUDA counts. Throws Failure.
  GpuLoopRunner(int index, GpuLoop loop);
  ~GpuLoopRunner();
  GpuLoopRunner(const GpuLoopRunner&) = delete;
  GpuLoopRunner& operator=(const GpuLoopRunner&) = delete;

  // Waits; gives the number of operations or products.
  std::uint64_t run(std::uint64_t rounds);

 private:
  void release() noexcept;

  const gpu::Driver* driver_ = nullptr;
  int index_;
  GpuLoop loop_;
  std::size_t blocks_ = 0;
  gpu::Context before_ = nullptr;
  gpu::Context context_ = nullptr;
  gpu::Module module_ = nullptr;
  gpu::Function function_ = nullptr;
  gpu::Stream stream_ = nullptr;
  std::byte* sink_ = nullptr;
};

}  // namespace pqlane::bench
