// Result files that were read: the schema's checker, the ratio of two rates, and files damaged anywhere.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "bench/json_report.hpp"
#include "cli/cli_error.hpp"
#include "cli/parse_error.hpp"
#include "results/compare.hpp"
#include "results/json_schema.hpp"
#include "results/peers.hpp"

namespace pqlane::results {
namespace {

std::string sample_text() {
  bench::SuiteResult result;
  for (const std::size_t batch : {1u, 4096u}) {
    bench::Row& row = result.rows.emplace_back();
    row.work = {PQLANE_ML_KEM_768, bench::Op::decaps, batch};
    row.device = "cpu:avx2";
    row.seconds = 1.25;
    row.runs = 120;
    row.calls = 240;
    row.ops_per_s = {200'000, 190'000, 210'000, 199'000, 201'000, 2};
    row.ops_per_cpu_s = row.ops_per_s;
    row.latency_p50_us = row.latency_p90_us = row.latency_p99_us = 20'000;
    row.ceiling = bench::Ceiling{53, 21.73e6, 410'000, 0.5};
    row.verified = true;
  }
  bench::Machine machine;
  machine.cores = 2;
  return bench::document_json(machine, result).dump(1);
}

std::string where(const char* value, const char* schema) {
  return check_schema(Json::parse(value), Json::parse(schema)).where;
}

TEST(ResultFiles, WhatTheBenchWritesIsRead) {
  const Document document = parse_document(sample_text(), "sample.json");
  ASSERT_EQ(document.rows.size(), 2u);
  EXPECT_EQ(document.rows[0].name, "ml-kem-768/decaps/cpu:avx2/threads:1/batch:1");
  EXPECT_EQ(document.rows[1].name, "ml-kem-768/decaps/cpu:avx2/threads:1/batch:4096");
  EXPECT_EQ(document.rows[1].rate.low, 199'000);
  EXPECT_TRUE(document.complete);
}

TEST(ResultFiles, DamageIsRefusedOrReadButNeverMore) {
  const std::string good = sample_text();
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    const std::size_t at = random() % text.size();
    switch (i % 4) {
      case 0: text.resize(at); break;
      case 1: text[at] = static_cast<char>(random()); break;
      case 2: text.erase(at, 1 + random() % 40); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 40));
    }
    try {
      parse_document(text, "damaged.json");
    } catch (const cli::CliError& error) {
      ++refused;
      EXPECT_TRUE(std::string(error.what()).starts_with("damaged.json: ")) << error.what();
      EXPECT_EQ(error.exit_status(), cli::exit_failed);
    }
  }
  EXPECT_GT(refused, 1500u);
}

TEST(JsonSchema, NamesTheFirstViolation) {
  constexpr const char* list = R"({"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": 1,
                                   "$defs": {"n": {"type": "integer", "minimum": 1, "maximum": 9}}})";
  EXPECT_FALSE(check_schema(Json::parse("[1, 9.0]"), Json::parse(list)));
  EXPECT_TRUE(check_schema(Json::parse("[]"), Json::parse(list)));
  EXPECT_EQ(where("[1, 0]", list), "[1]");
  EXPECT_EQ(where("[1, 10]", list), "[1]");
  EXPECT_EQ(where("[1.5]", list), "[0]");
  EXPECT_EQ(where("[1, 2, true]", list), "[2]");
  constexpr const char* object = R"({"properties": {"a": {"properties": {"b": {"enum": [1, null]}}}},
                                     "required": ["a"]})";
  EXPECT_EQ(where(R"({"b": 1})", object), "a");
  EXPECT_EQ(where(R"({"a": {"b": 2}})", object), "a.b");
  EXPECT_FALSE(check_schema(Json::parse(R"({"a": {"b": null}, "c": 1})"), Json::parse(object)));
  EXPECT_EQ(where(R"({"x": {"y": -1}})", R"({"properties": {"x": {"additionalProperties":
                                             {"exclusiveMinimum": 0}}}})"),
            "x.y");
}

TEST(JsonSchema, RefusesWhatItDoesNotKnow) {
  for (const char* schema : {R"({"pattern": "a"})", R"({"type": "text"})", R"({"$ref": "#/$defs/none"})",
                             R"({"additionalProperties": false})"}) {
    EXPECT_THROW(check_schema(Json::parse("{}"), Json::parse(schema)), std::logic_error) << schema;
  }
}

TEST(Compare, RatioAndItsInterval) {
  const Rate a{100, 90, 110, 98, 103}, b{80, 70, 90, 78, 81};
  const Ratio ratio = ratio_of(a, b);
  EXPECT_DOUBLE_EQ(ratio.value, 0.8);
  EXPECT_NEAR(ratio.low, 0.8 * std::exp(-std::hypot(std::log(80.0 / 78), std::log(103.0 / 100))), 1e-12);
  EXPECT_NEAR(ratio.high, 0.8 * std::exp(std::hypot(std::log(81.0 / 80), std::log(100.0 / 98))), 1e-12);
  const Ratio other = ratio_of(b, a);
  EXPECT_NEAR(other.low, 1 / ratio.high, 1e-12);
  EXPECT_NEAR(other.high, 1 / ratio.low, 1e-12);
}

TEST(Compare, VerdictsTakeThresholdAndInterval) {
  EXPECT_EQ(judge({0.90, 0.88, 0.92}, 5), Verdict::slower);
  EXPECT_EQ(judge({0.90, 0.80, 1.01}, 5), Verdict::same);
  EXPECT_EQ(judge({0.96, 0.95, 0.97}, 5), Verdict::same);
  EXPECT_EQ(judge({0.96, 0.95, 0.97}, 0), Verdict::slower);
  EXPECT_EQ(judge({1.00, 1.00, 1.00}, 0), Verdict::same);
  EXPECT_EQ(judge({1.06, 1.05, 1.07}, 5), Verdict::faster);
  EXPECT_EQ(judge({1.06, 0.99, 1.13}, 5), Verdict::same);
}

// The interval of the ratio of two medians holds the true one about as often as it says: samples of one
// distribution, skewed as run times are.
TEST(Compare, TheIntervalHoldsTheTruthAboutAsOftenAsItSays) {
  std::mt19937 random(7);
  std::exponential_distribution<double> tail(1.0);
  const auto rate = [&] {
    std::vector<double> values(60);
    for (double& value : values) value = 1000 / (1 + 0.1 * tail(random));
    const bench::Summary summary = bench::summarise(values);
    return Rate{summary.median, summary.p10, summary.p90, summary.ci95_low, summary.ci95_high};
  };
  constexpr int trials = 2000;
  int held = 0;
  for (int i = 0; i < trials; ++i) {
    const Ratio ratio = ratio_of(rate(), rate());
    held += ratio.low <= 1 && 1 <= ratio.high ? 1 : 0;
  }
  EXPECT_GT(held, trials * 93 / 100);
  EXPECT_LT(held, trials * 99 / 100);
}

TEST(Peers, TheShippedFileIsRead) {
  std::size_t figures = 0, lwe = 0;
  for (const PeerSet& set : peer_sets()) {
    EXPECT_FALSE(set.hardware.empty() || set.source.empty() || set.conditions.empty()) << set.id;
    for (const PeerFigure& figure : set.figures) {
      ++figures;
      lwe += figure.n ? 1 : 0;
      EXPECT_GT(figure.ops_per_s, 0) << set.id;
    }
  }
  EXPECT_EQ(figures, 18u + 3 + 3 + 3 + 19 + 42 + 6);
  EXPECT_EQ(lwe, 48u);
  const PeerSet& mi300x = peer_sets()[8];
  ASSERT_EQ(mi300x.hardware, "AMD Instinct MI300X");
  // 85.80 s and 26.25 kJ for 100 iterations.
  EXPECT_NEAR(mi300x.figures[0].ops_per_s, 1 / 0.858, 1e-9);
  EXPECT_EQ(mi300x.figures[0].joules_per_op, 262.5);
}

TEST(Peers, DamageIsRefusedByKey) {
  const auto refused = [](const char* figure) -> std::string {
    try {
      parse_peers(std::string(R"({"schema": "pqlane-peers/1", "sets": [{"id": "", "name": "", "hardware": "",
        "kind": "gpu", "source": "", "url": null, "conditions": "", "figures": [)") +
                  figure + "]}]}");
      return "";
    } catch (const cli::ParseError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refused(R"({"scheme": "s", "op": "sign", "ops_per_s": 1})"), "");
  EXPECT_NE(refused("").find("figures"), std::string::npos);
  EXPECT_NE(refused(R"({"scheme": "s", "op": "sign"})").find("figures[0]"), std::string::npos);
  EXPECT_NE(refused(R"({"scheme": "s", "op": "sign", "ops_per_s": 1, "ms_per_op": 1})").find("figures[0]"),
            std::string::npos);
  EXPECT_NE(refused(R"({"scheme": "s", "op": "sign", "ops_per_s": 0})").find("ops_per_s"), std::string::npos);
}

}  // namespace
}  // namespace pqlane::results
