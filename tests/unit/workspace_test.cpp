// workspace_test.cpp: workspaces are aligned, kept, never shared, and wiped as far as they were used.
#include "runtime/workspace_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace pqlane {
namespace {

std::size_t kept_blocks(const WorkspacePool& pool) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < WorkspacePool::slot_count; ++i) kept += pool.peek(i) != nullptr;
  return kept;
}

TEST(WorkspacePool, BlocksAreAlignedAndRoundedUp) {
  for (const std::size_t bytes : {1u, 63u, 64u, 65u, 100000u}) {
    WorkspacePool pool(bytes);
    EXPECT_EQ(pool.block_bytes(), (bytes + 63) / 64 * 64);
    const Workspace workspace(pool);
    ASSERT_NE(workspace.block(), nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(workspace.block()) % 64, 0u);
    std::memset(workspace.block(), 1, pool.block_bytes());
  }
}

TEST(WorkspacePool, WipesTheSecretPrefixAndKeepsTheBlock) {
  WorkspacePool pool(4096);
  for (const std::size_t secret : {0u, 1u, 77u, 4096u}) {
    void* block = nullptr;
    {
      Workspace workspace(pool);
      block = workspace.block();
      std::memset(block, 0xC3, 4096);
      workspace.uses_secret_bytes(secret);
      workspace.uses_secret_bytes(secret / 2);  // never shrinks
    }
    ASSERT_EQ(kept_blocks(pool), 1u);
    const auto* bytes = static_cast<const std::uint8_t*>(pool.peek(0));
    ASSERT_EQ(bytes, block);
    EXPECT_TRUE(std::all_of(bytes, bytes + secret, [](std::uint8_t b) { return b == 0; })) << secret;
    EXPECT_TRUE(std::all_of(bytes + secret, bytes + 4096, [](std::uint8_t b) { return b == 0xC3; }))
        << secret;
  }
}

TEST(WorkspacePool, ReusesAKeptBlock) {
  WorkspacePool pool(256);
  void* first = pool.take();
  void* second = pool.take();
  ASSERT_NE(first, second);
  pool.give_back(first, 0);
  EXPECT_EQ(pool.take(), first);
  EXPECT_EQ(kept_blocks(pool), 0u);
  pool.give_back(first, 0);
  pool.give_back(second, 0);
  EXPECT_EQ(kept_blocks(pool), 2u);
}

TEST(WorkspacePool, KeepsNoMoreThanItHasSlots) {
  WorkspacePool pool(64);
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < WorkspacePool::slot_count + 5; ++i) blocks.push_back(pool.take());
  EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), blocks.size());
  for (void* block : blocks) pool.give_back(block, 64);
  EXPECT_EQ(kept_blocks(pool), std::size_t{WorkspacePool::slot_count});
}

// No two holders have the same block: each writes its mark and finds it again.
TEST(WorkspacePool, ConcurrentHoldersNeverShare) {
  WorkspacePool pool(512);
  std::atomic<int> clashes{0};
  std::vector<std::thread> threads;
  for (unsigned t = 1; t <= 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 5000; ++i) {
        Workspace workspace(pool);
        auto* bytes = static_cast<std::uint8_t*>(workspace.block());
        std::memset(bytes, static_cast<int>(t), 512);
        if (i % 16 == 0) std::this_thread::yield();
        if (!std::all_of(bytes, bytes + 512, [t](std::uint8_t b) { return b == t; })) clashes.fetch_add(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(clashes.load(), 0);
  EXPECT_LE(kept_blocks(pool), 4u);
}

}  // namespace
}  // namespace pqlane
