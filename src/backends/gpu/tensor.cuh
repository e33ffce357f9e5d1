// tensor.cuh: NVIDIA's instructions for products of tiles of bytes, of 32 threads together, and copies to
// shared memory that go on beside them [PTX-ISA]; of compute capability 8.0 and later, and on the emulator.
//
// Thread 4 g + t holds, of a tile: A (16 x 32 bytes) rows g, g + 8, g, g + 8 at bytes 4 t (first two) and
// 16 + 4 t; B (32 x 8) column g at the same places; C (16 x 8 sums) columns 2 t and 2 t + 1 of row g, then
// of row g + 8.
#pragma once

#include "backends/gpu/target.cuh"

namespace pqlane::gpu {

#if defined(PQLANE_GPU_EMULATOR)

// c += A B
inline void multiply_tile(std::int32_t (&c)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                          std::uint32_t b1) {
  const unsigned lane = thread_index() % 32, g = lane / 4, t = lane % 4;
  std::uint64_t rows[2][4];  // first and second half, of the four threads of a row
  for (unsigned half = 0; half < 2; ++half) {
    const Published both(std::uint64_t{a[2 * half + 1]} << 32 | a[2 * half]);
    for (unsigned i = 0; i < 4; ++i) rows[half][i] = both.from(4 * g + i);
  }
  const Published columns(std::uint64_t{b1} << 32 | b0);
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned column = 0; column < 2; ++column) {
      const std::uint64_t b = columns.from(4 * (2 * t + column) + i);
      for (unsigned half = 0; half < 2; ++half) {
        const auto right = static_cast<std::uint32_t>(b >> (32 * half));
        c[column] = dot4(static_cast<std::uint32_t>(rows[half][i]), right, c[column]);
        c[2 + column] = dot4(static_cast<std::uint32_t>(rows[half][i] >> 32), right, c[2 + column]);
      }
    }
  }
}

// Four 8 x 8 tiles of 16-bit words in shared memory, whose rows 8 i + j thread 8 i + j points to: words 2 t
// and 2 t + 1 of row g of each; or, turned, of column g.
template <bool turned>
void load_tiles(std::uint32_t (&tiles)[4], const std::uint32_t* row) {
  const unsigned lane = thread_index() % 32, g = lane / 4, t = lane % 4;
  const Published rows(reinterpret_cast<std::uintptr_t>(row));
  const auto words = [&](unsigned tile, unsigned i) {
    return reinterpret_cast<const std::uint16_t*>(rows.from(8 * tile + i));
  };
  for (unsigned tile = 0; tile < 4; ++tile) {
    const std::uint32_t first = turned ? words(tile, 2 * t)[g] : words(tile, g)[2 * t];
    const std::uint32_t second = turned ? words(tile, 2 * t + 1)[g] : words(tile, g)[2 * t + 1];
    tiles[tile] = first | second << 16;
  }
}

// 16 bytes to shared memory, there when the group that they belong to has been waited for.
inline void copy_later(std::uint32_t* to, const void* from) { std::memcpy(to, from, 16); }
inline void end_copy_group() {}
// Waits for all but the last `left` groups.
template <int left>
void wait_for_copies() {}

#else

PQLANE_DEVICE void multiply_tile(std::int32_t (&c)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                 std::uint32_t b1) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// The address in the window of shared memory.
PQLANE_DEVICE std::uint32_t shared_address(const std::uint32_t* p) {
#if defined(__NVCC__)
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
#else
  return static_cast<std::uint32_t>(
      reinterpret_cast<std::uintptr_t>((const __attribute__((address_space(3))) std::uint32_t*)p));
#endif
}

template <bool turned>
PQLANE_DEVICE void load_tiles(std::uint32_t (&tiles)[4], const std::uint32_t* row) {
  if constexpr (turned) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(tiles[0]), "=r"(tiles[1]), "=r"(tiles[2]), "=r"(tiles[3])
                 : "r"(shared_address(row))
                 : "memory");
  } else {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(tiles[0]), "=r"(tiles[1]), "=r"(tiles[2]), "=r"(tiles[3])
                 : "r"(shared_address(row))
                 : "memory");
  }
}

PQLANE_DEVICE void copy_later(std::uint32_t* to, const void* from) {
  asm volatile("{ .reg .u64 g; cvta.to.global.u64 g, %1; cp.async.cg.shared.global [%0], [g], 16; }" ::"r"(
                   shared_address(to)),
               "l"(from)
               : "memory");
}
PQLANE_DEVICE void end_copy_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int left>
PQLANE_DEVICE void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}

#endif

}  // namespace pqlane::gpu
