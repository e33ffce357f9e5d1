// poison.cpp: runs every operation on secrets that valgrind's memcheck takes for undefined bytes; memcheck
// then reports each conditional jump and each address that depends on them [CTGRIND].
//
// Outputs are declared public after the call, never inside it; what the code itself declares public goes
// through core/secret.hpp. Each case also proves that the secret reached the output: a case whose result
// does not depend on its secret checks nothing. Divisions and other instructions of varying time are not
// seen here; asm_check looks for them.
//
//   poison [--quick]      all cases; exit 1 when memcheck reported something
//   poison --plant NAME   one deliberate leak: branch, index, none
#include <valgrind/memcheck.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "plants.hpp"
#include "pqlane/dsa.h"
#include "pqlane/random.h"
#include "runtime/drbg.hpp"
#include "tile_call.hpp"

namespace pqlane::ct {
namespace {

int failures = 0;
int cases = 0;

void make_secret(const void* data, std::size_t bytes) { (void)VALGRIND_MAKE_MEM_UNDEFINED(data, bytes); }
void make_public(const void* data, std::size_t bytes) { (void)VALGRIND_MAKE_MEM_DEFINED(data, bytes); }
void make_secret(const Bytes& bytes) { make_secret(bytes.data(), bytes.size()); }
void make_public(const Bytes& bytes) { make_public(bytes.data(), bytes.size()); }

bool holds_secret(const void* data, std::size_t bytes) {
  Bytes bits(bytes);
  (void)VALGRIND_GET_VBITS(data, bits.data(), bytes);
  for (const std::uint8_t b : bits) {
    if (b != 0) return true;
  }
  return false;
}

// Counts the reports between its making and check().
class Case {
 public:
  explicit Case(std::string name) : name_(std::move(name)), before_(VALGRIND_COUNT_ERRORS) { ++cases; }
  // The secret must have reached these bytes; then they are public.
  void output(const char* what, const void* data, std::size_t bytes) {
    if (!holds_secret(data, bytes)) {
      std::printf("FAILED %s: %s does not depend on the secret, so the case checks nothing\n", name_.c_str(),
                  what);
      ++failures;
    }
    make_public(data, bytes);
  }
  void check() const {
    const unsigned reports = VALGRIND_COUNT_ERRORS - before_;
    if (reports == 0) return;
    std::printf("FAILED %s: %u uses of secrets reported\n", name_.c_str(), reports);
    ++failures;
  }

 private:
  std::string name_;
  unsigned before_;
};

void expect_items_done(const TileCall& t) {
  for (std::size_t i = 0; i < t.count; ++i) {
    if (t.status[i] != 0) {
      std::printf("FAILED %s: item %zu has status %u\n", pqlane_scheme_name(t.scheme), i, t.status[i]);
      ++failures;
    }
  }
}

// The workspace starts as defined bytes, so that nothing but the secrets is undefined.
void clear_workspace(TileCall& t) {
  make_public(t.workspace.get(), t.workspace_bytes);
  std::memset(t.workspace.get(), 0, t.workspace_bytes);
}

void check_keygen(TileCall& t, const std::string& name, const BatchKey* batch_key, bool seed_form) {
  Case c(name + (seed_form ? " keygen to seeds" : " keygen") +
         (batch_key != nullptr ? " from a batch key" : ""));
  clear_workspace(t);
  if (batch_key != nullptr) {
    make_secret(batch_key, sizeof *batch_key);
  } else {
    make_secret(t.seed);
  }
  t.run(t.kem.keygen, t.args(batch_key, seed_form, false));
  c.output("ek", t.ek.data(), t.ek.size());
  c.output("dk", t.dk.data(), seed_form ? t.seed.size() : t.dk.size());
  c.check();
  if (batch_key != nullptr) make_public(batch_key, sizeof *batch_key);
  make_public(t.seed);
  make_public(t.dk);
  expect_items_done(t);
}

void check_encaps(TileCall& t, const std::string& name, const BatchKey* batch_key) {
  Case c(name + " encaps" + (batch_key != nullptr ? " from a batch key" : ""));
  clear_workspace(t);
  if (batch_key != nullptr) {
    make_secret(batch_key, sizeof *batch_key);
  } else {
    make_secret(t.m);
  }
  t.run(t.kem.encaps, t.args(batch_key, false, false));
  c.output("ct", t.ct.data(), t.ct.size());
  c.output("ss", t.ss.data(), t.ss.size());
  c.check();
  if (batch_key != nullptr) make_public(batch_key, sizeof *batch_key);
  make_public(t.m);
  expect_items_done(t);
}

void check_decaps(TileCall& t, const std::string& name, bool seed_form, bool keys_checked) {
  Case c(name + (seed_form ? " decaps of seeds" : " decaps") + (keys_checked ? " of checked keys" : ""));
  clear_workspace(t);
  if (seed_form) {
    make_secret(t.seed);
  } else {
    for (std::size_t i = 0; i < t.count; ++i) {
      make_secret(t.dk.data() + i * t.sizes.dk_bytes, t.secret_key_bytes());
      make_secret(t.dk_z(i), 32);
    }
  }
  t.run(t.kem.decaps, t.args(nullptr, seed_form, keys_checked));
  for (std::size_t i = 0; i < t.count; ++i)
    c.output("ss", t.ss.data() + i * t.sizes.ss_bytes, t.sizes.ss_bytes);
  c.check();
  make_public(t.seed);
  make_public(t.dk);
  expect_items_done(t);
}

void check_tile(const CpuBackend& backend, pqlane_scheme scheme, std::size_t count) {
  TileCall t(backend, scheme, count);
  TestData data(1000 * static_cast<unsigned>(scheme) + count);
  data.fill(t.seed);
  data.fill(t.m);
  BatchKey key;
  data.fill(key.bytes, sizeof key.bytes);
  const std::string name =
      std::string(backend.name) + " " + pqlane_scheme_name(scheme) + " tile of " + std::to_string(count);
  check_keygen(t, name, &key, false);
  check_keygen(t, name, &key, true);
  check_keygen(t, name, nullptr, true);
  check_keygen(t, name, nullptr, false);
  check_encaps(t, name, &key);
  check_encaps(t, name, nullptr);
  for (std::size_t i = 0; i < count; i += 2) t.ct[i * t.sizes.ct_bytes + 7 * i % t.sizes.ct_bytes] ^= 1;
  check_decaps(t, name, false, false);
  check_decaps(t, name, false, true);
  check_decaps(t, name, true, false);
}

// The same through the C interface: batches that are cut into tiles, the last one part-filled.
void check_interface(const char* backend_name, pqlane_scheme scheme, std::size_t count) {
  const std::string device_name = std::string("cpu:") + backend_name;
  const pqlane_device_options options{sizeof options, 1, 0};
  pqlane_device* device = nullptr;
  if (pqlane_device_open(device_name.c_str(), &options, &device) != PQLANE_OK) {
    std::printf("FAILED %s: %s\n", device_name.c_str(), pqlane_last_error());
    ++failures;
    return;
  }
  pqlane_kem_sizes s{};
  (void)pqlane_kem_get_sizes(scheme, &s);
  Bytes seed(count * s.seed_bytes), m(count * s.m_bytes), ek(count * s.ek_bytes), dk(count * s.dk_bytes),
      ct(count * s.ct_bytes), ss(count * s.ss_bytes);
  TestData data(7 * static_cast<unsigned>(scheme) + count);
  data.fill(seed);
  data.fill(m);
  make_secret(seed);
  make_secret(m);
  Case c(device_name + " " + pqlane_scheme_name(scheme) + " batch of " + std::to_string(count));
  const auto in = [&](const Bytes& b, std::size_t bytes) { return pqlane_in{b.data(), bytes, count}; };
  const auto out = [&](Bytes& b, std::size_t bytes) { return pqlane_out{b.data(), bytes, count}; };
  pqlane_status result = pqlane_kem_keygen_derand(device, scheme, 0, in(seed, s.seed_bytes),
                                                  out(ek, s.ek_bytes), out(dk, s.dk_bytes), nullptr);
  c.output("ek", ek.data(), ek.size());
  for (std::size_t i = 0; i < count; ++i) {  // dk = s_hat || ek || H(ek) || z; ek and its hash are public
    make_public(dk.data() + i * s.dk_bytes + s.ek_bytes - 32, s.ek_bytes + 32);
  }
  if (result == PQLANE_OK) {
    result = pqlane_kem_encaps_derand(device, scheme, 0, in(ek, s.ek_bytes), in(m, s.m_bytes),
                                      out(ct, s.ct_bytes), out(ss, s.ss_bytes), nullptr);
  }
  c.output("ct", ct.data(), ct.size());
  if (result == PQLANE_OK) {
    result = pqlane_kem_decaps(device, scheme, 0, in(dk, s.dk_bytes), in(ct, s.ct_bytes), out(ss, s.ss_bytes),
                               nullptr);
  }
  c.output("ss", ss.data(), ss.size());
  c.check();
  if (result != PQLANE_OK) {
    std::printf("FAILED %s: %s\n", device_name.c_str(), pqlane_last_error());
    ++failures;
  }
  pqlane_device_close(device);
}

// Signatures with secret seeds as keys and secret rnd, and with a signer object of the first sk.
pqlane_status sign_otherwise(pqlane_device* device, pqlane_scheme scheme, std::size_t count,
                             const Bytes& seed, const Bytes& rnd, const Bytes& sk) {
  pqlane_dsa_sizes s{};
  (void)pqlane_dsa_get_sizes(scheme, &s);
  Bytes sig(count * s.sig_bytes);
  const std::uint8_t message[] = "one for all";
  const pqlane_strings messages{message, 0, sizeof message, nullptr, nullptr, count};
  const pqlane_out sig_out{sig.data(), s.sig_bytes, count};
  pqlane_dsa_options options{sizeof options, PQLANE_DSA_PURE, PQLANE_HASH_NONE, 0, 1, {}, nullptr};
  pqlane_status result = pqlane_dsa_sign_derand(device, scheme, &options, {seed.data(), s.seed_bytes, count},
                                                messages, {rnd.data(), s.rnd_bytes, count}, sig_out, nullptr);
  make_public(sig);
  if (result != PQLANE_OK) return result;
  pqlane_dsa_signer* signer = nullptr;
  options.key_seed = 0;
  options.deterministic = 1;
  result = pqlane_dsa_signer_open(device, scheme, sk.data(), s.sk_bytes, &signer);
  if (result == PQLANE_OK) result = pqlane_dsa_signer_sign(signer, &options, messages, sig_out, nullptr);
  pqlane_dsa_signer_free(signer);
  return result;
}

// Keys from secret seeds, then hedged signatures with the secret parts of sk and secret rnd.
void check_signatures(const char* backend_name, pqlane_scheme scheme, std::size_t count) {
  const std::string device_name = std::string("cpu:") + backend_name;
  const pqlane_device_options options{sizeof options, 1, 0};
  pqlane_device* device = nullptr;
  if (pqlane_device_open(device_name.c_str(), &options, &device) != PQLANE_OK) {
    std::printf("FAILED %s: %s\n", device_name.c_str(), pqlane_last_error());
    ++failures;
    return;
  }
  pqlane_dsa_sizes s{};
  (void)pqlane_dsa_get_sizes(scheme, &s);
  Bytes seed(count * s.seed_bytes), rnd(count * s.rnd_bytes), pk(count * s.pk_bytes), sk(count * s.sk_bytes),
      sig(count * s.sig_bytes), message(count * 40);
  TestData data(11 * static_cast<unsigned>(scheme) + count);
  data.fill(seed);
  data.fill(rnd);
  data.fill(message);
  make_secret(seed);
  make_secret(rnd);
  const auto in = [&](const Bytes& b, std::size_t bytes) { return pqlane_in{b.data(), bytes, count}; };
  const auto out = [&](Bytes& b, std::size_t bytes) { return pqlane_out{b.data(), bytes, count}; };
  Case c(device_name + " " + pqlane_scheme_name(scheme) + " batch of " + std::to_string(count));
  pqlane_status result = pqlane_dsa_keygen_derand(device, scheme, 0, in(seed, s.seed_bytes),
                                                  out(pk, s.pk_bytes), out(sk, s.sk_bytes), nullptr);
  c.output("pk", pk.data(), pk.size());
  for (std::size_t i = 0; i < count; ++i) {  // sk = rho || K || tr || s1 || s2 || t0; rho and tr are public
    make_public(sk.data() + i * s.sk_bytes, 32);
    make_public(sk.data() + i * s.sk_bytes + 64, 64);
  }
  if (result == PQLANE_OK) {
    const pqlane_strings messages{message.data(), 40, 40, nullptr, nullptr, count};
    result = pqlane_dsa_sign_derand(device, scheme, nullptr, in(sk, s.sk_bytes), messages,
                                    in(rnd, s.rnd_bytes), out(sig, s.sig_bytes), nullptr);
  }
  c.output("sig", sig.data(), sig.size());
  if (result == PQLANE_OK) result = sign_otherwise(device, scheme, count, seed, rnd, sk);
  c.check();
  if (result != PQLANE_OK) {
    std::printf("FAILED %s: %s\n", device_name.c_str(), pqlane_last_error());
    ++failures;
  }
  pqlane_device_close(device);
}

void check_drbg(AesEngine engine, const char* name) {
  if (!aes_engine_usable(engine)) return;
  Case c(std::string("CTR_DRBG ") + name);
  std::uint8_t entropy[CtrDrbgAes256::seed_bytes], bytes[100];
  TestData(5).fill(entropy, sizeof entropy);
  make_secret(entropy, sizeof entropy);
  {
    CtrDrbgAes256 drbg(engine);
    bool ok = drbg.instantiate(entropy) == DrbgResult::ok;
    ok = drbg.generate(bytes) == DrbgResult::ok && ok;
    ok = drbg.reseed(entropy) == DrbgResult::ok && ok;
    ok = drbg.generate(bytes) == DrbgResult::ok && ok;
    if (!ok) {
      std::printf("FAILED CTR_DRBG %s: an error\n", name);
      ++failures;
    }
  }
  c.output("random bytes", bytes, sizeof bytes);
  c.check();
}

// The fills, with a secret key; 600 elements begin and end inside blocks.
void check_fills(const char* backend_name) {
  const std::string device_name = std::string("cpu:") + backend_name;
  pqlane_device* device = nullptr;
  if (pqlane_device_open(device_name.c_str(), nullptr, &device) != PQLANE_OK) {
    std::printf("FAILED %s: %s\n", device_name.c_str(), pqlane_last_error());
    ++failures;
    return;
  }
  Case c(device_name + " fills");
  constexpr std::size_t count = 600;
  std::uint8_t key[PQLANE_FILL_KEY_BYTES];
  TestData(6).fill(key, sizeof key);
  make_secret(key, sizeof key);
  std::vector<std::uint32_t> u(count);
  std::vector<std::int32_t> i(count);
  std::vector<float> f(count);
  std::vector<double> d(count);
  bool ok = pqlane_fill_uniform_u32_at(device, key, 3, u.data(), count) == PQLANE_OK;
  ok = pqlane_fill_gaussian_i32_at(device, key, 3, 3.2, i.data(), count) == PQLANE_OK && ok;
  ok = pqlane_fill_gaussian_f32_at(device, key, 3, 0, 1, f.data(), count) == PQLANE_OK && ok;
  ok = pqlane_fill_gaussian_f64_at(device, key, 3, 0, 1, d.data(), count) == PQLANE_OK && ok;
  c.output("u32", u.data(), count * sizeof u[0]);
  c.output("i32", i.data(), count * sizeof i[0]);
  c.output("f32", f.data(), count * sizeof f[0]);
  c.output("f64", d.data(), count * sizeof d[0]);
  c.check();
  if (!ok) {
    std::printf("FAILED %s: %s\n", device_name.c_str(), pqlane_last_error());
    ++failures;
  }
  pqlane_device_close(device);
}

void check_backend(const CpuBackend& backend, bool quick) {
  check_fills(backend.name);
  const std::size_t full = backend.kem[0]->tile_ops;
  for (int scheme = PQLANE_ML_KEM_512; scheme <= PQLANE_KYBER_1024; ++scheme) {
    // The quick run takes a set with eta1 = 3 and, of the other variant, one with d = 11 and 5.
    if (quick && scheme != PQLANE_ML_KEM_512 && scheme != PQLANE_KYBER_1024) continue;
    const auto value = static_cast<pqlane_scheme>(scheme);
    for (std::size_t count = 1; count <= full; ++count) {
      if (quick && count != 1 && count != 3 && count != full - 1) continue;
      check_tile(backend, value, count);
    }
    check_interface(backend.name, value, quick ? full + 1 : 2 * full + 3);
  }
  for (int scheme = PQLANE_ML_DSA_44; scheme <= PQLANE_ML_DSA_87; ++scheme) {
    // The quick run takes the sets with eta = 2 and 4.
    if (quick && scheme == PQLANE_ML_DSA_87) continue;
    for (const std::size_t count : {1u, 9u, 40u}) {
      if (quick && count != 9) continue;
      check_signatures(backend.name, static_cast<pqlane_scheme>(scheme), count);
    }
  }
  std::printf("%s: %d cases so far\n", backend.name, cases);
}

int run_all(bool quick) {
  check_drbg(AesEngine::portable, "portable");
  check_drbg(AesEngine::aes_ni, "AES-NI");
  check_backend(scalar_backend, quick);
#if defined(PQLANE_HAVE_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    check_backend(avx2_backend, quick);
  } else {
    std::printf("avx2: skipped, not on this CPU\n");
  }
#endif
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures == 0 ? 0 : 1;
}

int run_plant(const std::string& name) {
  Bytes secret(64);
  TestData(9).fill(secret);
  Case c("plant " + name);
  make_secret(secret);
  using Plant = std::uint32_t (*)(const std::uint8_t*, std::size_t);
  Plant plant = nullptr;
  if (name == "branch") plant = pqlane_plant_branch;
  if (name == "index") plant = pqlane_plant_index;
  if (name == "none") plant = pqlane_plant_none;
  if (plant == nullptr) return 2;
  volatile std::uint32_t value = plant(secret.data(), secret.size());
  (void)value;
  c.check();
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace pqlane::ct

int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (RUNNING_ON_VALGRIND == 0) {
    std::fprintf(stderr, "poison: runs under valgrind only\n");
    return 2;
  }
  if (first == "--plant" && argc == 3) return pqlane::ct::run_plant(argv[2]);
  if (argc > 2 || (argc == 2 && first != "--quick")) return 2;
  return pqlane::ct::run_all(first == "--quick");
}
