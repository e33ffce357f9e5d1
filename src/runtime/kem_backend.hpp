// kem_backend.hpp: what a backend offers for one KEM parameter set.
//
// The runtime validates a call, cuts the batch into tiles and hands each tile to one of these
// functions; a backend never allocates, never throws and never looks outside its tile.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pqlane {

// One value per item: item i is at data + i * stride (stride 0: shared by all items). `at` is always inlined:
// backends call it, and a copy of its own in their objects would be one that the linker may share.
struct ConstView {
  const std::uint8_t* data;
  std::size_t stride;
  [[gnu::always_inline]] const std::uint8_t* at(std::size_t i) const { return data + i * stride; }
};

struct MutableView {
  std::uint8_t* data;
  std::size_t stride;
  [[gnu::always_inline]] std::uint8_t* at(std::size_t i) const { return data + i * stride; }
};

// A 32-byte batch key: item i's random bytes are SHAKE256(key || LE64(i)).
struct BatchKey {
  std::uint8_t bytes[32];
};

// Arguments of one batch call; a tile covers items [first, first + count).
struct KemArgs {
  ConstView seed;             // keygen: d || z; decaps in seed form: the private key
  ConstView ek;               // encaps, check_ek
  ConstView dk;               // decaps, check_dk
  ConstView ct;               // decaps
  ConstView m;                // encaps
  MutableView ek_out;         // keygen
  MutableView dk_out;         // keygen
  MutableView ct_out;         // encaps
  MutableView ss_out;         // encaps, decaps
  const BatchKey* batch_key;  // not null: derive seed or m from it instead of reading the view
  std::uint8_t* status;       // [tile_ops] results of the current tile: 0 or a kem_item_ value
  bool seed_form;             // private keys are seeds
  bool keys_checked;          // decaps: skip the hash check
  std::size_t next_first;     // a hint: the items that this thread will probably do next,
  std::size_t next_count;     // 0 for none
};

// Item statuses of a tile function, values of pqlane_status.
inline constexpr std::uint8_t kem_item_ek_modulus = 32;
inline constexpr std::uint8_t kem_item_dk_hash = 33;

// A tile function: items [first, first + count) of the batch, count <= tile_ops. Secrets stay in the
// first secret_bytes(count) bytes of the workspace; the caller wipes them when its batch is done.
using KemTileFunction = void (*)(const KemArgs& args, std::size_t first, std::size_t count, void* workspace);

struct KemBackend {
  std::size_t tile_ops;              // most items a tile function takes
  std::size_t (*workspace_bytes)();  // 64-byte aligned scratch that every tile function needs
  std::size_t (*secret_bytes)(std::size_t max_count);  // prefix to wipe after tiles of up to max_count
  KemTileFunction keygen;
  KemTileFunction encaps;
  KemTileFunction decaps;
  KemTileFunction check_ek;
  KemTileFunction check_dk;
};

struct FillBackend;
struct DsaBackend;
struct LweBackend;

// One CPU backend: its kernels for all schemes.
struct CpuBackend {
  const char* name;  // "avx512"
  // Parameter sets in the order ML-KEM-512, -768, -1024, Kyber-512, -768, -1024.
  const KemBackend* kem[6];
  // Runs at least `permutations` Keccak-f[1600] side by side as batches do; returns how many.
  std::uint64_t (*keccak_permutations)(std::uint64_t permutations);
  const FillBackend* fill;
  const DsaBackend* dsa;  // [3]: ML-DSA-44, -65, -87
  const LweBackend* lwe;
  const LweBackend* lwe_vnni;  // for CPUs with AVX512_VNNI and VAES; null where there is none
};

}  // namespace pqlane
