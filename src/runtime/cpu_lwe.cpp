// cpu_lwe.cpp: see cpu_lwe.hpp. An operation is a list of phases, and a phase a number of equal jobs; phases
// go over the thread pool for large n, and for small n threads take whole operations.
#include "runtime/cpu_lwe.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>

#include "core/aes.hpp"
#include "core/wipe_on_exit.hpp"
#include "params/lwe.hpp"
#include "runtime/lwe_operation.hpp"

namespace pqlane {
namespace {

// Above it one operation is spread over the threads, up to it the items of a batch are.
constexpr std::size_t most_n_of_one_thread = 2048;
// Jobs of a phase, in the units of LweBackend: enough of them for many threads, each worth a wake-up.
constexpr std::size_t streams_of_job = 16, leaves_of_job = 64, rows_of_job = 32, bits_of_job = 16;

using Jobs = std::function<void(std::size_t job, void* workspace)>;

// Runs jobs 0 .. count - 1 of a phase.
class PhaseRunner {
 public:
  virtual ~PhaseRunner() = default;
  virtual void run(std::size_t count, const Jobs& jobs) = 0;
};

class SerialRunner final : public PhaseRunner {
 public:
  explicit SerialRunner(WorkspacePool& pool) : workspace_(pool) {
    if (workspace_.block() == nullptr) throw std::bad_alloc();
    workspace_.uses_secret_bytes(pool.block_bytes());
  }
  void run(std::size_t count, const Jobs& jobs) override {
    for (std::size_t job = 0; job < count; ++job) jobs(job, workspace_.block());
  }

 private:
  Workspace workspace_;
};

class PhaseJob final : public ThreadPool::Job {
 public:
  PhaseJob(std::size_t count, const Jobs& jobs, WorkspacePool& workspaces)
      : count_(count), jobs_(jobs), workspaces_(workspaces) {}
  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= count_; }
  const char* share_name() const noexcept override { return "lwe_jobs"; }
  void run_share() noexcept override {
    Workspace workspace(workspaces_);
    if (workspace.block() == nullptr) return;  // another thread may get one
    workspace.uses_secret_bytes(workspaces_.block_bytes());
    for (std::size_t job; (job = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) {
      jobs_(job, workspace.block());
      done_.fetch_add(1, std::memory_order_release);
    }
  }
  bool complete() const { return done_.load(std::memory_order_acquire) == count_; }

 private:
  const std::size_t count_;
  const Jobs& jobs_;
  WorkspacePool& workspaces_;
  std::atomic<std::size_t> next_{0}, done_{0};
};

class PoolRunner final : public PhaseRunner {
 public:
  PoolRunner(ThreadPool& pool, WorkspacePool& workspaces) : pool_(pool), workspaces_(workspaces) {}
  void run(std::size_t count, const Jobs& jobs) override {
    PhaseJob job(count, jobs, workspaces_);
    pool_.run(job, count == 1);
    if (!job.complete()) throw std::bad_alloc();
  }

 private:
  ThreadPool& pool_;
  WorkspacePool& workspaces_;
};

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
constexpr std::size_t pieces(std::size_t count, std::size_t size) { return (count + size - 1) / size; }

// The arrays of an operation in one block of memory.
struct Arrays {
  std::int8_t *r, *e1, *e, *e2;
  std::uint32_t* pairs;
  std::int16_t *s, *t;
  std::uint16_t *values, *v;
  std::uint8_t *ct, *nodes, *bits;

  // Places them from `base` on, which may be null; returns the bytes.
  std::size_t place(std::uint8_t* base, const LweSet& set, std::size_t n) {
    std::size_t at = 0;
    const auto take = [&](auto*& array, std::size_t bytes) {
      using Array = std::remove_reference_t<decltype(array)>;
      array = base == nullptr ? nullptr : reinterpret_cast<Array>(base + at);
      at += round_up(bytes);
    };
    const std::size_t ct_bytes = lwe_ct_bytes(n, set.bits);
    const std::size_t leaves = pieces(ct_bytes, lwe_leaf_bytes);
    take(r, lwe_message_bits * n);
    take(pairs, 2 * lwe_message_bits * n);
    take(e1, lwe_message_bits * n);
    take(s, 2 * n);
    take(e, n);
    take(t, 2 * n);
    take(values, 2 * n);
    take(e2, lwe_message_bits);
    take(v, 2 * lwe_message_bits);
    take(bits, lwe_message_bits);
    take(ct, ct_bytes);
    take(nodes, 32 * (leaves + pieces(leaves, lwe_node_children)));
    return at;
  }
};

class CpuLweEngine final : public LweEngine {
 public:
  CpuLweEngine(const LweSet& set, std::size_t n, const LweBackend& backend, const char* backend_name,
               PhaseRunner& runner, LweMemoryPool& memory)
      : set_(set),
        n_(n),
        backend_(backend),
        modulus_(backend.moduli[set.modulus_index]),
        runner_(runner),
        memory_(memory),
        cipher_(choose_aes_engine(backend_name)),
        used_bytes_(Arrays{}.place(nullptr, set, n)),
        block_(memory.take(used_bytes_)) {
    a_.place(block_.data, set, n);
  }
  ~CpuLweEngine() override {
    wipe(block_.data, used_bytes_);
    memory_.give_back(block_);
  }
  CpuLweEngine(const CpuLweEngine&) = delete;
  CpuLweEngine& operator=(const CpuLweEngine&) = delete;

  void make_t(const std::uint8_t* rho, const std::uint8_t* sigma, std::uint8_t* packed_t) override {
    start_streams(rho);
    make_s(sigma);
    make_noise(sigma, lwe_kind_e, 1, a_.e);
    runner_.run(pieces(n_, rows_of_job), [&](std::size_t job, void* workspace) {
      const std::size_t first = job * rows_of_job;
      modulus_.multiply_rows(streams_, n_, a_.s, a_.e, first, std::min(rows_of_job, n_ - first), a_.values,
                             workspace);
    });
    modulus_.pack(a_.values, n_, packed_t);
  }

  bool load_pk(const std::uint8_t* pk) override {
    start_streams(pk);
    return modulus_.unpack(pk + lwe_seed_bytes, n_, a_.t);
  }

  void encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) override {
    make_noise(coins, lwe_kind_r, lwe_message_bits, a_.r);
    make_noise(coins, lwe_kind_e1, lwe_message_bits, a_.e1);
    const std::size_t groups = lwe_message_bits / backend_.row_group;
    runner_.run(groups, [&](std::size_t job, void*) { backend_.pair_rows(a_.r, n_, job, 1, a_.pairs); });
    runner_.run(pieces(n_, lwe_block), [&](std::size_t job, void* workspace) {
      modulus_.multiply_columns(streams_, n_, a_.pairs, a_.e1, job, ct, workspace);
    });
    runner_.run(1, [&](std::size_t, void* workspace) { backend_.ternary_stream(coins, a_.e2, workspace); });
    runner_.run(pieces(lwe_message_bits, bits_of_job), [&](std::size_t job, void*) {
      modulus_.multiply_t(n_, a_.r, a_.t, a_.e2, m, job * bits_of_job, bits_of_job, a_.v);
    });
    modulus_.pack(a_.v, lwe_message_bits, ct + lwe_message_bits * lwe_row_bytes(n_, set_.bits));
  }

  void decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) override {
    make_s(sigma);
    runner_.run(pieces(lwe_message_bits, bits_of_job), [&](std::size_t job, void* workspace) {
      modulus_.decrypt_rows(n_, ct, a_.s, job * bits_of_job, bits_of_job, a_.bits, workspace);
    });
    std::memset(m, 0, lwe_message_bits / 8);
    for (std::size_t j = 0; j < lwe_message_bits; ++j) {
      m[j / 8] = static_cast<std::uint8_t>(m[j / 8] | a_.bits[j] << (j % 8));
    }
  }

  std::uint8_t encrypt_differs(const std::uint8_t* m, const std::uint8_t* coins,
                               const std::uint8_t* ct) override {
    encrypt(m, coins, a_.ct);
    const std::size_t bytes = lwe_ct_bytes(n_, set_.bits);  // a multiple of 64
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < bytes; i += 8) {
      std::uint64_t x, y;
      std::memcpy(&x, a_.ct + i, 8);
      std::memcpy(&y, ct + i, 8);
      difference |= x ^ y;
    }
    return lwe_mask_if_not_zero(difference);
  }

  void tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) override {
    std::size_t nodes = std::max<std::size_t>(pieces(bytes, lwe_leaf_bytes), 1);
    std::uint8_t *below = a_.nodes, *above = a_.nodes + 32 * nodes;
    runner_.run(pieces(nodes, leaves_of_job), [&](std::size_t job, void* workspace) {
      const std::size_t first = job * leaves_of_job;
      backend_.hash_leaves(data, bytes, first, std::min(leaves_of_job, nodes - first), below, workspace);
    });
    for (unsigned level = 1; nodes > 1; ++level) {
      const std::size_t parents = pieces(nodes, lwe_node_children);
      runner_.run(1, [&](std::size_t, void* workspace) {
        backend_.hash_nodes(bytes, level, below, nodes, 0, parents, above, workspace);
      });
      std::swap(below, above);
      nodes = parents;
    }
    std::memcpy(hash, below, lwe_hash_bytes);
  }

 private:
  void start_streams(const std::uint8_t* rho) {
    std::memcpy(rho_, rho, sizeof rho_);
    streams_.rho = rho_;
    streams_.cipher = nullptr;
    if (!set_.aes) return;
    if (backend_.cipher_stream != nullptr) {
      aes_round_keys(rho_, round_keys_);
      streams_.cipher = round_keys_;
      streams_.cipher_stream = backend_.cipher_stream;
      return;
    }
    cipher_.set_key(rho_);
    streams_.cipher = &cipher_;
    streams_.cipher_stream = [](const void* cipher, std::uint64_t prefix, std::uint64_t first,
                                std::uint8_t* out, std::size_t blocks) {
      static_cast<const Aes256*>(cipher)->indexed_stream(prefix, first, out, blocks);
    };
  }

  void make_s(const std::uint8_t* sigma) {
    runner_.run(1, [&](std::size_t, void* workspace) {
      backend_.secret_streams(sigma, n_, 0, pieces(n_, lwe_block), a_.s, workspace);
    });
  }

  void make_noise(const std::uint8_t* seed, std::uint8_t kind, std::size_t rows, std::int8_t* out) {
    const std::size_t streams = rows * pieces(n_, lwe_block);
    runner_.run(pieces(streams, streams_of_job), [&](std::size_t job, void* workspace) {
      const std::size_t first = job * streams_of_job;
      backend_.noise_streams(seed, kind, n_, first, std::min(streams_of_job, streams - first), out,
                             workspace);
    });
  }

  const LweSet& set_;
  const std::size_t n_;
  const LweBackend& backend_;
  const LweModulusBackend& modulus_;
  PhaseRunner& runner_;
  LweMemoryPool& memory_;
  Aes256 cipher_;
  std::uint8_t rho_[lwe_seed_bytes] = {}, round_keys_[aes_round_key_bytes] = {};  // of public data
  LweStreams streams_{};
  const std::size_t used_bytes_;
  LweMemoryPool::Block block_;
  Arrays a_{};
};

void note(const LweCall& call, std::size_t index, pqlane_status status, BatchOutcome& outcome) {
  if (call.status != nullptr) call.status[index] = status;
  if (status == PQLANE_OK) return;
  if (outcome.failed_items == 0 || index < outcome.first_failed_item) {
    outcome.first_failed_item = index;
    outcome.first_failure = status;
  }
  ++outcome.failed_items;
}

// Whole operations, taken by threads.
class ItemsJob final : public ThreadPool::Job {
 public:
  ItemsJob(const LweCall& call, const LweBackend& backend, const char* backend_name, CpuLweState& state)
      : call_(call), backend_(backend), backend_name_(backend_name), state_(state) {}
  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= call_.count; }
  const char* share_name() const noexcept override { return "lwe_items"; }
  void run_share() noexcept override {
    try {
      SerialRunner runner(state_.workspaces);
      CpuLweEngine engine(*call_.set, call_.n, backend_, backend_name_, runner, state_.memory);
      for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < call_.count;) {
        const pqlane_status status = run_lwe_item(engine, call_, i);
        const std::lock_guard lock(mutex_);
        note(call_, i, status, outcome_);
        ++done_;
      }
    } catch (const std::bad_alloc&) {
      short_of_memory_.store(true);  // another thread may have some
    }
  }
  BatchOutcome outcome() {
    const std::lock_guard lock(mutex_);
    if (short_of_memory_.load() && done_ != call_.count) throw std::bad_alloc();
    return outcome_;
  }

 private:
  const LweCall& call_;
  const LweBackend& backend_;
  const char* const backend_name_;
  CpuLweState& state_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> short_of_memory_{false};
  std::mutex mutex_;
  std::size_t done_ = 0;
  BatchOutcome outcome_;
};

}  // namespace

LweMemoryPool::~LweMemoryPool() {
  for (const Block& block : kept_) std::free(block.data);
}

LweMemoryPool::Block LweMemoryPool::take(std::size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    kept_.reserve(most_kept);  // so that giving back needs no memory
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const Block& b) { return b.bytes >= bytes; });
    if (found != kept_.end()) {
      const Block block = *found;
      kept_.erase(found);
      return block;
    }
  }
  void* data = nullptr;
  if (posix_memalign(&data, 64, bytes) != 0) throw std::bad_alloc();
  return {static_cast<std::uint8_t*>(data), bytes};
}

void LweMemoryPool::give_back(Block block) noexcept {
  const std::lock_guard lock(mutex_);
  if (kept_.size() == most_kept) {  // the smallest goes
    const auto smallest = std::min_element(kept_.begin(), kept_.end(),
                                           [](const Block& a, const Block& b) { return a.bytes < b.bytes; });
    if (smallest->bytes < block.bytes) std::swap(*smallest, block);
    std::free(block.data);
    return;
  }
  kept_.push_back(block);
}

std::size_t cpu_lwe_memory_bytes(const LweSet& set, std::size_t n) { return Arrays{}.place(nullptr, set, n); }

pqlane_lwe_sizes lwe_sizes(const LweSet& set, std::size_t n) {
  pqlane_lwe_sizes sizes{};
  sizes.pk_bytes = lwe_pk_bytes(n, set.bits);
  sizes.sk_bytes = lwe_sk_bytes(n, set.bits);
  sizes.seed_bytes = 2 * lwe_seed_bytes;
  sizes.ct_bytes = lwe_ct_bytes(n, set.bits);
  sizes.ss_bytes = 32;
  sizes.m_bytes = lwe_message_bits / 8;
  sizes.memory_bytes = cpu_lwe_memory_bytes(set, n);
  return sizes;
}

const LweBackend* choose_lwe_backend(const CpuBackend& backend) {
#if defined(__x86_64__)
  // The backend being usable, the system keeps wide registers; what is left to ask is not known by name to
  // all compilers.
  constexpr unsigned extended_features = 7, vaes = 1u << 9, avx512_vnni = 1u << 11;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (backend.lwe_vnni != nullptr && __get_cpuid_count(extended_features, 0, &a, &b, &c, &d) != 0 &&
      (c & vaes) != 0 && (c & avx512_vnni) != 0) {
    return backend.lwe_vnni;
  }
#endif
  return backend.lwe;
}

BatchOutcome run_cpu_lwe(const LweCall& call, const char* backend_name, unsigned threads, ThreadPool& pool,
                         CpuLweState& state) {
  const LweBackend& backend = state.backend;
  if (call.n <= most_n_of_one_thread || threads == 1) {
    ItemsJob job(call, backend, backend_name, state);
    pool.run(job, threads == 1 || call.count == 1);
    return job.outcome();
  }
  PoolRunner runner(pool, state.workspaces);
  CpuLweEngine engine(*call.set, call.n, backend, backend_name, runner, state.memory);
  BatchOutcome outcome;
  for (std::size_t i = 0; i < call.count; ++i) note(call, i, run_lwe_item(engine, call, i), outcome);
  return outcome;
}

}  // namespace pqlane
