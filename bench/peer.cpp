// peer.cpp: see peer.hpp.
#include "bench/peer.hpp"

#include "bench/sweep.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pqlane::bench {
namespace {

using Open = std::shared_ptr<const Peer> (*)(const std::string& path);
constexpr std::array known{std::pair<const char*, Open>{"openssl", open_openssl},
                           std::pair<const char*, Open>{"liboqs", open_liboqs},
                           std::pair<const char*, Open>{"wolfssl", open_wolfssl}};

}  // namespace

const std::vector<std::string>& peer_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& [name, open] : known) list.emplace_back(name);
    return list;
  }();
  return names;
}

std::shared_ptr<const Peer> open_peer(const std::string& text) {
  const std::size_t sign = text.find('=');
  const std::string name = text.substr(0, sign);
  const std::string path = sign == std::string::npos ? "" : text.substr(sign + 1);
  if (sign != std::string::npos && path.empty()) throw UsageError("no file after '" + name + "='");
  const auto* const at =
      std::find_if(known.begin(), known.end(), [&](const auto& peer) { return name == peer.first; });
  if (at != known.end()) return at->second(path);
  std::string names;
  for (const std::string& other : peer_names()) names += (names.empty() ? "" : ", ") + other;
  throw UsageError("unknown peer '" + name + "' (known: " + names + ")");
}

}  // namespace pqlane::bench
