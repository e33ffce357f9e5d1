// lwe_vnni.cpp (AVX-512 with AVX512_VNNI and VAES): instantiates LWE-KEM once more, with instructions that
// the other files of this backend do without. cpu_lwe.cpp asks the CPU before it takes this table.
#include "backends/avx512/lwe_target.hpp"
#include "schemes/lwe/backend.hpp"

PQLANE_BEGIN_TARGET

// Multiplication and addition in one instruction; four AES blocks a register. Replaces PairsX16 and the
// stream of aes.hpp; tests/cross/lwe_test.cpp runs both.
struct VnniPairsX16 : PairsX16 {
  static PQLANE_INLINE V multiply_add(V sum, V a, V b) { return _mm512_dpwssd_epi32(sum, a, b); }
};

// `registers` registers of blocks from `index` on; the last blocks of a stream by a mask.
template <int registers>
PQLANE_INLINE void vaes_blocks(const __m512i (&keys)[15], __m512i index, std::uint8_t* out, __mmask8 last) {
  __m512i x[registers];
  for (int i = 0; i < registers; ++i) {
    x[i] = _mm512_xor_si512(_mm512_add_epi64(index, _mm512_maskz_set1_epi64(0xAA, 4 * i)), keys[0]);
  }
  for (int round = 1; round < 14; ++round) {
    for (int i = 0; i < registers; ++i) x[i] = _mm512_aesenc_epi128(x[i], keys[round]);
  }
  for (int i = 0; i < registers; ++i) {
    x[i] = _mm512_aesenclast_epi128(x[i], keys[14]);
    _mm512_mask_storeu_epi64(out + 64 * i, i + 1 < registers ? 0xFF : last, x[i]);
  }
}

struct LweVnniTarget : LweTarget {
  using Pairs = VnniPairsX16;

  // 180 blocks, the first request of most rows, are five times nine registers.
  static void cipher_stream(const void* cipher, std::uint64_t prefix, std::uint64_t first, std::uint8_t* out,
                            std::size_t blocks) {
    const auto* const round_keys = static_cast<const std::uint8_t*>(cipher);
    __m512i keys[15];
    for (int i = 0; i < 15; ++i) {
      keys[i] =
          _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(round_keys + 16 * i)));
    }
    const auto p = static_cast<long long>(prefix), f = static_cast<long long>(first);
    __m512i index = _mm512_set_epi64(f + 3, p, f + 2, p, f + 1, p, f, p);
    constexpr std::size_t many = 9;
    for (; blocks >= 4 * many; blocks -= 4 * many, out += 64 * many) {
      vaes_blocks<many>(keys, index, out, 0xFF);
      index = _mm512_add_epi64(index, _mm512_maskz_set1_epi64(0xAA, 4 * many));
    }
    while (blocks != 0) {
      const std::size_t some = blocks < 4 ? blocks : 4;
      vaes_blocks<1>(keys, index, out, static_cast<__mmask8>((1u << (2 * some)) - 1));
      index = _mm512_add_epi64(index, _mm512_maskz_set1_epi64(0xAA, 4));
      blocks -= some;
      out += 16 * some;
    }
  }
};

PQLANE_END_TARGET

namespace pqlane {

extern const LweBackend avx512_vnni_lwe_backend = avx512::make_lwe_backend<avx512::LweVnniTarget>();

}  // namespace pqlane
