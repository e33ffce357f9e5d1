// secret_search.hpp: looks for parts of known secrets in memory.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>

#include "runtime/workspace_pool.hpp"
#include "support/openssl_hash.hpp"
#include "unit/hex.hpp"

namespace pqlane::test {

// Eight-byte windows of secrets, by the kind of secret.
class Secrets {
 public:
  void add(const std::string& kind, const Bytes& secret) {
    for (std::size_t i = 0; i + 8 <= secret.size(); ++i) {
      std::uint64_t window;
      std::memcpy(&window, secret.data() + i, 8);
      if (window != 0) windows_.emplace(window, kind);
    }
  }
  // The key of a batch, and the bytes that it gives each of its items.
  void add_batch_key(const Bytes& key, std::size_t items, std::size_t item_bytes) {
    add("batch key", key);
    for (std::size_t i = 0; i < items; ++i) {
      Bytes input = key;
      for (int b = 0; b < 8; ++b) input.push_back(static_cast<std::uint8_t>(std::uint64_t{i} >> (8 * b)));
      add("derived bytes", openssl_xof("SHAKE256", input, item_bytes));
    }
  }
  // Kinds of secrets that lie in the memory, and where first.
  std::map<std::string, std::size_t> find_in(const void* memory, std::size_t count) const {
    std::map<std::string, std::size_t> found;
    const auto* bytes = static_cast<const std::uint8_t*>(memory);
    for (std::size_t i = 0; i + 8 <= count; ++i) {
      std::uint64_t window;
      std::memcpy(&window, bytes + i, 8);
      if (const auto hit = windows_.find(window); hit != windows_.end()) found.emplace(hit->second, i);
    }
    return found;
  }

 private:
  std::unordered_map<std::uint64_t, std::string> windows_;
};

// No workspace that a pool keeps holds a secret; there is at least one. look(block) checks what else there
// is.
template <class Look>
void expect_kept_workspaces_clean(const WorkspacePool& pool, const Secrets& secrets, const std::string& after,
                                  Look look) {
  std::size_t kept = 0;
  for (std::size_t slot = 0; slot < WorkspacePool::slot_count; ++slot) {
    const auto* block = static_cast<const std::uint8_t*>(pool.peek(slot));
    if (block == nullptr) continue;
    ++kept;
    look(block);
    for (const auto& [kind, place] : secrets.find_in(block, pool.block_bytes())) {
      ADD_FAILURE() << kind << " at byte " << place << " after " << after;
    }
  }
  ASSERT_GT(kept, 0u) << "nothing was searched";
}

}  // namespace pqlane::test
