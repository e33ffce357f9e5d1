// bars.hpp: bars with their figures as an HTML table, which reads the same without styles or scripts.
#pragma once

#include <string>
#include <vector>

namespace pqlane::results {

struct Bar {
  std::string label;
  std::string detail;  // small, behind the label
  std::string text;    // the figure
  double value = 0;
  std::size_t colour = 0;
  std::string warning;  // shown in front of the figure; empty: none
};

struct BarPart {
  std::string title;  // an operation
  std::vector<Bar> bars;
};

struct BarChart {
  std::string title;
  std::string unit;  // the heading of the figures, for readers of the table
  std::vector<BarPart> parts;
  double full = 0;  // the value of a bar of full length; 0: the largest
};

// Texts are escaped here.
std::string bar_chart_html(const BarChart& chart);

// How many colours there are; a colour is a number below it, of the class c0, c1, ..
constexpr std::size_t colour_count = 8;

}  // namespace pqlane::results
