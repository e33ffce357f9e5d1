// random.hpp: thin C++20 wrapper of random.h; its definitions and rules are stated there.
//
// A span of the output gives the count. A call that is refused throws Error. `key` is 32 bytes; the calls
// without it use a fresh one.
#pragma once

#include <pqlane/random.h>

#include <cstdint>
#include <pqlane/pqlane.hpp>
#include <span>

namespace pqlane {
inline namespace wrapper {

using FillKey = std::span<const std::uint8_t, PQLANE_FILL_KEY_BYTES>;

inline void fill_uniform(const Device& device, std::span<std::uint32_t> out) {
  detail::require_ok(pqlane_fill_uniform_u32(device.handle(), nullptr, out.data(), out.size()));
}
inline void fill_uniform(const Device& device, FillKey key, std::span<std::uint32_t> out,
                         std::uint64_t first = 0) {
  detail::require_ok(pqlane_fill_uniform_u32_at(device.handle(), key.data(), first, out.data(), out.size()));
}

// Rounded to integers, mean 0.
inline void fill_gaussian(const Device& device, double sigma, std::span<std::int32_t> out) {
  detail::require_ok(pqlane_fill_gaussian_i32(device.handle(), nullptr, sigma, out.data(), out.size()));
}
inline void fill_gaussian(const Device& device, FillKey key, double sigma, std::span<std::int32_t> out,
                          std::uint64_t first = 0) {
  detail::require_ok(
      pqlane_fill_gaussian_i32_at(device.handle(), key.data(), first, sigma, out.data(), out.size()));
}

inline void fill_gaussian(const Device& device, float mean, float sigma, std::span<float> out) {
  detail::require_ok(pqlane_fill_gaussian_f32(device.handle(), nullptr, mean, sigma, out.data(), out.size()));
}
inline void fill_gaussian(const Device& device, FillKey key, float mean, float sigma, std::span<float> out,
                          std::uint64_t first = 0) {
  detail::require_ok(
      pqlane_fill_gaussian_f32_at(device.handle(), key.data(), first, mean, sigma, out.data(), out.size()));
}

inline void fill_gaussian(const Device& device, double mean, double sigma, std::span<double> out) {
  detail::require_ok(pqlane_fill_gaussian_f64(device.handle(), nullptr, mean, sigma, out.data(), out.size()));
}
inline void fill_gaussian(const Device& device, FillKey key, double mean, double sigma, std::span<double> out,
                          std::uint64_t first = 0) {
  detail::require_ok(
      pqlane_fill_gaussian_f64_at(device.handle(), key.data(), first, mean, sigma, out.data(), out.size()));
}

}  // namespace wrapper
}  // namespace pqlane
