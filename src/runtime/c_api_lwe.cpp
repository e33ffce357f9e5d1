// c_api_lwe.cpp: the C functions of LWE-KEM: validate, draw the batch key, run, report.
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/wipe_on_exit.hpp"
#include "params/lwe.hpp"
#include "pqlane/lwe.h"
#include "runtime/batch_report.hpp"
#include "runtime/c_guard.hpp"
#include "runtime/device_handle.hpp"
#include "runtime/last_error.hpp"
#include "runtime/lwe_call.hpp"
#include "runtime/lwe_estimate.hpp"
#include "runtime/memory_limit.hpp"
#include "runtime/trace.hpp"
#include "runtime/views.hpp"

using namespace pqlane;

namespace {

pqlane_status check_set(pqlane_lwe_set set, std::size_t n) {
  const LweSet* const info = find_lwe_set(set);
  if (info == nullptr) return fail(PQLANE_ERROR_SCHEME, "unknown LWE-KEM set " + std::to_string(set));
  if (n < lwe_least_n || n > info->most_n || n % lwe_n_step != 0) {
    return fail(PQLANE_ERROR_OPTION, "n is " + std::to_string(n) + "; " + info->name + " has multiples of " +
                                         std::to_string(lwe_n_step) + " from " + std::to_string(lwe_least_n) +
                                         " to " + std::to_string(info->most_n));
  }
  return PQLANE_OK;
}

pqlane_status check_security(const LweSet& set, std::size_t n, unsigned flags) {
  if ((flags & ~PQLANE_LWE_ALLOW_INSECURE) != 0) {
    return fail(PQLANE_ERROR_OPTION, "unknown flags " + std::to_string(flags & ~PQLANE_LWE_ALLOW_INSECURE));
  }
  if (flags != 0) return PQLANE_OK;
  const pqlane_lwe_estimate estimate = estimate_lwe(set, n);
  if (estimate.secure != 0) return PQLANE_OK;
  char text[160];
  std::snprintf(
      text, sizeof text,
      "%s with n = %zu is insecure: estimated %.0f bits (at least %.0f wanted), failure rate 2^%.0f "
      "(at most 2^%.0f)",
      set.name, n, estimate.classical_bits, lwe_least_classical_bits, estimate.failure_log2,
      lwe_most_failure_log2);
  return fail(PQLANE_ERROR_SCHEME, text);
}

// Says what an operation needs when the process may have less in all.
pqlane_status check_memory(const LweSet& set, std::size_t n) {
  const std::size_t there = most_memory_bytes(), needed = lwe_sizes(set, n).memory_bytes;
  if (needed <= there) return PQLANE_OK;
  return fail(PQLANE_ERROR_MEMORY, std::string(set.name) + " with n = " + std::to_string(n) + " needs " +
                                       std::to_string(needed) + " bytes, this process may have " +
                                       std::to_string(there));
}

struct LweRequest {
  pqlane_device* device;
  LweOperation operation;
  pqlane_lwe_set set;
  std::size_t n;
  unsigned flags;
  pqlane_status* status;
  bool draws_randomness;
};

pqlane_lwe_sizes sizes_of(const LweRequest& request) {
  const LweSet* const info = find_lwe_set(request.set);
  // Of a wrong n too: it is refused before they matter, and they must not overflow.
  return info != nullptr && request.n <= info->most_n ? lwe_sizes(*info, request.n) : pqlane_lwe_sizes{};
}

template <class Fill>
pqlane_status run_lwe(const LweRequest& request, std::initializer_list<NamedBuffer> buffers, Fill fill) {
  trace::Span span(operation_name(request.operation), trace::call_category, {});
  if (request.device == nullptr) return fail(PQLANE_ERROR_NULL, "device is null");
  if (const pqlane_status bad = check_set(request.set, request.n); bad != PQLANE_OK) return bad;
  const LweSet& set = *find_lwe_set(request.set);
  if (const pqlane_status bad = check_security(set, request.n, request.flags); bad != PQLANE_OK) return bad;
  std::size_t count = 0;
  if (const pqlane_status bad = check_buffers(buffers.begin(), buffers.size(), count); bad != PQLANE_OK)
    return bad;
  if (count == 0) return PQLANE_OK;
  if (const pqlane_status bad = check_status_array(buffers.begin(), buffers.size(), request.status, count);
      bad != PQLANE_OK) {
    return bad;
  }
  if (const pqlane_status bad = check_memory(set, request.n); bad != PQLANE_OK) return bad;
  const ComputeDevice& device = *request.device->device;
  if (request.device->lwe_group != nullptr && !device.parts_lwe()) {
    return fail(PQLANE_ERROR_DEVICE, std::string(device.name()) + " does not part LWE-KEM over processes");
  }
  span.items(0, count);

  LweCall call{};
  call.operation = request.operation;
  call.set = &set;
  call.n = request.n;
  call.count = count;
  call.status = request.status;
  call.group = request.device->lwe_group;
  fill(call);
  BatchKey key;
  const WipeOnExit wiped(&key, sizeof key);
  if (request.draws_randomness) {
    if (const pqlane_status bad = draw_batch_key(key); bad != PQLANE_OK) return bad;
    if (call.group != nullptr) call.group->broadcast(&key, sizeof key);
    call.batch_key = &key;
  }
  const BatchOutcome outcome = request.device->device->run(call);
  note_last_device(*request.device->device);
  return report_batch(outcome, count);
}

pqlane_status keygen(const LweRequest& request, const pqlane_in* seed, const pqlane_out& pk,
                     const pqlane_out& sk) {
  const pqlane_lwe_sizes sizes = sizes_of(request);
  const auto fill = [&](LweCall& call) {
    call.pk_out = mutable_view(pk);
    call.sk_out = mutable_view(sk);
    if (seed != nullptr) call.seed = const_view(*seed);
  };
  const NamedBuffer pk_buffer = named("pk", pk, sizes.pk_bytes), sk_buffer = named("sk", sk, sizes.sk_bytes);
  if (seed == nullptr) return run_lwe(request, {pk_buffer, sk_buffer}, fill);
  return run_lwe(request, {pk_buffer, sk_buffer, named("seed", *seed, sizes.seed_bytes)}, fill);
}

pqlane_status encaps(const LweRequest& request, const pqlane_in& pk, const pqlane_in* m, const pqlane_out& ct,
                     const pqlane_out& ss) {
  const pqlane_lwe_sizes sizes = sizes_of(request);
  const auto fill = [&](LweCall& call) {
    call.pk = const_view(pk);
    call.ct_out = mutable_view(ct);
    call.ss_out = mutable_view(ss);
    if (m != nullptr) call.m = const_view(*m);
  };
  const NamedBuffer ct_buffer = named("ct", ct, sizes.ct_bytes), ss_buffer = named("ss", ss, sizes.ss_bytes),
                    pk_buffer = named("pk", pk, sizes.pk_bytes);
  if (m == nullptr) return run_lwe(request, {ct_buffer, ss_buffer, pk_buffer}, fill);
  return run_lwe(request, {ct_buffer, ss_buffer, pk_buffer, named("m", *m, sizes.m_bytes)}, fill);
}

}  // namespace

pqlane_status pqlane_lwe_set_by_name(const char* name, pqlane_lwe_set* set) {
  return guarded([&] {
    if (name == nullptr || set == nullptr) return fail(PQLANE_ERROR_NULL, "name or set is null");
    std::string known;
    for (const LweSet& info : lwe_sets()) {
      if (std::string_view(name) == info.name) {
        *set = info.set;
        return PQLANE_OK;
      }
      known += std::string(" ") + info.name;
    }
    return fail(PQLANE_ERROR_SCHEME, "unknown LWE-KEM set '" + std::string(name) + "'; known sets:" + known);
  });
}

const char* pqlane_lwe_set_name(pqlane_lwe_set set) {
  const LweSet* const info = find_lwe_set(set);
  return info != nullptr ? info->name : nullptr;
}

pqlane_status pqlane_lwe_get_sizes(pqlane_lwe_set set, size_t n, pqlane_lwe_sizes* sizes) {
  return guarded([&] {
    if (sizes == nullptr) return fail(PQLANE_ERROR_NULL, "sizes is null");
    if (const pqlane_status bad = check_set(set, n); bad != PQLANE_OK) return bad;
    *sizes = lwe_sizes(*find_lwe_set(set), n);
    return PQLANE_OK;
  });
}

pqlane_status pqlane_lwe_get_estimate(pqlane_lwe_set set, size_t n, pqlane_lwe_estimate* estimate) {
  return guarded([&] {
    if (estimate == nullptr) return fail(PQLANE_ERROR_NULL, "estimate is null");
    if (const pqlane_status bad = check_set(set, n); bad != PQLANE_OK) return bad;
    *estimate = estimate_lwe(*find_lwe_set(set), n);
    return PQLANE_OK;
  });
}

pqlane_status pqlane_lwe_keygen(pqlane_device* device, pqlane_lwe_set set, size_t n, unsigned flags,
                                pqlane_out pk, pqlane_out sk, pqlane_status* status) {
  return guarded(
      [&] { return keygen({device, LweOperation::keygen, set, n, flags, status, true}, nullptr, pk, sk); });
}

pqlane_status pqlane_lwe_keygen_derand(pqlane_device* device, pqlane_lwe_set set, size_t n, unsigned flags,
                                       pqlane_in seed, pqlane_out pk, pqlane_out sk, pqlane_status* status) {
  return guarded(
      [&] { return keygen({device, LweOperation::keygen, set, n, flags, status, false}, &seed, pk, sk); });
}

pqlane_status pqlane_lwe_encaps(pqlane_device* device, pqlane_lwe_set set, size_t n, unsigned flags,
                                pqlane_in pk, pqlane_out ct, pqlane_out ss, pqlane_status* status) {
  return guarded([&] {
    return encaps({device, LweOperation::encaps, set, n, flags, status, true}, pk, nullptr, ct, ss);
  });
}

pqlane_status pqlane_lwe_encaps_derand(pqlane_device* device, pqlane_lwe_set set, size_t n, unsigned flags,
                                       pqlane_in pk, pqlane_in m, pqlane_out ct, pqlane_out ss,
                                       pqlane_status* status) {
  return guarded(
      [&] { return encaps({device, LweOperation::encaps, set, n, flags, status, false}, pk, &m, ct, ss); });
}

pqlane_status pqlane_lwe_decaps(pqlane_device* device, pqlane_lwe_set set, size_t n, unsigned flags,
                                pqlane_in sk, pqlane_in ct, pqlane_out ss, pqlane_status* status) {
  return guarded([&] {
    const LweRequest request{device, LweOperation::decaps, set, n, flags, status, false};
    const pqlane_lwe_sizes sizes = sizes_of(request);
    return run_lwe(
        request,
        {named("ss", ss, sizes.ss_bytes), named("sk", sk, sizes.sk_bytes), named("ct", ct, sizes.ct_bytes)},
        [&](LweCall& call) {
          call.sk = const_view(sk);
          call.ct = const_view(ct);
          call.ss_out = mutable_view(ss);
        });
  });
}
