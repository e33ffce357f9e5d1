// trace_test.cpp: recording and writing of traces, and traces of calls on the CPU. The GPU's are in
// tests/gpu/host.
#include "runtime/trace.hpp"

#include <gtest/gtest.h>
#include <pqlane/trace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "runtime/trace_json.hpp"
#include "support/trace_file.hpp"

namespace pqlane::trace {
namespace {

using test::parse_trace;
using test::trace_of;
using test::TraceFile;
using test::TraceSpan;

TEST(Trace, OneAtATime) {
  ASSERT_EQ(pqlane_trace_start(), PQLANE_OK);
  EXPECT_EQ(pqlane_trace_start(), PQLANE_ERROR_OPTION);
  EXPECT_STRNE(pqlane_last_error(), "");
  EXPECT_EQ(pqlane_trace_stop(), PQLANE_OK);
  EXPECT_EQ(pqlane_trace_stop(), PQLANE_ERROR_OPTION);
  EXPECT_EQ(pqlane_trace_write(nullptr), PQLANE_ERROR_NULL);
}

TEST(Trace, OffNothingIsKept) {
  const TraceFile trace = trace_of([] { const Span span("kept", host_category); });
  EXPECT_EQ(trace.spans.size(), 1u);
  {
    const Span span("lost", host_category);
  }
  EXPECT_EQ(snapshot().records.size(), 1u);
  // What began before a recording is no part of it.
  Span early("early", host_category);
  const TraceFile second = trace_of([&] { early.end(); });
  EXPECT_EQ(second.spans.size(), 0u);
}

TEST(Trace, SpansInsideEachOther) {
  const TraceFile trace = trace_of([] {
    Span outer("outer", call_category, {.scheme = "ml-kem-512"});
    outer.items(7, 9);
    const Span inner("inner", host_category, {.chunk = 3, .bytes = 5});
  });
  ASSERT_EQ(trace.spans.size(), 2u);
  EXPECT_EQ(trace.spans[0].name, "outer");  // what holds another comes first
  EXPECT_TRUE(trace.spans[0].holds(trace.spans[1]));
  EXPECT_EQ(trace.spans[0].args, nlohmann::json({{"scheme", "ml-kem-512"}, {"first", 7}, {"count", 9}}));
  EXPECT_EQ(trace.spans[1].args, nlohmann::json({{"chunk", 3}, {"bytes", 5}}));
  EXPECT_EQ(trace.spans[0].process, "host");
  EXPECT_EQ(trace.spans[0].category, "call");
}

TEST(Trace, TheMaximumIsKeptAndTheRestCounted) {
  constexpr std::size_t more = 1234;
  ASSERT_TRUE(start());
  const std::int64_t now = now_ns();
  EXPECT_TRUE(has_room());
  for (std::size_t i = 0; i < most_spans + more; ++i) {
    const auto at = now + static_cast<std::int64_t>(i) * 10;
    add({"span", host_category, "caller", at, at + 5, {host_process, 0}, {}});
  }
  EXPECT_FALSE(has_room());
  ASSERT_TRUE(stop());
  const Snapshot full = snapshot();
  EXPECT_EQ(full.records.size(), most_spans);
  EXPECT_EQ(full.dropped, more);
  std::string text;
  write_json(full, [&](std::string_view piece) { text += piece; });
  const std::string wanted = "\"spans\":" + std::to_string(most_spans) + ",\"dropped_spans\":1234,";
  EXPECT_NE(text.find(wanted), std::string::npos);
  ASSERT_TRUE(start());  // a new trace has room again
  EXPECT_TRUE(has_room());
  EXPECT_TRUE(stop());
}

TEST(Trace, JsonOfDevicesAndTimes) {
  Snapshot trace;
  trace.start_ns = 1'000'000;
  trace.devices = {"a \"b\"\\\n", "cuda:1"};
  trace.clock_error_ns = 2'034;
  trace.records = {{"late", kernel_category, nullptr, 3'000'007, 3'001'007, {3, 4}, {}},
                   {"early", copy_category, nullptr, 1'000'000, 2'999'999, {2, 0}, {}}};
  std::string text;
  write_json(trace, [&](std::string_view piece) { text += piece; });
  const TraceFile file = parse_trace(text);
  ASSERT_EQ(file.spans.size(), 2u);
  EXPECT_EQ(file.spans[0].process, trace.devices[0]);
  EXPECT_EQ(file.spans[0].thread, "stream 0");
  EXPECT_EQ(file.spans[1].process, "cuda:1");
  EXPECT_EQ(file.spans[1].thread, "stream 4");
  EXPECT_NE(text.find("\"ts\":2000.007,\"dur\":1.000,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"ts\":0.000,\"dur\":1999.999,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"device_clock_error_us\":2.034"), std::string::npos) << text;
}

TEST(Trace, StreamsHaveNumbersOfTheirDevice) {
  ASSERT_TRUE(start());
  const int streams[3] = {};
  const Track a = stream_track("cuda:0", &streams[0]), b = stream_track("cuda:0", &streams[1]),
              c = stream_track("cuda:1", &streams[0]);
  EXPECT_EQ(a.line, 0u);
  EXPECT_EQ(b.line, 1u);
  EXPECT_EQ(c.line, 0u);
  EXPECT_EQ(a.process, b.process);
  EXPECT_NE(a.process, c.process);
  EXPECT_EQ(stream_track("cuda:0", &streams[1]).line, 1u);
  EXPECT_TRUE(stop());
  EXPECT_EQ(snapshot().devices, (std::vector<std::string>{"cuda:0", "cuda:1"}));
}

TEST(Trace, SeveralThreads) {
  constexpr int threads = 4, spans = 500;
  const TraceFile trace = trace_of([] {
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) {
      all.emplace_back([] {
        for (int i = 0; i < spans; ++i) {
          const Span outer("outer", host_category);
          const Span inner("inner", host_category);
        }
      });
    }
    for (std::thread& thread : all) thread.join();
  });
  EXPECT_EQ(trace.spans.size(), std::size_t{2} * threads * spans);
  std::set<std::string> lines;
  for (const TraceSpan& span : trace.spans) lines.insert(span.thread);
  EXPECT_EQ(lines.size(), std::size_t{threads});
}

TEST(Trace, AForkedChildRecordsNothing) {
  ASSERT_TRUE(start());
  const pid_t child = fork();
  if (child == 0) {
    {
      const Span span("of_the_child", host_category);
    }
    const bool fresh = !stop() && start() && snapshot().records.empty() && stop();
    _exit(fresh ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(stop());
}

// ---- files ------------------------------------------------------------------

TEST(TraceWrite, AFileThatCannotBeWritten) {
  const TraceFile trace = trace_of([] { const Span span("span", host_category); });
  const test::TemporaryFolder folder;
  const std::string missing = (folder.path() / "none" / "trace.json").string();
  EXPECT_EQ(pqlane_trace_write(missing.c_str()), PQLANE_ERROR_OPTION);
  EXPECT_NE(std::string(pqlane_last_error()).find(missing + ": cannot write: No such file"),
            std::string::npos)
      << pqlane_last_error();
  EXPECT_EQ(pqlane_trace_write(folder.path().c_str()), PQLANE_ERROR_OPTION);
  EXPECT_EQ(pqlane_trace_write("/dev/full"), PQLANE_ERROR_OPTION);
  EXPECT_NE(std::string(pqlane_last_error()).find("No space left"), std::string::npos) << pqlane_last_error();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(TraceWrite, ReplacesAFileAndLeavesNoOther) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "trace.json";
  std::ofstream(path) << "old";
  ASSERT_TRUE(start());
  {
    const Span span("span", host_category);
  }
  EXPECT_EQ(pqlane_trace_write(path.c_str()), PQLANE_OK);  // while it is recorded
  EXPECT_EQ(parse_trace(test::read_text(path)).spans.size(), 1u);
  {
    const Span span("span", host_category);
  }
  EXPECT_TRUE(stop());
  EXPECT_EQ(pqlane_trace_write(path.c_str()), PQLANE_OK);
  EXPECT_EQ(parse_trace(test::read_text(path)).spans.size(), 2u);
  const auto files = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

// ---- calls on the CPU --------------------------------------------------------

TEST(TraceOfCpu, CallsAndTheThreadsThatWorkedOnThem) {
  constexpr std::size_t items = 3000;
  const pqlane_device_options options{sizeof options, 2, 0};
  pqlane_device* device = nullptr;
  std::vector<std::uint8_t> ek(items * 800), dk(items * 1632);
  const TraceFile trace = trace_of([&] {
    ASSERT_EQ(pqlane_device_open("cpu", &options, &device), PQLANE_OK);
    EXPECT_EQ(pqlane_kem_keygen(device, PQLANE_ML_KEM_512, 0, {ek.data(), 800, items},
                                {dk.data(), 1632, items}, nullptr),
              PQLANE_OK);
    EXPECT_EQ(pqlane_kem_keygen(device, PQLANE_ML_KEM_512, 0, {ek.data(), 799, items},
                                {dk.data(), 1632, items}, nullptr),
              PQLANE_ERROR_LENGTH);
  });
  pqlane_device_close(device);
  EXPECT_EQ(trace.named("device_open").size(), 1u);
  const auto calls = trace.named("keygen");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].args, nlohmann::json({{"scheme", "ml-kem-512"}, {"first", 0}, {"count", items}}));
  EXPECT_FALSE(calls[1].args.contains("count"));  // it was refused
  for (const char* name : {"check_arguments", "draw_batch_key", "keygen_tiles"}) {
    ASSERT_FALSE(trace.named(name).empty()) << name;
    for (const TraceSpan& span : trace.named(name)) {
      EXPECT_TRUE(calls[0].holds(span) || calls[1].holds(span)) << name;
    }
  }
  std::set<std::string> lines;
  for (const TraceSpan& span : trace.named("keygen_tiles")) lines.insert(span.thread.substr(0, 6));
  EXPECT_EQ(lines.count("caller"), 1u);
  EXPECT_LE(trace.named("keygen_tiles").size(), 2u);  // a span a thread, not a tile
}

}  // namespace
}  // namespace pqlane::trace
