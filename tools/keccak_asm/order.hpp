// order.hpp: an order of the operations of a Keccak round, its file form, and the code that it stands for.
//
// A part of the order search, not of the library. The meaning of an order file is written down in `generate`,
// which makes the same instructions from the same file.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "encoder.hpp"

namespace keccak_search {

constexpr int rounds = 24;
constexpr int xor3_table = 0x96, chi_table = 0xD2;

// Operations of a round are numbered: c (4 slots a column), r, d, e, b, n, h, i; lanes as x + 5 y.
constexpr int first_c = 0, first_r = 20, first_d = 25, first_e = 30, first_b = 55, first_n = 80;
constexpr int first_h = 105, iota = 130, operation_count = 131;
constexpr const char* methods[] = {"TT", "XXT", "XTX", "TXX", "XXXX"};
constexpr int method_count = 5;

struct Order {
  int lanes = 8;
  double key[operation_count] = {};  // place in units of a round; the whole part is the shift in rounds
  int method[5] = {};
  int rows[5][5] = {};
  bool split_chi[25] = {};

  int steps(int x) const { return static_cast<int>(std::char_traits<char>::length(methods[method[x]])); }
  // Row number in `rows` of the first row that step `step` of column x takes in beside what is there.
  int first_row(int x, int step) const {
    int taken = 1;
    for (int s = 0; s < step; ++s) taken += methods[method[x]][s] == 'T' ? 2 : 1;
    return taken;
  }
  bool present(int o) const {
    if (o < first_r) return o % 4 < steps(o / 4);
    if (o >= first_n && o < first_h) return split_chi[o - first_n];
    return o != first_b;  // lane (0,0) is not rotated
  }
  bool takes_lane_zero_alone(int step) const {
    return step > 0 && methods[method[0]][step] == 'X' && rows[0][first_row(0, step)] == 0;
  }
  bool folds_iota() const {
    for (int s = 0; s < steps(0); ++s) {
      if (takes_lane_zero_alone(s)) return true;
    }
    return false;
  }
};

inline std::string token(int o) {
  const auto pair = [](const char* letter, int a, int b) {
    return letter + std::to_string(a) + "." + std::to_string(b);
  };
  if (o < first_r) return pair("c", o / 4, o % 4);
  if (o < first_d) return "r" + std::to_string(o - first_r);
  if (o < first_e) return "d" + std::to_string(o - first_d);
  if (o == iota) return "i";
  const int group = (o - first_e) / 25, lane = (o - first_e) % 25;
  constexpr const char* letters[] = {"e", "b", "n", "h"};
  return pair(letters[group], lane % 5, lane / 5);
}

// Present operations by their place in the round, with the shift of each.
inline std::vector<std::pair<double, std::pair<int, int>>> sequence(const Order& order, double origin) {
  std::vector<std::pair<double, std::pair<int, int>>> result;
  for (int o = 0; o < operation_count; ++o) {
    if (!order.present(o)) continue;
    const double shift = std::floor(order.key[o] - origin);
    result.push_back({order.key[o] - origin - shift, {o, static_cast<int>(shift)}});
  }
  std::sort(result.begin(), result.end());
  return result;
}

inline void write_order(const Order& order, const std::string& path) {
  std::ofstream file(path);
  file << "lanes " << order.lanes << "\n";
  for (int x = 0; x < 5; ++x) {
    file << "column " << x << " " << methods[order.method[x]];
    for (int row : order.rows[x]) file << " " << row;
    file << "\n";
  }
  double origin = order.key[first_c];
  for (int x = 0; x < 5; ++x) origin = std::min(origin, order.key[first_c + 4 * x]);
  std::string line = "round";
  for (const auto& [place, what] : sequence(order, origin)) {
    std::string word = " " + token(what.first);
    if (what.second != 0) word += (what.second > 0 ? "+" : "-") + std::to_string(std::abs(what.second));
    if (line.size() + word.size() > 100) {
      file << line << "\n";
      line = "round";
    }
    line += word;
  }
  file << line << "\n";
}

inline bool read_order(Order& order, const std::string& path) {
  std::ifstream file(path);
  std::vector<std::pair<int, int>> operations;
  for (std::string word; file >> word;) {
    if (word == "lanes") {
      file >> order.lanes;
    } else if (word == "column") {
      int x = 0;
      std::string method;
      file >> x >> method;
      const auto found = std::find(std::begin(methods), std::end(methods), method);
      if (x < 0 || x > 4 || found == std::end(methods)) return false;
      order.method[x] = static_cast<int>(found - std::begin(methods));
      for (int& row : order.rows[x]) file >> row;
    } else if (word != "round") {
      const std::size_t sign = word.find_first_of("+-");
      const int shift = sign == std::string::npos ? 0 : std::stoi(word.substr(sign));
      int o = 0;
      while (o < operation_count && token(o) != word.substr(0, sign)) ++o;
      if (o == operation_count) return false;
      if (o >= first_n && o < first_h) order.split_chi[o - first_n] = true;
      operations.push_back({o, shift});
    }
  }
  std::fill(std::begin(order.key), std::end(order.key), std::nan(""));
  for (std::size_t i = 0; i < operations.size(); ++i) {
    order.key[operations[i].first] =
        operations[i].second + (static_cast<double>(i) + 0.5) / static_cast<double>(operations.size());
  }
  // Operations that are not there get a place near their neighbours, for when the search switches them on.
  for (int o = first_c + 1; o < first_r; ++o) {
    if (std::isnan(order.key[o])) order.key[o] = order.key[o - 1] + 0.003;
  }
  for (int o = first_n; o < first_h; ++o) {
    if (std::isnan(order.key[o])) order.key[o] = order.key[o - first_n + first_h] - 0.003;
  }
  order.key[first_b] = order.key[first_e];
  return !operations.empty();
}

}  // namespace keccak_search
