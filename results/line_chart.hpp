// line_chart.hpp: a chart of lines, as an SVG for a page without scripts and as data for web/report.js, which
// puts a chart of uPlot in its place.
#pragma once

#include "cli/report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pqlane::results {

enum class ValueKind { count, microseconds, seconds, ratio };

struct Axis {
  std::string label;
  ValueKind kind = ValueKind::count;
  bool logarithmic = false;
};

struct Line {
  std::string name;
  std::size_t colour = 0;
  std::vector<double> x;  // ascending
  std::vector<std::optional<double>> y;
};

struct Band {  // a part of the x axis with a name
  double from = 0, to = 0;
  std::string name;
};

struct LineChart {
  std::string title;
  Axis x, y;
  std::vector<Line> lines;
  std::vector<Band> bands;
};

// A <figure> with the SVG, a legend and the data.
std::string line_chart_html(const LineChart& chart);

// Positions of labels on an axis from low to high (low < high, above 0 when logarithmic).
std::vector<double> axis_ticks(double low, double high, bool logarithmic);

}  // namespace pqlane::results
