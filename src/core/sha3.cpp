// sha3.cpp: see sha3.hpp. The sponge of the kernels, instantiated for the baseline build: a target of its
// own, so that it shares nothing with the scalar backend's objects.
#define PQLANE_TARGET baseline

#include "core/sha3.hpp"

#include <cstring>

#include "backends/scalar/lanes.hpp"
#include "core/zeroize.hpp"
#include "kernels/sponge.hpp"

PQLANE_BEGIN_TARGET

// Rates of those that sponge.hpp lacks [FIPS202, section 6.1].
struct Sha3_224 {
  static constexpr int rate_words = 18;
  static constexpr std::uint64_t suffix = 0x06;
};
struct Sha3_384 {
  static constexpr int rate_words = 13;
  static constexpr std::uint64_t suffix = 0x06;
};

template <class H, std::size_t DigestBytes>
void hash_message(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) {
  static_assert(DigestBytes <= 8 * H::rate_words);
  alignas(64) std::uint64_t state[sponge_words];
  Sponge<WordsX1, H> sponge(state);
  sponge.absorb_rows(&data, bytes / 8);
  std::uint64_t tail = 0;
  const std::size_t rest = bytes % 8;
  if (rest != 0) std::memcpy(&tail, data + (bytes - rest), rest);
  sponge.finish(tail, static_cast<int>(rest));
  std::memcpy(digest, state, DigestBytes);
  wipe(state, sizeof state);
}

PQLANE_END_TARGET

namespace pqlane {

void sha3_224(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  baseline::hash_message<baseline::Sha3_224, 28>(data, bytes, digest);
}
void sha3_256(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  baseline::hash_message<baseline::Sha3_256, 32>(data, bytes, digest);
}
void sha3_384(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  baseline::hash_message<baseline::Sha3_384, 48>(data, bytes, digest);
}
void sha3_512(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  baseline::hash_message<baseline::Sha3_512, 64>(data, bytes, digest);
}
void shake_128_32(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  baseline::hash_message<baseline::Shake128, 32>(data, bytes, digest);
}
void shake_256_64(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  baseline::hash_message<baseline::Shake256, 64>(data, bytes, digest);
}

}  // namespace pqlane
