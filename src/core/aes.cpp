// aes.cpp: choice of the AES engine, and what both engines share.
#include "core/aes.hpp"

#include <cstdlib>
#include <cstring>

#include "core/aes_engine.hpp"
#include "core/zeroize.hpp"

namespace pqlane {

namespace {

const AesEngineFunctions* functions_of(AesEngine engine) {
#if defined(__x86_64__)
  if (engine == AesEngine::aes_ni && aes_engine_usable(engine)) {
    return &aes_ni_functions;
  }
#else
  static_cast<void>(engine);
#endif
  return &aes_portable_functions;
}

}  // namespace

bool aes_engine_usable(AesEngine engine) {
  if (engine == AesEngine::portable) {
    return true;
  }
#if defined(__x86_64__)
  return __builtin_cpu_supports("aes") && __builtin_cpu_supports("sse4.1");
#else
  return false;
#endif
}

AesEngine choose_aes_engine(const char* forced_backend) {
  if (forced_backend != nullptr && std::strcmp(forced_backend, "scalar") == 0) {
    return AesEngine::portable;
  }
  return aes_engine_usable(AesEngine::aes_ni) ? AesEngine::aes_ni : AesEngine::portable;
}

AesEngine default_aes_engine() {
  static const AesEngine engine = choose_aes_engine(std::getenv("PQLANE_BACKEND"));
  return engine;
}

Aes256::Aes256(AesEngine engine) : engine_(functions_of(engine)) {
  std::memset(schedule_, 0, schedule_bytes);
}

Aes256::Aes256(const std::uint8_t* key, AesEngine engine) : Aes256(engine) { set_key(key); }

Aes256::~Aes256() { clear(); }

void Aes256::set_key(const std::uint8_t* key) { engine_->expand_key(key, schedule_); }

void Aes256::clear() { wipe(schedule_, engine_->schedule_bytes); }

void Aes256::encrypt_blocks(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) const {
  engine_->encrypt(schedule_, in, out, blocks);
}

void Aes256::ctr_stream(std::uint8_t* counter, std::uint8_t* out, std::size_t bytes) const {
  AesCounter c{aes_load_be64(counter), aes_load_be64(counter + 8)};
  const std::size_t whole = bytes / block_bytes;
  const std::size_t rest = bytes % block_bytes;
  engine_->counter(schedule_, c.hi, c.lo, out, whole);
  c = aes_advance_counter(c, whole);
  if (rest != 0) {
    std::uint8_t last[block_bytes];
    engine_->counter(schedule_, c.hi, c.lo, last, 1);
    std::memcpy(out + whole * block_bytes, last, rest);
    wipe(last, sizeof last);
    c = aes_advance_counter(c, 1);
  }
  aes_store_be64(counter, c.hi);
  aes_store_be64(counter + 8, c.lo);
}

void Aes256::indexed_stream(std::uint64_t prefix, std::uint64_t first, std::uint8_t* out,
                            std::size_t blocks) const {
  engine_->indexed(schedule_, prefix, first, out, blocks);
}

}  // namespace pqlane
