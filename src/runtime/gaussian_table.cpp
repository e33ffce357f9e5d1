// gaussian_table.cpp: see gaussian_table.hpp.
//
// With z = (k + 1/2) / (sigma sqrt 2) the probability is erf(z), and by its series of positive terms
//   erf(z) = 2 z / sqrt pi e^(-z^2) (1 + y / 3 + y^2 / (3 5) + y^3 / (3 5 7) + ..),  y = 2 z^2.
#include "runtime/gaussian_table.hpp"

#include <array>
#include <cmath>
#include <mutex>

#include "kernels/gaussian_constants.hpp"

namespace pqlane {
namespace {

using Wide = unsigned __int128;

// A non-negative number below 2^32 with 224 bits of fraction, lowest word first.
struct Fixed {
  static constexpr unsigned fraction_bits = 224;
  std::array<std::uint64_t, 4> word{};

  bool is_zero() const { return (word[0] | word[1] | word[2] | word[3]) == 0; }
};

Fixed shifted(const Fixed& x, int left) {
  Fixed r;
  const int words = (left >= 0 ? left : -left) / 64;
  const int bits = (left >= 0 ? left : -left) % 64;
  for (int i = 0; i < 4; ++i) {
    const auto part = [&](int j) { return j >= 0 && j < 4 ? x.word[static_cast<std::size_t>(j)] : 0; };
    const int from = left >= 0 ? i - words : i + words;
    std::uint64_t w = left >= 0 ? part(from) << bits : part(from) >> bits;
    if (bits != 0) w |= left >= 0 ? part(from - 1) >> (64 - bits) : part(from + 1) << (64 - bits);
    r.word[static_cast<std::size_t>(i)] = w;
  }
  return r;
}

Fixed add(const Fixed& a, const Fixed& b) {
  Fixed r;
  Wide carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    carry += Wide{a.word[i]} + b.word[i];
    r.word[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return r;
}

Fixed subtract(const Fixed& a, const Fixed& b) {
  Fixed r;
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Wide d = Wide{a.word[i]} - b.word[i] - borrow;
    r.word[i] = static_cast<std::uint64_t>(d);
    borrow = static_cast<std::uint64_t>(d >> 64) & 1;
  }
  return r;
}

Fixed multiply(const Fixed& a, const Fixed& b) {
  std::array<std::uint64_t, 8> product{};
  for (std::size_t i = 0; i < 4; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const Wide sum = Wide{a.word[i]} * b.word[j] + product[i + j] + carry;
      product[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    product[i + 4] = carry;
  }
  Fixed r;  // the product has 448 bits of fraction: 224 = 3 64 + 32 are dropped
  for (std::size_t i = 0; i < 4; ++i) {
    r.word[i] = (product[i + 3] >> 32) | (product[i + 4] << 32);
  }
  return r;
}

Fixed multiply(const Fixed& a, std::uint64_t factor) {
  Fixed r;
  Wide carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    carry += Wide{a.word[i]} * factor;
    r.word[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return r;
}

Fixed divide(const Fixed& a, std::uint64_t divisor) {
  Fixed r;
  std::uint64_t rest = 0;
  for (std::size_t i = 4; i-- > 0;) {
    const Wide part = (Wide{rest} << 64) | a.word[i];
    r.word[i] = static_cast<std::uint64_t>(part / divisor);
    rest = static_cast<std::uint64_t>(part % divisor);
  }
  return r;
}

Fixed one() {
  Fixed r;
  r.word[3] = std::uint64_t{1} << (Fixed::fraction_bits - 192);
  return r;
}

// e^(-x): the series at x / 2^16, then 16 squarings.
Fixed exp_of_minus(const Fixed& x) {
  constexpr int halvings = 16;
  const Fixed small = shifted(x, -halvings);
  Fixed sum = one(), term = one();
  for (std::uint64_t n = 1; !term.is_zero(); ++n) {
    term = divide(multiply(term, small), n);
    sum = n % 2 == 1 ? subtract(sum, term) : add(sum, term);
  }
  for (int i = 0; i < halvings; ++i) sum = multiply(sum, sum);
  return sum;
}

// 1 / sigma for 2^-5 < sigma < 2^8.
Fixed inverse_of(double sigma) {
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(sigma, &exponent), 53));
  exponent -= 53;  // sigma = mantissa 2^exponent
  Fixed top;
  top.word[3] = std::uint64_t{1} << 63;  // 2^31
  return shifted(divide(top, mantissa), -exponent - 31);
}

// 2^63 x, rounded.
std::uint64_t scaled(const Fixed& x) {
  constexpr unsigned drop = Fixed::fraction_bits - 63;
  Fixed half;
  half.word[(drop - 1) / 64] = std::uint64_t{1} << (drop - 1) % 64;
  const Fixed rounded = shifted(add(x, half), -static_cast<int>(drop));
  return rounded.word[0];
}

// P(|N(0, 1)| > 9.5) is 2^-68.6: entries from here on are 2^63. Up to here e^(-z^2) is above 2^-66, so that
// its 224 bits leave more than 150 that count.
constexpr double most_deviations = 9.5;

}  // namespace

GaussianTable make_gaussian_table(double sigma) {
  GaussianTable table;
  const auto is_past = [&](std::uint64_t k) {
    return static_cast<double>(k) + 0.5 > most_deviations * sigma;
  };
  if (is_past(0)) return table;
  const Fixed inverse = inverse_of(sigma);
  const Fixed z0_squared = shifted(multiply(inverse, inverse), -3);  // (1/2)^2 / (2 sigma^2)
  Fixed density_at_0;
  for (std::size_t i = 0; i < 4; ++i) density_at_0.word[i] = gaussian_density_at_0[i];
  const Fixed factor = multiply(density_at_0, inverse);  // 2 z / sqrt pi = (2 k + 1) factor
  const Fixed step = exp_of_minus(shifted(z0_squared, 3));
  Fixed density = exp_of_minus(z0_squared);  // e^(-(2 k + 1)^2 z0^2), whose ratios are the powers of `step`
  Fixed ratio = one();
  for (std::uint64_t k = 0; !is_past(k); ++k) {
    if (k > 0) {
      ratio = multiply(ratio, step);
      density = multiply(density, ratio);
    }
    const std::uint64_t odd = 2 * k + 1;
    const Fixed y = shifted(multiply(z0_squared, odd * odd), 1);
    Fixed term = multiply(multiply(factor, odd), density);
    Fixed sum = term;
    for (std::uint64_t n = 3; !term.is_zero(); n += 2) {
      term = divide(multiply(term, y), n);
      sum = add(sum, term);
    }
    const std::uint64_t entry = scaled(sum);
    if (entry >= std::uint64_t{1} << 63) break;
    table.push_back(entry);
  }
  return table;
}

std::shared_ptr<const GaussianTable> find_gaussian_table(double sigma) {
  struct Entry {
    double sigma = -1;
    std::shared_ptr<const GaussianTable> table;
  };
  static std::mutex mutex;
  static std::array<Entry, 16> store;
  static std::size_t next = 0;
  const auto find = [&]() -> std::shared_ptr<const GaussianTable> {
    for (const Entry& entry : store) {
      if (entry.sigma == sigma) return entry.table;
    }
    return nullptr;
  };
  {
    const std::lock_guard lock(mutex);
    if (auto table = find()) return table;
  }
  auto made = std::make_shared<const GaussianTable>(make_gaussian_table(sigma));
  const std::lock_guard lock(mutex);
  if (auto table = find()) return table;  // another thread was first
  store[next] = {sigma, made};
  next = (next + 1) % store.size();
  return made;
}

}  // namespace pqlane
