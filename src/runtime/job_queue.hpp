// job_queue.hpp: background threads that run a device's asynchronous calls, in order of submission and a few
// side by side.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pqlane {

class JobQueue {
 public:
  // Threads are started when there is work for them.
  explicit JobQueue(std::size_t most_threads) : most_threads_(most_threads) {}
  // Waits for all jobs.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  // Starts a thread where there is none yet; throws std::system_error when that cannot be.
  void require_thread();
  // `work` must not throw. Throws when there is neither memory nor a thread for it.
  void submit(std::function<void()> work);

 private:
  void work_loop();

  const std::size_t most_threads_;
  std::mutex mutex_;
  std::condition_variable added_;
  std::deque<std::function<void()>> waiting_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool closing_ = false;
};

}  // namespace pqlane
