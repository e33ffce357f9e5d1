// sections_series.cpp: readings over time. See sections.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "results/line_chart.hpp"
#include "results/sections.hpp"
#include "results/text.hpp"

namespace pqlane::results {
namespace {

struct Quantity {
  std::string_view column;
  const char* name;
  const char* unit;
  bool of_hundred;  // shown as a part of 100%: its value at idle is about 0
  bool in_chart;
};

constexpr Quantity quantities[] = {
    {"power_w", "power", "W", false, true},
    {"sm_clock_mhz", "clock", "MHz", false, true},
    {"cpu_clock_mhz", "clock", "MHz", false, true},
    {"temperature_c", "temperature", "°C", false, true},
    {"utilisation_pct", "utilisation", "%", true, true},
    {"memory_clock_mhz", "memory clock", "MHz", false, false},
    {"memory_bytes", "memory", "", false, false},
};

const Quantity* find_quantity(const std::string& column) {
  const auto found = std::find_if(std::begin(quantities), std::end(quantities),
                                  [&](const Quantity& quantity) { return quantity.column == column; });
  return found == std::end(quantities) ? nullptr : found;
}

// What a value is divided by; nothing when that is not known.
std::optional<double> reference_of(const Series::Column& column, const Quantity& quantity) {
  if (quantity.of_hundred) return 100;
  if (column.idle && *column.idle > 0) return column.idle;
  return std::nullopt;
}

std::string reading_text(const std::optional<double>& value, const Quantity& quantity) {
  if (!value) return "not readable";
  if (quantity.column == "memory_bytes") return bytes_text(*value);
  // Clocks of thousands of MHz are not shown in kMHz.
  const std::string number = *value >= 1000 ? count_text(*value) : short_text(*value);
  return number + " " + quantity.unit;
}

struct Range {
  std::optional<double> mean, peak;
};

Range range_of(const Series::Column& column) {
  double sum = 0, peak = 0;
  std::size_t count = 0;
  for (const std::optional<double>& value : column.values) {
    if (!value) continue;
    peak = count == 0 ? *value : std::max(peak, *value);
    sum += *value;
    ++count;
  }
  if (count == 0) return {};
  return {sum / static_cast<double>(count), peak};
}

std::string readings_table(const Series& series) {
  std::string rows;
  for (const Series::Column& column : series.columns) {
    const Quantity* quantity = find_quantity(column.name);
    if (quantity == nullptr) continue;
    const Range range = range_of(column);
    rows += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td></tr>\n",
        quantity->name, escape_html(reading_text(column.idle, *quantity)),
        escape_html(reading_text(range.mean, *quantity)), escape_html(reading_text(range.peak, *quantity)));
  }
  if (rows.empty()) return "";
  return "<div class=\"scroll\"><table class=\"plain\"><thead><tr><th>reading</th><th "
         "class=\"n\">idle</th><th "
         "class=\"n\">mean</th><th class=\"n\">highest</th></tr></thead>\n<tbody>" +
         rows + "</tbody></table></div>\n";
}

LineChart series_chart(const Series& series, const std::vector<Row>& rows, const std::string& title) {
  LineChart chart{title,
                  {"seconds", ValueKind::seconds, false},
                  {"reading / idle reading", ValueKind::ratio, false},
                  {},
                  {}};
  for (const Series::Column& column : series.columns) {
    const Quantity* quantity = find_quantity(column.name);
    if (quantity == nullptr || !quantity->in_chart) continue;
    const std::optional<double> reference = reference_of(column, *quantity);
    if (!reference || !range_of(column).peak) continue;
    Line line{quantity->name + std::string(quantity->of_hundred ? " / 100%" : " / idle"),
              chart.lines.size(),
              series.times,
              {}};
    for (const std::optional<double>& value : column.values) {
      line.y.push_back(value ? std::optional(*value / *reference) : std::nullopt);
    }
    chart.lines.push_back(std::move(line));
  }
  for (const Span& span : series.spans) chart.bands.push_back({span.from_s, span.to_s, rows[span.row].name});
  return chart;
}

}  // namespace

std::string series_section(const Selection& rows) {
  std::string html;
  for (std::size_t file = 0; file < rows.documents().size(); ++file) {
    const Document& document = rows.documents()[file];
    for (const Series& series : document.series) {
      std::string title = series.device + ", read through " + series.source;
      if (rows.documents().size() > 1) title += " · " + rows.file_labels()[file];
      const LineChart chart = series_chart(series, document.rows, title);
      const std::string table = readings_table(series);
      if (chart.lines.empty() && table.empty()) continue;
      html += "<div class=\"series\">";
      html += chart.lines.empty() ? "<h3>" + escape_html(title) + "</h3>\n" : line_chart_html(chart);
      html += table + "</div>\n";
    }
  }
  return section_html("series", "Power, clock, temperature and utilisation",
                      html.empty()
                          ? "The files have no readings over time."
                          : "Readings during the measurement, divided by the reading of the idle device "
                            "(utilisation, which is about 0 there, by 100%). A shaded band is a row.",
                      html.empty() ? "" : "<div class=\"charts wide\">\n" + html + "</div>\n");
}

}  // namespace pqlane::results
