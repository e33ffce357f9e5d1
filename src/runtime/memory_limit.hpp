// memory_limit.hpp: how much memory this process may have at most.
#pragma once

#include <cstddef>

namespace pqlane {

// The least of the machine's memory, the process's limits of address space and data, and the limit of its
// control group; the largest number where none is known. What others use now is not counted.
std::size_t most_memory_bytes();

}  // namespace pqlane
