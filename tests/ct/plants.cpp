// plants.cpp: deliberate leaks (see plants.hpp), one of each kind that a checker must report, and one
// function without a leak that none may report.
#include "plants.hpp"

namespace {

// A statement that no compiler turns into a conditional move.
inline void opaque() { asm volatile("" : : : "memory"); }

const volatile std::uint32_t table[256] = {1, 2, 3};  // volatile, so that it is read

__attribute__((noinline)) std::uint32_t callee(std::uint32_t value) {
  if (value > 100) opaque();
  return value + 1;
}

}  // namespace

std::uint32_t pqlane_plant_branch(const std::uint8_t* secret, std::size_t bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    if ((secret[i] & 1) != 0) {
      for (int k = 0; k < 40; ++k) {
        sum = sum * 5 + 1;
        opaque();
      }
    }
  }
  return sum;
}

std::uint32_t pqlane_plant_index(const std::uint8_t* secret, std::size_t bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes; ++i) sum += table[secret[i]];
  return sum;
}

std::uint32_t pqlane_plant_divide(const std::uint8_t* secret, std::size_t bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes; ++i) sum += 1000003u / (secret[i] + 1u);
  return sum;
}

std::uint32_t pqlane_plant_word(const std::uint64_t* secret, std::size_t words) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < words; ++i) {
    if (secret[i] == 0x0123456789ABCDEF) {
      ++count;
      opaque();
    }
  }
  return count;
}

std::uint32_t pqlane_plant_early_exit(const std::uint8_t* secret, const std::uint8_t* other,
                                      std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    if (secret[i] != other[i]) return 1;
    opaque();
  }
  return 0;
}

std::uint32_t pqlane_plant_call(const std::uint8_t* secret, std::size_t bytes) {
  return callee(secret[bytes / 2]);
}

std::uint32_t pqlane_plant_none(const std::uint8_t* secret, std::size_t bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes; ++i) sum += secret[i] * 77u;
  return sum;
}
