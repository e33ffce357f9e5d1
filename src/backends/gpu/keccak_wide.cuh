// keccak_wide.cuh: Keccak-f[1600] with a state over 32 threads: a permutation takes some 140 cycles a round
// instead of the 360 that one thread needs, and three times the instructions.
//
// Lane x + 5 y of 32 neighbouring threads holds word (x, y) of the state; lanes from 25 on take part in the
// exchanges and are never read.
// Spec: [FIPS202, sections 3.2 and 3.3]. Secrecy: lanes are public, values are not looked at.
#pragma once

#include "backends/gpu/keccak.cuh"

namespace pqlane::gpu {

struct WideTurns {
  unsigned char of[25];
};
constexpr WideTurns make_wide_turns() {
  WideTurns turns{};
  for (int i = 0; i < 25; ++i) turns.of[i] = static_cast<unsigned char>(keccak_rho_offset(i % 5, i / 5));
  return turns;
}
PQLANE_DEVICE_TABLE auto wide_turns = make_wide_turns();

// What a lane reads from where in a round, and how far it turns its word.
struct WideLane {
  int lane;
  unsigned column[4];    // the rest of its column
  unsigned left, right;  // a lane of either neighbouring column
  unsigned row[3];       // where pi takes its word and the next two of its row from
  unsigned turn;
};
PQLANE_DEVICE WideLane wide_lane() {
  const unsigned lane = thread_index() % 32, at = lane % 25, x = at % 5, y = at / 5;
  WideLane w;
  w.lane = static_cast<int>(lane);
  PQLANE_UNROLL
  for (unsigned i = 0; i < 4; ++i) w.column[i] = (at + 5 * (i + 1)) % 25;
  w.left = (x + 4) % 5 + 5 * y;
  w.right = (x + 1) % 5 + 5 * y;
  PQLANE_UNROLL
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned to = (x + i) % 5;  // b[y' + 5 (2 x' + 3 y')] comes from (x', y'): y' = to, x' = to + 3 y
    w.row[i] = (to + 3 * y) % 5 + 5 * to;
  }
  w.turn = wide_turns.of[at];
  return w;
}

PQLANE_DEVICE void wide_permute(std::uint64_t& s, const WideLane& w) {
  PQLANE_NO_UNROLL
  for (int round = 0; round < 24; ++round) {
    const Published words(s);
    const std::uint64_t c = xor3(xor3(s, words.from(w.column[0]), words.from(w.column[1])),
                                 words.from(w.column[2]), words.from(w.column[3]));
    const Published columns(c);
    const std::uint64_t t = xor3(s, columns.from(w.left), rotate_left<1>(columns.from(w.right)));
    const Published turned((t << w.turn) | (t >> ((64 - w.turn) % 64)));
    s = turned.from(w.row[0]) ^ (~turned.from(w.row[1]) & turned.from(w.row[2]));
    s ^= w.lane == 0 ? round_constants.rc[round] : 0;
  }
}

}  // namespace pqlane::gpu
