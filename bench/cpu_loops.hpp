// cpu_loops.hpp: loops of one kind of arithmetic on the calling thread, for the ceilings of a roofline.
//
// Each has enough independent chains to fill the units of a core; results are kept from being optimised away.
// The caller asks only for instruction sets that the CPU has.
#pragma once

#include <cstdint>

namespace pqlane::bench {

enum class LoopIsa { baseline, avx2, avx512 };

// Multiplications and additions of doubles, separately (no fused ones): gives the number of both together.
std::uint64_t fp64_loop(LoopIsa isa, std::uint64_t rounds);
// Products of 8-bit integers that are added up in 32 bits.
std::uint64_t int8_loop(LoopIsa isa, std::uint64_t rounds);

}  // namespace pqlane::bench
