// compare.hpp: two result files row by row: ratio, its interval, and whether a row became slower.
//
// The interval of the ratio B/A comes from the intervals of the two medians [ZOU-DONNER08], on a logarithmic
// scale: with d the difference of the logarithms, its lower end is d - sqrt(l_B^2 + u_A^2), its upper one
// d + sqrt(u_B^2 + l_A^2), where l and u are the distances from a median to the ends of its interval. A
// difference counts when this interval does not hold 1. What differs between two measurements but not inside
// one (temperature, neighbours) is in neither interval; the threshold is for that.
#pragma once

#include "results/document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pqlane::results {

enum class RateKind { wall, cpu };

struct CompareOptions {
  double threshold_pct = 5;  // a rate may fall by so much
  RateKind rate = RateKind::wall;
  std::string rows;  // a pattern with * ? [..] for a row's whole name or one of its parts; empty: all
};

enum class Verdict { slower, faster, same, unverified };
const char* verdict_name(Verdict verdict);

struct Ratio {  // B / A
  double value = 1, low = 1, high = 1;
};

struct ComparedRow {
  const Row* a = nullptr;
  const Row* b = nullptr;
  Rate rate_a, rate_b;
  Ratio ratio;
  Verdict verdict = Verdict::same;
};

struct Comparison {
  std::vector<ComparedRow> rows;  // in the order of A
  std::vector<std::string> only_a, only_b;
  std::vector<std::string> without_rate;  // rows that lack a rate by CPU time, when that was asked for
  std::vector<std::string>
      implementations;  // other versions of the libraries that were measured, a line a pair
  std::size_t count(Verdict verdict) const;
};

Ratio ratio_of(const Rate& a, const Rate& b);
Verdict judge(const Ratio& ratio, double threshold_pct);
bool row_matches(const Row& row, const std::string& pattern);
Comparison compare(const Document& a, const Document& b, const CompareOptions& options);

// What tells two machines apart, as "cpu: X and Y"; empty when they are the same as far as the files say. The
// memory may differ by 2%: a new kernel keeps another part of it.
std::vector<std::string> machine_differences(const Machine& a, const Machine& b);
// What else may explain a difference: system, compiler, flags, commit, driver.
std::vector<std::string> build_differences(const Machine& a, const Machine& b);

}  // namespace pqlane::results
