// dsa_backend.hpp: what a backend offers for one ML-DSA parameter set.
//
// As with KEMs (kem_backend.hpp), the runtime validates a call, cuts the batch into tiles and hands each tile
// to one of these functions; a backend never allocates, never throws and never looks outside its tile. The
// runtime has replaced messages by their digests where that is asked for (HashML-DSA).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/kem_backend.hpp"

namespace pqlane {

// Byte strings, one an item: pqlane_strings of the interface.
struct StringsView {
  const std::uint8_t* data;
  std::size_t stride;
  std::size_t bytes;
  const std::uint8_t* const* rows;  // or null
  const std::size_t* lengths;       // or null
  [[gnu::always_inline]] const std::uint8_t* at(std::size_t i) const {
    return rows != nullptr ? rows[i] : data == nullptr ? nullptr : data + i * stride;
  }
  [[gnu::always_inline]] std::size_t length(std::size_t i) const {
    return lengths != nullptr ? lengths[i] : bytes;
  }
};

// How the message enters mu [FIPS204, algorithms 2 and 4].
enum class DsaInput : std::uint8_t {
  pure,     // M' = 0 || |ctx| || ctx || M
  prehash,  // M' = 1 || |ctx| || ctx || OID || PH(M); the message view gives PH(M)
  mu,       // the message is mu itself
  internal  // the message is M'
};

// Arguments of one batch call; a tile covers items [first, first + count).
struct DsaArgs {
  ConstView seed;             // keygen: xi
  ConstView pk;               // verify
  ConstView sk;               // sign
  ConstView sig;              // verify
  ConstView rnd;              // sign: 32 bytes an item
  MutableView pk_out;         // keygen
  MutableView sk_out;         // keygen
  MutableView sig_out;        // sign
  StringsView message;        // sign, verify
  StringsView context;        // sign, verify; of length 0 when there is none
  const std::uint8_t* oid;    // prehash: DER encoding of the hash's identifier, oid_bytes long
  const BatchKey* batch_key;  // not null: derive xi or rnd from it instead of reading the view
  const void* expanded_key;   // not null: what expand_sk or expand_pk wrote, instead of sk or pk
  std::uint16_t* attempts;    // null, or [tile_ops]: how many attempts each signature of the tile took
  std::uint8_t* status;  // [tile_ops] results of the current tile: 0 or a pqlane_status. Items whose entry
                         // is not 0 on entry are left out: their outputs are blanked, nothing of them is read
  DsaInput input;
  bool deterministic;  // rnd is zero
  bool seed_form;      // private keys are seeds xi
};

inline constexpr std::size_t dsa_oid_bytes = 11;

// Item statuses of a tile function, values of pqlane_status.
inline constexpr std::uint8_t dsa_item_signature = 35;
inline constexpr std::uint8_t dsa_item_sk_range = 37;
inline constexpr std::uint8_t dsa_item_attempts = 38;

// A tile function: items [first, first + count) of the batch, count <= tile_ops.
using DsaTileFunction = void (*)(const DsaArgs& args, std::size_t first, std::size_t count, void* workspace);
// Expands one key (sk in the form that args.seed_form says) into expanded_sk_bytes (_pk_bytes) of 64-byte
// aligned memory. Returns 0 or an item status.
using DsaExpandFunction = std::uint8_t (*)(const std::uint8_t* key, bool seed_form, void* expanded,
                                           void* workspace);

struct DsaBackend {
  std::size_t tile_ops;       // most items of a keygen or verify tile
  std::size_t sign_tile_ops;  // most items of a signing tile
  std::size_t expanded_sk_bytes;
  std::size_t expanded_pk_bytes;
  std::size_t workspace_bytes;  // 64-byte aligned scratch that every function needs
  std::size_t secret_bytes;     // prefix of it to wipe after keygen, sign and expand_sk
  DsaTileFunction keygen;
  DsaTileFunction sign;
  DsaTileFunction verify;
  DsaExpandFunction expand_sk;
  DsaExpandFunction expand_pk;
};

// ML-DSA-44, -65, -87; those that the build has are defined.
extern const DsaBackend scalar_dsa_backends[3];
extern const DsaBackend avx2_dsa_backends[3];
extern const DsaBackend avx512_dsa_backends[3];

}  // namespace pqlane
