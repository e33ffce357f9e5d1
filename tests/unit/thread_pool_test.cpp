// thread_pool_test.cpp: every tile of every job is done once, by as many threads as the pool has.
#include "runtime/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace pqlane {
namespace {

// Counts how often each tile is done and which threads came.
class CountingJob : public ThreadPool::Job {
 public:
  explicit CountingJob(std::size_t tiles) : done_(tiles) {}

  bool exhausted() const noexcept override { return next_.load() >= done_.size(); }
  void run_share() noexcept override {
    {
      const std::lock_guard lock(mutex_);
      threads_.insert(std::this_thread::get_id());
    }
    for (std::size_t tile; (tile = next_.fetch_add(1)) < done_.size();) {
      do_tile();
      done_[tile].fetch_add(1);
    }
  }
  virtual void do_tile() noexcept {}

  void expect_done() const {
    for (const std::atomic<int>& times : done_) ASSERT_EQ(times.load(), 1);
  }
  std::set<std::thread::id> threads() const {
    const std::lock_guard lock(mutex_);
    return threads_;
  }

 private:
  std::vector<std::atomic<int>> done_;
  std::atomic<std::size_t> next_{0};
  mutable std::mutex mutex_;
  std::set<std::thread::id> threads_;
};

// A tile ends when `wanted` threads are inside one at the same time (or after ten seconds).
class MeetingJob final : public CountingJob {
 public:
  MeetingJob(std::size_t tiles, int wanted) : CountingJob(tiles), wanted_(wanted) {}
  void do_tile() noexcept override {
    std::unique_lock lock(mutex_);
    ++inside_;
    if (inside_ >= wanted_) met_ = true;
    changed_.notify_all();
    if (!changed_.wait_for(lock, std::chrono::seconds(10), [&] { return met_ || gave_up_; })) gave_up_ = true;
    --inside_;
  }
  bool met() const { return met_; }

 private:
  const int wanted_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int inside_ = 0;
  bool met_ = false;
  bool gave_up_ = false;
};

TEST(ThreadPool, DoesEveryTileOnce) {
  for (const unsigned threads : {0u, 1u, 2u, 5u}) {
    ThreadPool pool(threads, nullptr);
    for (const std::size_t tiles : {0u, 1u, 2u, 7u, 1000u}) {
      for (const bool alone : {false, true}) {
        CountingJob job(tiles);
        pool.run(job, alone);
        ASSERT_NO_FATAL_FAILURE(job.expect_done()) << threads << " threads, " << tiles << " tiles";
      }
    }
  }
}

TEST(ThreadPool, AllThreadsOfThePoolWorkAtOnce) {
  for (const int threads : {2, 5}) {
    ThreadPool pool(static_cast<unsigned>(threads), nullptr);
    MeetingJob job(static_cast<std::size_t>(threads), threads);
    pool.run(job, false);
    EXPECT_TRUE(job.met()) << threads;
    EXPECT_EQ(job.threads().size(), static_cast<std::size_t>(threads));
    EXPECT_TRUE(job.threads().contains(std::this_thread::get_id()));
  }
}

TEST(ThreadPool, AloneAndSingleThreadStayOnTheCaller) {
  const std::set<std::thread::id> caller = {std::this_thread::get_id()};
  ThreadPool many(5, nullptr), one(1, nullptr);
  CountingJob alone(100), single(100);
  many.run(alone, true);
  one.run(single, false);
  EXPECT_EQ(alone.threads(), caller);
  EXPECT_EQ(single.threads(), caller);
}

TEST(ThreadPool, SeveralCallersShareOnePool) {
  ThreadPool pool(3, nullptr);
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&, c] {
      for (std::size_t i = 0; i < 100; ++i) {
        CountingJob job((i * 7 + static_cast<std::size_t>(c)) % 60);
        pool.run(job, i % 9 == 0);
        job.expect_done();
        if (testing::Test::HasFatalFailure()) wrong.fetch_add(1);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong.load(), 0);
}

// A call progresses while all workers are held by another one: two callers meet in one job each.
TEST(ThreadPool, ProgressesWhileWorkersAreBusy) {
  ThreadPool pool(2, nullptr);
  MeetingJob holding(2, 3);  // ends when a third thread joins, which only `release` makes happen
  std::thread holder([&] { pool.run(holding, false); });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (holding.threads().size() < 2 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_EQ(holding.threads().size(), 2u);
  CountingJob job(50);
  pool.run(job, false);  // both threads of the pool are inside `holding`
  job.expect_done();
  holding.do_tile();
  holder.join();
  EXPECT_TRUE(holding.met());
  holding.expect_done();
}

TEST(ThreadPool, ManyPoolsStartAndStop) {
  for (int i = 0; i < 50; ++i) {
    ThreadPool pool(3, nullptr);
    CountingJob job(static_cast<std::size_t>(i % 4) * 10);
    pool.run(job, false);
    job.expect_done();
  }
}

}  // namespace
}  // namespace pqlane
