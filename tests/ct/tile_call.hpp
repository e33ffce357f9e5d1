// tile_call.hpp: buffers of one batch and direct calls of a backend's tile functions, for the constant-time
// checks. The C interface draws its own randomness; here seed, m and the batch key are the caller's.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "pqlane/pqlane.h"
#include "runtime/cpu_backends.hpp"
#include "runtime/kem_backend.hpp"

namespace pqlane::ct {

using Bytes = std::vector<std::uint8_t>;

// A generator for test data only (splitmix64, public domain constants).
class TestData {
 public:
  explicit TestData(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  void fill(std::uint8_t* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::uint8_t>(next() >> 32);
  }
  void fill(Bytes& bytes) { fill(bytes.data(), bytes.size()); }

 private:
  std::uint64_t state_;
};

struct FreeDeleter {
  void operator()(void* p) const { std::free(p); }
};

// Items of one batch. `secret_key_bytes` is the length of s_hat, which dk begins with; z ends it.
struct TileCall {
  TileCall(const CpuBackend& backend, pqlane_scheme scheme_value, std::size_t ops)
      : kem(*backend.kem[static_cast<int>(scheme_value) - 1]), scheme(scheme_value), count(ops) {
    (void)pqlane_kem_get_sizes(scheme, &sizes);
    seed.resize(count * sizes.seed_bytes);
    m.resize(count * sizes.m_bytes);
    ek.resize(count * sizes.ek_bytes);
    dk.resize(count * sizes.dk_bytes);
    ct.resize(count * sizes.ct_bytes);
    ss.resize(count * sizes.ss_bytes);
    status.resize(kem.tile_ops);
    workspace_bytes = (kem.workspace_bytes() + 63) / 64 * 64;
    workspace.reset(std::aligned_alloc(64, workspace_bytes));
    if (workspace == nullptr) throw std::bad_alloc();
  }

  std::size_t secret_key_bytes() const { return sizes.ek_bytes - 32; }
  std::uint8_t* dk_z(std::size_t i) { return dk.data() + (i + 1) * sizes.dk_bytes - 32; }

  // In seed form the private keys are read from and written to `seed`.
  KemArgs args(const BatchKey* batch_key, bool seed_form, bool keys_checked) {
    KemArgs a{};
    a.seed = {seed.data(), sizes.seed_bytes};
    a.ek = {ek.data(), sizes.ek_bytes};
    a.dk = seed_form ? ConstView{seed.data(), sizes.seed_bytes} : ConstView{dk.data(), sizes.dk_bytes};
    a.ct = {ct.data(), sizes.ct_bytes};
    a.m = {m.data(), sizes.m_bytes};
    a.ek_out = {ek.data(), sizes.ek_bytes};
    a.dk_out = {dk.data(), seed_form ? sizes.seed_bytes : sizes.dk_bytes};
    a.ct_out = {ct.data(), sizes.ct_bytes};
    a.ss_out = {ss.data(), sizes.ss_bytes};
    a.batch_key = batch_key;
    a.status = status.data();
    a.seed_form = seed_form;
    a.keys_checked = keys_checked;
    return a;
  }

  void run(KemTileFunction function, const KemArgs& a) { function(a, 0, count, workspace.get()); }

  const KemBackend& kem;
  pqlane_scheme scheme;
  std::size_t count;
  pqlane_kem_sizes sizes{};
  Bytes seed, m, ek, dk, ct, ss, status;
  std::size_t workspace_bytes = 0;
  std::unique_ptr<void, FreeDeleter> workspace;
};

}  // namespace pqlane::ct
