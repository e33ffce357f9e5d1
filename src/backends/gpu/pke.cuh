// pke.cuh: kernels of K-PKE [FIPS203, algorithms 13 to 15]: a block does a tile of operations.
//
// S is the shape of the parameter set. The matrix and the noise bytes were sampled before, by sample.cuh.
// Secrecy: whether a re-encryption matched is secret; it becomes a mask and never a branch. Whether a public
// key is in range, and the status that follows, is public.
#pragma once

#include "backends/gpu/tile.cuh"

namespace pqlane::gpu {

// The row of operation `op` of the block's tile; operations past the end repeat the last one.
PQLANE_DEVICE std::uint8_t* row_of(const DeviceRows& rows, const KemKernelArgs& a, std::uint64_t first,
                                   unsigned op) {
  const std::uint64_t index = first + op < a.count ? first + op : a.count - 1;
  return rows.data + index * rows.stride;
}

// Compress_D and encode tile + noise (+ message) to rows.ct_out, or compare with rows.ct.
template <int D, bool WithMessage, class Part>
PQLANE_DEVICE void encode_ciphertext(const Part& part, const KemKernelArgs& a, const std::uint32_t* tile,
                                     const std::uint64_t* noise, std::uint64_t offset,
                                     const std::uint32_t* too_large, std::uint32_t* differs) {
  const std::uint64_t first = part.tile() * tile_ops;
  for (unsigned item = thread_index(); item < 8 * part.ops(); item += block_threads()) {
    const Run at = run_of(part, item);
    std::uint32_t message = 0;
    if constexpr (WithMessage) {
      const auto* m = reinterpret_cast<const std::uint32_t*>(a.message + part.tile() * 4 * tile_ops);
      message = m[(at.run / 2 * tile_ops + at.op) * 2 + at.run % 2];
    }
    std::uint32_t words[D + 1] = {};
    PQLANE_UNROLL
    for (unsigned half = 0; half < 2; ++half) {
      const std::uint64_t e = cbd2_nibbles(noise[(2 * at.run + half) * tile_ops + at.op]);
      PQLANE_UNROLL
      for (unsigned c = 0; c < 16; ++c) {
        const unsigned i = 16 * half + c;
        std::int32_t x = get_coefficient(tile, 32 * at.run + i, at.op) +
                         static_cast<std::int32_t>((e >> (4 * c)) & 15) - 2;
        if constexpr (WithMessage) x += static_cast<std::int32_t>((message >> i) & 1) * ((mlkem_q + 1) / 2);
        put_bits<D>(words, static_cast<int>(i), compress_value<D>(x));
      }
    }
    const bool wanted = first + at.op < a.count;
    if (a.compare != 0) {
      const auto* ct =
          reinterpret_cast<const std::uint32_t*>(row_of(a.ct, a, first, at.op) + offset) + D * at.run;
      std::uint32_t difference = 0, given[D];
      load_words<D>(ct, given);
      PQLANE_UNROLL
      for (int w = 0; w < D; ++w) difference |= words[w] ^ given[w];
      shared_or(differs + at.op, difference);
    } else if (wanted) {
      auto* ct = reinterpret_cast<std::uint32_t*>(row_of(a.ct_out, a, first, at.op) + offset) + D * at.run;
      const std::uint32_t keep = a.kyber != 0 || too_large[at.op] == 0 ? ~0u : 0;
      PQLANE_UNROLL
      for (int w = 0; w < D; ++w) words[w] &= keep;
      store_words<D>(ct, words);
    }
  }
}

// Shared secrets of the tile: a.secret, or a.rejection where the re-encryption differs.
template <class Part>
PQLANE_DEVICE void choose_secret(const Part& part, const KemKernelArgs& a, const std::uint32_t* too_large,
                                 const std::uint32_t* differs) {
  const std::uint64_t tile = part.tile(), first = tile * tile_ops;
  for (unsigned item = thread_index(); item < 4 * part.ops(); item += block_threads()) {
    const unsigned word = part.after_op(item), op = part.op(item);
    if (first + op >= a.count) continue;
    const std::uint64_t at = (tile * 4 + word) * tile_ops + op;
    std::uint64_t key = a.secret[at];
    if (a.compare != 0) {
      const std::uint32_t d = differs[op];
      const std::uint64_t mask = std::uint64_t{0} - ((d | (0u - d)) >> 31);
      key ^= mask & (key ^ a.rejection[at]);
    }
    if (a.kyber != 0) {
      a.secret[at] = key;  // before the last hash
      continue;
    }
    std::uint8_t status = a.compare != 0 ? a.status[first + op] : 0;
    if (a.compare == 0) {
      status = too_large[op] != 0 ? 32 : 0;  // PQLANE_ERROR_EK_MODULUS
      if (word == 0) a.status[first + op] = status;
    }
    auto* ss = reinterpret_cast<std::uint64_t*>(a.ss_out.data + (first + op) * a.ss_out.stride);
    ss[word] = status != 0 ? 0 : key;
  }
}

// c = Encrypt(ek, m, coins), and the shared secret. `key_offset`: where a.ek stands in its rows.
template <class S, class Part>
PQLANE_DEVICE void encrypt(const KemKernelArgs& a) {
  const Part part(a);
  std::uint32_t* y = shared_words();
  std::uint32_t* product = y + S::k * tile_words;
  std::uint32_t *too_large = product + tile_words, *differs = too_large + tile_ops;
  const std::uint64_t tile = part.tile(), first = tile * tile_ops;
  const std::uint64_t* noise = a.noise + tile * (2 * S::k + 1) * 8 * S::eta1 * tile_ops;
  const auto* matrix =
      reinterpret_cast<const std::uint32_t*>(a.matrix) + tile * S::k * S::k * 256 * tile_pairs;

  if (thread_index() < 2 * tile_ops) too_large[thread_index()] = 0;  // and differs
  load_noise<S::eta1, S::eta1>(part, noise, 0, S::k, y);
  barrier();
  forward_step_1(part, y, S::k);
  barrier();
  forward_step_2(part, y, S::k);
  barrier();
  multiply_encoded<S::k>(part, a.ek, first, a.count, 0, y, product, too_large);
  barrier();
  inverse_step_1(part, product);
  barrier();
  inverse_step_2(part, product);
  barrier();
  encode_ciphertext<S::dv, true>(part, a, product, noise + 2 * S::k * 8 * S::eta1 * tile_ops,
                                 S::u_bytes * S::k, too_large, differs);
  PQLANE_NO_UNROLL
  for (unsigned i = 0; i < S::k; ++i) {
    barrier();
    multiply_matrix_row<S::k, false>(part, matrix + i * S::k * 256 * tile_pairs, y, product);
    barrier();
    inverse_step_1(part, product);
    barrier();
    inverse_step_2(part, product);
    barrier();
    encode_ciphertext<S::du, false>(part, a, product, noise + (S::k + i) * 8 * S::eta1 * tile_ops,
                                    S::u_bytes * i, too_large, differs);
  }
  barrier();
  choose_secret(part, a, too_large, differs);
}

// Decoded and decompressed polynomial of a.ct to a shared tile.
template <int D, class Part>
PQLANE_DEVICE void load_ciphertext(const Part& part, const KemKernelArgs& a, std::uint64_t offset,
                                   unsigned polys, std::uint32_t* tiles) {
  const std::uint64_t first = part.tile() * tile_ops;
  for (unsigned item = thread_index(); item < polys * 8 * part.ops(); item += block_threads()) {
    const Run at = run_of(part, item);
    const unsigned poly = part.after_op(item / 8);
    const auto* ct =
        reinterpret_cast<const std::uint32_t*>(row_of(a.ct, a, first, at.op) + offset + poly * 32 * D) +
        D * at.run;
    std::uint32_t words[D];
    load_words<D>(ct, words);
    PQLANE_UNROLL
    for (unsigned i = 0; i < 32; ++i) {
      set_coefficient(tiles + poly * tile_words, 32 * at.run + i, at.op,
                      decompress_value<D>(get_bits<D>(words, static_cast<int>(i))));
    }
  }
}

// m' = Decrypt(dk, c) to a.message.
template <class S, class Part>
PQLANE_DEVICE void decrypt(const KemKernelArgs& a) {
  const Part part(a);
  std::uint32_t* u = shared_words();
  std::uint32_t* product = u + S::k * tile_words;
  const std::uint64_t tile = part.tile(), first = tile * tile_ops;
  load_ciphertext<S::du>(part, a, 0, S::k, u);
  barrier();
  forward_step_1(part, u, S::k);
  barrier();
  forward_step_2(part, u, S::k);
  barrier();
  multiply_encoded<S::k>(part, a.dk, first, a.count, 0, u, product, nullptr);
  barrier();
  inverse_step_1(part, product);
  barrier();
  inverse_step_2(part, product);
  barrier();
  for (unsigned item = thread_index(); item < 8 * part.ops(); item += block_threads()) {
    const Run at = run_of(part, item);
    const auto* ct =
        reinterpret_cast<const std::uint32_t*>(row_of(a.ct, a, first, at.op) + S::u_bytes * S::k) +
        S::dv * at.run;
    std::uint32_t words[S::dv], m = 0;
    load_words<S::dv>(ct, words);
    PQLANE_UNROLL
    for (unsigned i = 0; i < 32; ++i) {
      const std::int32_t v = decompress_value<S::dv>(get_bits<S::dv>(words, static_cast<int>(i)));
      m |= compress_value<1>(v - get_coefficient(product, 32 * at.run + i, at.op)) << i;
    }
    auto* message = reinterpret_cast<std::uint32_t*>(a.message + tile * 4 * tile_ops);
    message[(at.run / 2 * tile_ops + at.op) * 2 + at.run % 2] = m;
  }
}

// ByteEncode_12 of a run, from the canonical values that `value(i)` gives.
template <class Value>
PQLANE_DEVICE void encode_12(std::uint32_t (&words)[12], Value value) {
  PQLANE_UNROLL
  for (int w = 0; w < 12; ++w) words[w] = 0;
  PQLANE_UNROLL
  for (unsigned i = 0; i < 32; ++i)
    put_bits<12>(words, static_cast<int>(i), static_cast<std::uint32_t>(value(i)));
}

// Keys from the noise and the matrix: ek without rho and, unless keys are seeds, dk's first two parts.
template <class S, class Part>
PQLANE_DEVICE void make_keys(const KemKernelArgs& a) {
  const Part part(a);
  std::uint32_t* s = shared_words();
  std::uint32_t* t = s + S::k * tile_words;
  const std::uint64_t tile = part.tile(), first = tile * tile_ops;
  const std::uint64_t* noise = a.noise + tile * 2 * S::k * 8 * S::eta1 * tile_ops;
  const auto* matrix =
      reinterpret_cast<const std::uint32_t*>(a.matrix) + tile * S::k * S::k * 256 * tile_pairs;
  const bool expanded = a.seed_form == 0;

  load_noise<S::eta1, S::eta1>(part, noise, 0, S::k, s);
  barrier();
  forward_step_1(part, s, S::k);
  barrier();
  forward_step_2(part, s, S::k);
  barrier();
  if (expanded) {
    for (unsigned item = thread_index(); item < S::k * 8 * part.ops(); item += block_threads()) {
      const Run at = run_of(part, item);
      const unsigned j = part.after_op(item / 8);
      if (first + at.op >= a.count) continue;
      auto* dk = reinterpret_cast<std::uint32_t*>(row_of(a.dk_out, a, first, at.op) + 384 * j) + 12 * at.run;
      const std::uint32_t* s_hat = s + j * tile_words;
      std::uint32_t words[12];
      encode_12(words, [&](unsigned i) __attribute__((always_inline)) {
        return canonical_value(get_coefficient(s_hat, 32 * at.run + i, at.op));
      });
      store_words<12>(dk, words);
    }
  }
  PQLANE_NO_UNROLL
  for (unsigned i = 0; i < S::k; ++i) {
    load_noise<S::eta1, S::eta1>(part, noise, S::k + i, 1, t);
    barrier();
    forward_step_1(part, t, 1);
    barrier();
    forward_step_2(part, t, 1);
    barrier();
    multiply_matrix_row<S::k, true>(part, matrix + i * S::k * 256 * tile_pairs, s, t);
    barrier();
    for (unsigned item = thread_index(); item < 8 * part.ops(); item += block_threads()) {
      const Run at = run_of(part, item);
      if (first + at.op >= a.count) continue;
      std::uint32_t words[12];
      encode_12(words, [&](unsigned c) __attribute__((always_inline)) {
        return canonical_value(get_coefficient(t, 32 * at.run + c, at.op));
      });
      store_words<12>(
          reinterpret_cast<std::uint32_t*>(row_of(a.ek_out, a, first, at.op) + 384 * i) + 12 * at.run, words);
      if (!expanded) continue;
      std::uint8_t* dk = row_of(a.dk_out, a, first, at.op) + S::dk_ek_offset;
      store_words<12>(reinterpret_cast<std::uint32_t*>(dk + 384 * i) + 12 * at.run, words);
    }
    barrier();
  }
}

// The modulus check alone [FIPS203, section 7.2].
template <class S>
PQLANE_DEVICE void check_ek(const KemKernelArgs& a) {
  const WholeTile whole(a);
  std::uint32_t* too_large = shared_words();
  const std::uint64_t first = whole.tile() * tile_ops;
  if (thread_index() < tile_ops) too_large[thread_index()] = 0;
  barrier();
  for (unsigned item = thread_index(); item < S::k * 8 * tile_ops; item += block_threads()) {
    const Run at = run_of(whole, item);
    const auto* row = reinterpret_cast<const std::uint32_t*>(row_of(a.ek, a, first, at.op)) +
                      96 * (item / (8 * tile_ops)) + 12 * at.run;
    std::uint32_t excess = 0;
    PQLANE_UNROLL
    for (unsigned part = 0; part < 4; ++part) {
      std::uint32_t words[3];
      PQLANE_UNROLL
      for (unsigned w = 0; w < 3; ++w) words[w] = row[3 * part + w];
      PQLANE_UNROLL
      for (int i = 0; i < 8; ++i) excess |= mlkem_q - 1 - get_bits<12>(words, i);
    }
    shared_or(too_large + at.op, excess >> 31);
  }
  barrier();
  const unsigned op = thread_index();
  if (op < tile_ops && first + op < a.count) a.status[first + op] = too_large[op] != 0 ? 32 : 0;
}

}  // namespace pqlane::gpu
