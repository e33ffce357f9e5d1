// gpu_stream_gates.cpp: see gpu_stream_gates.hpp.
#include "runtime/gpu_stream_gates.hpp"

#include <cstring>

namespace pqlane::gpu {

StreamGates::~StreamGates() {
  for (std::byte* block : blocks_) driver_.free_host(block);
}

StreamGates::Gate StreamGates::close(Stream stream) {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    free_.reserve((blocks_.size() + 1) * words_a_block);
    blocks_.reserve(blocks_.size() + 1);
    std::byte* block = driver_.allocate_host(words_a_block * sizeof(std::uint32_t));
    blocks_.push_back(block);
    std::memset(block, 0, words_a_block * sizeof(std::uint32_t));
    for (std::size_t i = 0; i < words_a_block; ++i)
      free_.push_back(reinterpret_cast<std::uint32_t*>(block) + i);
  }
  std::uint32_t* word = free_.back();
  const Gate gate{word, *word + 1};
  driver_.wait_for_word(stream, word, gate.number);
  free_.pop_back();
  return gate;
}

void StreamGates::open(const Gate& gate) noexcept {
  std::atomic_ref<std::uint32_t>(*gate.word).store(gate.number, std::memory_order_release);
  const std::lock_guard lock(mutex_);
  free_.push_back(gate.word);  // room was reserved when the word was made
}

}  // namespace pqlane::gpu
