// trace_test.cpp: traces of calls on the fake GPUs: every kernel and copy is in them, at times that fit, and
// without a trace no event is made; and the ranges of a profiler.
#include "support/trace_file.hpp"

#include <dlfcn.h>
#include <pqlane/random.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "gpu/host/fake_cuda.hpp"
#include "gpu/host/fixture.hpp"

namespace pqlane::gpu {
namespace {

using test::trace_of;
using test::TraceFile;
using test::TraceSpan;
using Names = std::set<std::string>;

double clock_error_us(const TraceFile& trace) {
  return trace.json.at("otherData").at("device_clock_error_us");
}

std::size_t sum(const std::vector<TraceSpan>& spans, const char* number) {
  std::size_t all = 0;
  for (const TraceSpan& span : spans) all += span.args.value(number, std::size_t{0});
  return all;
}

// All work of the device lies in the one call, with its chunk, items and scheme.
void expect_in_call(const TraceFile& trace, const std::string& device, const std::string& call_name) {
  const auto calls = trace.named(call_name);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].process, "host");
  EXPECT_EQ(trace.json.at("otherData").at("dropped_spans"), 0);
  std::size_t on_device = 0;
  for (const TraceSpan& span : trace.spans) {
    if (span.process != device) continue;
    ++on_device;
    EXPECT_EQ(span.thread.substr(0, 7), "stream ");
    EXPECT_TRUE(calls[0].holds(span, clock_error_us(trace) + 1)) << span.name;
    if (span.category == "wipe") continue;
    EXPECT_EQ(span.args.at("scheme"), calls[0].args.at("scheme")) << span.name;
    EXPECT_TRUE(span.args.contains("chunk") && span.args.contains("count")) << span.name;
  }
  EXPECT_GT(on_device, 0u);
}

constexpr const char* large_kernels = "wide_hashes=0,part_blocks=0";

// Devices opened here run no graphs, which are one span, and the kernels of large batches.
class HostTrace : public HostTest {
 private:
  Variable no_graphs_{"PQLANE_GPU_GRAPHS", "0"};
  Variable tuning_{"PQLANE_GPU_TUNING", large_kernels};
};
class HostTraceOfVendor : public HostTrace, public ::testing::WithParamInterface<const char*> {};

TEST_P(HostTraceOfVendor, EveryPhaseAndCopy) {
  const Device gpu(GetParam());
  const KemInputs in(PQLANE_ML_KEM_768, 70, 3);
  Rows ek(in.count, in.sizes.ek_bytes, 3, 0), dk(in.count, in.sizes.dk_bytes, 3, 0);
  const TraceFile keys = trace_of([&] { EXPECT_EQ(keygen(gpu, in, 0, ek, dk).status, PQLANE_OK); });
  expect_in_call(keys, GetParam(), "keygen");
  EXPECT_EQ(keys.names("kernel"),
            (Names{"expand_seed", "sample_noise", "sample_matrix", "make_keys", "finish_keys"}));
  EXPECT_EQ(keys.names("copy"), (Names{"copy_seed_in", "copy_ek_out", "copy_dk_out", "copy_status_out"}));
  EXPECT_EQ(sum(keys.named("make_keys"), "count"), in.count);
  EXPECT_EQ(sum(keys.named("copy_dk_out"), "bytes"), in.count * in.sizes.dk_bytes);

  Rows ct(in.count, in.sizes.ct_bytes, 3, 0), ss(in.count, 32, 3, 0);
  const TraceFile sent = trace_of([&] { EXPECT_EQ(encaps(gpu, in, in.ek.in(), ct, ss).status, PQLANE_OK); });
  expect_in_call(sent, GetParam(), "encaps");
  EXPECT_EQ(sent.names("kernel"), (Names{"hash_for_encaps", "sample_noise", "sample_matrix", "encrypt"}));
  EXPECT_EQ(sent.names("copy"),
            (Names{"copy_ek_in", "copy_m_in", "copy_ct_out", "copy_ss_out", "copy_status_out"}));
  EXPECT_FALSE(sent.of("wipe").empty());
  for (const char* name :
       {"check_arguments", "take_memory", "pack_ek", "copy_rows", "wait_for_device", "unpack_ct", "wipe"}) {
    const auto spans = sent.named(name);
    ASSERT_FALSE(spans.empty()) << name;
    for (const TraceSpan& span : spans) {
      EXPECT_EQ(span.process, "host");
      EXPECT_TRUE(sent.named("encaps")[0].holds(span)) << name;
    }
  }

  const TraceFile got =
      trace_of([&] { EXPECT_EQ(decaps(gpu, in, 0, in.dk.in(), in.ct, ss).status, PQLANE_OK); });
  expect_in_call(got, GetParam(), "decaps");
  EXPECT_EQ(got.names("kernel"), (Names{"hash_key_and_ct", "decrypt", "hash_for_decaps", "sample_noise",
                                        "sample_matrix", "encrypt"}));
  EXPECT_LT(got.named("decrypt")[0].start_us, got.named("encrypt")[0].start_us);
}

INSTANTIATE_TEST_SUITE_P(Vendors, HostTraceOfVendor, ::testing::Values("cuda:0", "hip:1"),
                         [](const auto& instance) {
                           const std::string name = instance.param;
                           return name.substr(0, name.find(':'));
                         });

TEST_F(HostTrace, ChunksHaveTheirNumbersAndItems) {
  const Device gpu("cuda:0");
  const KemInputs in(PQLANE_ML_KEM_512, 200, 0);
  Rows ct(in.count, in.sizes.ct_bytes, 0, 0), ss(in.count, 32, 0, 0);
  fake_gpu_set("memory_bytes", 400'000);  // room for some of the operations only
  const TraceFile trace = trace_of([&] { EXPECT_EQ(encaps(gpu, in, in.ek.in(), ct, ss).status, PQLANE_OK); });
  expect_in_call(trace, "cuda:0", "encaps");
  const auto encrypts = trace.named("encrypt");
  ASSERT_GT(encrypts.size(), 1u);
  std::size_t next = 0;
  for (std::size_t c = 0; c < encrypts.size(); ++c) {
    EXPECT_EQ(encrypts[c].args.at("chunk"), c);
    EXPECT_EQ(encrypts[c].args.at("first"), next);
    next += encrypts[c].args.at("count").get<std::size_t>();
  }
  EXPECT_EQ(next, in.count);
}

TEST_F(HostTrace, AGraphIsOneSpan) {
  const Variable graphs("PQLANE_GPU_GRAPHS", "1");
  const Device gpu("cuda:0");
  const KemInputs in(PQLANE_ML_KEM_512, 40, 0);
  Rows ct(in.count, in.sizes.ct_bytes, 0, 0), ss(in.count, 32, 0, 0);
  const std::uint64_t before = fake_gpu_get("graph_launches");
  const TraceFile trace = trace_of([&] {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(encaps(gpu, in, in.ek.in(), ct, ss).status, PQLANE_OK);
  });
  EXPECT_EQ(fake_gpu_get("graph_launches"), before + 2);
  EXPECT_EQ(trace.names("kernel"), Names{"graph"});
  EXPECT_TRUE(trace.of("copy").empty());
  const auto calls = trace.named("encaps"), spans = trace.named("graph");
  ASSERT_TRUE(calls.size() == 2 && spans.size() == 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(calls[i].holds(spans[i], clock_error_us(trace) + 1));
    EXPECT_EQ(spans[i].args.at("count"), in.count);
  }
}

TEST_F(HostTrace, WithoutATraceNoEventIsMade) {
  const Device gpu("cuda:0");
  const KemInputs in(PQLANE_ML_KEM_512, 50, 0);
  Rows ek(in.count, in.sizes.ek_bytes, 0, 0), dk(in.count, in.sizes.dk_bytes, 0, 0);
  std::vector<std::uint32_t> numbers(5000);
  const auto calls = [&] {
    EXPECT_EQ(keygen(gpu, in, 0, ek, dk).status, PQLANE_OK);
    EXPECT_EQ(pqlane_fill_uniform_u32(gpu, nullptr, numbers.data(), numbers.size()), PQLANE_OK);
  };
  const std::uint64_t before = fake_gpu_get("events");
  calls();
  EXPECT_EQ(fake_gpu_get("events"), before);
  (void)trace_of(calls);
  EXPECT_GT(fake_gpu_get("events"), before);
  const std::uint64_t after = fake_gpu_get("events");
  calls();
  EXPECT_EQ(fake_gpu_get("events"), after);
}

TEST_F(HostTrace, Fills) {
  const Device gpu("cuda:0");
  std::vector<std::int32_t> numbers(3'000'000);
  const TraceFile trace = trace_of([&] {
    EXPECT_EQ(pqlane_fill_gaussian_i32(gpu, nullptr, 3.2, numbers.data(), numbers.size()), PQLANE_OK);
  });
  const auto kernels = trace.of("kernel");
  EXPECT_GT(kernels.size(), 1u);
  EXPECT_EQ(trace.names("kernel"), Names{"fill_gaussian_i32"});
  EXPECT_EQ(sum(kernels, "count"), numbers.size());
  EXPECT_EQ(sum(trace.named("copy_numbers_out"), "bytes"), numbers.size() * sizeof numbers[0]);
  EXPECT_FALSE(trace.named("copy_table_in").empty());
  EXPECT_FALSE(trace.of("wipe").empty());
}

TEST_F(HostTrace, AJobInACallersStream) {
  const KemInputs in(PQLANE_ML_KEM_512, 40, 0);
  const Device gpu("cuda:1");
  void *ek = nullptr, *dk = nullptr, *context = nullptr, *stream = nullptr;
  ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_DEVICE, in.count * in.sizes.ek_bytes, &ek), PQLANE_OK);
  ASSERT_EQ(pqlane_memory_allocate(gpu, PQLANE_MEMORY_DEVICE, in.count * in.sizes.dk_bytes, &dk), PQLANE_OK);
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 1), 0);
  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  ASSERT_EQ(cuStreamCreate(&stream, 1), 0);
  const TraceFile trace = trace_of([&] {
    const pqlane_async options{sizeof options, nullptr, nullptr, stream, nullptr};
    pqlane_job* job = nullptr;
    ASSERT_EQ(pqlane_kem_keygen_async(
                  gpu, in.scheme, 0, {static_cast<std::uint8_t*>(ek), in.sizes.ek_bytes, in.count},
                  {static_cast<std::uint8_t*>(dk), in.sizes.dk_bytes, in.count}, nullptr, &options, &job),
              PQLANE_OK)
        << pqlane_last_error();
    EXPECT_EQ(pqlane_job_wait(job), PQLANE_OK);
    pqlane_job_free(job);
  });
  EXPECT_EQ(trace.named("queue_keygen").size(), 1u);
  ASSERT_EQ(trace.named("keygen").size(), 1u);
  EXPECT_EQ(trace.named("keygen")[0].thread.substr(0, 4), "job ");
  EXPECT_EQ(trace.names("kernel"),
            (Names{"expand_seed", "sample_noise", "sample_matrix", "make_keys", "finish_keys"}));
  ASSERT_EQ(cuCtxSetCurrent(context), 0);
  EXPECT_EQ(cuStreamDestroy_v2(stream), 0);
  EXPECT_EQ(cuCtxSetCurrent(nullptr), 0);
  EXPECT_EQ(pqlane_memory_free(gpu, ek), PQLANE_OK);
  EXPECT_EQ(pqlane_memory_free(gpu, dk), PQLANE_OK);
  EXPECT_EQ(cuDevicePrimaryCtxRelease_v2(1), 0);
}

TEST_F(HostTrace, TwoThreadsOnTwoGpus) {
  const Device gpus[2] = {Device("cuda:0"), Device("cuda:2")};
  const KemInputs in(PQLANE_ML_KEM_512, 40, 1);
  const TraceFile trace = trace_of([&] {
    std::vector<std::thread> threads;
    for (const Device& gpu : gpus) {
      threads.emplace_back([&] {
        Rows ct(in.count, in.sizes.ct_bytes, 1, 0), ss(in.count, 32, 1, 0);
        for (int i = 0; i < 3; ++i) EXPECT_EQ(encaps(gpu, in, in.ek.in(), ct, ss).status, PQLANE_OK);
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  const auto calls = trace.named("encaps");
  ASSERT_EQ(calls.size(), 6u);
  Names lines;
  for (const TraceSpan& call : calls) lines.insert(call.thread);
  EXPECT_EQ(lines.size(), 2u);
  for (const char* device : {"cuda:0", "cuda:2"}) {
    std::size_t kernels = 0;
    for (const TraceSpan& span : trace.named("encrypt")) kernels += span.process == device ? 1 : 0;
    EXPECT_EQ(kernels, 3u) << device;
  }
}

// A trace changes nothing of what a call says when its device is lost.
TEST_F(HostTrace, ALostDevice) {
  const KemInputs in(PQLANE_ML_KEM_512, 60, 0);
  Rows ct(in.count, in.sizes.ct_bytes, 0, 0), ss(in.count, 32, 0, 0);
  const Device gpu("cuda:0");
  fake_gpu_set("lost_at_launch", 3);
  const TraceFile trace = trace_of([&] {
    const Reply reply = encaps(gpu, in, in.ek.in(), ct, ss);
    EXPECT_EQ(reply.status, PQLANE_ERROR_DEVICE);
    EXPECT_NE(reply.error.find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos) << reply.error;
    EXPECT_EQ(reply.items, Statuses(in.count, PQLANE_ERROR_NOT_DONE));
  });
  EXPECT_EQ(trace.named("encaps").size(), 1u);
  EXPECT_GT(trace.json.at("otherData").at("dropped_spans"), 0);
}

// ---- ranges -----------------------------------------------------------------
// The library is opened once a process, so each case has a process of its own.

[[noreturn]] void show_ranges(const char* kind) {
  setenv("PQLANE_RANGES", kind, 1);
  setenv("PQLANE_RANGES_LIBRARY", PQLANE_FAKE_RANGES, 1);
  setenv("PQLANE_GPU_GRAPHS", "0", 1);
  setenv("PQLANE_GPU_TUNING", large_kernels, 1);
  {
    const Device gpu("cuda:0", 1);
    std::vector<std::uint8_t> ek(800 * 5), dk(1632 * 5);
    if (pqlane_kem_keygen(gpu, PQLANE_ML_KEM_512, 0, {ek.data(), 800, 5}, {dk.data(), 1632, 5}, nullptr) !=
        PQLANE_OK) {
      std::exit(2);
    }
  }
  void* library = dlopen(PQLANE_FAKE_RANGES, RTLD_NOW | RTLD_LOCAL);
  const auto log = reinterpret_cast<const char* (*)()>(dlsym(library, "fake_ranges_log"));
  const std::string text = log();
  const bool balanced = text.find('!') == std::string::npos && std::count(text.begin(), text.end(), '(') ==
                                                                   std::count(text.begin(), text.end(), ')');
  std::fprintf(stderr, "%s %s events %d", balanced ? "balanced" : "unbalanced", text.c_str(),
               static_cast<int>(fake_gpu_get("events")));
  std::exit(0);
}

TEST(HostRangesDeathTest, AroundCallsAndPhases) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const char* kind : {"nvtx", "roctx"}) {
    EXPECT_EXIT(show_ranges(kind), ::testing::ExitedWithCode(0),
                "^balanced \\(device_open\\)\\(keygen ml-kem-512\\(check_arguments\\).*\\(expand_seed\\)"
                "\\(sample_noise\\)\\(sample_matrix\\)\\(make_keys\\)\\(finish_keys\\).*\\(copy_ek_out\\).* "
                "events 0$");
  }
}

}  // namespace
}  // namespace pqlane::gpu
