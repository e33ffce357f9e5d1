// gpu_slot.hpp: a stream of a GPU with its memory, a block on the device and a page-locked one on the host,
// and with the graphs of small batches that ran on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

#include "runtime/gpu_graph.hpp"

namespace pqlane::gpu {

// What a slot is used for: a call that gives it back by itself, or a batch in a caller's stream, which ends
// when the stream gets there.
enum class SlotUse { call, stream };

// The device's context is current whenever a member is called.
class GpuSlot {
 public:
  explicit GpuSlot(const Driver& driver) : driver_(driver), stream_(driver.make_stream()) {}
  ~GpuSlot() {
    graphs_.clear();
    release();
    driver_.destroy_stream(stream_);
  }
  GpuSlot(const GpuSlot&) = delete;
  GpuSlot& operator=(const GpuSlot&) = delete;

  void reserve(std::size_t device_bytes, std::size_t host_bytes) {
    if (device_bytes > device_bytes_) {
      release_device();
      device_ = driver_.allocate(device_bytes);
      device_bytes_ = device_bytes;
    }
    if (host_bytes > host_bytes_) {
      release_host();
      host_ = driver_.allocate_host(host_bytes);
      host_bytes_ = host_bytes;
    }
  }
  void release() noexcept {
    release_device();
    release_host();
  }

  const Driver& driver() const { return driver_; }
  Stream stream() const { return stream_; }
  std::byte* device() const { return device_; }
  std::byte* host() const { return host_; }

  // The graph of batches of a form, kept for later ones; few forms occur in one program. Where there are
  // many, the one that was not asked for longest is dropped.
  GpuGraph& graph(std::uint64_t form, GpuContext& context) {
    if (graphs_.size() >= most_graphs && graphs_.find(form) == graphs_.end()) {
      graphs_.erase(std::min_element(graphs_.begin(), graphs_.end(), [](const auto& a, const auto& b) {
        return a.second.last_use < b.second.last_use;
      }));
    }
    KeptGraph& kept = graphs_.try_emplace(form, context).first->second;
    kept.last_use = ++uses_;
    return kept.graph;
  }

  SlotUse use = SlotUse::call;
  // The chunk in flight.
  bool busy = false;
  std::size_t first = 0, ops = 0;
  std::size_t chunk = 0;  // its number in the call

  static constexpr std::size_t most_graphs = 64;

 private:
  void release_device() noexcept {
    if (device_ != nullptr) driver_.free(device_);
    device_ = nullptr;
    device_bytes_ = 0;
  }
  void release_host() noexcept {
    if (host_ != nullptr) driver_.free_host(host_);
    host_ = nullptr;
    host_bytes_ = 0;
  }

  struct KeptGraph {
    explicit KeptGraph(GpuContext& context) : graph(context) {}
    GpuGraph graph;
    std::uint64_t last_use = 0;
  };

  const Driver& driver_;
  Stream stream_;
  std::map<std::uint64_t, KeptGraph> graphs_;
  std::uint64_t uses_ = 0;
  std::byte *device_ = nullptr, *host_ = nullptr;
  std::size_t device_bytes_ = 0, host_bytes_ = 0;
};

}  // namespace pqlane::gpu
