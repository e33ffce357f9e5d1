// dsa_hash.cuh: kernels of ML-DSA with a Keccak state a thread: seeds, tr, mu, rho'', challenges [FIPS204,
// algorithms 6 to 8 and 29].
//
// Secrecy: lengths of messages and contexts are public, and so are challenges (docs/constant-time.md).
#pragma once

#include "backends/gpu/dsa_args.hpp"
#include "backends/gpu/rows.cuh"
#include "params/mldsa.hpp"

namespace pqlane::gpu {

// The key of an operation, among those of the chunk.
PQLANE_DEVICE std::uint64_t key_of(const DsaKernelArgs& a, std::uint64_t op) { return a.keys == 1 ? 0 : op; }

PQLANE_DEVICE void put_eight(const std::uint64_t (&s)[25], std::uint64_t* out) {
  PQLANE_UNROLL
  for (int w = 0; w < 8; ++w) out[w] = s[w];
}

// SHAKE256 of the words at `first` and then at `rest`; the output stands in s.
template <int First, int Rest>
PQLANE_DEVICE void hash_two(const std::uint64_t* first, const std::uint64_t* rest, std::uint64_t (&s)[25]) {
  constexpr int total = First + Rest;
  clear(s);
  PQLANE_NO_UNROLL
  for (int block = 0; block < total / rate_256 + 1; ++block) {
    PQLANE_UNROLL
    for (int w = 0; w < rate_256; ++w) {
      const int word = block * rate_256 + w;
      if (word < First) {
        s[w] ^= first[word];
      } else if (word < total) {
        s[w] ^= rest[word - First];
      } else if (word == total) {
        s[w] ^= shake_suffix;
      }
    }
    if (block == total / rate_256) s[rate_256 - 1] ^= last_bit;
    permute(s);
  }
}

// (rho, rho', K) = H(xi || k || l): rho and K to the keys.
template <class P>
PQLANE_DEVICE void dsa_expand_seed(const DsaKernelArgs& a) {
  const std::uint64_t op = grid_thread();
  if (op >= a.count) return;
  std::uint64_t s[25], xi[4];
  if (a.derive != 0) {
    derive_item(a.batch_key, a.first_item + op, s);
    PQLANE_UNROLL
    for (int w = 0; w < 4; ++w) xi[w] = s[w];
  } else {
    get_four(xi, words_of(a.seed, op), 1);
  }
  constexpr std::uint64_t last = P::k | P::l << 8 | shake_suffix << 16;
  hash_short<rate_256, 4>(s, xi, xi, last);
  put_four<0>(s, out_words_of(a.pk_out, op), 1);
  PQLANE_UNROLL
  for (int w = 0; w < 8; ++w) a.seeds[8 * op + static_cast<std::uint64_t>(w)] = s[4 + w];
  if (a.seed_form != 0) {
    put_four<0>(xi, out_words_of(a.sk_out, op), 1);
  } else {
    put_four<0>(s, out_words_of(a.sk_out, op), 1);
    put_four<12>(s, out_words_of(a.sk_out, op, P::sk_key_offset), 1);
  }
  a.status[op] = 0;
}

// tr = H(pk), to sk_out after key generation.
template <class P>
PQLANE_DEVICE void dsa_finish_keys(const DsaKernelArgs& a) {
  const std::uint64_t op = grid_thread();
  if (op >= a.count) return;
  std::uint64_t s[25];
  const std::uint64_t none[4] = {};
  hash_words<rate_256, 0, static_cast<int>(P::pk_bytes / 8)>(s, shake_suffix, none, words_of(a.pk_out, op));
  put_eight(s, out_words_of(a.sk_out, op, P::sk_tr_offset));
}

// The same for verification, to a.tr.
template <class P>
PQLANE_DEVICE void dsa_hash_keys(const DsaKernelArgs& a) {
  const std::uint64_t key = grid_thread();
  if (key >= a.keys) return;
  std::uint64_t s[25];
  const std::uint64_t none[4] = {};
  hash_words<rate_256, 0, static_cast<int>(P::pk_bytes / 8)>(s, shake_suffix, none, words_of(a.pk, key));
  put_eight(s, a.tr + 8 * key);
}

// A byte string in device memory, read word by word.
class DeviceString {
 public:
  PQLANE_METHOD DeviceString(const DeviceStrings& strings, std::uint64_t i) {
    if (strings.ends != nullptr) {
      const std::uint64_t begin = i == 0 ? 0 : strings.ends[i - 1];
      begin_ = at_ = strings.data + begin;
      end_ = strings.data + strings.ends[i];
    } else {
      begin_ = at_ = strings.data + i * strings.stride;
      end_ = begin_ + strings.bytes;
    }
  }
  PQLANE_METHOD std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - at_); }
  PQLANE_METHOD const std::uint8_t* data() const { return at_; }
  PQLANE_METHOD std::uint64_t next_byte() { return *at_++; }
  // The next eight bytes, which are there. Where both words around them are inside, they are read whole.
  PQLANE_METHOD std::uint64_t next_word() {
    const unsigned offset = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(at_) % 8);
    const std::uint8_t* aligned = at_ - offset;
    std::uint64_t value = 0;
    if (offset == 0) {
      value = *reinterpret_cast<const std::uint64_t*>(at_);
    } else if (aligned >= begin_ && static_cast<std::uint64_t>(end_ - aligned) >= 16) {
      const auto* words = reinterpret_cast<const std::uint64_t*>(aligned);
      value = words[0] >> (8 * offset) | words[1] << (64 - 8 * offset);
    } else {
      PQLANE_NO_UNROLL
      for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{at_[i]} << (8 * i);
    }
    at_ += 8;
    return value;
  }

 private:
  const std::uint8_t *begin_, *at_, *end_;
};

// M', then the suffix, then zeros.
class MessageReader {
 public:
  PQLANE_METHOD MessageReader(const DsaKernelArgs& a, std::uint64_t op)
      : head_(a.head, op), message_(a.message, op) {}
  PQLANE_METHOD std::uint64_t bytes() const { return head_.left() + message_.left(); }
  PQLANE_METHOD std::uint64_t next_word() {
    if (head_.left() >= 8) return head_.next_word();
    if (head_.left() == 0 && message_.left() >= 8) return message_.next_word();
    std::uint64_t value = 0;
    PQLANE_NO_UNROLL
    for (unsigned i = 0; i < 8; ++i) {
      std::uint64_t byte = 0;
      if (head_.left() != 0) {
        byte = head_.next_byte();
      } else if (message_.left() != 0) {
        byte = message_.next_byte();
      } else if (!ended_) {
        byte = shake_suffix;
        ended_ = true;
      }
      value |= byte << (8 * i);
    }
    return value;
  }

 private:
  DeviceString head_, message_;
  bool ended_ = false;
};

// mu = H(tr || M') or what the caller gave; `column` is the thread's part of the shared block, a word every
// dsa_hash_threads.
PQLANE_DEVICE void make_mu(const DsaKernelArgs& a, std::uint64_t op, const std::uint64_t* tr,
                           std::uint64_t* column, std::uint64_t (&s)[25]) {
  if (a.given_mu != 0) {
    DeviceString mu(a.head.ends != nullptr || a.head.bytes != 0 ? a.head : a.message, op);
    PQLANE_NO_UNROLL
    for (unsigned w = 0; w < 8; ++w) column[w * dsa_hash_threads] = mu.next_word();
    PQLANE_UNROLL
    for (unsigned w = 0; w < 8; ++w) s[w] = column[w * dsa_hash_threads];
    return;
  }
  constexpr std::uint64_t rate_bytes = 8 * rate_256;
  MessageReader reader(a, op);
  const std::uint64_t last = (64 + reader.bytes()) / rate_bytes;
  clear(s);
  PQLANE_NO_UNROLL
  for (std::uint64_t block = 0; block <= last; ++block) {
    PQLANE_NO_UNROLL
    for (unsigned w = 0; w < rate_256; ++w) {
      column[w * dsa_hash_threads] = block == 0 && w < 8 ? tr[w] : reader.next_word();
    }
    PQLANE_UNROLL
    for (unsigned w = 0; w < rate_256; ++w) s[w] ^= column[w * dsa_hash_threads];
    if (block == last) s[rate_256 - 1] ^= last_bit;
    permute(s);
  }
}
// rho of a key.
PQLANE_DEVICE void get_rho(const DsaKernelArgs& a, std::uint64_t key, std::uint64_t (&s)[25]) {
  const std::uint64_t* rho = words_of(a.rho, key);
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) s[w] = rho[w];
}

PQLANE_DEVICE std::uint64_t* hash_column() {
  return reinterpret_cast<std::uint64_t*>(shared_words()) + thread_index();
}

// sign: mu and rho'' = H(K || rnd || mu).
template <class P>
PQLANE_DEVICE void dsa_start_signing(const DsaKernelArgs& a) {
  const std::uint64_t op = grid_thread();
  if (op >= a.count) return;
  if (op < a.keys) a.key_status[op] = 0;
  if (op == 0) {
    for (unsigned r = 0; r <= a.rounds; ++r) a.queue_length[r] = 0;
  }
  if (a.input_status[op] != 0) return;
  std::uint64_t s[25], key[4], rnd[4] = {}, mu[8];
  make_mu(a, op, words_of(a.sk, op, P::sk_tr_offset), hash_column(), s);
  PQLANE_UNROLL
  for (int w = 0; w < 8; ++w) mu[w] = s[w];
  put_eight(s, a.mu + 8 * op);
  if (a.derive != 0) {
    derive_item(a.batch_key, a.first_item + op, s);
    PQLANE_UNROLL
    for (int w = 0; w < 4; ++w) rnd[w] = s[w];
  } else if (a.deterministic == 0) {
    get_four(rnd, words_of(a.rnd, op), 1);
  }
  get_four(key, words_of(a.sk, op, P::sk_key_offset), 1);
  clear(s);
  PQLANE_UNROLL
  for (int w = 0; w < 4; ++w) {
    s[w] = key[w];
    s[4 + w] = rnd[w];
  }
  PQLANE_UNROLL
  for (int w = 0; w < 8; ++w) s[8 + w] = mu[w];
  s[16] = shake_suffix ^ last_bit;
  permute(s);
  put_eight(s, a.seeds + 8 * op);
}

// verify: mu.
PQLANE_DEVICE void dsa_start_verifying(const DsaKernelArgs& a) {
  const std::uint64_t op = grid_thread();
  if (op >= a.count) return;
  a.status[op] = a.input_status[op];
  if (a.input_status[op] != 0) return;
  std::uint64_t s[25];
  make_mu(a, op, a.tr + 8 * key_of(a, op), hash_column(), s);
  put_eight(s, a.mu + 8 * op);
}

// ---- challenges; blocks of dsa_sample_threads ----

PQLANE_DEVICE std::int8_t* ball_row() {
  return reinterpret_cast<std::int8_t*>(shared_words() + dsa_byte_row_words * thread_index());
}

// SampleInBall of c tilde's `words` words, to the thread's row.
template <class P>
PQLANE_DEVICE void sample_in_ball(const std::uint64_t (&c)[8], std::uint64_t (&s)[25], std::int8_t* row) {
  constexpr int words = static_cast<int>(P::c_bytes / 8);
  PQLANE_NO_UNROLL
  for (unsigned w = 0; w < 64; ++w) reinterpret_cast<std::uint32_t*>(row)[w] = 0;
  clear(s);
  PQLANE_UNROLL
  for (int w = 0; w < words; ++w) s[w] = c[w];
  s[words] ^= shake_suffix;
  s[rate_256 - 1] ^= last_bit;
  permute(s);
  std::uint64_t signs = s[0];
  unsigned place = mldsa_n - P::tau;
  const auto take = [&](std::uint64_t bytes) __attribute__((always_inline)) {
    PQLANE_NO_UNROLL
    for (unsigned b = 0; b < 8; ++b, bytes >>= 8) {
      const unsigned j = bytes & 255;
      if (place >= mldsa_n || j > place) continue;
      row[place] = row[j];
      row[j] = static_cast<std::int8_t>(1 - 2 * static_cast<int>(signs & 1));
      signs >>= 1;
      ++place;
    }
  };
  PQLANE_UNROLL
  for (int w = 1; w < rate_256; ++w) take(s[w]);
  PQLANE_NO_UNROLL
  while (place < mldsa_n) {
    permute(s);
    PQLANE_UNROLL
    for (int w = 0; w < rate_256; ++w) take(s[w]);
  }
}

// `Words` words of the row of each of the 32 threads to those from row `first` on in `out`, of which there
// are `end`.
template <unsigned Words>
PQLANE_DEVICE void copy_byte_rows_out(std::uint32_t* out, std::uint64_t first, std::uint64_t end) {
  wave_barrier();
  const std::uint32_t* in = shared_words() + dsa_byte_row_words * (thread_index() - lane_of_32());
  PQLANE_NO_UNROLL
  for (unsigned row = 0; row < 32 && first + row < end; ++row) {
    for (unsigned w = lane_of_32(); w < Words; w += 32)
      out[(first + row) * Words + w] = in[dsa_byte_row_words * row + w];
  }
  wave_barrier();
}
PQLANE_DEVICE void copy_balls_out(std::int8_t* out, std::uint64_t first, std::uint64_t end) {
  copy_byte_rows_out<64>(reinterpret_cast<std::uint32_t*>(out), first, end);
}

}  // namespace pqlane::gpu
