// series_json.cpp: see series_json.hpp.
#include "bench/series_json.hpp"

#include <cmath>

namespace pqlane::bench {
namespace {

using Json = nlohmann::ordered_json;

// Of a reading, in the order of Quantity. A CPU's clock is not one of streaming multiprocessors.
const char* column_name(Quantity quantity, bool is_gpu) {
  switch (quantity) {
    case Quantity::power_w: return "power_w";
    case Quantity::utilisation_pct: return "utilisation_pct";
    case Quantity::clock_mhz: return is_gpu ? "sm_clock_mhz" : "cpu_clock_mhz";
    case Quantity::temperature_c: return "temperature_c";
    case Quantity::memory_bytes: return "memory_bytes";
    case Quantity::memory_clock_mhz: return "memory_clock_mhz";
    case Quantity::throttle: return "throttled";
  }
  return "";
}

constexpr Quantity quantities[] = {
    Quantity::power_w,      Quantity::utilisation_pct,  Quantity::clock_mhz, Quantity::temperature_c,
    Quantity::memory_bytes, Quantity::memory_clock_mhz, Quantity::throttle};
static_assert(std::size(quantities) == quantity_count);

// To a thousandth: no source knows more, and files are read by people.
double rounded(double value) { return std::round(value * 1e3) / 1e3; }

Json cell(Quantity quantity, const std::optional<double>& value) {
  if (!value) return nullptr;
  if (quantity == Quantity::memory_bytes) return static_cast<std::uint64_t>(*value);
  if (quantity != Quantity::throttle) return rounded(*value);
  std::string names;
  for (const std::string& name : throttle_names(static_cast<unsigned>(*value)))
    names += (names.empty() ? "" : "+") + name;
  return names;
}

Json one_series(const Series& series) {
  Json columns = Json::array({"t_s"}), idle = Json::object(), rows = Json::array(), spans = Json::array();
  for (const Quantity quantity : quantities) {
    columns.push_back(column_name(quantity, series.is_gpu));
    if (quantity != Quantity::throttle)
      idle[column_name(quantity, series.is_gpu)] = cell(quantity, series.idle[quantity]);
  }
  for (const auto& [when, reading] : series.samples) {
    Json row = Json::array({rounded(when)});
    for (const Quantity quantity : quantities) row.push_back(cell(quantity, reading[quantity]));
    rows.push_back(std::move(row));
  }
  for (const Span& span : series.spans)
    spans.push_back({{"row", span.row}, {"from_s", rounded(span.from_s)}, {"to_s", rounded(span.to_s)}});
  return {{"device", series.device},  {"source", series.source},       {"interval_s", series.interval_s},
          {"idle", std::move(idle)},  {"columns", std::move(columns)}, {"rows", std::move(rows)},
          {"spans", std::move(spans)}};
}

}  // namespace

Json series_json(const std::vector<Series>& series) {
  Json list = Json::array();
  for (const Series& one : series) list.push_back(one_series(one));
  return list;
}

}  // namespace pqlane::bench
