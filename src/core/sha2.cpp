// sha2.cpp: see sha2.hpp.
//
// Spec: [FIPS180-4, section 6]. SHA-256 and SHA-512 are one algorithm on words of 32 and 64 bits; SHA-256 has
// 64 rounds and SHA-512 has 80.
#include "core/sha2.hpp"

#include <array>
#include <cstring>

#include "core/zeroize.hpp"

namespace pqlane {
namespace {

// The first 64 bits of the fractional parts of the cube roots of the first 80 primes [FIPS180-4, 4.2.3].
// SHA-256 takes the upper halves of the first 64 of them [FIPS180-4, 4.2.2].
constexpr std::array<std::uint64_t, 80> round_constants = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

// The first 64 bits of the fractional parts of the square roots of the first 8 primes [FIPS180-4, 5.3.5], and
// of the next 8 [FIPS180-4, 5.3.4]. SHA-256 begins with the upper halves of the former [FIPS180-4, 5.3.3],
// SHA-224 with the lower halves of the latter [FIPS180-4, 5.3.2].
constexpr std::array<std::uint64_t, 8> roots_1 = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                                  0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                                  0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
constexpr std::array<std::uint64_t, 8> roots_2 = {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
                                                  0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
                                                  0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4};

// What differs between the two word sizes: the rotations of [FIPS180-4, 4.1.2 and 4.1.3].
struct Words32 {
  using Word = std::uint32_t;
  static constexpr int rounds = 64;
  static constexpr int big_0[3] = {2, 13, 22}, big_1[3] = {6, 11, 25};
  static constexpr int small_0[2] = {7, 18}, small_1[2] = {17, 19};
  static constexpr int shift_0 = 3, shift_1 = 10;
  static constexpr Word constant(int round) {
    return static_cast<Word>(round_constants[static_cast<std::size_t>(round)] >> 32);
  }
};
struct Words64 {
  using Word = std::uint64_t;
  static constexpr int rounds = 80;
  static constexpr int big_0[3] = {28, 34, 39}, big_1[3] = {14, 18, 41};
  static constexpr int small_0[2] = {1, 8}, small_1[2] = {19, 61};
  static constexpr int shift_0 = 7, shift_1 = 6;
  static constexpr Word constant(int round) { return round_constants[static_cast<std::size_t>(round)]; }
};

template <class Word>
constexpr Word rotate_right(Word x, int n) {
  return static_cast<Word>((x >> n) | (x << (static_cast<int>(8 * sizeof(Word)) - n)));
}
template <class Word>
constexpr Word big_sigma(Word x, const int (&r)[3]) {
  return rotate_right(x, r[0]) ^ rotate_right(x, r[1]) ^ rotate_right(x, r[2]);
}
template <class Word>
constexpr Word small_sigma(Word x, const int (&r)[2], int shift) {
  return rotate_right(x, r[0]) ^ rotate_right(x, r[1]) ^ (x >> shift);
}

template <class W>
using State = std::array<typename W::Word, 8>;
template <class W>
using Schedule = std::array<typename W::Word, 16>;
template <class W>
inline constexpr std::size_t block_bytes = 16 * sizeof(typename W::Word);

// One block, w, into the state. The schedule is made as it is used, in a ring of 16 words.
template <class W>
constexpr void compress(State<W>& state, Schedule<W>& w) {
  using Word = typename W::Word;
  State<W> s = state;
  for (int t = 0; t < W::rounds; ++t) {
    const auto place = [t](int back) { return static_cast<std::size_t>(t - back) % 16; };
    if (t >= 16) {
      w[place(16)] =
          static_cast<Word>(w[place(16)] + w[place(7)] + small_sigma(w[place(2)], W::small_1, W::shift_1) +
                            small_sigma(w[place(15)], W::small_0, W::shift_0));
    }
    const Word choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const Word majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    const Word t1 =
        static_cast<Word>(s[7] + big_sigma(s[4], W::big_1) + choice + W::constant(t) + w[place(0)]);
    const Word t2 = static_cast<Word>(big_sigma(s[0], W::big_0) + majority);
    s = {static_cast<Word>(t1 + t2), s[0], s[1], s[2], static_cast<Word>(s[3] + t1), s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < 8; ++i) state[i] = static_cast<Word>(state[i] + s[i]);
}

constexpr State<Words32> halves(const std::array<std::uint64_t, 8>& roots, int shift) {
  State<Words32> state{};
  for (std::size_t i = 0; i < 8; ++i) state[i] = static_cast<std::uint32_t>(roots[i] >> shift);
  return state;
}

// The state that SHA-512/t begins with: the SHA-512 of its name, from a changed start [FIPS180-4, 5.3.6].
constexpr State<Words64> truncated_start(const char (&name)[12]) {
  State<Words64> state = roots_1;
  for (std::uint64_t& word : state) word ^= 0xa5a5a5a5a5a5a5a5;
  Schedule<Words64> block{};
  const auto put = [&](std::size_t at, std::uint64_t byte) { block[at / 8] |= byte << (56 - 8 * (at % 8)); };
  for (std::size_t i = 0; i < 11; ++i) put(i, static_cast<std::uint8_t>(name[i]));
  put(11, 0x80);
  block[15] = 8 * 11;
  compress<Words64>(state, block);
  return state;
}

constexpr State<Words32> start_224 = halves(roots_2, 0), start_256 = halves(roots_1, 32);
constexpr State<Words64> start_512_224 = truncated_start("SHA-512/224"),
                         start_512_256 = truncated_start("SHA-512/256");

template <class W>
void absorb_block(State<W>& state, Schedule<W>& w, const std::uint8_t* block) noexcept {
  using Word = typename W::Word;
  for (std::size_t i = 0; i < 16; ++i) {
    Word word = 0;
    for (std::size_t b = 0; b < sizeof(Word); ++b) {
      word = static_cast<Word>(word << 8 | block[i * sizeof(Word) + b]);
    }
    w[i] = word;
  }
  compress<W>(state, w);
}

template <class W, std::size_t digest_bytes>
void hash(const State<W>& start, const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  constexpr std::size_t size = block_bytes<W>, word_bytes = sizeof(typename W::Word);
  State<W> state = start;
  Schedule<W> w;
  const std::size_t whole = bytes / size, rest = bytes % size;
  for (std::size_t i = 0; i < whole; ++i) absorb_block<W>(state, w, data + i * size);
  // The rest, a bit 1, zero bits, and the length in bits as a number of two words [FIPS180-4, 5.1].
  std::uint8_t last[2 * size] = {};
  if (rest != 0) std::memcpy(last, data + whole * size, rest);
  last[rest] = 0x80;
  const std::size_t padded = rest + 1 + 2 * word_bytes <= size ? size : 2 * size;
  const std::uint64_t bits = std::uint64_t{bytes} * 8;
  for (std::size_t i = 0; i < 8; ++i) last[padded - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  for (std::size_t at = 0; at < padded; at += size) absorb_block<W>(state, w, last + at);
  for (std::size_t i = 0; i < digest_bytes; ++i) {
    digest[i] = static_cast<std::uint8_t>(state[i / word_bytes] >> (8 * (word_bytes - 1 - i % word_bytes)));
  }
  wipe(last, sizeof last);
  wipe(&w, sizeof w);
}

}  // namespace

void sha2_224(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  hash<Words32, 28>(start_224, data, bytes, digest);
}
void sha2_256(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  hash<Words32, 32>(start_256, data, bytes, digest);
}
void sha2_384(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  hash<Words64, 48>(roots_2, data, bytes, digest);
}
void sha2_512(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  hash<Words64, 64>(roots_1, data, bytes, digest);
}
void sha2_512_224(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  hash<Words64, 28>(start_512_224, data, bytes, digest);
}
void sha2_512_256(const std::uint8_t* data, std::size_t bytes, std::uint8_t* digest) noexcept {
  hash<Words64, 32>(start_512_256, data, bytes, digest);
}

}  // namespace pqlane
