// memory_limit.cpp: see memory_limit.hpp.
#include "runtime/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

namespace pqlane {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t machine_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return unlimited;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes);
}

template <class Resource>
std::size_t process_limit(Resource resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  return static_cast<std::size_t>(limit.rlim_cur);
}

// Of the control group that a container is in, which it sees as the root: version 2, then version 1. "max" is
// no number.
std::size_t group_limit() {
  std::size_t least = unlimited;
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::FILE* const file = std::fopen(path, "re");
    if (file == nullptr) continue;
    std::size_t bytes = 0;
    if (std::fscanf(file, "%zu", &bytes) == 1 && bytes != 0) least = std::min(least, bytes);
    std::fclose(file);
  }
  return least;
}

}  // namespace

std::size_t most_memory_bytes() {
  return std::min({machine_bytes(), process_limit(RLIMIT_AS), process_limit(RLIMIT_DATA), group_limit()});
}

}  // namespace pqlane
