// thread_pool.hpp: spreads the tiles of batches over threads; the calling thread works too.
//
// Several callers may run at once: workers take tiles of any call that has some left. A call that finds
// all workers busy still progresses on its own thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/core_binding.hpp"

namespace pqlane {

class ThreadPool {
 public:
  // A call's work. run_share is entered by the caller and by each helping worker, and takes tiles from a
  // counter of its own until none is left.
  class Job {
   public:
    virtual ~Job() = default;
    virtual void run_share() noexcept = 0;
    virtual bool exhausted() const noexcept = 0;
    // What a thread's share is called in a trace; static.
    virtual const char* share_name() const noexcept { return "share"; }

   private:
    friend class ThreadPool;
    Job* next_ = nullptr;
    unsigned helpers_ = 0;
  };

  // `threads` counts the caller: threads - 1 workers are started at the first job that wants help.
  // `binding` may be null; the pool does not own it.
  ThreadPool(unsigned threads, const CoreBinding* binding);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Returns when all of the job is done. With `alone` no worker is woken.
  void run(Job& job, bool alone);

 private:
  void start_workers();
  void worker_loop(unsigned index);
  Job* find_work() const;
  void unlink(Job& job);

  const unsigned threads_;
  const CoreBinding* const binding_;
  std::mutex mutex_;
  std::condition_variable work_added_;
  std::condition_variable helper_left_;
  std::vector<std::thread> workers_;
  Job* jobs_ = nullptr;
  bool started_ = false;
  bool stopping_ = false;
};

}  // namespace pqlane
