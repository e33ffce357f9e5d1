// kem_workload.cpp: see kem_workload.hpp.
#include "bench/kem_workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace pqlane::bench {
namespace {

// Above this size the keys that only verification needs are kept as seeds.
constexpr std::uint64_t expanded_key_limit_bytes = 256u << 20;
// Ciphertexts of a chunk that are changed to see implicit rejection.
constexpr std::size_t tampered_items = 4;

std::uint64_t product(std::size_t a, std::size_t b) { return static_cast<std::uint64_t>(a) * b; }

}  // namespace

KemWorkload::KemWorkload(pqlane_device* device, const Case& work, const std::atomic<bool>* stop,
                         pqlane_device* checker)
    : BatchWorkload(device, work, checker) {
  require(pqlane_kem_get_sizes(case_.scheme, &sizes_), "sizes");
  choose_sets(choose_key_form());
  try {
    allocate();
  } catch (const std::bad_alloc&) {
    throw Failure(fmt::format("not enough memory for a batch of {}", case_.batch));
  }
  make_inputs(stop);
  for (Column* column : timed_inputs()) upload(*column);
}

// Gives the bytes of an item.
std::uint64_t KemWorkload::choose_key_form() {
  const std::uint64_t keys = case_.same_key() ? 0 : sizes_.ek_bytes + sizes_.dk_bytes;
  const std::uint64_t item_bytes = keys + sizes_.ct_bytes + 2 * sizes_.ss_bytes;
  const bool large = item_bytes * case_.batch > expanded_key_limit_bytes;
  seed_keys_ = case_.op == Op::encaps && !case_.same_key() && large;
  return seed_keys_ ? item_bytes - sizes_.dk_bytes + sizes_.seed_bytes : item_bytes;
}

std::vector<Column*> KemWorkload::timed_inputs() {
  switch (case_.op) {
    case Op::keygen: return {&seed_};
    case Op::encaps: return {&ek_, &m_};
    case Op::decaps: return {&dk_, &ct_};
    default: return {};  // not of a KEM
  }
}

std::vector<Column*> KemWorkload::timed_outputs() {
  switch (case_.op) {
    case Op::keygen: return {&ek_, &dk_};
    case Op::encaps: return {&ct_, &ss_};
    case Op::decaps: return {&ss_};
    default: return {};  // not of a KEM
  }
}

void KemWorkload::allocate() {
  const std::size_t keys = case_.same_key() ? 1 : items_;
  const std::size_t chunk = std::min(items_, chunk_items);
  const std::size_t dk_bytes = seed_keys_ ? sizes_.seed_bytes : sizes_.dk_bytes;

  const bool keygen = case_.op == Op::keygen, encaps = case_.op == Op::encaps,
             decaps = case_.op == Op::decaps;
  // decaps needs ek only while the ciphertexts are made: one chunk of them.
  ek_ = make_column(sizes_.ek_bytes, decaps ? std::min(keys, chunk) : keys, !decaps);
  dk_ = make_column(dk_bytes, keys, !encaps);
  if (case_.derand && keygen) seed_ = make_column(sizes_.seed_bytes, items_, true);
  if (case_.derand && encaps) m_ = make_column(sizes_.m_bytes, items_, true);
  if (!keygen) {
    ct_ = make_column(sizes_.ct_bytes, items_, true);
    ss_ = make_column(sizes_.ss_bytes, items_, true);
  } else {
    check_ct_ = make_column(sizes_.ct_bytes, chunk);
    check_ss2_ = make_column(sizes_.ss_bytes, chunk);
  }
  if (decaps) expected_ss_ = make_column(sizes_.ss_bytes, items_);
  if (!decaps) check_ss_ = make_column(sizes_.ss_bytes, chunk);
  tamper_dk_ = make_column(dk_bytes, tampered_items);
  tamper_ct_ = make_column(sizes_.ct_bytes, tampered_items);
  tamper_ss_ = make_column(sizes_.ss_bytes, tampered_items);
}

void KemWorkload::make_inputs(const std::atomic<bool>* stop) {
  if (seed_.item_bytes != 0)
    require(pqlane_random_bytes(seed_.bytes.data(), seed_.bytes.size()), "random seeds");
  if (m_.item_bytes != 0) require(pqlane_random_bytes(m_.bytes.data(), m_.bytes.size()), "random messages");
  if (case_.op == Op::keygen) return;

  if (case_.same_key()) make_keys(0, 1);
  for (std::size_t first = 0; first < items_; first += chunk_items) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    const std::size_t count = std::min(chunk_items, items_ - first);
    if (!case_.same_key()) make_keys(first, count);
    if (case_.op == Op::decaps) make_ciphertexts(first, count);
  }
  if (case_.op == Op::decaps && case_.checked_keys) {
    const std::size_t keys = case_.same_key() ? 1 : items_;
    std::vector<pqlane_status> status(keys);
    require(
        pqlane_kem_check_dk(checker_, case_.scheme, {dk_.bytes.data(), dk_.item_bytes, keys}, status.data()),
        "check of the private keys");
  }
}

void KemWorkload::make_keys(std::size_t first, std::size_t count) {
  // decaps keeps the ek of one chunk only.
  pqlane_out ek = ek_.out(case_.op == Op::decaps ? 0 : first, count);
  pqlane_out dk = dk_.out(first, count);
  // An output may not have the stride 0 of a shared key.
  ek.stride_bytes = ek_.item_bytes;
  dk.stride_bytes = dk_.item_bytes;
  const unsigned flags = seed_keys_ ? PQLANE_KEY_SEED : 0;
  require(pqlane_kem_keygen(checker_, case_.scheme, flags, ek, dk, nullptr), "keygen for the inputs");
}

void KemWorkload::make_ciphertexts(std::size_t first, std::size_t count) {
  require(pqlane_kem_encaps(checker_, case_.scheme, 0, ek_.in(0, count), ct_.out(first, count),
                            expected_ss_.out(first, count), nullptr),
          "encaps for the inputs");
}

void KemWorkload::prepare(std::size_t first, std::size_t count) {
  const std::size_t begin = first * case_.batch;
  const std::size_t end = begin + count * case_.batch;
  for (Column* column : timed_outputs()) clear_on_device(*column, begin, end - begin);
  if (case_.op != Op::keygen) {
    std::memset(ss_.at(begin), 0, (end - begin) * sizes_.ss_bytes);
    return;
  }
  // The first 32 bytes of each key are enough: with them, it is not part of a pair that agrees.
  for (std::size_t item = begin; item < end; ++item) {
    std::memset(ek_.at(item), 0x00, 32);
    std::memset(dk_.at(item), 0x11, 32);
  }
}

bool KemWorkload::call(std::size_t set) {
  const std::size_t first = set * case_.batch;
  const std::size_t n = case_.batch;
  pqlane_status status = PQLANE_ERROR_INTERNAL;
  switch (case_.op) {
    case Op::keygen:
      status = case_.derand
                   ? pqlane_kem_keygen_derand(device_, case_.scheme, 0, seed_.timed_in(first, n),
                                              ek_.timed_out(first, n), dk_.timed_out(first, n), nullptr)
                   : pqlane_kem_keygen(device_, case_.scheme, 0, ek_.timed_out(first, n),
                                       dk_.timed_out(first, n), nullptr);
      break;
    case Op::encaps:
      status = case_.derand ? pqlane_kem_encaps_derand(device_, case_.scheme, 0, ek_.timed_in(first, n),
                                                       m_.timed_in(first, n), ct_.timed_out(first, n),
                                                       ss_.timed_out(first, n), nullptr)
                            : pqlane_kem_encaps(device_, case_.scheme, 0, ek_.timed_in(first, n),
                                                ct_.timed_out(first, n), ss_.timed_out(first, n), nullptr);
      break;
    case Op::decaps:
      status =
          pqlane_kem_decaps(device_, case_.scheme, case_.checked_keys ? PQLANE_KEY_CHECKED : 0,
                            dk_.timed_in(first, n), ct_.timed_in(first, n), ss_.timed_out(first, n), nullptr);
      break;
    default: return false;  // not of a KEM
  }
  if (status != PQLANE_OK) failure_ = pqlane_last_error();
  return status == PQLANE_OK;
}

std::string KemWorkload::verify_chunk(std::size_t first, std::size_t n) {
  const unsigned flags = seed_keys_ ? PQLANE_KEY_SEED : 0;
  std::string wrong;
  switch (case_.op) {
    case Op::keygen:
      if (pqlane_kem_encaps(checker_, case_.scheme, 0, ek_.in(first, n), check_ct_.out(0, n),
                            check_ss_.out(0, n), nullptr) != PQLANE_OK ||
          pqlane_kem_decaps(checker_, case_.scheme, 0, dk_.in(first, n), check_ct_.in(0, n),
                            check_ss2_.out(0, n), nullptr) != PQLANE_OK) {
        return fmt::format("verification: {}", pqlane_last_error());
      }
      wrong = check_secrets(first, n, check_ss2_, 0, check_ss_, 0);
      return wrong.empty() ? check_tampered(first, n, check_ct_, 0, check_ss_, 0) : wrong;
    case Op::encaps:
      if (pqlane_kem_decaps(checker_, case_.scheme, flags, dk_.in(first, n), ct_.in(first, n),
                            check_ss_.out(0, n), nullptr) != PQLANE_OK) {
        return fmt::format("verification: {}", pqlane_last_error());
      }
      wrong = check_secrets(first, n, check_ss_, 0, ss_, first);
      return wrong.empty() ? check_tampered(first, n, ct_, first, ss_, first) : wrong;
    case Op::decaps:
      wrong = check_secrets(first, n, ss_, first, expected_ss_, first);
      return wrong.empty() ? check_tampered(first, n, ct_, first, ss_, first) : wrong;
    default: return "no operation of a KEM";
  }
}

std::string KemWorkload::check_secrets(std::size_t first, std::size_t n, Column& found,
                                       std::size_t found_first, const Column& expected,
                                       std::size_t expected_first) const {
  const std::uint8_t* left = found.at(found_first);
  const std::uint8_t* right = expected.in(expected_first, 1).data;
  const std::size_t bytes = sizes_.ss_bytes;
  for (std::size_t i = 0; i < n; ++i, left += bytes, right += bytes) {
    if (std::memcmp(left, right, bytes) != 0) {
      return fmt::format("item {}: encaps and decaps give different secrets", (first + i) % case_.batch);
    }
    if (i > 0 && std::memcmp(left, left - bytes, bytes) == 0) {
      return fmt::format("item {}: the same secret as the item before it", (first + i) % case_.batch);
    }
  }
  return {};
}

std::string KemWorkload::check_tampered(std::size_t first, std::size_t n, const Column& ct,
                                        std::size_t ct_first, const Column& ss, std::size_t ss_first) {
  const std::size_t picked = std::min(n, tampered_items);
  const auto item = [&](std::size_t i) { return i * n / picked; };
  for (std::size_t i = 0; i < picked; ++i) {
    std::memcpy(tamper_dk_.at(i), dk_.in(first + item(i), 1).data, dk_.item_bytes);
    std::memcpy(tamper_ct_.at(i), ct.in(ct_first + item(i), 1).data, sizes_.ct_bytes);
    // A different bit each time; a bit of the ciphertext always changes what is decoded from it.
    tamper_ct_.at(i)[(first + 97 * i) % sizes_.ct_bytes] ^= static_cast<std::uint8_t>(1u << (i % 8));
  }
  const unsigned flags = seed_keys_ ? PQLANE_KEY_SEED : 0;
  if (pqlane_kem_decaps(checker_, case_.scheme, flags, tamper_dk_.in(0, picked), tamper_ct_.in(0, picked),
                        tamper_ss_.out(0, picked), nullptr) != PQLANE_OK) {
    return fmt::format("verification with a changed ciphertext: {}", pqlane_last_error());
  }
  for (std::size_t i = 0; i < picked; ++i) {
    if (std::memcmp(tamper_ss_.at(i), ss.in(ss_first + item(i), 1).data, sizes_.ss_bytes) == 0) {
      return fmt::format("item {}: a changed ciphertext gives the same secret",
                         (first + item(i)) % case_.batch);
    }
  }
  return {};
}

std::uint64_t KemWorkload::input_bytes() const {
  const std::size_t keys = case_.same_key() ? 1 : case_.batch;
  switch (case_.op) {
    case Op::keygen: return product(seed_.item_bytes, case_.batch);
    case Op::encaps: return product(ek_.item_bytes, keys) + product(m_.item_bytes, case_.batch);
    case Op::decaps: return product(dk_.item_bytes, keys) + product(ct_.item_bytes, case_.batch);
    default: return 0;  // not of a KEM
  }
}

std::uint64_t KemWorkload::output_bytes() const {
  switch (case_.op) {
    case Op::keygen: return product(ek_.item_bytes + dk_.item_bytes, case_.batch);
    case Op::encaps: return product(ct_.item_bytes + ss_.item_bytes, case_.batch);
    case Op::decaps: return product(ss_.item_bytes, case_.batch);
    default: return 0;  // not of a KEM
  }
}

std::uint64_t KemWorkload::owned_bytes() const {
  std::uint64_t total = 0;
  for (const Column* column : {&seed_, &m_, &ek_, &dk_, &ct_, &ss_, &expected_ss_, &check_ct_, &check_ss_,
                               &check_ss2_, &tamper_dk_, &tamper_ct_, &tamper_ss_}) {
    total += column->bytes.size() + column->on_device.size();
  }
  return total;
}

}  // namespace pqlane::bench
