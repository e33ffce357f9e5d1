// timing_sign.hpp: the time of ML-DSA signatures with one private key against random ones.
//
// How many attempts a signature takes is public and would hide everything else. So each item's rnd is drawn,
// in both classes alike, until its first attempt passes; then one signature is as much work as any other, but
// for the sampling of the challenge and the ones of the hint, which are a part of it. rho and tr stay the
// same.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "params/mldsa.hpp"
#include "plants.hpp"
#include "runtime/dsa_backend.hpp"
#include "timing_test.hpp"

namespace pqlane::ct {

// One tile of ML-DSA-44 signatures, in direct calls of a backend.
class SignTile {
 public:
  using Params = MlDsa44;
  static constexpr std::size_t message_bytes = 32;

  SignTile(const CpuBackend& backend, std::size_t ops, TestData& data)
      : dsa_(backend.dsa[0]), count_(ops), data_(data) {
    workspace_.reset(std::aligned_alloc(64, (dsa_.workspace_bytes + 63) / 64 * 64));
    if (workspace_ == nullptr) throw std::bad_alloc();
    args_.sk = {sk.data(), Params::sk_bytes};
    args_.rnd = {rnd_.data(), Params::rnd_bytes};
    args_.sig_out = {sig_.data(), Params::sig_bytes};
    args_.message = {message_.data(), message_bytes, message_bytes, nullptr, nullptr};
    args_.status = status_.data();
    args_.attempts = attempts_.data();
    args_.input = DsaInput::pure;
    data_.fill(sk);
    data_.fill(message_);
    fresh_ = sk;
    for (std::size_t i = 0; i < count_; ++i) make_secrets(&fresh_[i * Params::sk_bytes]);
    fixed_ = fresh_;
  }

  // Keys of a class, and rnd whose first attempt passes.
  void prepare(int input_class) {
    for (std::size_t i = 0; i < count_; ++i) make_secrets(&fresh_[i * Params::sk_bytes]);
    std::memcpy(sk.data(), (input_class == 0 ? fixed_ : fresh_).data(), sk.size());
    for (std::size_t i = 0; i < count_; ++i) {
      do {
        data_.fill(&rnd_[i * Params::rnd_bytes], Params::rnd_bytes);
        sign(i, 1);
      } while (attempts_[0] != 1);
    }
  }
  void run() { sign(0, count_); }
  bool all_signed() const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (status_[i] != 0 || attempts_[i] != 1) return false;
    }
    return true;
  }
  const Bytes& fixed() const { return fixed_; }

 private:
  void sign(std::size_t first, std::size_t count) {
    std::memset(status_.data(), 0, count);
    dsa_.sign(args_, first, count, workspace_.get());
  }
  // K, and s1, s2, t0 of random coefficients, to a private key.
  void make_secrets(std::uint8_t* key) {
    data_.fill(key + Params::sk_key_offset, 32);
    std::uint8_t* s = key + Params::sk_s_offset;
    static_assert(Params::s_bits == 3);
    for (std::size_t i = 0; i < Params::s_bytes * (Params::k + Params::l); i += 3) {
      unsigned eight = 0;  // of eta - s, from 0 to 2 eta
      const std::uint64_t r = data_.next();
      for (int c = 0; c < 8; ++c) eight |= static_cast<unsigned>((r >> (8 * c) & 255) % 5) << (3 * c);
      for (int b = 0; b < 3; ++b)
        s[i + static_cast<std::size_t>(b)] = static_cast<std::uint8_t>(eight >> (8 * b));
    }
    data_.fill(key + Params::sk_t0_offset, Params::t0_bytes * Params::k);
  }

  const DsaBackend& dsa_;
  std::size_t count_;
  TestData& data_;

 public:
  Bytes sk = Bytes(count_ * Params::sk_bytes);

 private:
  Bytes fixed_, fresh_, rnd_ = Bytes(count_ * Params::rnd_bytes), sig_ = Bytes(count_ * Params::sig_bytes),
                        message_ = Bytes(count_ * message_bytes), status_ = Bytes(count_);
  std::vector<std::uint16_t> attempts_ = std::vector<std::uint16_t>(count_);
  DsaArgs args_{};
  std::unique_ptr<void, FreeDeleter> workspace_;
};

inline Comparison random_signing_keys(SignTile& tile) {
  return {"sign: fixed / random K, s1, s2, t0", [&tile](int c, std::size_t) { tile.prepare(c); },
          [&tile] { tile.run(); }};
}

// Comparisons that differ; one that did not sign as it should counts, too.
inline int check_sign(const CpuBackend& backend, std::size_t count, double round_seconds, TestData& data) {
  SignTile tile(backend, count, data);
  std::printf("%s ml-dsa-44, tile of %zu\n", backend.name, count);
  const bool leaks = differs(random_signing_keys(tile), round_seconds, data);
  if (tile.all_signed()) return leaks ? 1 : 0;
  std::printf("  FAILED: not every item was signed by its first attempt\n");
  return 1;
}

// The same with a leak: after the signatures an early-exit comparison of sk with the fixed one.
inline int check_sign_plant(const CpuBackend& backend, double round_seconds, TestData& data) {
  SignTile tile(backend, 1, data);
  Comparison c = random_signing_keys(tile);
  c.name = "planted early exit in signing";
  volatile std::uint32_t sink = 0;
  c.run = [&] {
    tile.run();
    sink = pqlane_plant_early_exit(tile.sk.data(), tile.fixed().data(), tile.sk.size());
  };
  return differs(c, round_seconds, data) ? 1 : 0;
}

}  // namespace pqlane::ct
