// tile_job.hpp: a batch cut into tiles that the threads of a pool take one by one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "runtime/batch_outcome.hpp"
#include "runtime/thread_pool.hpp"
#include "runtime/workspace_pool.hpp"

namespace pqlane {

// Which items a call has, and where their statuses go.
struct TileRange {
  std::size_t first, count;
  pqlane_status* status;  // null, or one an item of the views
};

// How a batch is cut.
struct TilePlan {
  bool alone;            // on the calling thread
  unsigned threads;      // that work on it
  std::size_t tile_ops;  // items of a tile
};

// Full tiles, unless that would leave threads without work. Batches below `least_shared` items stay on the
// calling thread.
inline TilePlan plan_tiles(std::size_t count, std::size_t most_tile_ops, unsigned threads,
                           std::size_t least_shared) {
  const bool alone = threads == 1 || count < least_shared;
  std::size_t tile_ops = most_tile_ops;
  if (!alone) tile_ops = std::clamp((count + threads - 1) / threads, std::size_t{1}, most_tile_ops);
  return {alone, alone ? 1 : threads, std::min(tile_ops, count)};
}

class TileJob : public ThreadPool::Job {
 public:
  TileJob(const TileRange& range, const TilePlan& plan, WorkspacePool& workspaces)
      : range_(range),
        plan_(plan),
        tiles_((range.count + plan.tile_ops - 1) / plan.tile_ops),
        workspaces_(workspaces) {}

  bool exhausted() const noexcept final { return next_tile_.load(std::memory_order_relaxed) >= tiles_; }
  void run_share() noexcept final {
    Workspace workspace(workspaces_);
    if (workspace.block() != nullptr) run_tiles(workspace);  // others may still get one; see outcome()
  }

  BatchOutcome outcome() const {
    BatchOutcome result = outcome_;
    if (tiles_done_.load(std::memory_order_acquire) != tiles_) result.status = PQLANE_ERROR_MEMORY;
    return result;
  }

 protected:
  struct Tile {
    std::size_t first, count;
  };
  // Does tiles until take_tile() has none.
  virtual void run_tiles(Workspace& workspace) noexcept = 0;

  bool take_tile(Tile& tile) noexcept {
    const std::size_t index = next_tile_.fetch_add(1, std::memory_order_relaxed);
    if (index >= tiles_) return false;
    tile.first = range_.first + index * plan_.tile_ops;
    tile.count = std::min(plan_.tile_ops, end() - tile.first);
    return true;
  }
  // The tile that this thread will probably take next, if all threads are as fast; of no items at the end.
  Tile likely_next(const Tile& tile) const noexcept {
    const std::size_t first = std::min(tile.first + plan_.threads * plan_.tile_ops, end());
    return {first, std::min(plan_.tile_ops, end() - first)};
  }
  // The tile is done; status[i] is that of its item i.
  void finish_tile(const Tile& tile, const std::uint8_t* status) noexcept {
    record(tile, status);
    tiles_done_.fetch_add(1, std::memory_order_release);
  }
  std::size_t tile_ops() const noexcept { return plan_.tile_ops; }

 private:
  std::size_t end() const noexcept { return range_.first + range_.count; }
  void record(const Tile& tile, const std::uint8_t* status) noexcept {
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < tile.count; ++i) {
      any = static_cast<std::uint8_t>(any | status[i]);
      if (range_.status != nullptr) range_.status[tile.first + i] = static_cast<pqlane_status>(status[i]);
    }
    if (any == 0) return;
    const std::lock_guard lock(outcome_mutex_);
    for (std::size_t i = 0; i < tile.count; ++i) {
      if (status[i] == 0) continue;
      if (outcome_.failed_items == 0 || tile.first + i < outcome_.first_failed_item) {
        outcome_.first_failed_item = tile.first + i;
        outcome_.first_failure = static_cast<pqlane_status>(status[i]);
      }
      ++outcome_.failed_items;
    }
  }

  const TileRange range_;
  const TilePlan plan_;
  const std::size_t tiles_;
  WorkspacePool& workspaces_;
  std::atomic<std::size_t> next_tile_{0};
  std::atomic<std::size_t> tiles_done_{0};
  std::mutex outcome_mutex_;
  BatchOutcome outcome_;
};

}  // namespace pqlane
