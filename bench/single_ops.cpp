// single_ops.cpp: see single_ops.hpp.
#include "bench/single_ops.hpp"

#include <algorithm>
#include <atomic>

namespace pqlane::bench {
namespace {

// Items of all sets: enough that a run of short operations does not use an item twice.
constexpr std::size_t wanted_items = 64;

}  // namespace

// The items of a call, one at a time to whichever thread is free.
class SingleOps::Share final : public ThreadPool::Job {
 public:
  Share(SingleOps& workload, std::size_t first, std::size_t count)
      : workload_(workload), next_(first), end_(first + count) {}

  bool exhausted() const noexcept override { return next_.load(std::memory_order_relaxed) >= end_; }
  void run_share() noexcept override {
    for (std::size_t i = next_++; i < end_; i = next_++) {
      if (workload_.run_item(i)) continue;
      failed_ = true;
      const std::lock_guard lock(workload_.failure_mutex_);
      workload_.failure_ = workload_.failure_text();
    }
  }
  bool failed() const { return failed_; }

 private:
  SingleOps& workload_;
  std::atomic<std::size_t> next_;
  const std::size_t end_;
  std::atomic<bool> failed_{false};
};

SingleOps::SingleOps(std::size_t batch, ThreadPool& pool, unsigned threads)
    : batch_(batch), sets_(std::max<std::size_t>(wanted_items / batch, 1)), pool_(pool), threads_(threads) {}

bool SingleOps::call(std::size_t set) {
  Share share(*this, set * batch_, batch_);
  pool_.run(share, threads_ == 1 || batch_ == 1);
  return !share.failed();
}

}  // namespace pqlane::bench
