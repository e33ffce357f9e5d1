// sections.cpp: charts of rows. See sections.hpp.
#include "results/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "results/bars.hpp"
#include "results/line_chart.hpp"
#include "results/text.hpp"

namespace pqlane::results {
namespace {

// "batch 4,096, one-key"
std::string case_text(const Row& row) {
  return fmt::format("batch {}{}", count_text(static_cast<double>(row.batch)),
                     row.variant.empty() ? "" : ", " + row.variant);
}

std::string unverified_text(const Row& row) { return row.verified ? "" : "NOT VERIFIED"; }

// The two sides of the 95% interval, in one where they look the same.
std::string uncertainty_text(const Rate& rate) {
  const std::string below = fmt::format("{:.2g}", 100 * (rate.median - rate.low) / rate.median);
  const std::string above = fmt::format("{:.2g}", 100 * (rate.high - rate.median) / rate.median);
  return below == above ? "±" + above + "%" : fmt::format("−{}% +{}%", below, above);
}

// What a bar shows of a row; nothing when the row does not have it.
using Measure = std::function<std::optional<Bar>(const Row& row)>;

// A chart for each scheme, with a part for each operation and a bar for each device at its best batch.
std::string charts_by_scheme(const Selection& rows, const char* unit, double full, const Measure& measure) {
  std::string html;
  for (const std::string& scheme : rows.schemes()) {
    BarChart chart{scheme, unit, {}, full};
    for (const std::string& op : shown_ops()) {
      BarPart part{op, {}};
      const auto has_measure = [&](const Row& row) { return measure(row).has_value(); };
      for (const Entry& entry : rows.best(scheme, op, has_measure)) {
        std::optional<Bar> bar = measure(*entry.row);
        bar->label = entry.label;
        bar->detail = case_text(*entry.row);
        bar->colour = entry.colour;
        bar->warning = unverified_text(*entry.row);
        part.bars.push_back(std::move(*bar));
      }
      if (!part.bars.empty()) chart.parts.push_back(std::move(part));
    }
    if (!chart.parts.empty()) html += bar_chart_html(chart);
  }
  return html.empty() ? "" : "<div class=\"charts\">\n" + html + "</div>\n";
}

Line latency_line(const std::vector<Entry>& sweep) {
  Line line{sweep.front().label, sweep.front().colour, {}, {}};
  if (!sweep.front().row->variant.empty()) line.name += ", " + sweep.front().row->variant;
  for (const Entry& entry : sweep) {
    line.x.push_back(static_cast<double>(entry.row->batch));
    line.y.emplace_back(entry.row->latency_p50_us);
  }
  return line;
}

// Rows that were measured with --roofline, at each device's best batch.
std::string roofline_table(const Selection& rows) {
  std::string body;
  for (const std::string& scheme : rows.schemes()) {
    for (const std::string& op : shown_ops()) {
      for (const Entry& entry :
           rows.best(scheme, op, [](const Row& row) { return row.roofline.has_value(); })) {
        std::string shares;
        for (const Share& share : entry.row->roofline->shares) {
          shares += (shares.empty() ? "" : ", ") + share.resource + " " + percent_text(share.share);
        }
        const std::string& bound = entry.row->roofline->bound_by;
        body += fmt::format(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape_html(scheme), escape_html(op), escape_html(entry.label + ", " + case_text(*entry.row)),
            escape_html(bound.empty() ? "none of them" : bound), escape_html(shares));
      }
    }
  }
  if (body.empty()) return "";
  return "<div class=\"scroll\"><table class=\"plain\"><caption>Roofline: what an operation needs at least, "
         "beside what "
         "the device can do at most</caption>\n<thead><tr><th>scheme</th><th>op</th><th>device</th><th>bound "
         "by</th>"
         "<th>shares</th></tr></thead>\n<tbody>" +
         body + "</tbody></table></div>\n";
}

std::string ceilings_table(const Selection& rows) {
  std::string body;
  for (std::size_t file = 0; file < rows.documents().size(); ++file) {
    const Json& json = rows.documents()[file].json;
    if (!json.contains("ceilings")) continue;
    for (const Json& ceiling : json["ceilings"]) {
      const bool cpu = ceiling.contains("per_cpu_s");
      if (!cpu && !ceiling.contains("per_s")) continue;
      const double rate = ceiling[cpu ? "per_cpu_s" : "per_s"]["median"].get<double>();
      std::string device = ceiling["device"].get<std::string>();
      if (ceiling.contains("threads") && ceiling["threads"] != 1) {
        device += fmt::format(", {} threads", ceiling["threads"].get<std::uint64_t>());
      }
      body += fmt::format(
          "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td class=\"n\">{} a {}</td></tr>\n",
          escape_html(rows.file_labels()[file]), escape_html(device),
          escape_html(ceiling["resource"].get<std::string>()), short_text(rate),
          cpu ? "CPU second of a thread" : "second");
    }
  }
  if (body.empty()) return "";
  return "<div class=\"scroll\"><table class=\"plain\"><caption>Ceilings, measured in the same "
         "run</caption>\n"
         "<thead><tr><th>file</th><th>device</th><th>resource</th><th "
         "class=\"n\">rate</th></tr></thead>\n<tbody>" +
         body + "</tbody></table></div>\n";
}

}  // namespace

std::string section_html(const char* id, const char* title, const std::string& note,
                         const std::string& body) {
  return fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}{}</section>\n", id, title,
                     note.empty() ? "" : "<p class=\"note\">" + note + "</p>\n", body);
}

std::string throughput_section(const Selection& rows) {
  const std::string charts =
      charts_by_scheme(rows, "operations a second", 0, [](const Row& row) -> std::optional<Bar> {
        Bar bar;
        bar.value = row.rate.median;
        bar.text = count_text(row.rate.median) + " " + uncertainty_text(row.rate);
        return bar;
      });
  return section_html("throughput", "Throughput",
                      charts.empty()
                          ? "The files have no rows."
                          : "Operations a second of wall time, the median of the runs with its 95% "
                            "interval, at the batch size where each device is fastest. Longer is better.",
                      charts);
}

std::string latency_section(const Selection& rows) {
  std::string html;
  for (const std::string& scheme : rows.schemes()) {
    for (const std::string& op : shown_ops()) {
      LineChart chart{scheme + " " + op,
                      {"operations in a call", ValueKind::count, true},
                      {"time of a call", ValueKind::microseconds, true},
                      {},
                      {}};
      for (const std::vector<Entry>& sweep : rows.sweeps(scheme, op)) {
        if (sweep.size() > 1) chart.lines.push_back(latency_line(sweep));
      }
      if (!chart.lines.empty()) html += line_chart_html(chart);
    }
  }
  if (html.empty()) {
    return section_html("latency", "Latency against batch size",
                        "No case of the files has more than one batch size. <code>pqlane bench --batch "
                        "1:64Ki:x4</code> measures a range of them.",
                        "");
  }
  return section_html(
      "latency", "Latency against batch size",
      "Median time of one call, which works on the whole batch. Both axes are logarithmic. A flat "
      "line means that more operations cost no more time; lower is better.",
      "<div class=\"charts\">\n" + html + "</div>\n");
}

std::string energy_section(const Selection& rows) {
  const std::string charts =
      charts_by_scheme(rows, "energy of an operation", 0, [](const Row& row) -> std::optional<Bar> {
        if (!row.energy) return std::nullopt;
        Bar bar;
        bar.value = row.energy->joules_per_op;
        bar.text = fmt::format("{} at {} W ({})", energy_text(row.energy->joules_per_op),
                               short_text(row.energy->average_watts), row.energy->source);
        return bar;
      });
  return section_html("energy", "Energy of an operation",
                      charts.empty()
                          ? "No row has its energy: the counters of the machines were not readable, or it "
                            "was not asked for."
                          : "Joules of the device for one operation, idle power included. Shorter is "
                            "better.",
                      charts);
}

std::string ceiling_section(const Selection& rows) {
  const std::string charts =
      charts_by_scheme(rows, "share of the ceiling", 1, [](const Row& row) -> std::optional<Bar> {
        if (!row.ceiling) return std::nullopt;
        Bar bar;
        bar.value = row.ceiling->share;
        bar.text = percent_text(row.ceiling->share) + " of " + row.ceiling->resource;
        return bar;
      });
  return section_html("ceilings", "Share of the ceiling",
                      charts.empty()
                          ? "No row has a ceiling."
                          : "The rate of an operation as a share of what the device could do if the named "
                            "resource were all that it needs. A full bar would be 100%.",
                      charts + roofline_table(rows) + ceilings_table(rows));
}

}  // namespace pqlane::results
