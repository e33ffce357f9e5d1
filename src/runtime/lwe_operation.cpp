// lwe_operation.cpp: see lwe_operation.hpp. The transform of Fujisaki and Okamoto with implicit rejection,
// and the sets' sizes. Spec: docs/lwe.md.
#include "runtime/lwe_operation.hpp"

#include <array>
#include <cstring>

#include "core/sha3.hpp"
#include "core/wipe_on_exit.hpp"
#include "params/lwe.hpp"

namespace pqlane {
namespace {

constexpr std::array<LweSet, 4> set_table = {{
    {PQLANE_LWE_12289_AES, "lwe-12289-aes", 12289, 14, true, 32768, 0},
    {PQLANE_LWE_12289_SHAKE, "lwe-12289-shake", 12289, 14, false, 32768, 0},
    {PQLANE_LWE_65521_AES, "lwe-65521-aes", 65521, 16, true, 131072, 1},
    {PQLANE_LWE_65521_SHAKE, "lwe-65521-shake", 65521, 16, false, 131072, 1},
}};

constexpr std::size_t hash_bytes = lwe_hash_bytes, seed_bytes = lwe_seed_bytes;

// A string that is hashed, and overwritten afterwards.
template <std::size_t Most>
class Input {
 public:
  explicit Input(std::uint8_t domain) { bytes_[size_++] = domain; }
  ~Input() { wipe(bytes_, sizeof bytes_); }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  void add(const void* data, std::size_t bytes) {
    std::memcpy(bytes_ + size_, data, bytes);
    size_ += bytes;
  }
  const std::uint8_t* data() const { return bytes_; }
  std::size_t size() const { return size_; }

 private:
  std::uint8_t bytes_[Most];
  std::size_t size_ = 0;
};

// rho || sigma
void expand_d(const LweCall& call, const std::uint8_t* d, std::uint8_t* seeds) {
  Input<6 + seed_bytes> input(0);
  const auto set_id = static_cast<std::uint8_t>(call.set->set);
  const auto n = static_cast<std::uint32_t>(call.n);
  input.add(&set_id, 1);
  input.add(&n, 4);
  input.add(d, seed_bytes);
  sha3_512(input.data(), input.size(), seeds);
}

// K_hat || coins
void expand_m(const std::uint8_t* pkh, const std::uint8_t* m, std::uint8_t* both) {
  Input<1 + hash_bytes + 32> input(1);
  input.add(pkh, hash_bytes);
  input.add(m, 32);
  sha3_512(input.data(), input.size(), both);
}

void make_secret(std::uint8_t domain, const std::uint8_t* key, const std::uint8_t* ct_hash,
                 std::uint8_t* ss) {
  Input<1 + 32 + hash_bytes> input(domain);
  input.add(key, 32);
  input.add(ct_hash, hash_bytes);
  sha3_256(input.data(), input.size(), ss);
}

// The random bytes of an item: SHAKE256(key || LE64(index)).
void item_bytes(const BatchKey& key, std::size_t index, std::uint8_t* out) {
  std::uint8_t input[sizeof key.bytes + 8];
  const WipeOnExit wiped(input, sizeof input);
  const std::uint64_t i = index;
  std::memcpy(input, key.bytes, sizeof key.bytes);
  std::memcpy(input + sizeof key.bytes, &i, 8);
  shake_256_64(input, sizeof input, out);
}

pqlane_status keygen(LweEngine& engine, const LweCall& call, std::size_t index) {
  std::uint8_t seed[2 * seed_bytes], seeds[64];
  const WipeOnExit wiped_seed(seed, sizeof seed), wiped_seeds(seeds, sizeof seeds);
  if (call.batch_key != nullptr) {
    item_bytes(*call.batch_key, index, seed);
  } else {
    std::memcpy(seed, call.seed.at(index), sizeof seed);
  }
  expand_d(call, seed, seeds);
  std::uint8_t* const pk = call.pk_out.at(index);
  std::uint8_t* sk = call.sk_out.at(index);
  const std::size_t pk_bytes = lwe_pk_bytes(call.n, call.set->bits);
  std::memcpy(pk, seeds, seed_bytes);
  engine.make_t(seeds, seeds + seed_bytes, pk + seed_bytes);
  std::memcpy(sk, seed, sizeof seed);
  std::memcpy(sk + sizeof seed, pk, pk_bytes);
  engine.tree_hash(pk, pk_bytes, sk + sizeof seed + pk_bytes);
  return PQLANE_OK;
}

pqlane_status encaps(LweEngine& engine, const LweCall& call, std::size_t index) {
  std::uint8_t m[64], both[64], pkh[hash_bytes], ct_hash[hash_bytes];
  const WipeOnExit wiped_m(m, sizeof m), wiped_both(both, sizeof both);
  if (call.batch_key != nullptr) {
    item_bytes(*call.batch_key, index, m);
  } else {
    std::memcpy(m, call.m.at(index), 32);
  }
  const std::uint8_t* const pk = call.pk.at(index);
  std::uint8_t *const ct = call.ct_out.at(index), *const ss = call.ss_out.at(index);
  const std::size_t ct_bytes = lwe_ct_bytes(call.n, call.set->bits);
  if (!engine.load_pk(pk)) {
    std::memset(ct, 0, ct_bytes);
    std::memset(ss, 0, 32);
    return PQLANE_ERROR_EK_MODULUS;
  }
  engine.tree_hash(pk, lwe_pk_bytes(call.n, call.set->bits), pkh);
  expand_m(pkh, m, both);
  engine.encrypt(m, both + 32, ct);
  engine.tree_hash(ct, ct_bytes, ct_hash);
  make_secret(2, both, ct_hash, ss);
  return PQLANE_OK;
}

pqlane_status decaps(LweEngine& engine, const LweCall& call, std::size_t index) {
  const std::uint8_t* const d = call.sk.at(index);
  const std::uint8_t* const z = d + seed_bytes;
  const std::uint8_t* const pk = z + seed_bytes;
  const std::size_t pk_bytes = lwe_pk_bytes(call.n, call.set->bits);
  const std::uint8_t *const pkh = pk + pk_bytes, *const ct = call.ct.at(index);
  std::uint8_t* const ss = call.ss_out.at(index);
  std::uint8_t seeds[64], m[32], both[64], hash[hash_bytes], rejected[32];
  const WipeOnExit wiped_seeds(seeds, sizeof seeds), wiped_m(m, sizeof m), wiped_both(both, sizeof both),
      wiped_rejected(rejected, sizeof rejected);
  expand_d(call, d, seeds);
  engine.tree_hash(pk, pk_bytes, hash);
  // Whether a key is sound is not secret.
  if (std::memcmp(hash, pkh, hash_bytes) != 0 || std::memcmp(seeds, pk, seed_bytes) != 0 ||
      !engine.load_pk(pk)) {
    std::memset(ss, 0, 32);
    return PQLANE_ERROR_DK_HASH;
  }
  engine.decrypt(seeds + seed_bytes, ct, m);
  expand_m(pkh, m, both);
  const std::uint8_t differs = engine.encrypt_differs(m, both + 32, ct);
  engine.tree_hash(ct, lwe_ct_bytes(call.n, call.set->bits), hash);
  make_secret(2, both, hash, ss);
  make_secret(3, z, hash, rejected);
  for (std::size_t i = 0; i < 32; ++i) {
    ss[i] = static_cast<std::uint8_t>(ss[i] ^ (differs & (ss[i] ^ rejected[i])));
  }
  return PQLANE_OK;
}

}  // namespace

std::span<const LweSet> lwe_sets() { return set_table; }

const LweSet* find_lwe_set(pqlane_lwe_set set) {
  for (const LweSet& known : set_table) {
    if (known.set == set) return &known;
  }
  return nullptr;
}

pqlane_status run_lwe_item(LweEngine& engine, const LweCall& call, std::size_t index) {
  switch (call.operation) {
    case LweOperation::keygen: return keygen(engine, call, index);
    case LweOperation::encaps: return encaps(engine, call, index);
    case LweOperation::decaps: return decaps(engine, call, index);
  }
  return PQLANE_ERROR_INTERNAL;
}

void note_lwe_item(const LweCall& call, std::size_t index, pqlane_status status, BatchOutcome& outcome) {
  if (call.status != nullptr) call.status[index] = status;
  if (status != PQLANE_OK) outcome.add_failure(index, status);
}

}  // namespace pqlane
