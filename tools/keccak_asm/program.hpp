// program.hpp: unrolls the 24 rounds in a given order and writes them as machine code.
//
// A part of the order search, not of the library.
#pragma once

#include "encoder.hpp"
#include "order.hpp"

namespace keccak_search {

class Program {
 public:
  using Function = void (*)(std::uint64_t* state, const std::uint64_t* constants);

  // Null when the order breaks the data flow or needs more than 32 registers.
  static Function build(Encoder& encoder, const Order& order) {
    Program program(order);
    encoder.restart();
    if (!program.unroll() || !program.assign(encoder)) return nullptr;
    return reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(encoder.begin()));
  }

 private:
  enum class Kind { load, store, xor2, andnot, rotate, ternary, xor_constant, ternary_constant };
  struct Operation {
    Kind kind;
    int result;
    int sources[3];
    int number;  // rotation, truth table, index of a round constant or of a word of the state
  };
  static constexpr int none = -1;

  explicit Program(const Order& order) : order_(order), folded_(order.folds_iota()) {
    for (auto& round : value_) std::fill(std::begin(round), std::end(round), none);
    for (auto& round : lane_) std::fill(std::begin(round), std::end(round), none);
    int x = 1, y = 0;  // rho [FIPS202]
    for (int t = 0; t < 24; ++t) {
      offset_[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64;
      const int next_y = (2 * x + 3 * y) % 5;
      x = y;
      y = next_y;
    }
  }

  bool unroll() {
    const auto operations = sequence(order_, 0);
    int low = 0, high = 0;
    for (const auto& entry : operations) {
      low = std::min(low, entry.second.second);
      high = std::max(high, entry.second.second);
    }
    for (int turn = low; turn < rounds + high; ++turn) {
      for (const auto& entry : operations) {
        const int round = turn - entry.second.second;
        if (round >= 0 && round < rounds && !step(round, entry.second.first)) return false;
      }
    }
    return std::find(std::begin(lane_[rounds]), std::end(lane_[rounds]), none) == std::end(lane_[rounds]);
  }

  // Adds an operation; false if a source is not there yet.
  bool add(Kind kind, int& result, int number, int a, int b = none, int c = none, int wanted = 1) {
    const int sources[3] = {a, b, c};
    for (int i = 0; i < wanted; ++i) {
      if (sources[i] == none) return false;
    }
    for (int source : sources) {
      if (source != none) last_use_[static_cast<std::size_t>(source)] = operations_.size();
    }
    result = static_cast<int>(last_use_.size());
    last_use_.push_back(0);
    operations_.push_back({kind, result, {a, b, c}, number});
    return true;
  }

  int lane(int round, int l) {
    if (round == 0 && lane_[0][l] == none) add(Kind::load, lane_[0][l], l, none, none, none, 0);
    return lane_[round][l];
  }
  int parity(int round, int x) const { return value_[round][first_c + 4 * x + order_.steps(x) - 1]; }
  bool iota_waits(int round) const { return folded_ && round < rounds - 1; }

  bool finish_lane(int round, int l, int value) {
    lane_[round + 1][l] = value;
    if (round == rounds - 1) {
      last_use_[static_cast<std::size_t>(value)] = operations_.size();
      operations_.push_back({Kind::store, none, {value, none, none}, l});
    }
    return true;
  }

  bool step(int round, int o) {
    int* v = value_[round];
    if (o < first_r) return parity_step(round, o / 4, o % 4);
    if (o < first_d) return add(Kind::rotate, v[o], 1, parity(round, o - first_r));
    if (o < first_e) {
      const int x = o - first_d;
      return add(Kind::xor2, v[o], 0, parity(round, (x + 4) % 5), v[first_r + (x + 1) % 5], none, 2);
    }
    if (o < first_b) {
      const int l = o - first_e;
      const bool late = folded_ && round > 0 && l == 0;
      const Kind kind = late ? Kind::ternary_constant : Kind::xor2;
      return add(kind, v[o], round - 1, lane(round, l), v[first_d + l % 5], none, 2);
    }
    if (o < first_n) return add(Kind::rotate, v[o], offset_[o - first_b], v[o - first_b + first_e]);
    if (o < iota) return chi_step(round, o);
    if (iota_waits(round)) return true;
    return add(Kind::xor_constant, v[o], round, v[first_h]) && finish_lane(round, 0, v[o]);
  }

  bool parity_step(int round, int x, int s) {
    int* v = value_[round] + first_c + 4 * x;
    const int first = s == 0 ? lane(round, x + 5 * order_.rows[x][0]) : v[s - 1];
    const int taken = order_.first_row(x, s);
    const int second = lane(round, x + 5 * order_.rows[x][taken]);
    if (methods[order_.method[x]][s] == 'T') {
      const int third = lane(round, x + 5 * order_.rows[x][taken + 1]);
      return add(Kind::ternary, v[s], xor3_table, first, second, third, 3);
    }
    const bool late = folded_ && round > 0 && x == 0 && order_.takes_lane_zero_alone(s);
    return add(late ? Kind::ternary_constant : Kind::xor2, v[s], round - 1, first, second, none, 2);
  }

  bool chi_step(int round, int o) {
    int* v = value_[round];
    const int l = (o - first_n) % 25, x = l % 5, y = l / 5;
    const auto source = [&](int column) {  // pi: lane (x, y) comes from lane (x + 3y, x)
      const int from = (column % 5 + 3 * y) % 5 + 5 * (column % 5);
      return v[from == 0 ? first_e : first_b + from];
    };
    if (o < first_h) return add(Kind::andnot, v[o], 0, source(x + 1), source(x + 2), none, 2);
    const bool done = order_.split_chi[l]
                          ? add(Kind::xor2, v[o], 0, source(x), v[first_n + l], none, 2)
                          : add(Kind::ternary, v[o], chi_table, source(x), source(x + 1), source(x + 2), 3);
    if (!done) return false;
    return l == 0 && !iota_waits(round) ? true : finish_lane(round, l, v[o]);
  }

  int take() {
    for (int i = 0; i < 32; ++i) {
      const int candidate = (turn_ + i) % 32;
      if (free_ >> candidate & 1) {
        free_ &= ~(std::uint32_t{1} << candidate);
        turn_ = (candidate + 1) % 32;
        return candidate;
      }
    }
    return none;
  }
  void release(int reg) { free_ |= std::uint32_t{1} << reg; }
  bool dies(int value, std::size_t i) const {
    return value != none && last_use_[static_cast<std::size_t>(value)] == i;
  }

  // Truth table with operand `over` moved to the front.
  static int permuted(int table, int over) {
    const int order[3] = {over, over == 0 ? 1 : 0, over == 2 ? 1 : 2};
    int result = 0;
    for (int row = 0; row < 8; ++row) {
      int bits[3];
      for (int j = 0; j < 3; ++j) bits[order[j]] = row >> (2 - j) & 1;
      result |= (table >> (bits[0] * 4 + bits[1] * 2 + bits[2]) & 1) << row;
    }
    return result;
  }

  // vpternlogq overwrites an operand: one that dies, else a copy of the first.
  bool write_ternary(Encoder& out, std::size_t i, std::vector<int>& where) {
    const Operation& op = operations_[i];
    const int count = op.kind == Kind::ternary ? 3 : 2;
    int regs[3] = {}, over = none;
    for (int j = 0; j < count; ++j) {
      regs[j] = where[static_cast<std::size_t>(op.sources[j])];
      if (over == none && dies(op.sources[j], i)) over = j;
    }
    for (int j = 0; j < count; ++j) {
      if (over != none && j != over && dies(op.sources[j], i)) release(regs[j]);
    }
    if (over == none) {
      if (count == 2) return false;
      const int copy = take();
      if (copy == none) return false;
      out.move(copy, regs[0]);
      regs[over = 0] = copy;
    }
    if (count == 3) {
      out.ternary(regs[over], regs[over == 0 ? 1 : 0], regs[over == 2 ? 1 : 2], permuted(op.number, over));
    } else {
      out.ternary_constant(regs[over], regs[1 - over], op.number, xor3_table);
    }
    where[static_cast<std::size_t>(op.result)] = regs[over];
    return true;
  }

  bool write_plain(Encoder& out, std::size_t i, std::vector<int>& where) {
    const Operation& op = operations_[i];
    const auto at = [&](int value) { return value == none ? none : where[static_cast<std::size_t>(value)]; };
    const int a = at(op.sources[0]), b = at(op.sources[1]);
    if (dies(op.sources[0], i)) release(a);
    if (dies(op.sources[1], i)) release(b);
    if (op.kind == Kind::store) {
      out.store(a, op.number);
      return true;
    }
    int d = dies(op.sources[0], i) ? a : dies(op.sources[1], i) ? b : take();
    if (d == none) return false;
    free_ &= ~(std::uint32_t{1} << d);
    where[static_cast<std::size_t>(op.result)] = d;
    if (op.kind == Kind::load) out.load(d, op.number);
    if (op.kind == Kind::xor2) out.xor2(d, a, b);
    if (op.kind == Kind::andnot) out.andnot(d, a, b);
    if (op.kind == Kind::rotate) out.rotate(d, a, op.number);
    if (op.kind == Kind::xor_constant) out.xor_constant(d, a, op.number);
    return true;
  }

  bool assign(Encoder& out) {
    std::vector<int> where(last_use_.size(), none);
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      const Kind kind = operations_[i].kind;
      const bool ternary = kind == Kind::ternary || kind == Kind::ternary_constant;
      if (!(ternary ? write_ternary(out, i, where) : write_plain(out, i, where))) return false;
    }
    out.end();
    return true;
  }

  const Order& order_;
  bool folded_;
  int offset_[25] = {};
  int value_[rounds][operation_count];
  int lane_[rounds + 1][25];
  std::vector<Operation> operations_;
  std::vector<std::size_t> last_use_;
  std::uint32_t free_ = 0xFFFFFFFF;
  int turn_ = 0;
};

}  // namespace keccak_search
