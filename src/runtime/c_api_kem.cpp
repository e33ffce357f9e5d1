// c_api_kem.cpp: the C functions of key encapsulation: validate, draw the batch key, run, report.
#include <initializer_list>
#include <string>

#include "core/wipe_on_exit.hpp"
#include "pqlane/pqlane.h"
#include "runtime/batch_job.hpp"
#include "runtime/batch_report.hpp"
#include "runtime/c_guard.hpp"
#include "runtime/device_handle.hpp"
#include "runtime/kem_call.hpp"
#include "runtime/last_error.hpp"
#include "runtime/trace.hpp"
#include "runtime/views.hpp"

using namespace pqlane;

namespace {

// The same for a trace; an asynchronous call ends when its job is queued.
const char* call_name(KemOperation operation, bool async) {
  if (!async) return operation_name(operation);
  switch (operation) {
    case KemOperation::keygen: return "queue_keygen";
    case KemOperation::encaps: return "queue_encaps";
    case KemOperation::decaps: return "queue_decaps";
    default: return operation_name(operation);
  }
}

// Flags with a meaning for the operation; any other flag is refused.
pqlane_status check_flags(KemOperation operation, unsigned flags) {
  struct Flag {
    unsigned bit;
    const char* name;
    bool allowed;
  };
  const bool decaps = operation == KemOperation::decaps;
  const Flag known[] = {{PQLANE_KEY_SEED, "PQLANE_KEY_SEED", decaps || operation == KemOperation::keygen},
                        {PQLANE_KEY_CHECKED, "PQLANE_KEY_CHECKED", decaps}};
  unsigned unknown = flags;
  for (const Flag& flag : known) unknown &= ~flag.bit;
  if (unknown != 0) return fail(PQLANE_ERROR_OPTION, "unknown flags " + std::to_string(unknown));
  for (const Flag& flag : known) {
    if ((flags & flag.bit) == 0 || flag.allowed) continue;
    return fail(PQLANE_ERROR_OPTION,
                std::string(flag.name) + " has no meaning for " + operation_name(operation));
  }
  return PQLANE_OK;
}

// Everything that all KEM calls have in common. `fill` sets the call's arguments from checked views.
template <class Fill>
pqlane_status run_kem(pqlane_device* device, pqlane_scheme scheme, unsigned flags, KemOperation operation,
                      bool draws_randomness, pqlane_status* status, const SchemeInfo* info,
                      std::initializer_list<NamedBuffer> buffers, Fill fill,
                      const AsyncRequest* async = nullptr) {
  trace::Span span(call_name(operation, async != nullptr), trace::call_category,
                   {.scheme = info != nullptr ? info->name : nullptr});
  trace::Span checks("check_arguments", trace::host_category);
  if (device == nullptr) return fail(PQLANE_ERROR_NULL, "device is null");
  if (const pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_KEM); bad != PQLANE_OK) return bad;
  if (const pqlane_status bad = check_flags(operation, flags); bad != PQLANE_OK) return bad;
  const bool is_check = operation == KemOperation::check_ek || operation == KemOperation::check_dk;
  if (is_check && !info->checks_keys) {
    return fail(PQLANE_ERROR_SCHEME, std::string(info->name) + " defines no key checks");
  }
  std::size_t count = 0;
  if (const pqlane_status bad = check_buffers(buffers.begin(), buffers.size(), count); bad != PQLANE_OK)
    return bad;
  if (async != nullptr) {
    if (const pqlane_status bad = check_request(*async); bad != PQLANE_OK) return bad;
  } else if (count == 0) {
    return PQLANE_OK;
  }
  if (const pqlane_status bad = check_status_array(buffers.begin(), buffers.size(), status, count);
      bad != PQLANE_OK) {
    return bad;
  }
  checks.end();
  span.items(0, count);

  KemCall call{operation, info, {}, count, status};
  call.args.seed_form = (flags & PQLANE_KEY_SEED) != 0;
  call.args.keys_checked = (flags & PQLANE_KEY_CHECKED) != 0;
  fill(call.args);
  BatchKey key;
  const WipeOnExit wiped(&key, sizeof key);
  if (draws_randomness) {
    if (const pqlane_status bad = draw_batch_key(key); bad != PQLANE_OK) return bad;
    call.args.batch_key = &key;
  }
  if (async != nullptr) return start_job(*device, call, draws_randomness ? &key : nullptr, *async);
  const BatchOutcome outcome = device->device->run(call);
  note_last_device(*device->device);
  return report_batch(outcome, count);
}

pqlane_kem_sizes sizes_of(const SchemeInfo* info) {
  return info != nullptr ? info->sizes : pqlane_kem_sizes{};
}

std::size_t private_key_bytes(const SchemeInfo* info, unsigned flags) {
  const pqlane_kem_sizes sizes = sizes_of(info);
  return (flags & PQLANE_KEY_SEED) != 0 ? sizes.seed_bytes : sizes.dk_bytes;
}

pqlane_status keygen(pqlane_device* device, pqlane_scheme scheme, unsigned flags, const pqlane_in* seed,
                     const pqlane_out& ek, const pqlane_out& dk, pqlane_status* status,
                     const AsyncRequest* async = nullptr) {
  const SchemeInfo* info = find_scheme(scheme);
  const pqlane_kem_sizes sizes = sizes_of(info);
  const auto fill = [&](KemArgs& args) {
    args.ek_out = mutable_view(ek);
    args.dk_out = mutable_view(dk);
    if (seed != nullptr) args.seed = const_view(*seed);
  };
  const NamedBuffer ek_buffer = named("ek", ek, sizes.ek_bytes),
                    dk_buffer = named("dk", dk, private_key_bytes(info, flags));
  if (seed == nullptr) {
    return run_kem(device, scheme, flags, KemOperation::keygen, true, status, info, {ek_buffer, dk_buffer},
                   fill, async);
  }
  return run_kem(device, scheme, flags, KemOperation::keygen, false, status, info,
                 {ek_buffer, dk_buffer, named("seed", *seed, sizes.seed_bytes)}, fill);
}

pqlane_status encaps(pqlane_device* device, pqlane_scheme scheme, unsigned flags, const pqlane_in& ek,
                     const pqlane_in* m, const pqlane_out& ct, const pqlane_out& ss, pqlane_status* status,
                     const AsyncRequest* async = nullptr) {
  const SchemeInfo* info = find_scheme(scheme);
  const pqlane_kem_sizes sizes = sizes_of(info);
  const auto fill = [&](KemArgs& args) {
    args.ek = const_view(ek);
    args.ct_out = mutable_view(ct);
    args.ss_out = mutable_view(ss);
    if (m != nullptr) args.m = const_view(*m);
  };
  const NamedBuffer ct_buffer = named("ct", ct, sizes.ct_bytes), ss_buffer = named("ss", ss, sizes.ss_bytes),
                    ek_buffer = named("ek", ek, sizes.ek_bytes);
  if (m == nullptr) {
    return run_kem(device, scheme, flags, KemOperation::encaps, true, status, info,
                   {ct_buffer, ss_buffer, ek_buffer}, fill, async);
  }
  return run_kem(device, scheme, flags, KemOperation::encaps, false, status, info,
                 {ct_buffer, ss_buffer, ek_buffer, named("m", *m, sizes.m_bytes)}, fill);
}

pqlane_status decaps(pqlane_device* device, pqlane_scheme scheme, unsigned flags, const pqlane_in& dk,
                     const pqlane_in& ct, const pqlane_out& ss, pqlane_status* status,
                     const AsyncRequest* async = nullptr) {
  const SchemeInfo* info = find_scheme(scheme);
  const pqlane_kem_sizes sizes = sizes_of(info);
  return run_kem(
      device, scheme, flags, KemOperation::decaps, false, status, info,
      {named("ss", ss, sizes.ss_bytes), named("dk", dk, private_key_bytes(info, flags)),
       named("ct", ct, sizes.ct_bytes)},
      [&](KemArgs& args) {
        args.dk = const_view(dk);
        args.ct = const_view(ct);
        args.ss_out = mutable_view(ss);
      },
      async);
}

}  // namespace

pqlane_status pqlane_kem_keygen(pqlane_device* device, pqlane_scheme scheme, unsigned flags, pqlane_out ek,
                                pqlane_out dk, pqlane_status* status) {
  return guarded([&] { return keygen(device, scheme, flags, nullptr, ek, dk, status); });
}

pqlane_status pqlane_kem_keygen_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                      pqlane_out ek, pqlane_out dk, pqlane_status* status,
                                      const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    const AsyncRequest async{options, job};
    return keygen(device, scheme, flags, nullptr, ek, dk, status, &async);
  });
}

pqlane_status pqlane_kem_encaps_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                      pqlane_in ek, pqlane_out ct, pqlane_out ss, pqlane_status* status,
                                      const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    const AsyncRequest async{options, job};
    return encaps(device, scheme, flags, ek, nullptr, ct, ss, status, &async);
  });
}

pqlane_status pqlane_kem_decaps_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                      pqlane_in dk, pqlane_in ct, pqlane_out ss, pqlane_status* status,
                                      const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    const AsyncRequest async{options, job};
    return decaps(device, scheme, flags, dk, ct, ss, status, &async);
  });
}

pqlane_status pqlane_kem_keygen_derand(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                       pqlane_in seed, pqlane_out ek, pqlane_out dk, pqlane_status* status) {
  return guarded([&] { return keygen(device, scheme, flags, &seed, ek, dk, status); });
}

pqlane_status pqlane_kem_encaps(pqlane_device* device, pqlane_scheme scheme, unsigned flags, pqlane_in ek,
                                pqlane_out ct, pqlane_out ss, pqlane_status* status) {
  return guarded([&] { return encaps(device, scheme, flags, ek, nullptr, ct, ss, status); });
}

pqlane_status pqlane_kem_encaps_derand(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                       pqlane_in ek, pqlane_in m, pqlane_out ct, pqlane_out ss,
                                       pqlane_status* status) {
  return guarded([&] { return encaps(device, scheme, flags, ek, &m, ct, ss, status); });
}

pqlane_status pqlane_kem_decaps(pqlane_device* device, pqlane_scheme scheme, unsigned flags, pqlane_in dk,
                                pqlane_in ct, pqlane_out ss, pqlane_status* status) {
  return guarded([&] { return decaps(device, scheme, flags, dk, ct, ss, status); });
}

pqlane_status pqlane_kem_check_ek(pqlane_device* device, pqlane_scheme scheme, pqlane_in ek,
                                  pqlane_status* status) {
  return guarded([&] {
    const SchemeInfo* info = find_scheme(scheme);
    return run_kem(device, scheme, 0, KemOperation::check_ek, false, status, info,
                   {named("ek", ek, sizes_of(info).ek_bytes)},
                   [&](KemArgs& args) { args.ek = const_view(ek); });
  });
}

pqlane_status pqlane_kem_check_dk(pqlane_device* device, pqlane_scheme scheme, pqlane_in dk,
                                  pqlane_status* status) {
  return guarded([&] {
    const SchemeInfo* info = find_scheme(scheme);
    return run_kem(device, scheme, 0, KemOperation::check_dk, false, status, info,
                   {named("dk", dk, sizes_of(info).dk_bytes)},
                   [&](KemArgs& args) { args.dk = const_view(dk); });
  });
}

pqlane_status pqlane_kem_keygen_one(pqlane_device* device, pqlane_scheme scheme, unsigned flags, uint8_t* ek,
                                    size_t ek_bytes, uint8_t* dk, size_t dk_bytes) {
  return guarded([&] {
    const SchemeInfo* info = find_scheme(scheme);
    pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_KEM);
    if (bad == PQLANE_OK) bad = check_length("ek", ek_bytes, info->sizes.ek_bytes);
    if (bad == PQLANE_OK) bad = check_length("dk", dk_bytes, private_key_bytes(info, flags));
    if (bad != PQLANE_OK) return bad;
    pqlane_status item = PQLANE_OK;
    return of_one(keygen(device, scheme, flags, nullptr, {ek, ek_bytes, 1}, {dk, dk_bytes, 1}, &item), item);
  });
}

pqlane_status pqlane_kem_encaps_one(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                    const uint8_t* ek, size_t ek_bytes, uint8_t* ct, size_t ct_bytes,
                                    uint8_t* ss, size_t ss_bytes) {
  return guarded([&] {
    const SchemeInfo* info = find_scheme(scheme);
    pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_KEM);
    if (bad == PQLANE_OK) bad = check_length("ek", ek_bytes, info->sizes.ek_bytes);
    if (bad == PQLANE_OK) bad = check_length("ct", ct_bytes, info->sizes.ct_bytes);
    if (bad == PQLANE_OK) bad = check_length("ss", ss_bytes, info->sizes.ss_bytes);
    if (bad != PQLANE_OK) return bad;
    pqlane_status item = PQLANE_OK;
    return of_one(encaps(device, scheme, flags, {ek, ek_bytes, 1}, nullptr, {ct, ct_bytes, 1},
                         {ss, ss_bytes, 1}, &item),
                  item);
  });
}

pqlane_status pqlane_kem_decaps_one(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                    const uint8_t* dk, size_t dk_bytes, const uint8_t* ct, size_t ct_bytes,
                                    uint8_t* ss, size_t ss_bytes) {
  return guarded([&] {
    const SchemeInfo* info = find_scheme(scheme);
    pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_KEM);
    if (bad == PQLANE_OK) bad = check_length("dk", dk_bytes, private_key_bytes(info, flags));
    if (bad == PQLANE_OK) bad = check_length("ct", ct_bytes, info->sizes.ct_bytes);
    if (bad == PQLANE_OK) bad = check_length("ss", ss_bytes, info->sizes.ss_bytes);
    if (bad != PQLANE_OK) return bad;
    pqlane_status item = PQLANE_OK;
    return of_one(
        decaps(device, scheme, flags, {dk, dk_bytes, 1}, {ct, ct_bytes, 1}, {ss, ss_bytes, 1}, &item), item);
  });
}
