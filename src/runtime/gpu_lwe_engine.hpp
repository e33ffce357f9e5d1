// gpu_lwe_engine.hpp: LWE-KEM on a GPU for one set and n: buffers that are allocated once, A that is kept
// until a key with another rho comes, and the phases of lwe_operation.cpp as launches on a stream,
// with what can be done beside them on another.
//
// Results that a later phase asks for are made along with earlier ones, so that an operation waits for the
// device as seldom as it can. Not safe for use by several threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "runtime/gpu_context.hpp"
#include "runtime/gpu_lwe.hpp"
#include "runtime/gpu_trace.hpp"
#include "runtime/lwe_operation.hpp"
#include "runtime/thread_pool.hpp"

namespace pqlane::gpu {

// The kernels on one GPU, loaded on first use. Thread-safe.
class LweKernels {
 public:
  explicit LweKernels(GpuContext& context) : context_(context) {}
  ~LweKernels();
  LweKernels(const LweKernels&) = delete;
  LweKernels& operator=(const LweKernels&) = delete;

  // Throws DriverError; the context is current.
  void load();
  // Whether the product runs on tensor cores; after load().
  bool tensor() const { return tensor_; }
  Function function(LweKernel kernel, std::size_t modulus) const {
    return functions_[modulus][static_cast<std::size_t>(kernel)];
  }
  GpuContext& context() { return context_; }

 private:
  GpuContext& context_;
  std::mutex mutex_;
  Module module_ = nullptr;
  bool tensor_ = false;
  std::array<std::array<Function, lwe_kernel_count>, 2> functions_{};
};

// The device's context is current whenever a member is called, the destructor included. Members throw
// DriverError; forget() is to be called then.
class GpuLweEngine final : public LweEngine {
 public:
  // Page-locked memory and the copies around it are shared by the threads of the pool.
  GpuLweEngine(LweKernels& kernels, ThreadPool& pool, const LweSet& set, std::size_t n);
  ~GpuLweEngine() override;
  GpuLweEngine(const GpuLweEngine&) = delete;
  GpuLweEngine& operator=(const GpuLweEngine&) = delete;

  static std::size_t needed_bytes(LweKernels& kernels, const LweSet& set, std::size_t n);
  bool is_of(const LweSet& set, std::size_t n) const { return &set_ == &set && n_ == n; }
  Stream stream() const { return stream_; }
  // Of the items from now on; null for none.
  void trace_into(DeviceTrace* trace) { trace_ = trace; }
  // Before each item: its arrays may be where others were.
  void begin_item();
  // Overwrites what an operation that ended early left, as far as the device still answers.
  void forget() noexcept;

  void make_t(const std::uint8_t* rho, const std::uint8_t* sigma, std::uint8_t* packed_t) override;
  bool load_pk(const std::uint8_t* pk) override;
  void encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) override;
  void decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) override;
  std::uint8_t encrypt_differs(const std::uint8_t* m, const std::uint8_t* coins,
                               const std::uint8_t* ct) override;
  void tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) override;

 private:
  // Page-locked: what comes from and goes to the host beside keys and ciphertexts.
  struct Mirror {
    std::uint8_t seed[32], m[32], bits[256];  // secret
    std::uint32_t difference;
    std::uint8_t rho[32];
    LweResults results;
  };

  void release() noexcept;
  std::size_t pk_bytes() const { return launches_->layout().pk.bytes; }
  std::size_t ct_bytes() const { return launches_->layout().ct.bytes; }
  // Queues the work of `queue` on the other stream, behind what this one has. What is queued after join()
  // comes behind it.
  template <class Queue>
  void beside(Queue queue);
  void join();
  void launch(const LweLaunch& launch);
  void up(const LweRegion& to, const void* mirrored, std::size_t bytes, const char* name);
  void down(void* mirrored, const LweRegion& from, std::size_t bytes, const char* name);
  void clear(std::size_t begin, std::size_t end);
  void clear_key() { clear(launches_->layout().key_begin, launches_->layout().key_end); }
  void clear_message() { clear(launches_->layout().key_end, launches_->layout().end); }
  void synchronize();
  // The hash of a region, to offset `hash` of the device's block, and all results from there to the mirror.
  void queue_hash(const LweRegion& data, std::size_t hash);
  std::size_t pk_hash_offset() const {
    return launches_->layout().results.offset + offsetof(LweResults, pk_hash);
  }
  std::size_t ct_hash_offset() const {
    return launches_->layout().results.offset + offsetof(LweResults, ct_hash);
  }
  void make_matrix();
  void take_pk(const std::uint8_t* pk);
  void take_ct(const std::uint8_t* ct);
  void queue_encryption(const std::uint8_t* m, const std::uint8_t* coins, bool compares);
  // Wipes what encryption used, and waits for both streams.
  void finish_encryption();

  LweKernels& kernels_;
  const Driver& driver_;
  ThreadPool& pool_;
  const LweSet& set_;
  const std::size_t n_;
  Stream stream_ = nullptr, side_ = nullptr;
  Stream queue_ = nullptr;  // what work is queued on: either of them
  Event forked_ = nullptr, joined_ = nullptr;
  std::byte *block_ = nullptr, *host_ = nullptr;
  std::optional<LweLaunches> launches_;
  Mirror* mirror_ = nullptr;
  std::uint8_t *mirrored_pk_ = nullptr, *mirrored_ct_ = nullptr;
  DeviceTrace* trace_ = nullptr;

  std::uint8_t matrix_rho_[32] = {}, rho_[32] = {};  // of A as it is; of the key in use
  bool has_matrix_ = false;
  // Arrays of this item whose hash is known: addresses of the caller's.
  const std::uint8_t *known_pk_ = nullptr, *known_ct_ = nullptr;
  bool good_pk_ = false;
  const std::uint8_t* ct_there_ = nullptr;  // whose bytes are in the device's ct
};

}  // namespace pqlane::gpu
