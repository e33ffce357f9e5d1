// dsa_workload.cpp: see dsa_workload.hpp.
#include "bench/dsa_workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace pqlane::bench {
namespace {

// Items of a chunk whose signature, and as many whose message, is changed.
constexpr std::size_t tampered_items = 4;

std::uint64_t product(std::size_t a, std::size_t b) { return static_cast<std::uint64_t>(a) * b; }

pqlane_dsa_options plain_options() {
  return {sizeof(pqlane_dsa_options), PQLANE_DSA_PURE, PQLANE_HASH_NONE, 0, 0, {}, nullptr};
}

}  // namespace

DsaWorkload::DsaWorkload(pqlane_device* device, const Case& work, const std::atomic<bool>* stop,
                         pqlane_device* checker)
    : BatchWorkload(device, work, checker) {
  require(pqlane_dsa_get_sizes(case_.scheme, &sizes_), "sizes");
  const std::uint64_t keys = case_.same_key() ? 0 : sizes_.pk_bytes + sizes_.sk_bytes;
  choose_sets(keys + case_.message_bytes + sizes_.sig_bytes);
  try {
    allocate();
  } catch (const std::bad_alloc&) {
    throw Failure(fmt::format("not enough memory for a batch of {}", case_.batch));
  }
  make_inputs(stop);
  for (Column* column : timed_inputs()) upload(*column);
  if (case_.reuse == KeyReuse::cached_key) open_cached();
}

std::vector<Column*> DsaWorkload::timed_inputs() {
  switch (case_.op) {
    case Op::keygen: return {&seed_};
    case Op::sign: return {&sk_, &message_, &rnd_};
    case Op::verify: return {&pk_, &message_, &sig_};
    default: return {};  // not of a signature scheme
  }
}

std::vector<Column*> DsaWorkload::timed_outputs() {
  switch (case_.op) {
    case Op::keygen: return {&pk_, &sk_};
    case Op::sign: return {&sig_};
    default: return {};  // the statuses of verify are in host memory
  }
}

void DsaWorkload::allocate() {
  const std::size_t keys = case_.same_key() ? 1 : items_;
  const std::size_t chunk = std::min(items_, chunk_items);
  const bool keygen = case_.op == Op::keygen, sign = case_.op == Op::sign, verify = case_.op == Op::verify;
  pk_ = make_column(sizes_.pk_bytes, keys, !sign);
  // verify needs sk only while the signatures are made: one chunk of them.
  sk_ = make_column(sizes_.sk_bytes, verify ? std::min(keys, chunk) : keys, !verify);
  if (case_.derand && keygen) seed_ = make_column(sizes_.seed_bytes, items_, true);
  if (case_.derand && sign) rnd_ = make_column(sizes_.rnd_bytes, items_, true);
  // keygen signs messages of one chunk, again and again.
  message_ = make_column(case_.message_bytes, keygen ? chunk : items_, !keygen);
  if (keygen) {
    check_sig_ = make_column(sizes_.sig_bytes, chunk);
  } else {
    sig_ = make_column(sizes_.sig_bytes, items_, true);
  }
  if (verify) status_.assign(items_, PQLANE_OK);
  if (sign) attempts_.assign(items_, 0);
  check_status_.assign(std::max(chunk, 2 * tampered_items), PQLANE_OK);
  tamper_pk_ = make_column(sizes_.pk_bytes, 2 * tampered_items);
  tamper_message_ = make_column(case_.message_bytes, 2 * tampered_items);
  tamper_sig_ = make_column(sizes_.sig_bytes, 2 * tampered_items);
}

void DsaWorkload::fill_random(Column& column) {
  if (column.item_bytes == 0) return;
  require(pqlane_random_bytes(column.bytes.data(), column.bytes.size()), "random bytes");
}

void DsaWorkload::make_inputs(const std::atomic<bool>* stop) {
  for (Column* column : {&seed_, &rnd_, &message_}) fill_random(*column);
  if (case_.op == Op::keygen) return;
  if (case_.same_key()) make_keys(0, 1);
  const pqlane_dsa_options options = plain_options();
  for (std::size_t first = 0; first < items_; first += chunk_items) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    const std::size_t count = std::min(chunk_items, items_ - first);
    if (!case_.same_key()) make_keys(first, count);
    if (case_.op != Op::verify) continue;
    require(pqlane_dsa_sign(checker_, case_.scheme, &options, sk_.in(0, count), messages(first, count, false),
                            sig_.out(first, count), nullptr),
            "sign for the inputs");
  }
}

void DsaWorkload::make_keys(std::size_t first, std::size_t count) {
  pqlane_out pk = pk_.out(first, count);
  // verify keeps the sk of one chunk only.
  pqlane_out sk = sk_.out(case_.op == Op::verify ? 0 : first, count);
  // An output may not have the stride 0 of a shared key.
  pk.stride_bytes = std::max(pk_.stride, pk_.item_bytes);
  sk.stride_bytes = std::max(sk_.stride, sk_.item_bytes);
  require(pqlane_dsa_keygen(checker_, case_.scheme, 0, pk, sk, nullptr), "keygen for the inputs");
}

void DsaWorkload::open_cached() {
  if (case_.op == Op::sign) {
    pqlane_dsa_signer* signer = nullptr;
    require(pqlane_dsa_signer_open(device_, case_.scheme, sk_.bytes.data(), sizes_.sk_bytes, &signer),
            "signer");
    signer_.reset(signer);
  } else {
    pqlane_dsa_verifier* verifier = nullptr;
    require(pqlane_dsa_verifier_open(device_, case_.scheme, pk_.bytes.data(), sizes_.pk_bytes, &verifier),
            "verifier");
    verifier_.reset(verifier);
  }
}

pqlane_strings DsaWorkload::messages(std::size_t first, std::size_t count, bool timed) const {
  const pqlane_in in = timed ? message_.timed_in(first, count) : message_.in(first, count);
  return {in.data, in.stride_bytes, message_.item_bytes, nullptr, nullptr, count};
}

void DsaWorkload::prepare(std::size_t first, std::size_t count) {
  const std::size_t begin = first * case_.batch;
  const std::size_t end = begin + count * case_.batch;
  for (Column* column : timed_outputs()) clear_on_device(*column, begin, end - begin);
  if (case_.op == Op::verify) {
    std::fill(status_.begin() + static_cast<std::ptrdiff_t>(begin),
              status_.begin() + static_cast<std::ptrdiff_t>(end), PQLANE_ERROR_NOT_DONE);
  }
  // The first 32 bytes are enough to make a signature invalid, or a key one that belongs to no other.
  for (std::size_t item = begin; item < end; ++item) {
    if (case_.op == Op::sign) std::memset(sig_.at(item), 0, 32);
    if (case_.op != Op::keygen) continue;
    std::memset(pk_.at(item), 0x00, 32);
    std::memset(sk_.at(item), 0x11, 32);
  }
}

pqlane_status DsaWorkload::sign_call(std::size_t first) {
  const std::size_t n = case_.batch;
  pqlane_dsa_options options = plain_options();
  options.attempts = attempts_.data() + first;
  const pqlane_strings texts = messages(first, n, true);
  const pqlane_out sig = sig_.timed_out(first, n);
  if (signer_) return pqlane_dsa_signer_sign(signer_.get(), &options, texts, sig, nullptr);
  const pqlane_in sk = sk_.timed_in(first, n);
  if (!case_.derand) return pqlane_dsa_sign(device_, case_.scheme, &options, sk, texts, sig, nullptr);
  return pqlane_dsa_sign_derand(device_, case_.scheme, &options, sk, texts, rnd_.timed_in(first, n), sig,
                                nullptr);
}

pqlane_status DsaWorkload::verify_call(std::size_t first) {
  const std::size_t n = case_.batch;
  const pqlane_dsa_options options = plain_options();
  const pqlane_strings texts = messages(first, n, true);
  const pqlane_in sig = sig_.timed_in(first, n);
  pqlane_status* status = status_.data() + first;
  if (verifier_) return pqlane_dsa_verifier_verify(verifier_.get(), &options, texts, sig, status);
  return pqlane_dsa_verify(device_, case_.scheme, &options, pk_.timed_in(first, n), texts, sig, status);
}

bool DsaWorkload::call(std::size_t set) {
  const std::size_t first = set * case_.batch;
  const std::size_t n = case_.batch;
  pqlane_status status = PQLANE_ERROR_INTERNAL;
  switch (case_.op) {
    case Op::keygen:
      status = case_.derand
                   ? pqlane_dsa_keygen_derand(device_, case_.scheme, 0, seed_.timed_in(first, n),
                                              pk_.timed_out(first, n), sk_.timed_out(first, n), nullptr)
                   : pqlane_dsa_keygen(device_, case_.scheme, 0, pk_.timed_out(first, n),
                                       sk_.timed_out(first, n), nullptr);
      break;
    case Op::sign: status = sign_call(first); break;
    case Op::verify: status = verify_call(first); break;
    default: return false;  // not of a signature scheme
  }
  if (status != PQLANE_OK) failure_ = pqlane_last_error();
  return status == PQLANE_OK;
}

std::string DsaWorkload::verify_chunk(std::size_t first, std::size_t n) {
  std::string wrong;
  switch (case_.op) {
    case Op::keygen: {
      const pqlane_dsa_options options = plain_options();
      if (pqlane_dsa_sign(checker_, case_.scheme, &options, sk_.in(first, n), messages(0, n, false),
                          check_sig_.out(0, n), nullptr) != PQLANE_OK) {
        return fmt::format("verification: {}", pqlane_last_error());
      }
      wrong = check_neighbours(first, n, pk_, first);
      if (wrong.empty()) wrong = check_signatures(first, n, check_sig_, 0);
      return wrong.empty() ? check_tampered(first, n, check_sig_, 0) : wrong;
    }
    case Op::sign:
      counts_.add(attempts_.data() + first, n);
      wrong = check_neighbours(first, n, sig_, first);
      if (wrong.empty()) wrong = check_signatures(first, n, sig_, first);
      return wrong.empty() ? check_tampered(first, n, sig_, first) : wrong;
    case Op::verify:
      for (std::size_t i = first; i < first + n; ++i) {
        if (status_[i] == PQLANE_OK) continue;
        return fmt::format("item {}: {}", i % case_.batch, pqlane_status_text(status_[i]));
      }
      return check_tampered(first, n, sig_, first);
    default: return "no operation of a signature scheme";
  }
}

std::string DsaWorkload::check_signatures(std::size_t first, std::size_t n, const Column& sig,
                                          std::size_t sig_first) {
  const pqlane_dsa_options options = plain_options();
  const bool keygen = case_.op == Op::keygen;
  const pqlane_status status =
      pqlane_dsa_verify(checker_, case_.scheme, &options, pk_.in(first, n),
                        messages(keygen ? 0 : first, n, false), sig.in(sig_first, n), check_status_.data());
  if (status != PQLANE_OK && status != PQLANE_ERROR_ITEMS)
    return fmt::format("verification: {}", pqlane_last_error());
  for (std::size_t i = 0; i < n; ++i) {
    if (check_status_[i] == PQLANE_OK) continue;
    return fmt::format("item {}: {}", (first + i) % case_.batch, pqlane_status_text(check_status_[i]));
  }
  return {};
}

std::string DsaWorkload::check_neighbours(std::size_t first, std::size_t n, const Column& column,
                                          std::size_t column_first) const {
  for (std::size_t i = 1; i < n; ++i) {
    const std::uint8_t* here = column.in(column_first + i, 1).data;
    const std::uint8_t* before = column.in(column_first + i - 1, 1).data;
    if (std::memcmp(here, before, column.item_bytes) == 0) {
      return fmt::format("item {}: the same output as the item before it", (first + i) % case_.batch);
    }
  }
  return {};
}

std::string DsaWorkload::check_tampered(std::size_t first, std::size_t n, const Column& sig,
                                        std::size_t sig_first) {
  const std::size_t picked = std::min(n, tampered_items);
  const auto item = [&](std::size_t i) { return (i % picked) * n / picked; };
  const std::size_t message_first = case_.op == Op::keygen ? 0 : first;
  for (std::size_t i = 0; i < 2 * picked; ++i) {
    std::memcpy(tamper_pk_.at(i), pk_.in(first + item(i), 1).data, sizes_.pk_bytes);
    std::memcpy(tamper_message_.at(i), message_.in(message_first + item(i), 1).data, case_.message_bytes);
    std::memcpy(tamper_sig_.at(i), sig.in(sig_first + item(i), 1).data, sizes_.sig_bytes);
    // A different bit each time: of the signature, then of the message.
    const auto bit = static_cast<std::uint8_t>(1u << (i % 8));
    if (i < picked) {
      tamper_sig_.at(i)[(first + 97 * i) % sizes_.sig_bytes] ^= bit;
    } else {
      tamper_message_.at(i)[(first + 97 * i) % case_.message_bytes] ^= bit;
    }
  }
  const pqlane_dsa_options options = plain_options();
  const pqlane_strings texts{tamper_message_.bytes.data(),
                             tamper_message_.stride,
                             case_.message_bytes,
                             nullptr,
                             nullptr,
                             2 * picked};
  pqlane_device* device = case_.op == Op::verify ? device_ : checker_;
  const pqlane_status status = pqlane_dsa_verify(device, case_.scheme, &options, tamper_pk_.in(0, 2 * picked),
                                                 texts, tamper_sig_.in(0, 2 * picked), check_status_.data());
  if (status != PQLANE_ERROR_ITEMS)
    return fmt::format("verification of changed items: {}", pqlane_last_error());
  for (std::size_t i = 0; i < 2 * picked; ++i) {
    if (check_status_[i] == PQLANE_ERROR_SIGNATURE) continue;
    return fmt::format("item {}: a changed {} is accepted", (first + item(i)) % case_.batch,
                       i < picked ? "signature" : "message");
  }
  return {};
}

std::uint64_t DsaWorkload::input_bytes() const {
  const std::size_t keys = case_.same_key() ? 1 : case_.batch;
  const std::uint64_t texts = product(case_.message_bytes, case_.batch);
  switch (case_.op) {
    case Op::keygen: return product(seed_.item_bytes, case_.batch);
    case Op::sign: return product(sk_.item_bytes, keys) + texts + product(rnd_.item_bytes, case_.batch);
    case Op::verify: return product(pk_.item_bytes, keys) + texts + product(sig_.item_bytes, case_.batch);
    default: return 0;  // not of a signature scheme
  }
}

std::uint64_t DsaWorkload::output_bytes() const {
  switch (case_.op) {
    case Op::keygen: return product(pk_.item_bytes + sk_.item_bytes, case_.batch);
    case Op::sign: return product(sig_.item_bytes + sizeof(std::uint16_t), case_.batch);
    case Op::verify: return product(sizeof(pqlane_status), case_.batch);
    default: return 0;  // not of a signature scheme
  }
}

std::uint64_t DsaWorkload::owned_bytes() const {
  std::uint64_t total = product(sizeof(pqlane_status), status_.size() + check_status_.size()) +
                        product(sizeof(std::uint16_t), attempts_.size());
  for (const Column* column : {&seed_, &rnd_, &pk_, &sk_, &message_, &sig_, &check_sig_, &tamper_pk_,
                               &tamper_message_, &tamper_sig_}) {
    total += column->bytes.size() + column->on_device.size();
  }
  return total;
}

}  // namespace pqlane::bench
