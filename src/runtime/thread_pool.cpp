// thread_pool.cpp: see thread_pool.hpp. Jobs live on their callers' stacks in an intrusive list, so that
// a call allocates nothing.
#include "runtime/thread_pool.hpp"

#include <system_error>

#include "runtime/trace.hpp"

namespace pqlane {

namespace {

void run_share(ThreadPool::Job& job) noexcept {
  const trace::Span span(job.share_name(), trace::host_category);
  job.run_share();
}

}  // namespace

ThreadPool::ThreadPool(unsigned threads, const CoreBinding* binding)
    : threads_(threads == 0 ? 1 : threads), binding_(binding) {}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_added_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::start_workers() {
  started_ = true;
  try {
    workers_.reserve(threads_ - 1);
    for (unsigned i = 1; i < threads_; ++i) workers_.emplace_back([this, i] { worker_loop(i); });
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): fewer threads do all the work as well
  }
}

ThreadPool::Job* ThreadPool::find_work() const {
  for (Job* job = jobs_; job != nullptr; job = job->next_) {
    if (!job->exhausted()) return job;
  }
  return nullptr;
}

void ThreadPool::unlink(Job& job) {
  for (Job** link = &jobs_; *link != nullptr; link = &(*link)->next_) {
    if (*link == &job) {
      *link = job.next_;
      return;
    }
  }
}

void ThreadPool::worker_loop(unsigned index) {
  if (binding_ != nullptr) (void)binding_->bind(index);
  trace::name_thread("worker");
  std::unique_lock lock(mutex_);
  for (;;) {
    Job* job = find_work();
    if (job == nullptr) {
      if (stopping_) return;
      work_added_.wait(lock);
      continue;
    }
    ++job->helpers_;
    lock.unlock();
    run_share(*job);
    lock.lock();
    --job->helpers_;
    helper_left_.notify_all();
  }
}

void ThreadPool::run(Job& job, bool alone) {
  const CoreBinding::Scope pinned(binding_, 0);
  if (alone || threads_ == 1) {
    run_share(job);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    if (!started_) start_workers();
    job.next_ = jobs_;
    jobs_ = &job;
  }
  work_added_.notify_all();
  run_share(job);
  std::unique_lock lock(mutex_);
  unlink(job);
  helper_left_.wait(lock, [&] { return job.helpers_ == 0; });
}

}  // namespace pqlane
