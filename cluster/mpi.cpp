// mpi.cpp: see mpi_api.hpp. MPI's C interface, version 3.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <vector>

#include "cluster/mpi_api.hpp"

namespace {

using pqlane::MpiApi;
using pqlane::MpiWorld;

MpiWorld world{};
char error_text[MPI_MAX_ERROR_STRING + 1];

// What `code` means, or null.
const char* check(int code) {
  if (code == MPI_SUCCESS) return nullptr;
  int length = 0;
  if (MPI_Error_string(code, error_text, &length) != MPI_SUCCESS) return "unknown error";
  error_text[length] = 0;
  return error_text;
}

const char* place_on_host() {
  MPI_Comm host = MPI_COMM_NULL;
  if (const char* bad =
          check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host))) {
    return bad;
  }
  MPI_Comm_rank(host, &world.local_rank);
  MPI_Comm_size(host, &world.local_size);
  return check(MPI_Comm_free(&host));
}

const char* start(MpiWorld* filled) {
  int provided = 0;
  if (const char* bad = check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided))) return bad;
  if (provided < MPI_THREAD_FUNNELED) return "MPI cannot be used beside threads";
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  MPI_Get_processor_name(name, &length);
  const std::size_t kept = std::min(static_cast<std::size_t>(length), sizeof world.host - 1);
  std::memcpy(world.host, name, kept);
  world.host[kept] = 0;
  if (const char* bad = place_on_host()) return bad;
  *filled = world;
  return nullptr;
}

const char* broadcast(void* data, std::size_t bytes) {
  if (bytes > INT_MAX) return "too much for one message";
  return check(MPI_Bcast(data, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD));
}

const char* all_gather(std::uint8_t* data, const std::size_t* starts) {
  const auto size = static_cast<std::size_t>(world.size);
  if (starts[size] > INT_MAX) return "too much for one message";
  std::vector<int> counts(size), places(size);
  for (std::size_t r = 0; r < size; ++r) {
    counts[r] = static_cast<int>(starts[r + 1] - starts[r]);
    places[r] = static_cast<int>(starts[r]);
  }
  return check(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data, counts.data(), places.data(),
                              MPI_BYTE, MPI_COMM_WORLD));
}

const char* any(std::uint8_t* flags) {
  return check(MPI_Allreduce(MPI_IN_PLACE, flags, 1, MPI_UINT8_T, MPI_BOR, MPI_COMM_WORLD));
}

const char* finish() { return check(MPI_Finalize()); }

void abort_all(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

}  // namespace

extern "C" __attribute__((visibility("default"))) const MpiApi* pqlane_mpi() {
  static const MpiApi api = {pqlane::mpi_api_version, start, broadcast, all_gather, any, finish, abort_all};
  return &api;
}
