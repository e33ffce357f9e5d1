// gpu_stream_gates.hpp: makes a caller's stream wait for work that the library does on streams of its own.
//
// A gate is a word of page-locked memory that the stream polls. It is never given back, since a stream may
// look at it long after the job; a later job of the same gate waits for a higher number.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "runtime/gpu_driver.hpp"

namespace pqlane::gpu {

class StreamGates {
 public:
  explicit StreamGates(const Driver& driver) : driver_(driver) {}
  // The device's context is current.
  ~StreamGates();
  StreamGates(const StreamGates&) = delete;
  StreamGates& operator=(const StreamGates&) = delete;

  struct Gate {
    std::uint32_t* word;
    std::uint32_t number;  // the stream goes on when the word has reached it
  };
  // Queues the wait on the stream. Throws DriverError.
  Gate close(Stream stream);
  // Lets the stream go on.
  void open(const Gate& gate) noexcept;

 private:
  static constexpr std::size_t words_a_block = 1024;

  const Driver& driver_;
  std::mutex mutex_;
  std::vector<std::byte*> blocks_;
  std::vector<std::uint32_t*> free_;
};

}  // namespace pqlane::gpu
