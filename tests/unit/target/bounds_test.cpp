// bounds_test.cpp: no input within the documented bounds makes the transforms overflow. The kernels run on
// lanes that hold the largest absolute value a coefficient may have instead of a coefficient; a sum that may
// leave 16 bits fails. The Barrett step is the one relation that bounds alone do not see: it is recognised by
// its operations and its result is taken from all inputs within the bound.
#include <array>
#include <cstdlib>

#include "kernels/ntt.hpp"
#include "unit/target/target_under_test.hpp"
#if PQLANE_TARGET_LEVEL >= 1
#include "kernels/ntt_row.hpp"
#endif

PQLANE_BEGIN_TARGET

constexpr int any_16_bits = 32768;

// One coefficient's bound, and what it was made from.
struct Bound {
  enum Kind { plain, constant, quotient, multiple_of_q };
  int most = 0;
  Kind kind = plain;
  unsigned id = 0;      // names the value
  unsigned origin = 0;  // quotient, multiple_of_q: the value that a Barrett step reduces
};

int overflows = 0;
int largest_sum = 0;
unsigned bound_ids = 0;

Bound make_bound(int most, Bound::Kind kind = Bound::plain, unsigned origin = 0) {
  return {most, kind, ++bound_ids, origin};
}

// The largest |a - q round(10 a / 2^15)| over |a| <= most.
int barrett_of_all(int most) {
  static const auto largest = [] {
    std::vector<int> table(any_16_bits + 1);
    for (int a = 0; a <= any_16_bits; ++a) {
      int here = a == 0 ? 0 : table[static_cast<std::size_t>(a) - 1];
      for (const int x : {a, -a}) {
        const int reduced = std::abs(x - q * ((x * 10 + (1 << 14)) >> 15));
        if (x <= 32767 && reduced > here) here = reduced;
      }
      table[static_cast<std::size_t>(a)] = here;
    }
    return table;
  }();
  return largest[static_cast<std::size_t>(most)];
}

Bound add_bounds(const Bound& a, const Bound& b) {
  const int most = a.most + b.most;
  if (most > 32767) ++overflows;
  if (most > largest_sum) largest_sum = most;
  return make_bound(most > any_16_bits ? any_16_bits : most);
}

// The functions are kept out of line: the kernels unroll all of their loops.
template <std::size_t Lanes>
struct BoundLanes {
  static constexpr int lanes = static_cast<int>(Lanes);
  using V = std::array<Bound, Lanes>;

  template <class F>
  static V each(F f) {
    V r;
    for (std::size_t i = 0; i < Lanes; ++i) r[i] = f(i);
    return r;
  }
  static PQLANE_NOINLINE V load(const std::int16_t* p) {
    return each([&](std::size_t i) { return make_bound(std::abs(int{p[i]}), Bound::constant); });
  }
  static PQLANE_NOINLINE void store(std::int16_t* p, const V& a) {
    for (std::size_t i = 0; i < Lanes; ++i) p[i] = coeff(a[i].most > 32767 ? 32767 : a[i].most);
  }
  static PQLANE_NOINLINE V set1(std::int16_t a) {
    return each([&](std::size_t) { return make_bound(std::abs(int{a}), Bound::constant); });
  }
  static PQLANE_NOINLINE V add(const V& a, const V& b) {
    return each([&](std::size_t i) { return add_bounds(a[i], b[i]); });
  }
  static PQLANE_NOINLINE V sub(const V& a, const V& b) {
    return each([&](std::size_t i) {
      const bool barrett = b[i].kind == Bound::multiple_of_q && b[i].origin == a[i].id;
      return barrett ? make_bound(barrett_of_all(a[i].most)) : add_bounds(a[i], b[i]);
    });
  }
  // floor(a b / 2^16), away from zero
  static PQLANE_NOINLINE V mulhi(const V& a, const V& b) {
    return each([&](std::size_t i) {
      return make_bound(static_cast<int>((std::int64_t{a[i].most} * b[i].most + 65535) / 65536));
    });
  }
  static PQLANE_NOINLINE V mullo(const V& a, const V& b) {
    return each([&](std::size_t i) {
      if (a[i].kind == Bound::quotient && b[i].most == q) {
        return make_bound(any_16_bits, Bound::multiple_of_q, a[i].origin);
      }
      const std::int64_t product = std::int64_t{a[i].most} * b[i].most;
      return make_bound(product > 32767 ? any_16_bits : static_cast<int>(product));  // wraps on purpose
    });
  }
  static PQLANE_NOINLINE V mulhrs(const V& a, const V& b) {
    return each([&](std::size_t i) {
      return make_bound(b[i].most == 10 ? 11 : any_16_bits, b[i].most == 10 ? Bound::quotient : Bound::plain,
                        a[i].id);
    });
  }

  // The shuffles of a 256-bit register.
  static PQLANE_NOINLINE V interleave(const V& a, const V& b, std::size_t words, bool high) {
    V r;
    for (std::size_t part = 0; part < Lanes; part += 8) {
      for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t group = i / words, from = part + (high ? 4 : 0) + group / 2 * words + i % words;
        r[part + i] = group % 2 == 0 ? a[from] : b[from];
      }
    }
    return r;
  }
  static V lo16(const V& a, const V& b) { return interleave(a, b, 1, false); }
  static V hi16(const V& a, const V& b) { return interleave(a, b, 1, true); }
  static V lo32(const V& a, const V& b) { return interleave(a, b, 2, false); }
  static V hi32(const V& a, const V& b) { return interleave(a, b, 2, true); }
  static V lo64(const V& a, const V& b) { return interleave(a, b, 4, false); }
  static V hi64(const V& a, const V& b) { return interleave(a, b, 4, true); }
  static PQLANE_NOINLINE V halves(const V& a, const V& b, std::size_t from) {
    return each([&](std::size_t i) { return i < 8 ? a[from + i] : b[from + i - 8]; });
  }
  static V lo128(const V& a, const V& b) { return halves(a, b, 0); }
  static V hi128(const V& a, const V& b) { return halves(a, b, 8); }
};

using TileBounds = BoundLanes<1>;
using BlockBounds = BoundLanes<16>;

// Runs a kernel on a polynomial of coefficients up to `most`: nothing overflows, and no result is above
// `limit`.
template <class F>
void expect_bounds(int most, int limit, F kernel) {
  overflows = largest_sum = 0;
  alignas(64) std::int16_t poly[n];
  for (std::int16_t& c : poly) c = coeff(most);
  kernel(poly);
  EXPECT_EQ(overflows, 0) << "a sum may reach " << largest_sum;
  int largest = 0;
  for (const std::int16_t c : poly) largest = c > largest ? c : largest;
  EXPECT_LE(largest, limit);
  EXPECT_GT(largest, 0);
}

TEST(NttBounds, Forward) {
  expect_bounds(q, 8 * q, [](std::int16_t* poly) { ntt<TileBounds>(poly); });
}

TEST(NttBounds, ForwardOfNoise) {
  expect_bounds(3, 8 * q, [](std::int16_t* poly) { ntt<TileBounds, true>(poly); });
}

TEST(NttBounds, Inverse) {
  expect_bounds(3018, 1900, [](std::int16_t* poly) { inverse_ntt<TileBounds, inverse_ntt_scale>(poly); });
}

// The check fires: a coefficient of 13 q / 2 may overflow in the first layers.
TEST(NttBounds, TooLargeAnInputIsNoticed) {
  alignas(64) std::int16_t poly[n];
  for (std::int16_t& c : poly) c = coeff(13 * q / 2);
  overflows = 0;
  inverse_ntt<TileBounds, inverse_ntt_scale>(poly);
  EXPECT_GT(overflows, 0);
}

#if PQLANE_TARGET_LEVEL >= 1
TEST(NttRowBounds, Forward) {
  expect_bounds(q, 8 * q, [](std::int16_t* poly) { ntt_row<BlockBounds>(poly); });
}

TEST(NttRowBounds, Inverse) {
  expect_bounds(3018, 1970,
                [](std::int16_t* poly) { inverse_ntt_row<BlockBounds, inverse_ntt_scale>(poly); });
}
#endif

PQLANE_END_TARGET
