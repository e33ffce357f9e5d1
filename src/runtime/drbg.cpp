// drbg.cpp: CTR_DRBG with AES-256 [SP800-90A, 10.2.1.2 to 10.2.1.5.1].
#include "runtime/drbg.hpp"

#include <cstring>

#include "core/zeroize.hpp"

namespace pqlane {

namespace {

// V + 1 modulo 2^128, big-endian, without a branch on V.
void increment(std::uint8_t* v) {
  unsigned carry = 1;
  for (int i = 15; i >= 0; --i) {
    carry += v[i];
    v[i] = static_cast<std::uint8_t>(carry);
    carry >>= 8;
  }
}

// Inputs shorter than seedlen are padded with zero bytes on the right.
void pad(CtrDrbgAes256::Input input, std::uint8_t* padded) {
  std::memset(padded, 0, CtrDrbgAes256::seed_bytes);
  if (!input.empty()) {
    std::memcpy(padded, input.data(), input.size());
  }
}

void pad_and_xor(CtrDrbgAes256::Input input, CtrDrbgAes256::Entropy entropy, std::uint8_t* seed) {
  pad(input, seed);
  for (std::size_t i = 0; i < CtrDrbgAes256::seed_bytes; ++i) {
    seed[i] = static_cast<std::uint8_t>(seed[i] ^ entropy[i]);
  }
}

constexpr std::uint8_t zero_seed[CtrDrbgAes256::seed_bytes] = {};

}  // namespace

void CtrDrbgAes256::update(const std::uint8_t* provided) {
  std::uint8_t temp[seed_bytes];
  cipher_.ctr_stream(next_counter_, temp, seed_bytes);
  for (std::size_t i = 0; i < seed_bytes; ++i) {
    temp[i] = static_cast<std::uint8_t>(temp[i] ^ provided[i]);
  }
  cipher_.set_key(temp);
  std::memcpy(next_counter_, temp + Aes256::key_bytes, Aes256::block_bytes);
  increment(next_counter_);
  wipe(temp, seed_bytes);
}

DrbgResult CtrDrbgAes256::instantiate(Entropy entropy, Input personalization) {
  if (personalization.size() > seed_bytes) {
    return DrbgResult::input_too_long;
  }
  std::uint8_t seed[seed_bytes];
  pad_and_xor(personalization, entropy, seed);
  cipher_.set_key(zero_seed);  // Key = 0, V = 0
  std::memset(next_counter_, 0, sizeof next_counter_);
  increment(next_counter_);
  update(seed);
  wipe(seed, seed_bytes);
  reseed_counter_ = 1;
  instantiated_ = true;
  return DrbgResult::ok;
}

DrbgResult CtrDrbgAes256::reseed(Entropy entropy, Input additional) {
  if (!instantiated_) {
    return DrbgResult::not_instantiated;
  }
  if (additional.size() > seed_bytes) {
    return DrbgResult::input_too_long;
  }
  std::uint8_t seed[seed_bytes];
  pad_and_xor(additional, entropy, seed);
  update(seed);
  wipe(seed, seed_bytes);
  reseed_counter_ = 1;
  return DrbgResult::ok;
}

DrbgResult CtrDrbgAes256::generate(std::span<std::uint8_t> out, Input additional) {
  if (!instantiated_) {
    return DrbgResult::not_instantiated;
  }
  if (out.size() > max_request_bytes) {
    return DrbgResult::request_too_large;
  }
  if (additional.size() > seed_bytes) {
    return DrbgResult::input_too_long;
  }
  if (reseed_counter_ > reseed_interval) {
    return DrbgResult::reseed_required;
  }
  if (additional.empty()) {
    cipher_.ctr_stream(next_counter_, out.data(), out.size());
    update(zero_seed);
  } else {
    std::uint8_t padded[seed_bytes];
    pad(additional, padded);
    update(padded);
    cipher_.ctr_stream(next_counter_, out.data(), out.size());
    update(padded);
    wipe(padded, seed_bytes);
  }
  ++reseed_counter_;
  return DrbgResult::ok;
}

void CtrDrbgAes256::uninstantiate() {
  cipher_.clear();
  wipe(next_counter_, sizeof next_counter_);
  reseed_counter_ = 0;
  instantiated_ = false;
}

}  // namespace pqlane
