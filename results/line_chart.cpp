// line_chart.cpp: see line_chart.hpp.
#include "results/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/bars.hpp"
#include "results/text.hpp"

namespace pqlane::results {
namespace {

// In the units of the SVG, which are about pixels on a phone.
constexpr double width = 360, height = 240;
constexpr double left = 52, right = 10, top = 8, bottom = 36;
// A line of the SVG has at most so many points; more are averaged.
constexpr std::size_t most_points = 300;
constexpr int most_ticks = 7;

struct Scale {
  double low = 0, high = 1;  // logarithms on a logarithmic axis
  bool logarithmic = false;
  double from = 0, to = 1;  // places in the SVG

  double value(double v) const { return logarithmic ? std::log10(v) : v; }
  double place(double v) const { return from + (value(v) - low) / (high - low) * (to - from); }
};

bool can_show(double v, bool logarithmic) { return std::isfinite(v) && (!logarithmic || v > 0); }

Scale make_scale(const std::vector<double>& values, bool logarithmic, double from, double to) {
  Scale scale{0, 1, logarithmic, from, to};
  if (values.empty()) return scale;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  scale.low = scale.value(*low);
  scale.high = scale.value(*high);
  const double margin = scale.high > scale.low ? 0.04 * (scale.high - scale.low) : 0.5;
  scale.low -= margin;
  scale.high += margin;
  // Values so large that a margin does not change them.
  if (!(scale.high > scale.low) || !std::isfinite(scale.high - scale.low)) scale.low = 0, scale.high = 1;
  return scale;
}

// Without the zeros that short_text() and time_text() keep for columns of figures: "10.0 ms" is "10 ms".
std::string trimmed(std::string text) {
  const std::size_t point = text.find('.'), end = text.find_first_not_of("0123456789.-");
  if (point == std::string::npos || point > end) return text;
  std::size_t last = (end == std::string::npos ? text.size() : end) - 1;
  while (text[last] == '0') --last;
  if (text[last] == '.') --last;
  const std::size_t stop = end == std::string::npos ? text.size() : end;
  return text.erase(last + 1, stop - last - 1);
}

std::string value_text(double value, ValueKind kind) {
  switch (kind) {
    case ValueKind::count: return short_text(value);
    case ValueKind::microseconds: return time_text(value);
    case ValueKind::seconds: return short_text(value) + " s";
    case ValueKind::ratio: return short_text(value);
  }
  return "";
}

struct Points {
  std::vector<double> x, y;
};

// The points of a line that can be shown; a long line as means of neighbours.
Points shown_points(const Line& line, const LineChart& chart) {
  Points all;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (!line.y[i] || !can_show(line.x[i], chart.x.logarithmic) || !can_show(*line.y[i], chart.y.logarithmic))
      continue;
    all.x.push_back(line.x[i]);
    all.y.push_back(*line.y[i]);
  }
  if (all.x.size() <= most_points) return all;
  Points means;
  for (std::size_t i = 0; i < most_points; ++i) {
    const std::size_t begin = i * all.x.size() / most_points, end = (i + 1) * all.x.size() / most_points;
    double x = 0, y = 0;
    for (std::size_t j = begin; j < end; ++j) {
      x += all.x[j];
      y += all.y[j];
    }
    means.x.push_back(x / static_cast<double>(end - begin));
    means.y.push_back(y / static_cast<double>(end - begin));
  }
  return means;
}

std::string axes_svg(const LineChart& chart, const Scale& x, const Scale& y) {
  const auto ticks = [](const Scale& scale) {
    const auto end = [&](double v) { return scale.logarithmic ? std::pow(10, v) : v; };
    return axis_ticks(end(scale.low), end(scale.high), scale.logarithmic);
  };
  std::string svg;
  for (const double tick : ticks(y)) {
    const double at = y.place(tick);
    svg += fmt::format("<path class=\"grid\" d=\"M{:.0f} {:.1f}H{:.0f}\"/>", left, at, width - right);
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\" class=\"tick\" text-anchor=\"end\">{}</text>",
                       left - 5, at + 4, escape_html(trimmed(value_text(tick, chart.y.kind))));
  }
  for (const double tick : ticks(x)) {
    const double at = x.place(tick);
    svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.0f}V{:.0f}\"/>", at, top, height - bottom);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.0f}\" class=\"tick\" text-anchor=\"middle\">{}</text>", at,
                       height - bottom + 14, escape_html(trimmed(value_text(tick, chart.x.kind))));
  }
  svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"label\" text-anchor=\"middle\">{}</text>",
                     (left + width - right) / 2, height - 4, escape_html(chart.x.label));
  return svg;
}

std::string lines_svg(const std::vector<Points>& lines, const LineChart& chart, const Scale& x,
                      const Scale& y) {
  std::string svg;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string path;
    for (std::size_t j = 0; j < lines[i].x.size(); ++j) {
      path +=
          fmt::format("{}{:.1f} {:.1f}", j == 0 ? "M" : "L", x.place(lines[i].x[j]), y.place(lines[i].y[j]));
    }
    const std::size_t colour = chart.lines[i].colour % colour_count;
    svg += fmt::format("<path class=\"line s{}\" d=\"{}\"/>", colour, path);
    constexpr std::size_t few = 40;
    for (std::size_t j = 0; j < lines[i].x.size() && lines[i].x.size() <= few; ++j) {
      svg += fmt::format("<circle class=\"dot s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>", colour,
                         x.place(lines[i].x[j]), y.place(lines[i].y[j]));
    }
  }
  return svg;
}

std::string chart_svg(const LineChart& chart) {
  std::vector<Points> lines;
  std::vector<double> all_x, all_y;
  for (const Line& line : chart.lines) {
    lines.push_back(shown_points(line, chart));
    all_x.insert(all_x.end(), lines.back().x.begin(), lines.back().x.end());
    all_y.insert(all_y.end(), lines.back().y.begin(), lines.back().y.end());
  }
  const Scale x = make_scale(all_x, chart.x.logarithmic, left, width - right);
  const Scale y = make_scale(all_y, chart.y.logarithmic, height - bottom, top);
  std::string bands;
  for (const Band& band : chart.bands) {
    if (!can_show(band.from, chart.x.logarithmic) || !can_show(band.to, chart.x.logarithmic)) continue;
    const double from = std::clamp(x.place(band.from), left, width - right);
    const double to = std::clamp(x.place(band.to), left, width - right);
    if (to <= from) continue;
    bands += fmt::format(
        "<rect class=\"band\" x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" "
        "height=\"{:.0f}\"><title>{}</title></rect>",
        from, top, to - from, height - bottom - top, escape_html(band.name));
  }
  return fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">{}{}{}</svg>", width,
                     height, escape_html(chart.title + ": " + chart.y.label + " against " + chart.x.label),
                     bands, axes_svg(chart, x, y), lines_svg(lines, chart, x, y));
}

const char* kind_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::count: return "count";
    case ValueKind::microseconds: return "us";
    case ValueKind::seconds: return "s";
    case ValueKind::ratio: return "ratio";
  }
  return "";
}

cli::Json axis_json(const Axis& axis) {
  return {{"label", axis.label}, {"kind", kind_name(axis.kind)}, {"log", axis.logarithmic}};
}

cli::Json chart_json(const LineChart& chart) {
  cli::Json lines = cli::Json::array(), bands = cli::Json::array();
  for (const Line& line : chart.lines) {
    cli::Json y = cli::Json::array();
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      const bool shown = line.y[i] && can_show(*line.y[i], chart.y.logarithmic);
      y.push_back(shown ? cli::Json(*line.y[i]) : cli::Json(nullptr));
    }
    lines.push_back(
        {{"name", line.name}, {"colour", line.colour % colour_count}, {"x", line.x}, {"y", std::move(y)}});
  }
  for (const Band& band : chart.bands)
    bands.push_back({{"from", band.from}, {"to", band.to}, {"name", band.name}});
  return {{"x", axis_json(chart.x)},
          {"y", axis_json(chart.y)},
          {"lines", std::move(lines)},
          {"bands", std::move(bands)}};
}

}  // namespace

std::vector<double> axis_ticks(double low, double high, bool logarithmic) {
  std::vector<double> ticks;
  const auto add = [&](double value) {
    if (value >= low && value <= high) ticks.push_back(value);
  };
  const auto add_decades = [&](std::initializer_list<double> factors) {
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    const int stride = factors.size() > 1 ? 1 : 1 + (last - first) / most_ticks;
    for (int n = first; n <= last; n += stride) {
      for (const double factor : factors) add(factor * std::pow(10, n));
    }
  };
  if (logarithmic) {
    add_decades({1});
    if (ticks.size() >= 3) return ticks;
    ticks.clear();
    add_decades({1, 2, 5});
    if (ticks.size() >= 2) return ticks;
    ticks.clear();
  }
  const double raw = (high - low) / 5, power = std::pow(10, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const double factor : {5, 2, 1}) {
    if (factor * power >= raw) step = factor * power;
  }
  const double first = std::ceil(low / step);
  for (int n = 0; n < most_ticks; ++n) add((first + n) * step);
  return ticks;
}

std::string line_chart_html(const LineChart& chart) {
  std::string legend;
  for (const Line& line : chart.lines) {
    legend += fmt::format("<li><span class=\"swatch c{}\"></span>{}</li>", line.colour % colour_count,
                          escape_html(line.name));
  }
  return fmt::format(
      "<figure class=\"chart\"><figcaption>{}<small>{}</small></figcaption>\n<div class=\"plot\">{}</div>\n"
      "<ul class=\"legend\">{}</ul>\n<script type=\"application/json\">{}</script></figure>\n",
      escape_html(chart.title), escape_html(chart.y.label), chart_svg(chart), legend,
      script_json(chart_json(chart)));
}

}  // namespace pqlane::results
