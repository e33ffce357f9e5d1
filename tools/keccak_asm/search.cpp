// search.cpp: looks for a faster order of the operations of Keccak-f[1600] by changing it and timing it.
//
//   g++ -std=c++20 -O2 search.cpp -o /tmp/search
//   /tmp/search IN.order OUT.order SECONDS SEED TEMPERATURE CPU      (the last three may be left out)
//
// A development tool for x86-64 with AVX-512, in no build. SECONDS is processor time; TEMPERATURE is the
// relative slow-down that is let pass at the start (0.0003 did well); CPU pins the process.
//
// How it times. A pair of programs runs in turn many times; samples above 1.01 of the median are dropped and
// the rest summed. On Zen 4 the time of the same code takes one of two values, 3 per cent apart, depending on
// how many instructions ran before it (it seems that operations are dealt to the two vector schedulers in
// turn). So each sample follows a random choice of filler instructions, and what counts is the mean.
//
// Beside other work on the same machine the search also takes orders that are no faster. Compare what it
// gives with the order it began with in a program of its own before you keep it.
#include <sched.h>
#include <x86intrin.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <random>

#include "encoder.hpp"
#include "order.hpp"
#include "program.hpp"

namespace keccak_search {
namespace {

using Function = Program::Function;

alignas(64) std::uint64_t state[25 * 8];
alignas(64) std::uint64_t constants[rounds];

std::uint64_t rotate(std::uint64_t word, int count) {
  return count == 0 ? word : word << count | word >> (64 - count);
}

// [FIPS202] algorithms 5 and 6.
void make_constants() {
  unsigned lfsr = 1;
  for (std::uint64_t& constant : constants) {
    for (int j = 0; j < 7; ++j) {
      if (lfsr & 1) constant |= std::uint64_t{1} << ((1 << j) - 1);
      lfsr = lfsr << 1 ^ (lfsr & 0x80 ? 0x171u : 0u);
    }
  }
}

void keccak_plain(std::uint64_t (&a)[25]) {
  for (std::uint64_t constant : constants) {
    std::uint64_t c[5], b[25];
    for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int l = 0; l < 25; ++l) a[l] ^= c[(l + 4) % 5] ^ rotate(c[(l + 1) % 5], 1);
    b[0] = a[0];
    int x = 1, y = 0;
    for (int t = 0; t < 24; ++t) {
      const int next_y = (2 * x + 3 * y) % 5;
      b[y + 5 * next_y] = rotate(a[x + 5 * y], (t + 1) * (t + 2) / 2 % 64);
      x = y;
      y = next_y;
    }
    for (int l = 0; l < 25; ++l) {
      const int row = l / 5 * 5;
      a[l] = b[l] ^ (~b[row + (l + 1) % 5] & b[row + (l + 2) % 5]);
    }
    a[0] ^= constant;
  }
}

bool correct(Function function, int lanes, std::mt19937& random) {
  std::uint64_t expected[8][25];
  for (int i = 0; i < 25 * lanes; ++i) {
    state[i] = std::uint64_t{random()} << 32 | random();
    expected[i % lanes][i / lanes] = state[i];
  }
  function(state, constants);
  for (int lane = 0; lane < lanes; ++lane) {
    keccak_plain(expected[lane]);
    for (int l = 0; l < 25; ++l) {
      if (expected[lane][l] != state[l * lanes + lane]) return false;
    }
  }
  return true;
}

std::uint64_t ticks() {
  unsigned unused;
  return __rdtscp(&unused);
}

class Timer {
 public:
  explicit Timer(int lanes) : calls_(lanes == 8 ? 6 : 10) {}

  // Time of `b` over that of `a`; gives up after four pairs if it is above `limit`.
  double ratio(Function a, Function b, int pairs, double limit) {
    std::vector<double> time_a, time_b;
    for (int i = 0; i < pairs; ++i) {
      time_b.push_back(sample(b));
      time_a.push_back(sample(a));
      // A core that is shared with other work for a while shows other ratios: wait until it is over.
      floor_ = std::min(floor_ * 1.0001, time_a.back());
      if (time_a.back() > floor_ * 1.08) {
        time_a.pop_back();
        time_b.pop_back();
        --i;
        continue;
      }
      if (i == 3 && quotient(time_a, time_b) > limit) break;
    }
    return quotient(time_a, time_b);
  }

 private:
  double sample(Function function) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) {
      function(state, constants);                            // brings the code into the caches
      filler_state_ = filler_state_ * 1664525 + 1013904223;  // a linear congruential generator
      filler(filler_state_ >> 28);
      const std::uint64_t start = ticks();
      for (int call = 0; call < calls_; ++call) function(state, constants);
      sum += static_cast<double>(ticks() - start);
    }
    return sum;
  }

  static void filler(unsigned choice) {
    if (choice & 1) __asm__ volatile("vpaddd %%xmm14, %%xmm15, %%xmm13" : : : "xmm13");
    if (choice & 2) __asm__ volatile("addl $0, %%eax" : : : "eax", "cc");
    if (choice & 4) __asm__ volatile("vprolq $3, %%xmm14, %%xmm13" : : : "xmm13");
  }

  static double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  }

  static double quotient(const std::vector<double>& time_a, const std::vector<double>& time_b) {
    const double top_a = median(time_a) * 1.01, top_b = median(time_b) * 1.01;
    double sum_a = 0, sum_b = 0;
    for (std::size_t i = 0; i < time_a.size(); ++i) {
      if (time_a[i] > top_a || time_b[i] > top_b) continue;
      sum_a += time_a[i];
      sum_b += time_b[i];
    }
    return sum_a > 0 ? sum_b / sum_a : median(time_b) / median(time_a);
  }

  int calls_;
  std::uint32_t filler_state_ = 1;
  double floor_ = 1e18;
};

// Random changes of an order.
class Mutator {
 public:
  explicit Mutator(std::mt19937& random) : random_(random) {}

  void change(Order& order) {
    const int count = unit() < 0.6 ? 1 : 1 + below(3);
    for (int i = 0; i < count; ++i) {
      const double kind = unit();
      if (kind < 0.80)
        move_operations(order);
      else if (kind < 0.86)
        swap_places(order);
      else if (kind < 0.92)
        change_parity(order);
      else if (kind < 0.95)
        change_chi(order);
      else
        move_stretch(order);
    }
  }
  double unit() { return static_cast<double>(random_()) / 4294967296.0; }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  void move_operations(Order& order) {
    const int o = below(operation_count);
    const double reach = unit(), by = (unit() - 0.5) * (reach < 0.4 ? 0.04 : reach < 0.8 ? 0.2 : 1.0);
    order.key[o] += by;
    const bool others = unit() < 0.3;
    if (o >= first_e && o < first_b && others) order.key[o - first_e + first_b] += by;
    if (o >= first_n && o < first_h) order.key[o - first_n + first_h] = order.key[o] + unit() * 0.05;
    if (o < first_r && others) move_group(order, o, o / 4 * 4, 4, by);
    if (o >= first_h && o < iota && others) move_group(order, o, o / 5 * 5, 5, by);
  }
  static void move_group(Order& order, int but, int first, int count, double by) {
    for (int o = first; o < first + count; ++o) {
      if (o != but) order.key[o] += by;
    }
  }

  void swap_places(Order& order) {
    const int a = below(operation_count);
    int b = below(operation_count);
    if (a >= first_r && a < first_d) b = first_r + below(5);
    if (a >= first_d && a < first_e) b = first_d + below(5);
    if (a >= first_e && a < first_b) {
      b = first_e + below(25);
      std::swap(order.key[a - first_e + first_b], order.key[b - first_e + first_b]);
    }
    std::swap(order.key[a], order.key[b]);
  }

  void change_parity(Order& order) {
    const int x = below(5);
    if (unit() < 0.5) {
      order.method[x] = below(method_count);
    } else {
      std::swap(order.rows[x][below(5)], order.rows[x][below(5)]);
    }
  }

  void change_chi(Order& order) {
    const int l = below(25);
    order.split_chi[l] = !order.split_chi[l];
    if (order.split_chi[l]) order.key[first_n + l] = order.key[first_h + l] - unit() * 0.05;
  }

  void move_stretch(Order& order) {
    const double from = unit(), length = unit() * 0.2, by = (unit() - 0.5) * 0.1;
    for (double& key : order.key) {
      const double place = key - std::floor(key);
      if (place >= from && place < from + length) key += by;
    }
  }

  std::mt19937& random_;
};

double seconds_used() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Candidate {
  explicit Candidate(int lanes) : code(std::make_unique<Encoder>(lanes)) {}
  bool set(const Order& from) {
    order = from;
    function = Program::build(*code, order);
    return function != nullptr;
  }
  Order order;
  std::unique_ptr<Encoder> code;
  Function function = nullptr;
};

int search(const Order& start, const std::string& out, double seconds, unsigned seed, double temperature) {
  std::mt19937 random(seed);
  Mutator mutator(random);
  Timer timer(start.lanes);
  Candidate best(start.lanes), current(start.lanes), next(start.lanes), origin(start.lanes);
  if (!best.set(start) || !current.set(start) || !origin.set(start)) {
    std::fprintf(stderr, "the order breaks the data flow or needs more than 32 registers\n");
    return 1;
  }
  double report = 10;
  for (long accepted = 0;;) {
    const double used = seconds_used();
    if (used > seconds) break;
    if (used > report) {
      report += 10;
      std::printf("%4.0f s: %.4f of the start\n", used, timer.ratio(origin.function, best.function, 60, 10));
      std::fflush(stdout);
    }
    const double heat = temperature * std::max(0.0, 1 - used / (0.9 * seconds));
    Order changed = current.order;
    mutator.change(changed);
    if (!next.set(changed)) continue;
    const double limit = 1 - heat * std::log(mutator.unit() + 1e-12);
    double ratio = timer.ratio(current.function, next.function, 8, 1.003);
    if (ratio < 0.999) ratio = timer.ratio(current.function, next.function, 15, 1.01);
    if (ratio > limit) continue;
    std::swap(current, next);
    if (ratio >= 0.999 && ++accepted % 16 != 0) continue;
    // The current order has to beat the best one three times; if it strayed too far, it goes back.
    double against = timer.ratio(best.function, current.function, 25, 1.02);
    if (against > 1.003 + 3 * heat) current.set(best.order);
    for (int i = 0; i < 2 && against < 0.999; ++i) {
      against = timer.ratio(best.function, current.function, 60, 1.0);
    }
    if (against >= 0.999) continue;
    if (!correct(current.function, start.lanes, random)) {
      std::fprintf(stderr, "wrong result\n");
      return 1;
    }
    best.set(current.order);
    write_order(best.order, out);
  }
  std::printf("end: %.4f of the start\n", timer.ratio(origin.function, best.function, 200, 10));
  write_order(best.order, out);
  return 0;
}

}  // namespace
}  // namespace keccak_search

int main(int argc, char** argv) {
  using namespace keccak_search;
  Order order;
  if (argc < 4 || !read_order(order, argv[1])) {
    std::fprintf(stderr, "usage: search IN.order OUT.order SECONDS [SEED] [TEMPERATURE] [CPU]\n");
    return 2;
  }
  if (argc > 6) {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(static_cast<unsigned>(std::atoi(argv[6])), &cpus);
    if (sched_setaffinity(0, sizeof cpus, &cpus) != 0) return 2;
  }
  make_constants();
  return search(order, argv[2], std::atof(argv[3]), argc > 4 ? static_cast<unsigned>(std::atoi(argv[4])) : 1,
                argc > 5 ? std::atof(argv[5]) : 0.0003);
}
