// compare.cpp: see compare.hpp.
#include "results/compare.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace pqlane::results {
namespace {

constexpr double memory_tolerance = 0.02;

void add_difference(std::vector<std::string>& list, const char* what, const std::string& a,
                    const std::string& b) {
  if (a != b) list.push_back(fmt::format("{}: \"{}\" and \"{}\"", what, a, b));
}

bool close(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return std::abs(*a - *b) <= memory_tolerance * std::max(*a, *b);
}

std::string memory_text(const std::optional<double>& bytes) {
  return bytes ? fmt::format("{:.0f} MiB", *bytes / 1048576) : "unknown";
}

std::string device_list(const Machine& machine) {
  std::string text;
  for (const Machine::Device& device : machine.devices) {
    text += (text.empty() ? "" : ", ") + device.name;
    if (!device.compute_capability.empty()) text += " (" + device.compute_capability + ")";
  }
  return text;
}

std::string driver_list(const Machine& machine) {
  std::string text;
  for (const Machine::Device& device : machine.devices) text += (text.empty() ? "" : ", ") + device.driver;
  return text;
}

const Rate* rate_of(const Row& row, RateKind kind) {
  if (kind == RateKind::wall) return &row.rate;
  return row.cpu_rate ? &*row.cpu_rate : nullptr;
}

}  // namespace

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::slower: return "slower";
    case Verdict::faster: return "faster";
    case Verdict::same: return "same";
    case Verdict::unverified: return "unverified";
  }
  return "";
}

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const ComparedRow& row) { return row.verdict == verdict; }));
}

Ratio ratio_of(const Rate& a, const Rate& b) {
  const auto distance = [](double from, double to) { return std::log(to / from); };
  const double d = distance(a.median, b.median);
  const double down = std::hypot(distance(b.low, b.median), distance(a.median, a.high));
  const double up = std::hypot(distance(b.median, b.high), distance(a.low, a.median));
  return {std::exp(d), std::exp(d - down), std::exp(d + up)};
}

Verdict judge(const Ratio& ratio, double threshold_pct) {
  const double least = 1 - threshold_pct / 100;
  if (ratio.value < least && ratio.high < 1) return Verdict::slower;
  if (ratio.value > 1 / least && ratio.low > 1) return Verdict::faster;
  return Verdict::same;
}

bool row_matches(const Row& row, const std::string& pattern) {
  const auto matches = [&](const std::string& text) {
    return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
  };
  return pattern.empty() || matches(row.name) || std::any_of(row.parts.begin(), row.parts.end(), matches);
}

Comparison compare(const Document& a, const Document& b, const CompareOptions& options) {
  Comparison comparison;
  std::map<std::string, const Row*> of_b;
  for (const Row& row : b.rows) {
    if (row_matches(row, options.rows)) of_b.emplace(row.name, &row);
  }
  for (const Row& row : a.rows) {
    if (!row_matches(row, options.rows)) continue;
    const auto other = of_b.find(row.name);
    if (other == of_b.end()) {
      comparison.only_a.push_back(row.name);
      continue;
    }
    std::vector<std::string> versions;
    add_difference(versions, "implementation", row.implementation, other->second->implementation);
    for (std::string& line : versions) {
      std::vector<std::string>& all = comparison.implementations;
      if (std::find(all.begin(), all.end(), line) == all.end()) all.push_back(std::move(line));
    }
    const Rate* rate_a = rate_of(row, options.rate);
    const Rate* rate_b = rate_of(*other->second, options.rate);
    if (rate_a == nullptr || rate_b == nullptr) {
      comparison.without_rate.push_back(row.name);
    } else {
      ComparedRow compared{&row, other->second, *rate_a, *rate_b, ratio_of(*rate_a, *rate_b), Verdict::same};
      const bool verified = row.verified && other->second->verified;
      compared.verdict = verified ? judge(compared.ratio, options.threshold_pct) : Verdict::unverified;
      comparison.rows.push_back(compared);
    }
    of_b.erase(other);
  }
  for (const Row& row : b.rows) {
    if (of_b.contains(row.name)) comparison.only_b.push_back(row.name);
  }
  return comparison;
}

std::vector<std::string> machine_differences(const Machine& a, const Machine& b) {
  std::vector<std::string> list;
  add_difference(list, "cpu", a.cpu, b.cpu);
  add_difference(list, "isa", a.isa, b.isa);
  add_difference(list, "cores", std::to_string(a.cores), std::to_string(b.cores));
  if (!close(a.memory_bytes, b.memory_bytes)) {
    add_difference(list, "memory", memory_text(a.memory_bytes), memory_text(b.memory_bytes));
  }
  add_difference(list, "devices", device_list(a), device_list(b));
  return list;
}

std::vector<std::string> build_differences(const Machine& a, const Machine& b) {
  std::vector<std::string> list;
  add_difference(list, "commit", a.commit, b.commit);
  add_difference(list, "compiler", a.compiler, b.compiler);
  add_difference(list, "flags", a.flags, b.flags);
  add_difference(list, "os", a.os, b.os);
  add_difference(list, "drivers", driver_list(a), driver_list(b));
  return list;
}

}  // namespace pqlane::results
