// Pieces of the report page: texts, numbers, axes.
#include <gtest/gtest.h>

#include "results/embedded.hpp"
#include "results/line_chart.hpp"
#include "results/text.hpp"

namespace pqlane::results {
namespace {

TEST(PageText, EscapesWhatEndsATextOrAnAttribute) {
  EXPECT_EQ(escape_html("<a b=\"c\">&'d"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;d");
  EXPECT_EQ(escape_html("a\nb\x01\xff"), "a?b??");
  EXPECT_EQ(escape_lines("<\n>\n"), "&lt;\n&gt;\n");
  EXPECT_EQ(script_json({{"a", "</script><!--&\u00e9"}}),
            "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u00e9\"}");
}

TEST(PageText, Base64) {
  // RFC 4648, section 10.
  const char* words[][2] = {{"", ""},
                            {"f", "Zg=="},
                            {"fo", "Zm8="},
                            {"foo", "Zm9v"},
                            {"foob", "Zm9vYg=="},
                            {"fooba", "Zm9vYmE="},
                            {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, encoded] : words) EXPECT_EQ(base64(plain), encoded);
  EXPECT_EQ(base64("\xff\xff\xfe"), "///+");
  EXPECT_EQ(bytes_of_hex("00fFa9"), std::string("\x00\xff\xa9", 3));
}

TEST(PageText, NumbersHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(short_text(0), "0");
  EXPECT_EQ(short_text(999.4), "999");
  EXPECT_EQ(short_text(999.6), "1.00k");
  EXPECT_EQ(short_text(15'234'567), "15.2M");
  EXPECT_EQ(short_text(0.01234), "0.0123");
  EXPECT_EQ(time_text(0.25), "250 ns");
  EXPECT_EQ(time_text(1234), "1.23 ms");
  EXPECT_EQ(time_text(5e7), "50.0 s");
  EXPECT_EQ(energy_text(3.4e-5), "34.0 µJ");
  EXPECT_EQ(bytes_text(80.0 * (1 << 30)), "80.0 GiB");
  EXPECT_EQ(count_text(1234567), "1,234,567");
}

TEST(PageAxes, TicksAreRoundAndInside) {
  using Ticks = std::vector<double>;
  EXPECT_EQ(axis_ticks(0, 10, false), (Ticks{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(axis_ticks(-1, 1, false).size(), 5u);
  EXPECT_EQ(axis_ticks(1, 1000, true), (Ticks{1, 10, 100, 1000}));
  EXPECT_EQ(axis_ticks(3, 40, true), (Ticks{5, 10, 20}));
  for (const auto& [low, high] :
       {std::pair{1e-300, 1e300}, {2.1, 2.2}, {1e17, 1.1e17}, {5e-9, 6e-9}, {0.9, 1e12}}) {
    for (const bool logarithmic : {false, true}) {
      const Ticks ticks = axis_ticks(low, high, logarithmic);
      EXPECT_GE(ticks.size(), 2u) << low;
      EXPECT_LE(ticks.size(), 12u) << low;
      for (const double tick : ticks) EXPECT_TRUE(low <= tick && tick <= high) << tick;
    }
  }
}

TEST(PageCharts, AnythingCanBeDrawn) {
  LineChart chart{"t", {"x", ValueKind::count, true}, {"y", ValueKind::ratio, true}, {}, {}};
  EXPECT_NE(line_chart_html(chart).find("<svg"), std::string::npos);
  // What a logarithmic axis cannot show is left out, and one point is enough.
  chart.lines.push_back({"l", 9, {0, 1, 2, 3}, {1.0, std::nullopt, -1.0, 5.0}});
  const std::string html = line_chart_html(chart);
  EXPECT_NE(html.find("<circle class=\"dot s1\""), std::string::npos);
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("inf"), std::string::npos);
  chart.lines[0] = {"l", 0, {1e300, 1e300}, {1e-300, 1e300}};
  EXPECT_NE(line_chart_html(chart).find("<path class=\"line s0\""), std::string::npos);
}

TEST(PageCharts, ALongLineIsDrawnAsMeans) {
  Line line{"l", 0, {}, {}};
  for (int i = 0; i < 100'000; ++i) {
    line.x.push_back(i);
    line.y.emplace_back(i % 7);
  }
  const std::string html =
      line_chart_html({"t", {"x", ValueKind::seconds, false}, {"y", ValueKind::ratio, false}, {line}, {}});
  EXPECT_LT(html.find("</svg>"), 8'000u);
}

TEST(Embedded, FilesAreThereByName) {
  EXPECT_TRUE(embedded("web/report.html").starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(embedded("docs/bench-schema.json").ends_with("}\n"));
  EXPECT_EQ(embedded_sha256("web/report.js").size(), 64u);
  EXPECT_FALSE(find_embedded("web/none.html"));
  EXPECT_THROW(embedded("web/none.html"), std::logic_error);
}

}  // namespace
}  // namespace pqlane::results
