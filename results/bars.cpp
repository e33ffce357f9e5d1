// bars.cpp: see bars.hpp.
#include "results/bars.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "results/text.hpp"

namespace pqlane::results {
namespace {

std::string bar_html(const Bar& bar, double full) {
  const double part = full > 0 ? std::clamp(bar.value / full, 0.0, 1.0) : 0.0;
  std::string label = escape_html(bar.label);
  if (!bar.detail.empty()) label += " <small>" + escape_html(bar.detail) + "</small>";
  const std::string warning =
      bar.warning.empty() ? "" : "<strong class=\"warning\">" + escape_html(bar.warning) + "</strong> ";
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td><span class=\"track\"><span class=\"bar c{}\" "
      "style=\"width:{:.2f}%\"></span>"
      "</span><span class=\"figure\">{}{}</span></td></tr>\n",
      label, bar.colour % colour_count, 100 * part, warning, escape_html(bar.text));
}

}  // namespace

std::string bar_chart_html(const BarChart& chart) {
  double full = chart.full;
  for (const BarPart& part : chart.parts) {
    for (const Bar& bar : part.bars) full = chart.full > 0 ? full : std::max(full, bar.value);
  }
  std::string html = fmt::format(
      "<figure class=\"bars\"><figcaption>{}</figcaption>\n<table><thead><tr><th scope=\"col\">device</th>"
      "<th scope=\"col\">{}</th></tr></thead>\n",
      escape_html(chart.title), escape_html(chart.unit));
  for (const BarPart& part : chart.parts) {
    html += fmt::format("<tbody><tr class=\"part\"><th colspan=\"2\" scope=\"rowgroup\">{}</th></tr>\n",
                        escape_html(part.title));
    for (const Bar& bar : part.bars) html += bar_html(bar, full);
    html += "</tbody>\n";
  }
  return html + "</table></figure>\n";
}

}  // namespace pqlane::results
