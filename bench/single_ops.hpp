// single_ops.hpp: workloads of libraries that know no batches: a call is so many single operations, shared
// out among threads.
#pragma once

#include "bench/measure.hpp"
#include "runtime/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace pqlane::bench {

class SingleOps : public Workload {
 public:
  std::size_t sets() const final { return sets_; }
  std::uint64_t ops_per_call() const final { return batch_; }
  bool call(std::size_t set) final;
  std::string failure() const final { return failure_; }

  // Of sign and verify; else without meaning.
  virtual std::size_t message_bytes() const = 0;
  // Of one call; and everything that is held.
  virtual std::uint64_t input_bytes() const = 0;
  virtual std::uint64_t output_bytes() const = 0;
  virtual std::uint64_t owned_bytes() const = 0;

 protected:
  // The pool must outlive it.
  SingleOps(std::size_t batch, ThreadPool& pool, unsigned threads);

  // One operation, on whichever thread; false when it failed.
  virtual bool run_item(std::size_t item) = 0;
  // Asked on the thread whose operation failed.
  virtual std::string failure_text() const = 0;

  std::size_t batch() const { return batch_; }
  std::size_t items() const { return sets_ * batch_; }

 private:
  class Share;

  std::size_t batch_, sets_;
  ThreadPool& pool_;
  unsigned threads_;
  std::mutex failure_mutex_;
  std::string failure_;
};

}  // namespace pqlane::bench
