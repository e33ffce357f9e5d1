// job_queue.cpp: see job_queue.hpp.
#include "runtime/job_queue.hpp"

#include <system_error>
#include <utility>

#include "runtime/trace.hpp"

namespace pqlane {

JobQueue::~JobQueue() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  added_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void JobQueue::require_thread() {
  const std::lock_guard lock(mutex_);
  if (threads_.empty()) threads_.emplace_back([this] { work_loop(); });
}

void JobQueue::submit(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (idle_ <= waiting_.size() && threads_.size() < most_threads_) {
    try {
      threads_.emplace_back([this] { work_loop(); });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;  // the threads there are will come to it
    }
  }
  waiting_.push_back(std::move(work));
  added_.notify_one();
}

void JobQueue::work_loop() {
  trace::name_thread("job");
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    added_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) return;  // closing, and all is done
    std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work();
    work = nullptr;  // what it holds goes before the lock comes back
    lock.lock();
  }
}

}  // namespace pqlane
