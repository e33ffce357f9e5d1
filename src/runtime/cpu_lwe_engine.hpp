// cpu_lwe_engine.hpp: the phases of LWE-KEM on the CPU, for one set and n; alone, or as a member of a group.
//
// In a group a member makes its rows of t = A s + e and its blocks of columns of U = R A + E1
// (docs/adr/lwe-ranks.md); the rest is small, and every member does it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/aes.hpp"
#include "runtime/cpu_lwe.hpp"
#include "runtime/lwe_backend.hpp"
#include "runtime/lwe_call.hpp"
#include "runtime/lwe_group.hpp"
#include "runtime/lwe_operation.hpp"
#include "runtime/lwe_phase_runner.hpp"

namespace pqlane {

class CpuLweEngine final : public LweEngine {
 public:
  // `group` is null for a process alone. Throws std::bad_alloc.
  CpuLweEngine(const LweSet& set, std::size_t n, const char* backend_name, PhaseRunner& runner,
               CpuLweState& state, LweGroup* group);
  ~CpuLweEngine() override;
  CpuLweEngine(const CpuLweEngine&) = delete;
  CpuLweEngine& operator=(const CpuLweEngine&) = delete;

  void make_t(const std::uint8_t* rho, const std::uint8_t* sigma, std::uint8_t* packed_t) override;
  bool load_pk(const std::uint8_t* pk) override;
  void encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) override;
  void decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) override;
  std::uint8_t encrypt_differs(const std::uint8_t* m, const std::uint8_t* coins,
                               const std::uint8_t* ct) override;
  void tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) override;

 private:
  // The arrays of an operation in one block of memory.
  struct Arrays {
    std::int8_t *r, *e1, *e, *e2;
    std::uint32_t* pairs;
    std::int16_t *s, *t;
    std::uint16_t *values, *v;
    std::uint8_t *ct, *nodes, *bits;
    // Places them from `base` on, which may be null; returns the bytes.
    std::size_t place(std::uint8_t* base, const LweSet& set, std::size_t n);
  };
  friend std::size_t cpu_lwe_memory_bytes(const LweSet& set, std::size_t n);

  void start_streams(const std::uint8_t* rho);
  void make_s(const std::uint8_t* sigma);
  // Blocks [blocks.begin, blocks.end) of 1024 entries of so many rows.
  void make_noise(const std::uint8_t* seed, std::uint8_t kind, std::size_t rows, LwePart blocks,
                  std::int8_t* out);
  // This member's columns of U, and v.
  void encrypt_part(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct);
  // The columns of all members, of which ct has this one's.
  void gather_columns(std::uint8_t* ct);

  std::size_t rank() const { return group_ != nullptr ? group_->rank() : 0; }
  std::size_t ranks() const { return group_ != nullptr ? group_->size() : 1; }
  LwePart rows_of(std::size_t rank) const;    // of A
  LwePart blocks_of(std::size_t rank) const;  // of columns of A
  // Those columns as bytes of a row of a ciphertext.
  LwePart column_bytes_of(std::size_t rank) const;

  const LweSet& set_;
  const std::size_t n_;
  const LweBackend& backend_;
  const LweModulusBackend& modulus_;
  PhaseRunner& runner_;
  LweMemoryPool& memory_;
  LweGroup* const group_;
  Aes256 cipher_;
  std::uint8_t rho_[32] = {}, round_keys_[aes_round_key_bytes] = {};  // of public data
  LweStreams streams_{};
  const std::size_t used_bytes_;
  LweMemoryPool::Block block_;
  Arrays a_{};
};

}  // namespace pqlane
