// cpu_lwe.cpp: see cpu_lwe.hpp. An operation is a list of phases (cpu_lwe_engine.cpp); they go over the
// thread pool for large n and in a group of processes, and for small n threads take whole operations.
#include "runtime/cpu_lwe.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "params/lwe.hpp"
#include "runtime/cpu_lwe_engine.hpp"

namespace pqlane {
namespace {

// Above it one operation is spread over the threads, up to it the items of a batch are.
constexpr std::size_t most_n_of_one_thread = 2048;

// Whole operations, taken by threads.
class ItemsJob final : public ThreadPool::Job {
 public:
  ItemsJob(const LweCall& call, const char* backend_name, CpuLweState& state)
      : call_(call), backend_name_(backend_name), state_(state) {}
  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= call_.count; }
  const char* share_name() const noexcept override { return "lwe_items"; }
  void run_share() noexcept override {
    try {
      SerialRunner runner(state_.workspaces);
      CpuLweEngine engine(*call_.set, call_.n, backend_name_, runner, state_, nullptr);
      for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < call_.count;) {
        const pqlane_status status = run_lwe_item(engine, call_, i);
        const std::lock_guard lock(mutex_);
        note_lwe_item(call_, i, status, outcome_);
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
  if (call.group == nullptr && (call.n <= most_n_of_one_thread || threads == 1)) {
    ItemsJob job(call, backend_name, state);
    pool.run(job, threads == 1 || call.count == 1);
    return job.outcome();
  }
  PoolRunner runner(pool, state.workspaces);
  CpuLweEngine engine(*call.set, call.n, backend_name, runner, state, call.group);
  BatchOutcome outcome;
  for (std::size_t i = 0; i < call.count; ++i) note_lwe_item(call, i, run_lwe_item(engine, call, i), outcome);
  return outcome;
}

}  // namespace pqlane
