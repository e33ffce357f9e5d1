// c_api_dsa.cpp: the C functions of signature batches: validate, draw the batch key, run, report.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/wipe_on_exit.hpp"
#include "pqlane/dsa.h"
#include "runtime/batch_report.hpp"
#include "runtime/c_guard.hpp"
#include "runtime/device_handle.hpp"
#include "runtime/dsa_options.hpp"
#include "runtime/dsa_request.hpp"
#include "runtime/last_error.hpp"
#include "runtime/trace.hpp"
#include "runtime/views.hpp"

using namespace pqlane;

namespace {

StringsView strings_view(const pqlane_strings& s) {
  return {s.data, s.stride_bytes, s.bytes, s.rows, s.lengths};
}

// The same for a trace; an asynchronous call ends when its job is queued.
const char* call_name(DsaOperation operation, bool async) {
  if (!async) return operation_name(operation);
  switch (operation) {
    case DsaOperation::keygen: return "queue_keygen";
    case DsaOperation::sign: return "queue_sign";
    case DsaOperation::verify: return "queue_verify";
  }
  return operation_name(operation);
}

// A call and the checks of its arguments, for a trace.
class CallSpans {
 public:
  CallSpans(DsaOperation operation, const SchemeInfo* info, bool async)
      : call_(call_name(operation, async), trace::call_category,
              {.scheme = info != nullptr ? info->name : nullptr}),
        checks_("check_arguments", trace::host_category) {}
  void checked(std::size_t count) {
    checks_.end();
    call_.items(0, count);
  }

 private:
  trace::Span call_, checks_;
};

// The buffers of one call.
class Buffers {
 public:
  void add(const NamedBuffer& buffer) { all_[count_++] = buffer; }
  const NamedBuffer* data() const { return all_; }
  std::size_t size() const { return count_; }

 private:
  NamedBuffer all_[4];
  std::size_t count_ = 0;
};

pqlane_status check_device(const pqlane_device* device, const SchemeInfo* info, pqlane_scheme scheme) {
  if (device == nullptr) return fail(PQLANE_ERROR_NULL, "device is null");
  return check_kind(info, scheme, PQLANE_KIND_SIGNATURE);
}

// Runs a call whose arguments are checked and set, or starts it as a job.
pqlane_status run_dsa(pqlane_device& device, DsaCall call, bool draws_randomness, const AsyncRequest* async) {
  BatchKey key;
  const WipeOnExit wiped(&key, sizeof key);
  if (draws_randomness) {
    if (const pqlane_status bad = draw_batch_key(key); bad != PQLANE_OK) return bad;
    call.args.batch_key = &key;
  }
  if (async != nullptr) return start_job(device, call, draws_randomness ? &key : nullptr, *async);
  const BatchOutcome outcome = device.device->run(call);
  note_last_device(*device.device);
  return report_batch(outcome, call.count);
}

// An asynchronous call makes a job of an empty batch too.
bool nothing_to_do(std::size_t count, const AsyncRequest* async) { return count == 0 && async == nullptr; }

// The array of attempts as an output; the interface takes its length from the batch.
NamedBuffer named_attempts(std::uint16_t* attempts, std::size_t count) {
  return {"attempts", reinterpret_cast<unsigned char*>(attempts), sizeof *attempts, count, sizeof *attempts,
          true};
}

// The buffers, the messages and the contexts of sign and verify.
pqlane_status check_memory(const Buffers& buffers, const pqlane_strings& message,
                           const pqlane_strings& context, const pqlane_status* status, std::size_t& count) {
  const NamedStrings messages{"message", &message}, contexts{"context", &context};
  if (const pqlane_status bad = check_buffers(buffers.data(), buffers.size(), count, &messages);
      bad != PQLANE_OK) {
    return bad;
  }
  if (count == 0) return PQLANE_OK;
  pqlane_status bad = check_status_array(buffers.data(), buffers.size(), status, count);
  if (bad == PQLANE_OK) bad = check_strings(messages, buffers.data(), buffers.size(), status, count);
  if (bad != PQLANE_OK) return bad;
  const bool no_context = context.count == 0 && context.data == nullptr && context.rows == nullptr &&
                          context.lengths == nullptr && context.bytes == 0;
  if (no_context) return PQLANE_OK;
  return check_strings(contexts, buffers.data(), buffers.size(), status, count);
}

// Arguments that sign and verify have in common.
DsaCall make_call(DsaOperation operation, const SchemeInfo* info, const DsaOptions& options,
                  const DsaKey& key, const pqlane_strings& message, std::size_t count,
                  pqlane_status* status) {
  DsaCall call{operation, info, {}, options.hash, count, status};
  call.args.message = strings_view(message);
  call.args.context = strings_view(options.context);
  call.args.input = options.input;
  call.args.deterministic = options.deterministic;
  call.args.seed_form = options.key_seed;
  if (options.hash != nullptr) call.args.oid = options.hash->oid;
  if (key.expanded != nullptr) {
    call.args.expanded_key = key.expanded->data();
    call.args.seed_form = key.expanded->form().is_seed;
    (operation == DsaOperation::sign ? call.args.sk : call.args.pk) = key.expanded->key();
  }
  return call;
}

pqlane_status keygen(pqlane_device* device, pqlane_scheme scheme, unsigned flags, const pqlane_in* seed,
                     const pqlane_out& pk, const pqlane_out& sk, pqlane_status* status,
                     const AsyncRequest* async = nullptr) {
  const SchemeInfo* info = find_scheme(scheme);
  CallSpans spans(DsaOperation::keygen, info, async != nullptr);
  if (const pqlane_status bad = check_device(device, info, scheme); bad != PQLANE_OK) return bad;
  if ((flags & ~PQLANE_KEY_SEED) != 0) {
    return fail(PQLANE_ERROR_OPTION, "flags " + std::to_string(flags & ~PQLANE_KEY_SEED) +
                                         " are unknown or have no meaning for keygen");
  }
  const pqlane_dsa_sizes& sizes = info->dsa_sizes;
  const bool seed_form = (flags & PQLANE_KEY_SEED) != 0;
  Buffers buffers;
  buffers.add(named("pk", pk, sizes.pk_bytes));
  buffers.add(named("sk", sk, seed_form ? sizes.seed_bytes : sizes.sk_bytes));
  if (seed != nullptr) buffers.add(named("seed", *seed, sizes.seed_bytes));
  std::size_t count = 0;
  pqlane_status bad = check_buffers(buffers.data(), buffers.size(), count);
  if (bad == PQLANE_OK) bad = check_status_array(buffers.data(), buffers.size(), status, count);
  if (bad == PQLANE_OK && async != nullptr) bad = check_request(*async);
  if (bad != PQLANE_OK || nothing_to_do(count, async)) return bad;
  spans.checked(count);

  DsaCall call{DsaOperation::keygen, info, {}, nullptr, count, status};
  call.args.pk_out = mutable_view(pk);
  call.args.sk_out = mutable_view(sk);
  call.args.seed_form = seed_form;
  if (seed != nullptr) call.args.seed = const_view(*seed);
  return run_dsa(*device, call, seed == nullptr, async);
}

}  // namespace

namespace pqlane {

pqlane_status dsa_sign(pqlane_device* device, pqlane_scheme scheme, const pqlane_dsa_options* given,
                       const DsaKey& key, const pqlane_strings& message, const pqlane_in* rnd,
                       const pqlane_out& sig, pqlane_status* status, const AsyncRequest* async) {
  const SchemeInfo* info = find_scheme(scheme);
  CallSpans spans(DsaOperation::sign, info, async != nullptr);
  if (const pqlane_status bad = check_device(device, info, scheme); bad != PQLANE_OK) return bad;
  DsaOptions options;
  const DsaOptionsAllowed allowed{rnd == nullptr, key.view != nullptr, true};
  if (const pqlane_status bad = check_dsa_options(given, allowed, options); bad != PQLANE_OK) return bad;
  const pqlane_dsa_sizes& sizes = info->dsa_sizes;
  Buffers buffers;
  buffers.add(named("sig", sig, sizes.sig_bytes));
  if (key.view != nullptr)
    buffers.add(named("sk", *key.view, options.key_seed ? sizes.seed_bytes : sizes.sk_bytes));
  if (rnd != nullptr) buffers.add(named("rnd", *rnd, sizes.rnd_bytes));
  if (options.attempts != nullptr) buffers.add(named_attempts(options.attempts, sig.count));
  std::size_t count = 0;
  pqlane_status bad = check_memory(buffers, message, options.context, status, count);
  if (bad == PQLANE_OK && async != nullptr) bad = check_request(*async);
  if (bad != PQLANE_OK || nothing_to_do(count, async)) return bad;
  spans.checked(count);

  DsaCall call = make_call(DsaOperation::sign, info, options, key, message, count, status);
  call.args.sig_out = mutable_view(sig);
  if (key.view != nullptr) call.args.sk = const_view(*key.view);
  if (rnd != nullptr) call.args.rnd = const_view(*rnd);
  call.attempts = options.attempts;
  if (call.attempts != nullptr) std::fill_n(call.attempts, count, std::uint16_t{0});
  return run_dsa(*device, call, rnd == nullptr && !options.deterministic, async);
}

pqlane_status dsa_verify(pqlane_device* device, pqlane_scheme scheme, const pqlane_dsa_options* given,
                         const DsaKey& key, const pqlane_strings& message, const pqlane_in& sig,
                         pqlane_status* status, const AsyncRequest* async) {
  const SchemeInfo* info = find_scheme(scheme);
  CallSpans spans(DsaOperation::verify, info, async != nullptr);
  if (const pqlane_status bad = check_device(device, info, scheme); bad != PQLANE_OK) return bad;
  DsaOptions options;
  if (const pqlane_status bad = check_dsa_options(given, {false, false, false}, options); bad != PQLANE_OK)
    return bad;
  Buffers buffers;
  buffers.add(named("sig", sig, info->dsa_sizes.sig_bytes));
  if (key.view != nullptr) buffers.add(named("pk", *key.view, info->dsa_sizes.pk_bytes));
  std::size_t count = 0;
  pqlane_status bad = check_memory(buffers, message, options.context, status, count);
  if (bad == PQLANE_OK && async != nullptr) bad = check_request(*async);
  if (bad != PQLANE_OK || nothing_to_do(count, async)) return bad;
  spans.checked(count);

  DsaCall call = make_call(DsaOperation::verify, info, options, key, message, count, status);
  call.args.sig = const_view(sig);
  if (key.view != nullptr) call.args.pk = const_view(*key.view);
  return run_dsa(*device, call, false, async);
}

}  // namespace pqlane

pqlane_status pqlane_dsa_get_sizes(pqlane_scheme scheme, pqlane_dsa_sizes* sizes) {
  return guarded([&] {
    if (sizes == nullptr) return fail(PQLANE_ERROR_NULL, "sizes is null");
    const SchemeInfo* info = find_scheme(scheme);
    if (const pqlane_status bad = check_kind(info, scheme, PQLANE_KIND_SIGNATURE); bad != PQLANE_OK)
      return bad;
    *sizes = info->dsa_sizes;
    return PQLANE_OK;
  });
}

const char* pqlane_hash_name(pqlane_hash hash) {
  const MessageHash* found = find_message_hash(hash);
  return found != nullptr ? found->name : nullptr;
}

pqlane_status pqlane_hash_by_name(const char* name, pqlane_hash* hash) {
  return guarded([&] {
    if (name == nullptr || hash == nullptr) return fail(PQLANE_ERROR_NULL, "name or hash is null");
    for (const MessageHash& entry : all_message_hashes()) {
      if (std::string_view(name) != entry.name) continue;
      *hash = entry.hash;
      return PQLANE_OK;
    }
    std::string message = "unknown hash '" + std::string(name) + "'; known hashes:";
    for (const MessageHash& entry : all_message_hashes()) message += std::string(" ") + entry.name;
    return fail(PQLANE_ERROR_OPTION, message);
  });
}

pqlane_status pqlane_dsa_keygen(pqlane_device* device, pqlane_scheme scheme, unsigned flags, pqlane_out pk,
                                pqlane_out sk, pqlane_status* status) {
  return guarded([&] { return keygen(device, scheme, flags, nullptr, pk, sk, status); });
}

pqlane_status pqlane_dsa_keygen_derand(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                       pqlane_in seed, pqlane_out pk, pqlane_out sk, pqlane_status* status) {
  return guarded([&] { return keygen(device, scheme, flags, &seed, pk, sk, status); });
}

pqlane_status pqlane_dsa_sign(pqlane_device* device, pqlane_scheme scheme, const pqlane_dsa_options* options,
                              pqlane_in sk, pqlane_strings message, pqlane_out sig, pqlane_status* status) {
  return guarded(
      [&] { return dsa_sign(device, scheme, options, {&sk, nullptr}, message, nullptr, sig, status); });
}

pqlane_status pqlane_dsa_keygen_async(pqlane_device* device, pqlane_scheme scheme, unsigned flags,
                                      pqlane_out pk, pqlane_out sk, pqlane_status* status,
                                      const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    const AsyncRequest async{options, job};
    return keygen(device, scheme, flags, nullptr, pk, sk, status, &async);
  });
}

pqlane_status pqlane_dsa_sign_async(pqlane_device* device, pqlane_scheme scheme,
                                    const pqlane_dsa_options* dsa_options, pqlane_in sk,
                                    pqlane_strings message, pqlane_out sig, pqlane_status* status,
                                    const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    const AsyncRequest async{options, job};
    return dsa_sign(device, scheme, dsa_options, {&sk, nullptr}, message, nullptr, sig, status, &async);
  });
}

pqlane_status pqlane_dsa_verify_async(pqlane_device* device, pqlane_scheme scheme,
                                      const pqlane_dsa_options* dsa_options, pqlane_in pk,
                                      pqlane_strings message, pqlane_in sig, pqlane_status* status,
                                      const pqlane_async* options, pqlane_job** job) {
  return guarded([&] {
    const AsyncRequest async{options, job};
    return dsa_verify(device, scheme, dsa_options, {&pk, nullptr}, message, sig, status, &async);
  });
}

pqlane_status pqlane_dsa_sign_derand(pqlane_device* device, pqlane_scheme scheme,
                                     const pqlane_dsa_options* options, pqlane_in sk, pqlane_strings message,
                                     pqlane_in rnd, pqlane_out sig, pqlane_status* status) {
  return guarded(
      [&] { return dsa_sign(device, scheme, options, {&sk, nullptr}, message, &rnd, sig, status); });
}

pqlane_status pqlane_dsa_verify(pqlane_device* device, pqlane_scheme scheme,
                                const pqlane_dsa_options* options, pqlane_in pk, pqlane_strings message,
                                pqlane_in sig, pqlane_status* status) {
  return guarded([&] { return dsa_verify(device, scheme, options, {&pk, nullptr}, message, sig, status); });
}

pqlane_status pqlane_dsa_sign_one(pqlane_device* device, pqlane_scheme scheme,
                                  const pqlane_dsa_options* options, const uint8_t* sk, size_t sk_bytes,
                                  const uint8_t* message, size_t message_bytes, uint8_t* sig,
                                  size_t sig_bytes) {
  return guarded([&] {
    const SchemeInfo* info = find_scheme(scheme);
    pqlane_status bad = check_device(device, info, scheme);
    DsaOptions checked;
    if (bad == PQLANE_OK) bad = check_dsa_options(options, {true, true, true}, checked);
    if (bad != PQLANE_OK) return bad;
    const pqlane_dsa_sizes& sizes = info->dsa_sizes;
    bad = check_length("sk", sk_bytes, checked.key_seed ? sizes.seed_bytes : sizes.sk_bytes);
    if (bad == PQLANE_OK) bad = check_length("sig", sig_bytes, sizes.sig_bytes);
    if (bad != PQLANE_OK) return bad;
    const pqlane_in key{sk, sk_bytes, 1};
    const pqlane_strings one{message, message_bytes, message_bytes, nullptr, nullptr, 1};
    pqlane_status item = PQLANE_OK;
    return of_one(
        dsa_sign(device, scheme, options, {&key, nullptr}, one, nullptr, {sig, sig_bytes, 1}, &item), item);
  });
}

pqlane_status pqlane_dsa_verify_one(pqlane_device* device, pqlane_scheme scheme,
                                    const pqlane_dsa_options* options, const uint8_t* pk, size_t pk_bytes,
                                    const uint8_t* message, size_t message_bytes, const uint8_t* sig,
                                    size_t sig_bytes) {
  return guarded([&] {
    const SchemeInfo* info = find_scheme(scheme);
    pqlane_status bad = check_device(device, info, scheme);
    if (bad == PQLANE_OK) bad = check_length("pk", pk_bytes, info->dsa_sizes.pk_bytes);
    if (bad == PQLANE_OK) bad = check_length("sig", sig_bytes, info->dsa_sizes.sig_bytes);
    if (bad != PQLANE_OK) return bad;
    const pqlane_in key{pk, pk_bytes, 1};
    const pqlane_strings one{message, message_bytes, message_bytes, nullptr, nullptr, 1};
    pqlane_status item = PQLANE_OK;
    return of_one(dsa_verify(device, scheme, options, {&key, nullptr}, one, {sig, sig_bytes, 1}, &item),
                  item);
  });
}
