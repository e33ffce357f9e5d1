// kernels.hpp: the kernels that the fake GPUs can run, by the name of their entry point: those of the
// emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fake {

struct Kernel {
  std::string name;
  std::size_t argument_bytes;                               // of its one argument, a structure
  void (*run)(const Kernel& kernel, const void* argument);  // what a thread does
  const void* code;
};

// The kernel of that name with `ops` operations a tile, or null.
const Kernel* find_kernel(const std::string& name, unsigned ops);

struct Grid {
  unsigned blocks, threads;
  std::size_t shared_bytes;
  unsigned wave_threads;
  std::uint64_t seed;
};
// Throws std::logic_error when the threads of a block part at a barrier.
void run_kernel(const Kernel& kernel, const Grid& grid, const void* argument);

}  // namespace fake
