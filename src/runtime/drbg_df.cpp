// drbg_df.cpp: see drbg_df.hpp.
#include "runtime/drbg_df.hpp"

#include "core/aes.hpp"
#include "core/wipe_on_exit.hpp"

namespace pqlane {
namespace {

constexpr std::size_t block_bytes = Aes256::block_bytes;
constexpr std::size_t chains = CtrDrbgAes256::seed_bytes / block_bytes;

void store_be32(std::uint8_t* p, std::uint32_t x) {
  for (int i = 0; i < 4; ++i) p[i] = static_cast<std::uint8_t>(x >> (24 - 8 * i));
}

// BCC [SP800-90A, 10.3.3] over one string for the three initial values that the function needs, side by side:
// the chains differ in their first block only.
class Chains {
 public:
  explicit Chains(const Aes256& cipher) : cipher_(cipher) {
    for (std::uint32_t c = 0; c < chains; ++c) store_be32(values_ + c * block_bytes, c);
    cipher_.encrypt_blocks(values_, values_, chains);
  }
  ~Chains() { wipe(values_, sizeof values_); }
  Chains(const Chains&) = delete;
  Chains& operator=(const Chains&) = delete;

  void add(const std::uint8_t* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) add(data[i]);
  }
  void add(std::uint8_t byte) {
    for (std::size_t c = 0; c < chains; ++c) {
      std::uint8_t& place = values_[c * block_bytes + filled_];
      place = static_cast<std::uint8_t>(place ^ byte);
    }
    if (++filled_ == block_bytes) {
      cipher_.encrypt_blocks(values_, values_, chains);
      filled_ = 0;
    }
  }
  // Ends the string with 0x80 and zero bytes up to a whole block; the chains' last values.
  const std::uint8_t* finish() {
    add(0x80);
    while (filled_ != 0) add(std::uint8_t{0});
    return values_;
  }

 private:
  const Aes256& cipher_;
  std::uint8_t values_[chains * block_bytes] = {};
  std::size_t filled_ = 0;
};

// Whether a call's inputs are within the limit together.
DrbgResult check_length(std::initializer_list<std::span<const std::uint8_t>> inputs) {
  std::uint64_t left = CtrDrbgAes256Df::most_input_bytes - 1;
  for (const auto& input : inputs) {
    if (input.size() > left) return DrbgResult::input_too_long;
    left -= input.size();
  }
  return DrbgResult::ok;
}

}  // namespace

void block_cipher_df(std::initializer_list<std::span<const std::uint8_t>> inputs, AesEngine engine,
                     std::uint8_t* seed) {
  std::uint8_t key[Aes256::key_bytes];
  for (std::size_t i = 0; i < sizeof key; ++i) key[i] = static_cast<std::uint8_t>(i);
  Aes256 cipher(key, engine);
  std::uint8_t header[8];  // lengths of the input and of what is wanted
  std::uint32_t input_bytes = 0;
  for (const auto& input : inputs) input_bytes += static_cast<std::uint32_t>(input.size());
  store_be32(header, input_bytes);
  store_be32(header + 4, CtrDrbgAes256::seed_bytes);

  Chains chain(cipher);
  chain.add(header, sizeof header);
  for (const auto& input : inputs) chain.add(input.data(), input.size());
  const std::uint8_t* const derived = chain.finish();  // a key, and a block X

  Aes256 output(derived, engine);
  const std::uint8_t* x = derived + Aes256::key_bytes;
  for (std::size_t c = 0; c < chains; ++c, x = seed + (c - 1) * block_bytes) {
    output.encrypt_blocks(x, seed + c * block_bytes, 1);
  }
}

DrbgResult CtrDrbgAes256Df::instantiate(Input entropy, Input nonce, Input personalization) {
  if (entropy.size() < least_entropy_bytes || nonce.size() < least_nonce_bytes) {
    return DrbgResult::input_too_short;
  }
  if (const DrbgResult bad = check_length({entropy, nonce, personalization}); bad != DrbgResult::ok)
    return bad;
  std::uint8_t seed[CtrDrbgAes256::seed_bytes];
  const WipeOnExit wiped(seed, sizeof seed);
  block_cipher_df({entropy, nonce, personalization}, engine_, seed);
  return drbg_.instantiate(CtrDrbgAes256::Entropy(seed));
}

DrbgResult CtrDrbgAes256Df::reseed(Input entropy, Input additional) {
  if (!instantiated()) return DrbgResult::not_instantiated;
  if (entropy.size() < least_entropy_bytes) return DrbgResult::input_too_short;
  if (const DrbgResult bad = check_length({entropy, additional}); bad != DrbgResult::ok) return bad;
  std::uint8_t seed[CtrDrbgAes256::seed_bytes];
  const WipeOnExit wiped(seed, sizeof seed);
  block_cipher_df({entropy, additional}, engine_, seed);
  return drbg_.reseed(CtrDrbgAes256::Entropy(seed));
}

DrbgResult CtrDrbgAes256Df::generate(std::span<std::uint8_t> out, Input additional) {
  if (additional.empty()) return drbg_.generate(out);
  if (const DrbgResult bad = check_length({additional}); bad != DrbgResult::ok) return bad;
  std::uint8_t derived[CtrDrbgAes256::seed_bytes];
  const WipeOnExit wiped(derived, sizeof derived);
  block_cipher_df({additional}, engine_, derived);
  return drbg_.generate(out, derived);
}

}  // namespace pqlane
