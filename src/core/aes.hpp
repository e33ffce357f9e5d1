// aes.hpp: AES-256 encryption of blocks and counter-mode key streams [FIPS197], [SP800-38A].
//
// Two engines give the same bytes: AES-NI instructions, and a portable bitsliced one without tables.
// Neither branches on or indexes memory by key or data. No decryption and no authenticated mode.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

struct AesEngineFunctions;

enum class AesEngine : std::uint8_t { portable, aes_ni };

// Whether this machine (and build) can run the engine.
bool aes_engine_usable(AesEngine engine);

// The engine for a value of PQLANE_BACKEND (may be null): "scalar" asks for the portable one, anything
// else for AES-NI where usable.
AesEngine choose_aes_engine(const char* forced_backend);

// choose_aes_engine for this process: the environment is read once, at the first use.
AesEngine default_aes_engine();

// The 15 round keys of key[0..32) as FIPS 197 numbers their bytes, without branch or index on the key.
inline constexpr std::size_t aes_round_key_bytes = 15 * 16;
void aes_round_keys(const std::uint8_t* key, std::uint8_t* round_keys);

// An expanded AES-256 key. Wiped by its destructor; not copyable, so that keys do not multiply.
class Aes256 {
 public:
  static constexpr std::size_t key_bytes = 32;
  static constexpr std::size_t block_bytes = 16;

  // Without a key yet: set_key comes before any other call.
  explicit Aes256(AesEngine engine = default_aes_engine());
  explicit Aes256(const std::uint8_t* key, AesEngine engine = default_aes_engine());
  ~Aes256();
  Aes256(const Aes256&) = delete;
  Aes256& operator=(const Aes256&) = delete;

  // Replaces the key by key[0..32).
  void set_key(const std::uint8_t* key);
  void clear();

  // out[16 i ..] = E(in[16 i ..]) for i < blocks. `in` and `out` are equal or do not overlap.
  void encrypt_blocks(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) const;

  // The first `bytes` bytes of E(c) || E(c + 1) || ..., c = counter[0..16) as a big-endian number modulo
  // 2^128. On return `counter` stands behind the last block used, also when that one was cut short.
  void ctr_stream(std::uint8_t* counter, std::uint8_t* out, std::size_t bytes) const;

  // out[16 i ..] = E(LE64(prefix) || LE64(first + i)) for i < blocks, the index modulo 2^64.
  void indexed_stream(std::uint64_t prefix, std::uint64_t first, std::uint8_t* out, std::size_t blocks) const;

 private:
  // 15 round keys of 16 bytes (AES-NI) or of 8 bit planes of 8 bytes (portable).
  static constexpr std::size_t schedule_bytes = 15 * 64;
  alignas(64) std::uint8_t schedule_[schedule_bytes];
  const AesEngineFunctions* engine_;
};

}  // namespace pqlane
