// lwe.cpp (OpenMP target): LWE-KEM on a device of OpenMP, or on the host by the same source; see lwe_api.hpp.
//
// One source for the GPUs of several makers; correctness first. Buffers are allocated once an engine. Of the
// comparison in Decaps one number leaves the device.
#include <omp.h>

#include <cstring>
#include <new>

#include "backends/omp_target/lwe_api.hpp"
#include "backends/omp_target/lwe_kernels.hpp"
#include "codec/message_bits.hpp"
#include "core/aes_table.hpp"
#include "core/zeroize.hpp"

PQLANE_BEGIN_TARGET

constexpr AesTable omp_aes_table = make_aes_table();

class OmpEngine {
 public:
  OmpEngine(int device, unsigned bits, std::size_t n)
      : device_(device == omp_host_device ? omp_get_initial_device() : device), bits_(bits), n_(n) {}
  OmpEngine(const OmpEngine&) = delete;
  OmpEngine& operator=(const OmpEngine&) = delete;
  ~OmpEngine() {
    if (ready_) forget();
    for (void* block : blocks_) omp_target_free(block, device_);
  }

  bool allocate() {
    const std::size_t m = lwe_message_bits;
    const std::size_t leaves = (ct_bytes() + lwe_leaf_bytes - 1) / lwe_leaf_bytes;
    secrets([&](auto*& array, std::size_t count) { secret_words_ += words_of(array, count); });
    ready_ = take(a_, n_ * n_) && take(table_, 256) && take(keys_, 60) && take(t_, n_) &&
             take(values_, m * (n_ + 1)) && take(received_, ct_bytes()) && take(nodes_, 4 * leaves) &&
             take(parents_, 4 * leaves) && take(secrets_, secret_words_);
    std::uint64_t* next = secrets_;
    if (ready_) {
      secrets([&]<class T>(T*& array, std::size_t count) {
        array = reinterpret_cast<T*>(next);
        next += words_of(array, count);
      });
    }
    if (ready_) to_device(table_, omp_aes_table.word, sizeof omp_aes_table.word);
    return ready_;
  }

  void start(const std::uint8_t* rho, const std::uint8_t* round_keys) {
    if (has_matrix_ && std::memcmp(rho, rho_, sizeof rho_) == 0) return;
    std::memcpy(rho_, rho, sizeof rho_);
    if (round_keys != nullptr) {
      to_device(keys_, round_keys, 240);
      of_modulus([&]<class M>() { omp_matrix_aes<M>(device_, n_, keys_, table_, a_); });
    } else {
      to_device(seed_, rho, 32);
      of_modulus([&]<class M>() { omp_matrix_shake<M>(device_, n_, seed_, a_); });
    }
    has_matrix_ = true;
  }

  void make_t(const std::uint8_t* sigma, std::uint8_t* packed_t) {
    to_device(seed_, sigma, 32);
    omp_secret(device_, n_, seed_, s_);
    omp_noise(device_, n_, 1, lwe_kind_e, seed_, e_);
    of_modulus([&]<class M>() {
      omp_multiply_s<M>(device_, n_, a_, s_, e_, u_);
      omp_pack<M>(device_, n_, u_, ct_);
    });
    to_host(packed_t, ct_, lwe_row_bytes(n_, bits_));
  }

  bool load_t(const std::uint8_t* packed_t) {
    to_device(ct_, packed_t, lwe_row_bytes(n_, bits_));
    bool good = false;
    of_modulus([&]<class M>() { good = omp_unpack<M>(device_, n_, ct_, t_) == 0; });
    return good;
  }

  void encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) {
    to_device(seed_, coins, 32);
    to_device(m_, m, lwe_message_bits / 8);
    omp_noise(device_, n_, lwe_message_bits, lwe_kind_r, seed_, r_);
    omp_noise(device_, n_, lwe_message_bits, lwe_kind_e1, seed_, e1_);
    omp_ternary(device_, seed_, e2_);
    of_modulus([&]<class M>() {
      omp_multiply<M>(device_, n_, r_, a_, e1_, u_);
      omp_multiply_t<M>(device_, n_, r_, t_, e2_, m_, u_ + lwe_message_bits * n_);
      omp_pack<M>(device_, lwe_message_bits * (n_ + 1), u_, ct_);
    });
    if (ct != nullptr) to_host(ct, ct_, ct_bytes());
    made_ = ct;
  }

  void decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) {
    to_device(seed_, sigma, 32);
    to_device(received_, ct, ct_bytes());
    given_ = ct;
    omp_secret(device_, n_, seed_, s_);
    of_modulus([&]<class M>() {
      omp_unpack<M>(device_, lwe_message_bits * (n_ + 1), received_, values_);
      omp_decide<M>(device_, n_, values_, s_, values_ + lwe_message_bits * n_, bit_);
    });
    std::uint8_t bits[lwe_message_bits];
    to_host(bits, bit_, sizeof bits);
    collect_message_bits(bits, lwe_message_bits, m);
    wipe(bits, sizeof bits);
  }

  std::uint64_t difference() {
    return omp_difference(device_, ct_bytes() / 8, reinterpret_cast<const std::uint64_t*>(ct_),
                          reinterpret_cast<const std::uint64_t*>(received_));
  }

  // A string that is on the device already is not copied again; `bytes` at most those of a ciphertext.
  void tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) {
    const std::uint8_t* there = received_;
    if (data == made_ && bytes == ct_bytes()) {
      there = ct_;
    } else if (data != given_ || bytes != ct_bytes()) {
      to_device(received_, data, bytes);
      given_ = nullptr;
    }
    std::uint64_t *below = nodes_, *above = parents_;
    omp_hash_level(device_, bytes, 0, there, bytes, below);
    std::size_t count = bytes == 0 ? 1 : (bytes + lwe_leaf_bytes - 1) / lwe_leaf_bytes;
    for (unsigned level = 1; count > 1; ++level) {
      omp_hash_level(device_, bytes, level, reinterpret_cast<const std::uint8_t*>(below), 32 * count, above);
      count = (count + lwe_node_children - 1) / lwe_node_children;
      std::uint64_t* const swapped = below;
      below = above;
      above = swapped;
    }
    to_host(hash, below, lwe_hash_bytes);
  }

  // One region: each costs some 0.4 ms on a GPU.
  void forget() {
    omp_clear(device_, secret_words_, secrets_);
    made_ = given_ = nullptr;
  }

 private:
  std::size_t ct_bytes() const { return lwe_ct_bytes(n_, bits_); }

  template <class F>
  void of_modulus(F f) {
    if (bits_ == Lwe12289::bits) {
      f.template operator()<Lwe12289>();
    } else {
      f.template operator()<Lwe65521>();
    }
  }

  template <class T>
  bool take(T*& array, std::size_t count) {
    array = static_cast<T*>(omp_target_alloc(count * sizeof(T), device_));
    if (array == nullptr) return false;
    blocks_[block_count_++] = array;
    return true;
  }
  // Calls f with every array that secrets pass through, and its length.
  template <class F>
  void secrets(F f) {
    const std::size_t m = lwe_message_bits;
    f(seed_, 4);
    f(s_, n_);
    f(e_, n_);
    f(r_, m * n_);
    f(e1_, m * n_);
    f(e2_, m);
    f(u_, m * (n_ + 1));
    f(bit_, m);
    f(m_, m / 8);
    f(ct_, ct_bytes());
  }
  // In lines of memory of a GPU.
  template <class T>
  static std::size_t words_of(const T*, std::size_t count) {
    constexpr std::size_t line = 128;
    return (count * sizeof(T) + line - 1) / line * (line / sizeof(std::uint64_t));
  }
  void to_device(void* to, const void* from, std::size_t bytes) {
    omp_target_memcpy(to, from, bytes, 0, 0, device_, omp_get_initial_device());
  }
  void to_host(void* to, const void* from, std::size_t bytes) {
    omp_target_memcpy(to, from, bytes, 0, 0, omp_get_initial_device(), device_);
  }

  const int device_;
  const unsigned bits_;
  const std::size_t n_;
  bool ready_ = false, has_matrix_ = false;
  std::uint8_t rho_[32] = {};
  const std::uint8_t *made_ = nullptr, *given_ = nullptr;  // host addresses of what ct_ and received_ hold
  static constexpr std::size_t most_blocks = 9;
  void* blocks_[most_blocks] = {};
  std::size_t block_count_ = 0;

  std::int16_t *a_ = nullptr, *s_ = nullptr, *t_ = nullptr, *values_ = nullptr;
  std::uint32_t *table_ = nullptr, *keys_ = nullptr;
  std::size_t secret_words_ = 0;
  std::uint64_t* secrets_ = nullptr;
  std::uint64_t *seed_ = nullptr, *nodes_ = nullptr, *parents_ = nullptr;
  std::int8_t *e_ = nullptr, *r_ = nullptr, *e1_ = nullptr, *e2_ = nullptr;
  std::uint16_t* u_ = nullptr;  // rows of U, then v
  std::uint8_t *bit_ = nullptr, *m_ = nullptr, *ct_ = nullptr, *received_ = nullptr;
};

OmpEngine& engine_of(void* engine) { return *static_cast<OmpEngine*>(engine); }

bool leaves_host(int device) {
  int on_host = 1;
#pragma omp target device(device) map(from : on_host)
  on_host = omp_is_initial_device();
  return on_host == 0;
}

void* create(int device, unsigned bits, std::size_t n) {
  auto* const engine = new (std::nothrow) OmpEngine(device, bits, n);
  if (engine != nullptr && engine->allocate()) return engine;
  delete engine;
  return nullptr;
}

constexpr OmpLweApi api = {
    omp_lwe_version,
    [] { return omp_get_num_devices(); },
    [] { return omp_get_max_threads(); },
    &leaves_host,
    &create,
    [](void* engine) { delete static_cast<OmpEngine*>(engine); },
    [](void* engine) { engine_of(engine).forget(); },
    [](void* engine, const std::uint8_t* rho, const std::uint8_t* keys) {
      engine_of(engine).start(rho, keys);
    },
    [](void* engine, const std::uint8_t* sigma, std::uint8_t* t) { engine_of(engine).make_t(sigma, t); },
    [](void* engine, const std::uint8_t* t) { return engine_of(engine).load_t(t); },
    [](void* engine, const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) {
      engine_of(engine).encrypt(m, coins, ct);
    },
    [](void* engine, const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) {
      engine_of(engine).decrypt(sigma, ct, m);
    },
    [](void* engine) { return engine_of(engine).difference(); },
    [](void* engine, const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) {
      engine_of(engine).tree_hash(data, bytes, hash);
    }};

PQLANE_END_TARGET

extern "C" __attribute__((visibility("default"))) const pqlane::OmpLweApi* pqlane_omp_lwe() {
  return &pqlane::omp_target::api;
}
