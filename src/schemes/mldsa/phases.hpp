// phases.hpp: the phases that ML-DSA's operations share, over the jobs of a tile.
//
// T is the target, P the parameter set. Keccak lanes are filled with the streams of all operations;
// polynomials are in memory order, worked on one after the other with lanes inside. Names follow [FIPS204].
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/target.hpp"
#include "kernels/ring.hpp"
#include "kernels/ring_ntt.hpp"
#include "runtime/dsa_backend.hpp"
#include "schemes/mldsa/buffers.hpp"

PQLANE_BEGIN_TARGET

template <class T>
struct DsaHashing {
  // Streams of Hash(seed || nonce), nonce of two bytes: seed(job) points to 8 * SeedWords bytes. After
  // Blocks blocks, take(job, bytes, count of bytes, 0) gives how many coefficients it has; streams with fewer
  // than 256 get another block each time.
  template <class Hash, int SeedWords, int Blocks, class Seed, class Nonce, class Take>
  static PQLANE_INLINE void expand(const DsaScratch& b, int jobs, Seed seed, Nonce nonce, Take take) {
    static_assert(SeedWords + 1 <= 10);
    T::for_each_group(jobs, [&]<class W>(int first, int count) PQLANE_LAMBDA {
      for (int l = 0; l < W::lanes; ++l) {
        const int job = first + (l < count ? l : 0);
        const std::uint8_t* bytes = seed(job);
        for (int w = 0; w < SeedWords; ++w) std::memcpy(&b.input[w * W::lanes + l], bytes + 8 * w, 8);
        b.input[SeedWords * W::lanes + l] = nonce(job) | Hash::suffix << 16;
      }
      Sponge<W, Hash> sponge(b.keccak);
      sponge.absorb_tile(b.input, SeedWords + 1, W::lanes);
      sponge.finish_padded();
      constexpr std::size_t block = 8 * Hash::rate_words;
      for (std::size_t k = 0; k < Blocks; ++k) {
        if (k != 0) sponge.next_block();
        sponge.squeeze_rows(b.xof + k * block, dsa_xof_row_bytes, Hash::rate_words);
      }
      unsigned counts[W::lanes];
      bool all = true;
      for (int l = 0; l < W::lanes && l < count; ++l) {
        counts[l] =
            take(first + l, b.xof + static_cast<std::size_t>(l) * dsa_xof_row_bytes, Blocks * block, 0u);
        all = all && counts[l] >= mldsa_n;
      }
      while (!all) {
        sponge.next_block();
        sponge.squeeze_rows(b.xof, dsa_xof_row_bytes, Hash::rate_words);
        all = true;
        for (int l = 0; l < W::lanes && l < count; ++l) {
          if (counts[l] < mldsa_n) {
            counts[l] =
                take(first + l, b.xof + static_cast<std::size_t>(l) * dsa_xof_row_bytes, block, counts[l]);
          }
          all = all && counts[l] >= mldsa_n;
        }
      }
    });
  }

  // H of in(job), `words` words of 64 bits: `out_bytes` bytes (at most 64) to out(job).
  template <class In, class Out>
  static PQLANE_INLINE void hash(const DsaScratch& b, int jobs, In in, std::size_t words, Out out,
                                 std::size_t out_bytes) {
    T::for_each_group(jobs, [&]<class W>(int first, int count) PQLANE_LAMBDA {
      const std::uint8_t* rows[W::lanes];
      for (int l = 0; l < W::lanes; ++l) rows[l] = in(first + (l < count ? l : 0));
      Sponge<W, Shake256> sponge(b.keccak);
      sponge.absorb_rows(rows, words);
      sponge.finish();
      sponge.squeeze_rows(b.xof, dsa_xof_row_bytes, 8);
      for (int l = 0; l < W::lanes && l < count; ++l) {
        std::memcpy(out(first + l), b.xof + static_cast<std::size_t>(l) * dsa_xof_row_bytes, out_bytes);
      }
    });
  }

  // 32 bytes of SHAKE256(batch key || LE64(item(job))) to out(job).
  template <class Item, class Out>
  static PQLANE_INLINE void derive(const DsaScratch& b, const BatchKey& key, int jobs, Item item, Out out) {
    T::for_each_group(jobs, [&]<class W>(int first, int count) PQLANE_LAMBDA {
      for (int l = 0; l < W::lanes; ++l) b.input[l] = item(first + (l < count ? l : 0));
      Sponge<W, Shake256> sponge(b.keccak);
      sponge.absorb_same(key.bytes, sizeof key.bytes);
      sponge.absorb_tile(b.input, 1, W::lanes);
      sponge.finish();
      sponge.squeeze_rows(b.xof, dsa_xof_row_bytes, 4);
      for (int l = 0; l < W::lanes && l < count; ++l) {
        std::memcpy(out(first + l), b.xof + static_cast<std::size_t>(l) * dsa_xof_row_bytes, 32);
      }
    });
  }

  // SampleInBall of the `words` words at c(job), to challenge(job).
  template <class C, class Out>
  static PQLANE_INLINE void sample_in_ball(const DsaScratch& b, int jobs, C c, std::size_t words, int tau,
                                           Out challenge) {
    T::for_each_group(jobs, [&]<class W>(int first, int count) PQLANE_LAMBDA {
      const std::uint8_t* rows[W::lanes];
      for (int l = 0; l < W::lanes; ++l) rows[l] = c(first + (l < count ? l : 0));
      Sponge<W, Shake256> sponge(b.keccak);
      sponge.absorb_rows(rows, words);
      sponge.finish();
      constexpr std::size_t block = 8 * Shake256::rate_words, row = dsa_xof_row_bytes;
      // Five blocks at hand: 672 candidates, of which at least 76 in 100 are taken on average. That 60 would
      // not be among them does not happen; the challenge would keep what stood there, and the signature not
      // verify.
      for (std::size_t k = 0; k < 5; ++k) {
        if (k != 0) sponge.next_block();
        sponge.squeeze_rows(b.xof + k * block, row, Shake256::rate_words);
        bool all = true;
        for (int l = 0; l < W::lanes && l < count && all; ++l) {
          const std::uint8_t* bytes = b.xof + static_cast<std::size_t>(l) * row;
          std::uint64_t signs;
          std::memcpy(&signs, bytes, 8);
          BallSampler ball(signs, tau);
          all = ball.take(bytes + 8, (k + 1) * block - 8);
          if (all) ball.write(*challenge(first + l));
        }
        if (all) break;
      }
    });
  }
};

// A byte string in up to five pieces, read block by block.
class Pieces {
 public:
  PQLANE_INLINE void add(const std::uint8_t* data, std::size_t bytes) {
    if (bytes == 0) return;
    piece_[count_++] = {data, bytes};
    left_ += bytes;
  }
  // Two bytes before the context.
  PQLANE_INLINE void add_header(std::uint8_t kind, std::size_t context_bytes) {
    header_[0] = kind;
    header_[1] = static_cast<std::uint8_t>(context_bytes);
    add(header_, 2);
  }
  PQLANE_INLINE std::size_t left() const { return left_; }
  // The next bytes, at most `bytes`; returns how many.
  PQLANE_INLINE std::size_t read(std::uint8_t* out, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes && next_ < count_) {
      Piece& p = piece_[next_];
      const std::size_t part = p.bytes < bytes - done ? p.bytes : bytes - done;
      std::memcpy(out + done, p.data, part);
      done += part;
      p.data += part;
      p.bytes -= part;
      if (p.bytes == 0) ++next_;
    }
    left_ -= done;
    return done;
  }

 private:
  struct Piece {
    const std::uint8_t* data;
    std::size_t bytes;
  };
  Piece piece_[5];
  std::uint8_t header_[2];
  int count_ = 0, next_ = 0;
  std::size_t left_ = 0;
};

// mu = H(tr || M', 64) [FIPS204, algorithms 7 and 8, lines 6 and 7] for messages of different lengths: lanes
// go on until the longest of a group is done.
template <class T>
struct DsaMessages {
  // What follows tr in the hash, for one item.
  static PQLANE_INLINE void add_message(const DsaArgs& args, std::size_t item, Pieces& p) {
    const std::size_t context_bytes = args.context.length(item);
    if (args.input == DsaInput::pure || args.input == DsaInput::prehash) {
      p.add_header(args.input == DsaInput::prehash ? 1 : 0, context_bytes);
      p.add(args.context.at(item), context_bytes);
      if (args.input == DsaInput::prehash) p.add(args.oid, dsa_oid_bytes);
    }
    p.add(args.message.at(item), args.message.length(item));
  }

  // item(job), tr(job) and out(job) for each job.
  template <class Item, class Tr, class Out>
  static PQLANE_INLINE void make_mu(const DsaScratch& b, const DsaArgs& args, int jobs, Item item, Tr tr,
                                    Out out) {
    if (args.input == DsaInput::mu) {
      for (int i = 0; i < jobs; ++i) std::memcpy(out(i), args.message.at(item(i)), 64);
      return;
    }
    T::for_each_group(jobs, [&]<class W>(int first, int count) PQLANE_LAMBDA {
      Pieces pieces[W::lanes];
      const std::uint8_t* rows[W::lanes];
      std::size_t blocks[W::lanes], most = 0;
      for (int l = 0; l < W::lanes; ++l) {
        const auto lane = static_cast<std::size_t>(l);
        rows[l] = b.block + lane * dsa_block_row_bytes;
        blocks[l] = 0;
        if (l >= count) continue;
        pieces[l].add(tr(first + l), 64);
        add_message(args, item(first + l), pieces[l]);
        blocks[l] = pieces[l].left() / rate + 1;
        most = blocks[l] > most ? blocks[l] : most;
      }
      Sponge<W, Shake256> sponge(b.keccak);
      for (std::size_t k = 0; k < most; ++k) {
        for (int l = 0; l < W::lanes; ++l)
          fill_block(pieces[l], k, blocks[l], b.block + static_cast<std::size_t>(l) * dsa_block_row_bytes);
        sponge.absorb_rows(rows, Shake256::rate_words);  // a whole block: permutes
        bool any = false;
        for (int l = 0; l < W::lanes && l < count; ++l) any = any || blocks[l] == k + 1;
        if (!any) continue;
        sponge.squeeze_rows(b.xof, dsa_xof_row_bytes, 8);
        for (int l = 0; l < W::lanes && l < count; ++l) {
          if (blocks[l] != k + 1) continue;
          std::memcpy(out(first + l), b.xof + static_cast<std::size_t>(l) * dsa_xof_row_bytes, 64);
        }
      }
    });
  }

 private:
  static constexpr std::size_t rate = 8 * Shake256::rate_words;
  // Block k of a padded message of `blocks` blocks; zeros behind its end.
  static PQLANE_INLINE void fill_block(Pieces& pieces, std::size_t k, std::size_t blocks, std::uint8_t* out) {
    const std::size_t bytes = k < blocks ? pieces.read(out, rate) : 0;
    std::memset(out + bytes, 0, rate - bytes);
    if (k + 1 != blocks) return;
    out[bytes] = static_cast<std::uint8_t>(Shake256::suffix);
    out[rate - 1] = static_cast<std::uint8_t>(out[rate - 1] | 0x80);
  }
};

// Phases over polynomials.
template <class T, class P>
struct DsaPhases : DsaHashing<T>, DsaMessages<T> {
  using R = typename T::Ring;

  // ExpandA for rows [row, row + rows) of n matrices, from rho[op] each: polynomial (r, op, j) goes to
  // out + ((r n + op) l + j) dsa_matrix_stride.
  static PQLANE_NOINLINE void expand_a(const DsaScratch& b, int n, int row, int rows,
                                       const std::uint8_t* const* rho, std::int32_t* out) {
    DsaHashing<T>::template expand<Shake128, 4, 5>(
        b, rows * n * P::l, [&](int job) PQLANE_LAMBDA { return rho[job / P::l % n]; },
        [&](int job) PQLANE_LAMBDA {
          return static_cast<std::uint64_t>(job % P::l) | static_cast<std::uint64_t>(row + job / (n * P::l))
                                                              << 8;
        },
        [&](int job, const std::uint8_t* bytes, std::size_t count, unsigned have) PQLANE_LAMBDA {
          return T::rej_ntt(bytes, count, out + static_cast<std::size_t>(job) * dsa_matrix_stride, have);
        });
  }

  // Rows of the matrix that n operations sample together: all lanes are filled, and a buffer of
  // dsa_tile_ops l polynomials is enough.
  static PQLANE_INLINE int rows_at_once(int n) {
    const int rows = dsa_tile_ops / n;
    return rows < P::k ? rows : P::k;
  }

  // Whether the largest absolute value of a row is at least the bound.
  static PQLANE_INLINE bool reaches(const std::int32_t* row, std::int32_t bound) {
    auto over = R::set1(0);
    for (int i = 0; i < mldsa_n; i += R::lanes) {
      over = R::or2(over, R::greater(R::absolute(R::load(row + i)), R::set1(bound - 1)));
    }
    return R::signs(over) != 0;
  }

  // row = constant - row.
  static PQLANE_INLINE void subtract_from(std::int32_t constant, std::int32_t* row) {
    for (int i = 0; i < mldsa_n; i += R::lanes) {
      R::store(row + i, R::sub(R::set1(constant), R::load(row + i)));
    }
  }

  static PQLANE_INLINE void widen(const std::int8_t* bytes, std::int32_t* row) {
    for (int i = 0; i < mldsa_n; i += R::lanes) R::store(row + i, R::load_bytes(bytes + i));
  }

  // The challenge as a polynomial in the NTT domain, times sign.
  static PQLANE_INLINE void transform_challenge(const Challenge& c, std::int32_t sign, std::int32_t* row) {
    std::memset(row, 0, mldsa_n * sizeof *row);
    for (int t = 0; t < P::tau; ++t) row[c.term[t] & 255] = (c.term[t] >> 8) != 0 ? -sign : sign;
    ring_ntt<R>(row);
  }
};

PQLANE_END_TARGET
