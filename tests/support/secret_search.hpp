// secret_search.hpp: looks for parts of known secrets in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>

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

}  // namespace pqlane::test
