// The JSON document and the table, from results with known values.
#include "bench/json_report.hpp"
#include "bench/table.hpp"

#include <gtest/gtest.h>

namespace pqlane::bench {
namespace {

Row sample_row() {
  Row row;
  row.work = {PQLANE_ML_KEM_768, Op::decaps, 4096};
  row.device = "cpu:avx2";
  row.seconds = 1.25;
  row.runs = 120;
  row.calls = 240;
  row.ops_per_s = {200'000, 190'000, 210'000, 199'000, 201'000, 2};
  row.ops_per_cpu_s = {205'000, 200'000, 211'000, 204'000, 206'000, 1};
  row.latency_p50_us = 20'000;
  row.latency_p90_us = 21'000;
  row.latency_p99_us = 22'000;
  row.tsc_ticks_per_op = 13'000;
  row.memory = {std::nullopt, false, std::uint64_t{1} << 26, true, 1000, 2000, 3000};
  row.ceiling = Ceiling{53, 21.73e6, 410'000, 0.5};
  row.verified = true;
  return row;
}

TEST(BenchReport, RowHasTheFieldsOfTheContract) {
  const auto json = row_json(sample_row());
  for (const char* key : {"scheme",        "op",        "device",    "threads",       "batch",
                          "message_bytes", "key_reuse", "includes",  "check",         "timing",
                          "seconds",       "runs",      "ops_per_s", "ops_per_cpu_s", "latency_us",
                          "cycles_per_op", "energy",    "memory",    "ceiling",       "attempts",
                          "outliers",      "verified"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["scheme"], "ml-kem-768");
  EXPECT_EQ(json["op"], "decaps");
  EXPECT_EQ(json["batch"], 4096);
  EXPECT_EQ(json["ops_per_s"]["median"], 200'000.0);
  EXPECT_EQ(json["ops_per_s"]["ci95"].dump(), "[199000.0,201000.0]");
  EXPECT_EQ(json["ops_per_cpu_s"]["median"], 205'000.0);
  EXPECT_EQ(json["ceiling"]["resource"], "keccak-permutations");
  EXPECT_EQ(json["ceiling"]["share"], 0.5);
  EXPECT_TRUE(json["attempts"].is_null()) << "not a signature";
  EXPECT_EQ(json["outliers"], 2);
  EXPECT_EQ(json["verified"], true);
}

TEST(BenchReport, WhatIsNotMeasuredIsNullAndNeverZero) {
  Row row = sample_row();
  row.ceiling.reset();
  row.memory.host_peak_bytes.reset();
  const auto json = row_json(row);
  EXPECT_TRUE(json["cycles_per_op"].is_null());
  EXPECT_TRUE(json["energy"].is_null());
  EXPECT_TRUE(json["attempts"].is_null());
  EXPECT_TRUE(json["ceiling"].is_null());
  EXPECT_TRUE(json["memory"]["host_peak_bytes"].is_null());
  EXPECT_TRUE(json["memory"]["device_peak_bytes"].is_null());
}

TEST(BenchReport, AttemptsOfSigning) {
  AttemptCounts counts;
  EXPECT_FALSE(counts.summary().has_value());
  std::vector<std::uint16_t> attempts(198, 1);
  attempts.push_back(30);
  attempts.push_back(1024);
  counts.add(attempts.data(), 100);
  counts.add(attempts.data() + 100, 100);
  Row row = sample_row();
  row.work = {PQLANE_ML_DSA_65, Op::sign, 100};
  row.attempts = counts.summary();
  EXPECT_EQ(row_json(row)["attempts"]["mean"], (198 + 30 + 1024) / 200.0);
  EXPECT_EQ(row_json(row)["attempts"]["p99"], 1.0) << "198 of 200 are 99%";
  attempts.back() = 5;
  AttemptCounts other;
  other.add(attempts.data() + 100, 100);
  EXPECT_EQ(other.summary()->p99, 5.0);
  Row second = row;
  second.attempts = other.summary();
  SuiteResult result;
  result.rows = {row, second, sample_row()};
  // 1252 attempts of 200 signatures, and 133 of 100.
  EXPECT_NE(
      table_footer({}, result).find("attempts a signature, ml-dsa-65: 4.62 in the mean, 99% within 5\n"),
      std::string::npos);
  const std::uint16_t untold = 0;
  other.add(&untold, 1);
  EXPECT_FALSE(other.summary().has_value()) << "a device that does not count";
}

TEST(BenchReport, IncludesAndCheckFollowTheCase) {
  Row row = sample_row();
  EXPECT_EQ(row_json(row)["check"], "full");
  EXPECT_EQ(row_json(row)["includes"]["randomness"], false);
  row.work.checked_keys = true;
  EXPECT_EQ(row_json(row)["check"], "imported");
  row.work.scheme = PQLANE_KYBER_768;
  EXPECT_TRUE(row_json(row)["check"].is_null());
  row.work = {PQLANE_ML_KEM_512, Op::encaps, 1};
  EXPECT_EQ(row_json(row)["includes"]["randomness"], true);
  EXPECT_EQ(row_json(row)["includes"]["key_decoding"], true);
  EXPECT_EQ(row_json(row)["key_reuse"], "none");
  row.work.derand = true;
  row.work.reuse = KeyReuse::one_key;
  EXPECT_EQ(row_json(row)["includes"]["randomness"], false);
  EXPECT_EQ(row_json(row)["key_reuse"], "one-key");
  row.work = {PQLANE_ML_KEM_512, Op::keygen, 1};
  EXPECT_EQ(row_json(row)["includes"]["key_decoding"], false);
}

TEST(BenchReport, AGpuRowHasNoCpuRateAndSaysWhereItsDataIs) {
  Row row = sample_row();
  EXPECT_EQ(row_json(row)["timing"], "end-to-end");
  EXPECT_EQ(row_json(row)["buffers"], "pageable");
  EXPECT_TRUE(row_json(row)["ran_on"].is_null());
  row.on_cpu = false;
  row.work.place = Place::device;
  row.ran_on = "cuda:0";
  EXPECT_TRUE(row_json(row)["ops_per_cpu_s"].is_null());
  EXPECT_EQ(row_json(row)["timing"], "resident");
  EXPECT_EQ(row_json(row)["buffers"], "device");
  EXPECT_EQ(row_json(row)["includes"]["copies"], false);
  EXPECT_EQ(row_json(row)["ran_on"], "cuda:0");
}

TEST(BenchReport, DocumentSaysWhetherItIsComplete) {
  SuiteResult result;
  result.rows.push_back(sample_row());
  result.ceilings.push_back({"cpu:avx2", keccak_resource, true, 1, {9e6, 8e6, 1e7, 8.9e6, 9.1e6, 0}, 12});
  auto json = document_json(describe_machine(), result);
  EXPECT_EQ(json["schema"], "pqlane-bench/1");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["results"].size(), 1u);
  EXPECT_EQ(json["ceilings"][0]["per_cpu_s"]["median"], 9e6);
  EXPECT_TRUE(json["series"].is_array());
  for (const char* key :
       {"cpu", "isa", "cores", "memory_bytes", "os", "compiler", "flags", "commit", "devices"}) {
    EXPECT_TRUE(json["machine"].contains(key)) << key;
  }
  EXPECT_GE(json["machine"]["cores"].get<int>(), 1);
  EXPECT_FALSE(json["machine"]["commit"].get<std::string>().empty());
  result.interrupted = true;
  EXPECT_EQ(document_json(describe_machine(), result)["complete"], false);
}

TEST(BenchReport, TableColumnsLineUp) {
  const std::string header = table_header();
  Row row = sample_row();
  const std::string line = table_row(row);
  EXPECT_EQ(header.find("verified"), line.find("yes"));
  EXPECT_NE(line.find("200,000"), std::string::npos);
  EXPECT_NE(line.find("50.0%"), std::string::npos);
  EXPECT_NE(line.find(" - "), std::string::npos) << "no cycles: a dash";
  row.verified = false;
  EXPECT_EQ(header.find("verified"), table_row(row).find("NO"));
  row.device = "auto";
  row.ran_on = "cpu:avx512";
  EXPECT_EQ(header.find("verified"), table_row(row).find("NO"));
}

TEST(BenchReport, FooterSpeaksOfRandomnessWhereSomeIsDrawn) {
  Plan plan;
  SuiteResult result;
  result.rows.resize(1);
  Case& work = result.rows[0].work;
  work.scheme = PQLANE_ML_KEM_768;
  for (const Op op : {Op::keygen, Op::encaps, Op::decaps}) {
    work.op = op;
    const std::string text = table_footer(plan, result);
    EXPECT_EQ(text.find("making the randomness is included") != std::string::npos, op != Op::decaps) << text;
  }
  work.op = Op::encaps;
  work.derand = true;
  EXPECT_NE(table_footer(plan, result).find("randomness is given by the caller"), std::string::npos);
}

TEST(BenchReport, GroupedNumbers) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999.4), "999");
  EXPECT_EQ(grouped(999.6), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-1234), "-1,234");
}

TEST(BenchReport, ProgressLine) {
  EXPECT_EQ(progress_line(0, 0, 4, 0), "[..............................] 1/4  starting");
  EXPECT_EQ(progress_line(1, 0, 2, 3), "[###############...............] 2/2  3 s left");
}

}  // namespace
}  // namespace pqlane::bench
