// lwe_group.hpp: processes that share the operations of LWE-KEM, each of them doing a part.
//
// All of them make the same calls with the same arguments in the same order; results are the same bytes as of
// one process alone, in every process. What goes between them is public, but for the batch key of calls that
// draw their randomness, and the one byte that says whether a ciphertext was the expected one. How it goes is
// not the library's: cluster/ has MPI. A group whose communication fails ends the process, so that no member
// waits for another for ever.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

class LweGroup {
 public:
  virtual ~LweGroup() = default;
  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;
  // The bytes of rank 0 to all.
  virtual void broadcast(void* data, std::size_t bytes) = 0;
  // Bytes [starts[r], starts[r + 1]) of rank r to all; starts has size() + 1 entries.
  virtual void all_gather(std::uint8_t* data, const std::size_t* starts) = 0;
  // The bytes of all, or-ed.
  virtual std::uint8_t any(std::uint8_t flags) = 0;
};

// The part that a rank has of `count` equal units: [begin, end). Parts differ by one unit at most.
struct LwePart {
  std::size_t begin, end;
};
constexpr LwePart lwe_part(std::size_t count, std::size_t rank, std::size_t size) {
  return {count * rank / size, count * (rank + 1) / size};
}

}  // namespace pqlane
