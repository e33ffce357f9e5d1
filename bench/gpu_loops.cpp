// gpu_loops.cpp: see gpu_loops.hpp.
#include "bench/gpu_loops.hpp"

#include "bench/case.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pqlane::bench {
namespace {

constexpr unsigned threads_a_block = 256;
constexpr std::size_t blocks_a_multiprocessor = 8;  // 2048 threads: all that a multiprocessor holds
constexpr int fp64_chains = 8, fp64_unroll = 4;
constexpr int int8_chains = 4, int8_unroll = 4;
// Products of one mma.m16n8k32, by a warp of 32 threads.
constexpr std::uint64_t mma_products = 16 * 8 * 32;
constexpr int int8_capability = 8;

// A kernel of (address, rounds) around a body that the loop repeats. The result is stored where it has a
// value that it never has, so that the compiler must compute it.
std::string kernel(const char* target, const std::string& registers, const std::string& begin,
                   const std::string& body, const std::string& end) {
  return fmt::format(
      ".version 7.0\n.target {}\n.address_size 64\n"
      ".visible .entry ceiling(.param .u64 sink, .param .u32 rounds)\n{{\n"
      "  .reg .u64 %sink;\n  .reg .u32 %left;\n  .reg .pred %more, %never;\n{}"
      "  ld.param.u64 %sink, [sink];\n  ld.param.u32 %left, [rounds];\n{}"
      "again:\n{}"
      "  sub.u32 %left, %left, 1;\n  setp.ne.u32 %more, %left, 0;\n  @%more bra again;\n{}"
      "  ret;\n}}\n",
      target, registers, begin, body, end);
}

// x -> x / 2 + 1 converges to 2; doubles as their bits.
std::string fp64_ptx() {
  std::string registers = fmt::format("  .reg .f64 %x<{}>, %a, %b;\n", fp64_chains);
  std::string begin = "  mov.f64 %a, 0d3FE0000000000000;\n  mov.f64 %b, 0d3FF0000000000000;\n", body, end;
  for (int c = 0; c < fp64_chains; ++c) begin += fmt::format("  cvt.rn.f64.u32 %x{}, %left;\n", c);
  for (int c = 1; c < fp64_chains; ++c)
    begin += fmt::format("  add.rn.f64 %x{0}, %x{0}, 0d{1:016X};\n", c,
                         0x3FF0000000000000ull + static_cast<unsigned long long>(c));
  for (int i = 0; i < fp64_unroll * fp64_chains; ++i) {
    body += fmt::format("  mul.rn.f64 %x{0}, %x{0}, %a;\n  add.rn.f64 %x{0}, %x{0}, %b;\n", i % fp64_chains);
  }
  for (int c = 1; c < fp64_chains; ++c) end += fmt::format("  add.rn.f64 %x0, %x0, %x{};\n", c);
  end += "  setp.eq.f64 %never, %x0, 0dC0F0000000000000;\n  @%never st.global.f64 [%sink], %x0;\n";
  return kernel("sm_60", registers, begin, body, end);
}

std::string int8_ptx() {
  std::string registers = fmt::format("  .reg .s32 %d<{}>;\n  .reg .b32 %a<4>, %b<2>;\n", 4 * int8_chains);
  std::string begin, body, end;
  for (int i = 0; i < 4; ++i) begin += fmt::format("  mov.u32 %a{}, %laneid;\n", i);
  for (int i = 0; i < 2; ++i) begin += fmt::format("  mov.u32 %b{}, %left;\n", i);
  for (int i = 0; i < 4 * int8_chains; ++i) begin += fmt::format("  mov.s32 %d{}, {};\n", i, i);
  for (int i = 0; i < int8_unroll * int8_chains; ++i) {
    const int d = 4 * (i % int8_chains);
    const std::string sums = fmt::format("{{%d{}, %d{}, %d{}, %d{}}}", d, d + 1, d + 2, d + 3);
    body += fmt::format(
        "  mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {0}, {{%a0, %a1, %a2, %a3}}, {{%b0, %b1}}, {0};\n",
        sums);
  }
  for (int i = 1; i < 4 * int8_chains; ++i) end += fmt::format("  xor.b32 %d0, %d0, %d{};\n", i);
  end += "  setp.eq.s32 %never, %d0, 0x5eed1234;\n  @%never st.global.s32 [%sink], %d0;\n";
  return kernel("sm_80", registers, begin, body, end);
}

}  // namespace

std::string gpu_loop_ptx(GpuLoop loop) { return loop == GpuLoop::fp64 ? fp64_ptx() : int8_ptx(); }

GpuLoopRunner::GpuLoopRunner(int index, GpuLoop loop) : index_(index), loop_(loop) {
  std::string why_not;
  driver_ = gpu::Driver::cuda(why_not);
  if (driver_ == nullptr) throw Failure(why_not);
  try {
    const gpu::Driver::DeviceInfo info = driver_->device_info(index);
    if (loop == GpuLoop::int8 && info.major < int8_capability)
      throw Failure(fmt::format("{} has no such products (compute capability 8.0)", info.name));
    blocks_ = static_cast<std::size_t>(info.multiprocessors) * blocks_a_multiprocessor;
    before_ = driver_->current();
    context_ = driver_->retain_context(index);
    driver_->make_current(context_);
    module_ = driver_->load_module(gpu_loop_ptx(loop).c_str());
    function_ = driver_->get_function(module_, "ceiling");
    stream_ = driver_->make_stream();
    sink_ = driver_->allocate(sizeof(double));
  } catch (const gpu::DriverError& error) {
    release();
    throw Failure(error.message);
  }
}

GpuLoopRunner::~GpuLoopRunner() { release(); }

void GpuLoopRunner::release() noexcept {
  if (context_ == nullptr) return;
  if (sink_ != nullptr) driver_->free(sink_);
  if (stream_ != nullptr) driver_->destroy_stream(stream_);
  if (module_ != nullptr) driver_->unload_module(module_);
  try {
    driver_->make_current(before_);
  } catch (const gpu::DriverError&) {
    // The thread keeps the context that it had; nothing here uses it any more.
  }
  driver_->release_context(index_);
  context_ = nullptr;
}

std::uint64_t GpuLoopRunner::run(std::uint64_t rounds) {
  auto count = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(rounds, 1, UINT32_MAX));
  void* arguments[] = {&sink_, &count};
  try {
    driver_->launch(function_, blocks_, threads_a_block, 0, stream_, arguments);
    driver_->synchronize(stream_);
  } catch (const gpu::DriverError& error) {
    throw Failure(error.message);
  }
  const std::uint64_t threads = blocks_ * threads_a_block;
  if (loop_ == GpuLoop::fp64) return threads * count * fp64_chains * fp64_unroll * 2;
  return threads / 32 * count * int8_chains * int8_unroll * mma_products;
}

}  // namespace pqlane::bench
