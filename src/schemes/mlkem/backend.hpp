// backend.hpp: the table of tile functions of one parameter set on one target.
#pragma once

#include "core/target.hpp"
#include "runtime/kem_backend.hpp"
#include "schemes/mlkem/decaps.hpp"
#include "schemes/mlkem/wide_layout.hpp"

PQLANE_BEGIN_TARGET

template <class T, bool HasNarrow>
struct NarrowLayoutOf {
  using Type = WideLayout<T>;  // the target has no narrow layout: never chosen
};

PQLANE_END_TARGET

#if defined(PQLANE_TARGET_HAS_NARROW)
#include "schemes/mlkem/narrow_layout.hpp"

PQLANE_BEGIN_TARGET
template <class T>
struct NarrowLayoutOf<T, true> {
  using Type = NarrowLayout<T>;
};
PQLANE_END_TARGET
#endif

PQLANE_BEGIN_TARGET

template <class T, class P>
struct KemTiles {
  using Wide = WideLayout<T>;
  using Narrow = typename NarrowLayoutOf<T, (T::narrow_ops > 0)>::Type;

  // Batches up to narrow_until go in narrow tiles of narrow_ops, larger ones in one wide tile.
  static constexpr bool narrow(std::size_t count) {
    return count <= static_cast<std::size_t>(T::narrow_until);
  }

  // Op is KeyGen, Encaps or Decaps.
  template <template <class, class, class> class Op>
  static void run(const KemArgs& args, std::size_t first, std::size_t count, void* workspace) {
    if (!narrow(count)) return Op<T, P, Wide>::run(args, first, static_cast<int>(count), workspace);
    KemArgs part = args;
    part.next_count = 0;  // few operations: everything is near anyway
    constexpr auto most = static_cast<std::size_t>(Narrow::ops);
    for (std::size_t done = 0; done < count; done += most) {
      part.status = args.status + done;
      Op<T, P, Narrow>::run(part, first + done, static_cast<int>(count - done < most ? count - done : most),
                            workspace);
    }
  }
  static void check_ek(const KemArgs& args, std::size_t first, std::size_t count, void* workspace) {
    KeyChecks<T, P, Wide>::run_ek(args, first, static_cast<int>(count), workspace);
  }
  static void check_dk(const KemArgs& args, std::size_t first, std::size_t count, void* workspace) {
    KeyChecks<T, P, Wide>::run_dk(args, first, static_cast<int>(count), workspace);
  }

  // Bytes of a workspace that a tile of up to `count` operations may leave secrets in.
  static std::size_t secret_bytes(std::size_t count) {
    constexpr auto most = static_cast<std::size_t>(Narrow::ops);
    return narrow(count) ? make_kem_buffers<P, Narrow>(nullptr, count < most ? count : most).secret_bytes
                         : make_kem_buffers<P, Wide>(nullptr, Wide::ops).secret_bytes;
  }
  static std::size_t workspace_bytes() {
    const std::size_t wide = make_kem_buffers<P, Wide>(nullptr, Wide::ops).total_bytes;
    const std::size_t small =
        make_kem_buffers<P, Narrow>(nullptr, static_cast<std::size_t>(T::narrow_ops)).total_bytes;
    return wide > small ? wide : small;
  }
};

template <class T, class P>
constexpr KemBackend make_kem_backend() {
  using Tiles = KemTiles<T, P>;
  return {static_cast<std::size_t>(Tiles::Wide::ops),
          &Tiles::workspace_bytes,
          &Tiles::secret_bytes,
          &Tiles::template run<KeyGen>,
          &Tiles::template run<Encaps>,
          &Tiles::template run<Decaps>,
          &Tiles::check_ek,
          &Tiles::check_dk};
}

// At least `permutations` permutations on full lanes, for the ceiling of benchmarks.
template <class T>
inline std::uint64_t run_keccak_permutations(std::uint64_t permutations) {
  using W = typename T::Words;
  alignas(64) std::uint64_t state[sponge_words * W::lanes];
  for (int i = 0; i < sponge_words * W::lanes; ++i) state[i] = static_cast<std::uint64_t>(i);
  std::uint64_t done = 0;
  for (; done < permutations; done += W::lanes) keccak_f1600<W>(state, state + 25 * W::lanes);
  asm volatile("" : : "r"(state) : "memory");
  return done;
}

PQLANE_END_TARGET
