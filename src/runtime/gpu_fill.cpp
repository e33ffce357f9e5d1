// gpu_fill.cpp: see gpu_fill.hpp.
#include "runtime/gpu_fill.hpp"

#include "core/aes.hpp"
#include "core/zeroize.hpp"

namespace pqlane::gpu {
namespace {

// S(0), which the kernels leave out: it passes ShiftRows and MixColumns unchanged, since all bytes have it.
constexpr std::uint8_t sub_bytes_constant = 0x63;

// Bit planes of the sixteen bytes of a round, column after column.
void make_planes(const std::uint8_t* bytes, std::uint32_t* planes) {
  for (unsigned row = 0; row < 4; ++row) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::uint32_t plane = 0;
      for (unsigned column = 0; column < 4; ++column) {
        const std::uint32_t value = (bytes[4 * column + row] >> bit) & 1u;
        plane |= ((0u - value) & 0xffu) << (8 * column);
      }
      planes[8 * row + bit] = plane;
    }
  }
}

}  // namespace

const char* fill_kernel_name(FillKind kind) {
  switch (kind) {
    case FillKind::uniform_u32: return "pqlane_fill_u32";
    case FillKind::gaussian_i32: return "pqlane_fill_i32";
    case FillKind::gaussian_f32: return "pqlane_fill_f32";
    case FillKind::gaussian_f64: return "pqlane_fill_f64";
  }
  return nullptr;
}

FillKernelArgs make_fill_args(const FillCall& call, std::uint64_t first, std::uint64_t count, void* out,
                              const std::uint64_t* table) {
  FillKernelArgs args{};
  std::uint8_t round_keys[aes_round_key_bytes];
  aes_round_keys(call.key, round_keys);
  for (std::size_t i = 0; i < 8; ++i) {
    round_keys[i] = static_cast<std::uint8_t>(round_keys[i] ^ (fill_prefix(call.kind) >> (8 * i)));
  }
  for (std::size_t i = 16; i < aes_round_key_bytes; ++i) {
    round_keys[i] = static_cast<std::uint8_t>(round_keys[i] ^ sub_bytes_constant);
  }
  for (std::size_t round = 0; round < aes_round_key_bytes / 16; ++round) {
    make_planes(round_keys + 16 * round, args.round_keys[round]);
  }
  wipe(round_keys, sizeof round_keys);
  args.first_tile = first / fill_block_elements(call.kind) / fill_tile_blocks;
  args.first = first;
  args.count = count;
  args.out = out;
  args.table = table;
  args.table_entries = static_cast<std::uint32_t>(call.table_entries);
  const auto origin = reinterpret_cast<std::uintptr_t>(out) -
                      static_cast<std::uintptr_t>(first) * fill_element_bytes(call.kind);
  args.aligned = origin % Aes256::block_bytes == 0 ? 1 : 0;
  args.mean = call.mean;
  args.sigma = call.sigma;
  return args;
}

std::uint64_t fill_grid_blocks(FillKind kind, const FillKernelArgs& args) {
  const std::uint64_t last = args.first + (args.count - 1);
  return last / fill_block_elements(kind) / fill_tile_blocks - args.first_tile + 1;
}

}  // namespace pqlane::gpu
