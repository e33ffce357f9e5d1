// c_api_fill.cpp: the C functions of random.h: validate, draw a key where none is given, run, report.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "core/wipe_on_exit.hpp"
#include "pqlane/random.h"
#include "runtime/c_guard.hpp"
#include "runtime/device_handle.hpp"
#include "runtime/entropy.hpp"
#include "runtime/fill_call.hpp"
#include "runtime/gaussian_table.hpp"
#include "runtime/last_error.hpp"
#include "runtime/trace.hpp"

using namespace pqlane;

namespace {

// No |z| is larger: sqrt(-2 log 2^-64) is 9.42.
constexpr double largest_deviation = 9.5;

pqlane_status check_parameters(const FillCall& call) {
  if (call.kind == FillKind::uniform_u32) return PQLANE_OK;
  if (!std::isfinite(call.mean)) return fail(PQLANE_ERROR_OPTION, "mean is not finite");
  if (!std::isfinite(call.sigma) || call.sigma < 0) {
    return fail(PQLANE_ERROR_OPTION, "sigma is not a finite number from 0 on");
  }
  if (call.kind == FillKind::gaussian_i32) {
    if (call.sigma > PQLANE_GAUSSIAN_I32_MAX_SIGMA) {
      return fail(PQLANE_ERROR_OPTION,
                  "sigma is above " + std::to_string(static_cast<int>(PQLANE_GAUSSIAN_I32_MAX_SIGMA)));
    }
    return PQLANE_OK;
  }
  const double limit = call.kind == FillKind::gaussian_f32
                           ? static_cast<double>(std::numeric_limits<float>::max())
                           : std::numeric_limits<double>::max();
  if (largest_deviation * (call.sigma / limit) + std::fabs(call.mean / limit) > 0.999) {
    return fail(PQLANE_ERROR_OPTION, "mean and sigma reach beyond the largest finite number");
  }
  return PQLANE_OK;
}

pqlane_status check_call(const pqlane_device* device, const FillCall& call, bool needs_key) {
  if (device == nullptr) return fail(PQLANE_ERROR_NULL, "device is null");
  if (needs_key && call.key == nullptr) return fail(PQLANE_ERROR_NULL, "key is null");
  if (const pqlane_status bad = check_parameters(call); bad != PQLANE_OK) return bad;
  if (call.count == 0) return PQLANE_OK;
  if (call.out == nullptr) return fail(PQLANE_ERROR_NULL, "out is null");
  const std::size_t bytes = fill_element_bytes(call.kind);
  const auto address = reinterpret_cast<std::uintptr_t>(call.out);
  if (address % bytes != 0) {
    return fail(PQLANE_ERROR_OPTION, "out is not aligned to " + std::to_string(bytes) + " bytes");
  }
  if (call.count > (std::numeric_limits<std::uintptr_t>::max() - address) / bytes) {
    return fail(PQLANE_ERROR_COUNT, std::to_string(call.count) + " elements do not fit behind out");
  }
  if (call.count > std::numeric_limits<std::uint64_t>::max() - call.first) {
    return fail(PQLANE_ERROR_COUNT, "first + count is above 2^64 - 1");
  }
  return PQLANE_OK;
}

pqlane_status run_fill(pqlane_device* device, const FillCall& asked, bool needs_key) noexcept {
  return guarded([&]() -> pqlane_status {
    FillCall call = asked;  // which comes to point at what lives here
    const trace::Span span(fill_name(call.kind), trace::call_category,
                           {.first = call.first, .count = call.count});
    if (const pqlane_status bad = check_call(device, call, needs_key); bad != PQLANE_OK) return bad;
    if (call.count == 0) return PQLANE_OK;
    std::shared_ptr<const GaussianTable> table;
    if (call.kind == FillKind::gaussian_i32) {
      table = find_gaussian_table(call.sigma);
      call.table = table->data();
      call.table_entries = table->size();
    }
    // A copy: the caller's may lie in out, and devices read it more than once.
    std::uint8_t key[PQLANE_FILL_KEY_BYTES] = {};
    const WipeOnExit wiped(key, sizeof key);
    if (call.key != nullptr) {
      std::memcpy(key, call.key, sizeof key);
    } else if (const pqlane_status bad = fill_random(key, sizeof key); bad != PQLANE_OK) {
      return fail(bad, {});
    }
    call.key = key;
    const FillOutcome outcome = device->device->fill(call);
    return outcome.status == PQLANE_OK ? PQLANE_OK : fail(outcome.status, outcome.detail);
  });
}

FillCall make_call(FillKind kind, const std::uint8_t* key, std::uint64_t first, void* out, std::size_t count,
                   double mean = 0, double sigma = 0) {
  FillCall call{kind, key, first, count, out};
  call.mean = mean;
  call.sigma = sigma;
  return call;
}

}  // namespace

pqlane_status pqlane_fill_uniform_u32(pqlane_device* device, const uint8_t* key, uint32_t* out,
                                      size_t count) {
  return run_fill(device, make_call(FillKind::uniform_u32, key, 0, out, count), false);
}

pqlane_status pqlane_fill_uniform_u32_at(pqlane_device* device, const uint8_t* key, uint64_t first,
                                         uint32_t* out, size_t count) {
  return run_fill(device, make_call(FillKind::uniform_u32, key, first, out, count), true);
}

pqlane_status pqlane_fill_gaussian_i32(pqlane_device* device, const uint8_t* key, double sigma, int32_t* out,
                                       size_t count) {
  return run_fill(device, make_call(FillKind::gaussian_i32, key, 0, out, count, 0, sigma), false);
}

pqlane_status pqlane_fill_gaussian_i32_at(pqlane_device* device, const uint8_t* key, uint64_t first,
                                          double sigma, int32_t* out, size_t count) {
  return run_fill(device, make_call(FillKind::gaussian_i32, key, first, out, count, 0, sigma), true);
}

pqlane_status pqlane_fill_gaussian_f32(pqlane_device* device, const uint8_t* key, float mean, float sigma,
                                       float* out, size_t count) {
  return run_fill(device,
                  make_call(FillKind::gaussian_f32, key, 0, out, count, static_cast<double>(mean),
                            static_cast<double>(sigma)),
                  false);
}

pqlane_status pqlane_fill_gaussian_f32_at(pqlane_device* device, const uint8_t* key, uint64_t first,
                                          float mean, float sigma, float* out, size_t count) {
  return run_fill(device,
                  make_call(FillKind::gaussian_f32, key, first, out, count, static_cast<double>(mean),
                            static_cast<double>(sigma)),
                  true);
}

pqlane_status pqlane_fill_gaussian_f64(pqlane_device* device, const uint8_t* key, double mean, double sigma,
                                       double* out, size_t count) {
  return run_fill(device, make_call(FillKind::gaussian_f64, key, 0, out, count, mean, sigma), false);
}

pqlane_status pqlane_fill_gaussian_f64_at(pqlane_device* device, const uint8_t* key, uint64_t first,
                                          double mean, double sigma, double* out, size_t count) {
  return run_fill(device, make_call(FillKind::gaussian_f64, key, first, out, count, mean, sigma), true);
}
