// lwe_phase_runner.hpp: who runs the jobs of a phase of LWE-KEM: the calling thread, or a thread pool.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <new>

#include "runtime/thread_pool.hpp"
#include "runtime/workspace_pool.hpp"

namespace pqlane {

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

}  // namespace pqlane
