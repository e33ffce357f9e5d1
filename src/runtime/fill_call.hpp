// fill_call.hpp: a validated fill, as the runtime hands it to a device. The definition of every kind's
// numbers is in include/pqlane/random.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "pqlane/pqlane.h"

namespace pqlane {

enum class FillKind { uniform_u32, gaussian_i32, gaussian_f32, gaussian_f64 };

// In a trace.
constexpr const char* fill_name(FillKind kind) {
  switch (kind) {
    case FillKind::uniform_u32: return "fill_uniform_u32";
    case FillKind::gaussian_i32: return "fill_gaussian_i32";
    case FillKind::gaussian_f32: return "fill_gaussian_f32";
    case FillKind::gaussian_f64: return "fill_gaussian_f64";
  }
  return "fill";
}

struct FillCall {
  FillKind kind;
  const std::uint8_t* key;     // 32 bytes
  std::uint64_t first;         // elements [first, first + count) are made; the sum is at most 2^64 - 1
  std::size_t count;           // at least 1
  void* out;                   // aligned for its elements
  double mean = 0, sigma = 0;  // exact values of float parameters too
  const std::uint64_t* table = nullptr;  // gaussian_i32: of sigma
  std::size_t table_entries = 0;
};

struct FillOutcome {
  pqlane_status status = PQLANE_OK;
  std::string detail;  // more about it than the status says, or empty
};

constexpr std::size_t fill_element_bytes(FillKind kind) { return kind == FillKind::gaussian_f64 ? 8 : 4; }
// Elements of a block of 16 bytes.
constexpr std::size_t fill_block_elements(FillKind kind) {
  return kind == FillKind::uniform_u32 || kind == FillKind::gaussian_f32 ? 4 : 2;
}

constexpr std::uint64_t fill_prefix_of(const char (&text)[9]) {
  std::uint64_t prefix = 0;
  for (int i = 7; i >= 0; --i) prefix = prefix << 8 | static_cast<std::uint8_t>(text[i]);
  return prefix;
}
// The first eight bytes of a counter block, as a little-endian number.
constexpr std::uint64_t fill_prefix(FillKind kind) {
  switch (kind) {
    case FillKind::uniform_u32: return fill_prefix_of("fill:u32");
    case FillKind::gaussian_i32: return fill_prefix_of("fill:i32");
    case FillKind::gaussian_f32: return fill_prefix_of("fill:f32");
    case FillKind::gaussian_f64: return fill_prefix_of("fill:f64");
  }
  return 0;
}

}  // namespace pqlane
