// mpi_api.hpp: what the shared object with MPI offers. It is opened at run time (mpi_group.cpp) by programs
// that an MPI launcher started, so that nothing else needs MPI.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

inline constexpr unsigned mpi_api_version = 1;

struct MpiWorld {
  int rank, size;
  int local_rank, local_size;  // among the ranks of one host
  char host[256];
};

// Functions give null, or what went wrong. They are to be called from the thread that called start().
struct MpiApi {
  unsigned version;
  const char* (*start)(MpiWorld* world);
  // As in runtime/lwe_group.hpp.
  const char* (*broadcast)(void* data, std::size_t bytes);
  const char* (*all_gather)(std::uint8_t* data, const std::size_t* starts);
  const char* (*any)(std::uint8_t* flags);
  // Waits for all ranks.
  const char* (*finish)();
  // Ends the processes of all ranks.
  void (*abort)(int status);
};

}  // namespace pqlane

// The only symbol that the object exports.
extern "C" const pqlane::MpiApi* pqlane_mpi();
