// cpu_lwe_engine.cpp: see cpu_lwe_engine.hpp.
#include "runtime/cpu_lwe_engine.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "codec/message_bits.hpp"
#include "core/wipe_on_exit.hpp"
#include "params/lwe.hpp"

namespace pqlane {
namespace {

// Jobs of a phase, in the units of LweBackend: enough of them for many threads, each worth a wake-up.
constexpr std::size_t streams_of_job = 16, leaves_of_job = 64, rows_of_job = 32, bits_of_job = 16;

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
constexpr std::size_t pieces(std::size_t count, std::size_t size) { return (count + size - 1) / size; }

// ORs the differences of two strings, of a multiple of 8 bytes, into `difference`.
void add_difference(const std::uint8_t* a, const std::uint8_t* b, std::size_t bytes,
                    std::uint64_t& difference) {
  for (std::size_t i = 0; i < bytes; i += 8) {
    std::uint64_t x, y;
    std::memcpy(&x, a + i, 8);
    std::memcpy(&y, b + i, 8);
    difference |= x ^ y;
  }
}

}  // namespace

std::size_t CpuLweEngine::Arrays::place(std::uint8_t* base, const LweSet& set, std::size_t n) {
  std::size_t at = 0;
  const auto take = [&](auto*& array, std::size_t bytes) {
    using Array = std::remove_reference_t<decltype(array)>;
    array = base == nullptr ? nullptr : reinterpret_cast<Array>(base + at);
    at += round_up(bytes);
  };
  const std::size_t ct_bytes = lwe_ct_bytes(n, set.bits);
  const std::size_t leaves = pieces(ct_bytes, lwe_leaf_bytes);
  take(r, lwe_message_bits * n);
  take(pairs, 2 * lwe_message_bits * n);
  take(e1, lwe_message_bits * n);
  take(s, 2 * n);
  take(e, n);
  take(t, 2 * n);
  take(values, 2 * n);
  take(e2, lwe_message_bits);
  take(v, 2 * lwe_message_bits);
  take(bits, lwe_message_bits);
  take(ct, ct_bytes);
  take(nodes, 32 * (leaves + pieces(leaves, lwe_node_children)));
  return at;
}

std::size_t cpu_lwe_memory_bytes(const LweSet& set, std::size_t n) {
  return CpuLweEngine::Arrays{}.place(nullptr, set, n);
}

CpuLweEngine::CpuLweEngine(const LweSet& set, std::size_t n, const char* backend_name, PhaseRunner& runner,
                           CpuLweState& state, LweGroup* group)
    : set_(set),
      n_(n),
      backend_(state.backend),
      modulus_(backend_.moduli[set.modulus_index]),
      runner_(runner),
      memory_(state.memory),
      group_(group),
      cipher_(choose_aes_engine(backend_name)),
      used_bytes_(cpu_lwe_memory_bytes(set, n)),
      block_(memory_.take(used_bytes_)) {
  a_.place(block_.data, set, n);
}

CpuLweEngine::~CpuLweEngine() {
  wipe(block_.data, used_bytes_);
  memory_.give_back(block_);
}

LwePart CpuLweEngine::rows_of(std::size_t rank) const {
  const LwePart part = lwe_part(n_ / lwe_n_step, rank, ranks());
  return {part.begin * lwe_n_step, part.end * lwe_n_step};
}

LwePart CpuLweEngine::blocks_of(std::size_t rank) const {
  return lwe_part(pieces(n_, lwe_block), rank, ranks());
}

LwePart CpuLweEngine::column_bytes_of(std::size_t rank) const {
  const LwePart blocks = blocks_of(rank);
  return {lwe_row_bytes(std::min(blocks.begin * lwe_block, n_), set_.bits),
          lwe_row_bytes(std::min(blocks.end * lwe_block, n_), set_.bits)};
}

void CpuLweEngine::make_t(const std::uint8_t* rho, const std::uint8_t* sigma, std::uint8_t* packed_t) {
  start_streams(rho);
  make_s(sigma);
  make_noise(sigma, lwe_kind_e, 1, {0, pieces(n_, lwe_block)}, a_.e);
  const LwePart rows = rows_of(rank());
  runner_.run(pieces(rows.end - rows.begin, rows_of_job), [&](std::size_t job, void* workspace) {
    const std::size_t first = rows.begin + job * rows_of_job;
    modulus_.multiply_rows(streams_, n_, a_.s, a_.e, first, std::min(rows_of_job, rows.end - first),
                           a_.values, workspace);
  });
  if (group_ != nullptr) {
    std::vector<std::size_t> starts(ranks() + 1);
    for (std::size_t r = 0; r < ranks(); ++r) starts[r + 1] = rows_of(r).end * sizeof *a_.values;
    group_->all_gather(reinterpret_cast<std::uint8_t*>(a_.values), starts.data());
  }
  modulus_.pack(a_.values, n_, packed_t);
}

bool CpuLweEngine::load_pk(const std::uint8_t* pk) {
  start_streams(pk);
  return modulus_.unpack(pk + lwe_seed_bytes, n_, a_.t);
}

void CpuLweEngine::encrypt(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) {
  encrypt_part(m, coins, ct);
  if (group_ != nullptr) gather_columns(ct);
}

void CpuLweEngine::encrypt_part(const std::uint8_t* m, const std::uint8_t* coins, std::uint8_t* ct) {
  const LwePart blocks = blocks_of(rank());
  make_noise(coins, lwe_kind_r, lwe_message_bits, {0, pieces(n_, lwe_block)}, a_.r);
  make_noise(coins, lwe_kind_e1, lwe_message_bits, blocks, a_.e1);
  const std::size_t groups = lwe_message_bits / backend_.row_group;
  runner_.run(groups, [&](std::size_t job, void*) { backend_.pair_rows(a_.r, n_, job, 1, a_.pairs); });
  runner_.run(blocks.end - blocks.begin, [&](std::size_t job, void* workspace) {
    modulus_.multiply_columns(streams_, n_, a_.pairs, a_.e1, blocks.begin + job, ct, workspace);
  });
  runner_.run(1, [&](std::size_t, void* workspace) { backend_.ternary_stream(coins, a_.e2, workspace); });
  runner_.run(pieces(lwe_message_bits, bits_of_job), [&](std::size_t job, void*) {
    modulus_.multiply_t(n_, a_.r, a_.t, a_.e2, m, job * bits_of_job, bits_of_job, a_.v);
  });
  modulus_.pack(a_.v, lwe_message_bits, ct + lwe_message_bits * lwe_row_bytes(n_, set_.bits));
}

void CpuLweEngine::gather_columns(std::uint8_t* ct) {
  // a_.ct has the columns of one member after those of another, row by row.
  const std::size_t row_bytes = lwe_row_bytes(n_, set_.bits);
  std::vector<std::size_t> starts(ranks() + 1);
  for (std::size_t r = 0; r < ranks(); ++r) starts[r + 1] = column_bytes_of(r).end * lwe_message_bits;
  const auto move = [&](std::size_t r, bool in) {
    const LwePart columns = column_bytes_of(r);
    const std::size_t bytes = columns.end - columns.begin;
    for (std::size_t row = 0; row < lwe_message_bits; ++row) {
      std::uint8_t* const staged = a_.ct + starts[r] + row * bytes;
      std::uint8_t* const placed = ct + row * row_bytes + columns.begin;
      std::memcpy(in ? staged : placed, in ? placed : staged, bytes);
    }
  };
  move(rank(), true);
  group_->all_gather(a_.ct, starts.data());
  for (std::size_t r = 0; r < ranks(); ++r) {
    if (r != rank()) move(r, false);
  }
}

void CpuLweEngine::decrypt(const std::uint8_t* sigma, const std::uint8_t* ct, std::uint8_t* m) {
  make_s(sigma);
  runner_.run(pieces(lwe_message_bits, bits_of_job), [&](std::size_t job, void* workspace) {
    modulus_.decrypt_rows(n_, ct, a_.s, job * bits_of_job, bits_of_job, a_.bits, workspace);
  });
  collect_message_bits(a_.bits, lwe_message_bits, m);
}

std::uint8_t CpuLweEngine::encrypt_differs(const std::uint8_t* m, const std::uint8_t* coins,
                                           const std::uint8_t* ct) {
  encrypt_part(m, coins, a_.ct);
  const LwePart columns = column_bytes_of(rank());
  const std::size_t row_bytes = lwe_row_bytes(n_, set_.bits), v = lwe_message_bits * row_bytes;
  std::uint64_t difference = 0;
  for (std::size_t row = 0; row < lwe_message_bits; ++row) {
    const std::size_t at = row * row_bytes + columns.begin;
    add_difference(a_.ct + at, ct + at, columns.end - columns.begin, difference);
  }
  add_difference(a_.ct + v, ct + v, lwe_row_bytes(lwe_message_bits, set_.bits), difference);
  const std::uint8_t mask = lwe_mask_if_not_zero(difference);
  return group_ != nullptr ? group_->any(mask) : mask;
}

void CpuLweEngine::tree_hash(const std::uint8_t* data, std::size_t bytes, std::uint8_t* hash) {
  std::size_t nodes = std::max<std::size_t>(pieces(bytes, lwe_leaf_bytes), 1);
  std::uint8_t *below = a_.nodes, *above = a_.nodes + 32 * nodes;
  runner_.run(pieces(nodes, leaves_of_job), [&](std::size_t job, void* workspace) {
    const std::size_t first = job * leaves_of_job;
    backend_.hash_leaves(data, bytes, first, std::min(leaves_of_job, nodes - first), below, workspace);
  });
  for (unsigned level = 1; nodes > 1; ++level) {
    const std::size_t parents = pieces(nodes, lwe_node_children);
    runner_.run(1, [&](std::size_t, void* workspace) {
      backend_.hash_nodes(bytes, level, below, nodes, 0, parents, above, workspace);
    });
    std::swap(below, above);
    nodes = parents;
  }
  std::memcpy(hash, below, lwe_hash_bytes);
}

void CpuLweEngine::start_streams(const std::uint8_t* rho) {
  static_assert(sizeof rho_ == lwe_seed_bytes);
  std::memcpy(rho_, rho, sizeof rho_);
  streams_.rho = rho_;
  streams_.cipher = nullptr;
  if (!set_.aes) return;
  if (backend_.cipher_stream != nullptr) {
    aes_round_keys(rho_, round_keys_);
    streams_.cipher = round_keys_;
    streams_.cipher_stream = backend_.cipher_stream;
    return;
  }
  cipher_.set_key(rho_);
  streams_.cipher = &cipher_;
  streams_.cipher_stream = [](const void* cipher, std::uint64_t prefix, std::uint64_t first,
                              std::uint8_t* out, std::size_t blocks) {
    static_cast<const Aes256*>(cipher)->indexed_stream(prefix, first, out, blocks);
  };
}

void CpuLweEngine::make_s(const std::uint8_t* sigma) {
  runner_.run(1, [&](std::size_t, void* workspace) {
    backend_.secret_streams(sigma, n_, 0, pieces(n_, lwe_block), a_.s, workspace);
  });
}

void CpuLweEngine::make_noise(const std::uint8_t* seed, std::uint8_t kind, std::size_t rows, LwePart blocks,
                              std::int8_t* out) {
  const std::size_t row_streams = pieces(n_, lwe_block), wanted = blocks.end - blocks.begin;
  if (wanted == 0) return;
  if (wanted == row_streams) {
    const std::size_t streams = rows * row_streams;
    runner_.run(pieces(streams, streams_of_job), [&](std::size_t job, void* workspace) {
      const std::size_t first = job * streams_of_job;
      backend_.noise_streams(seed, kind, n_, first, std::min(streams_of_job, streams - first), out,
                             workspace);
    });
    return;
  }
  const std::size_t job_rows = pieces(streams_of_job, wanted);
  runner_.run(pieces(rows, job_rows), [&](std::size_t job, void* workspace) {
    const std::size_t end = std::min(rows, (job + 1) * job_rows);
    for (std::size_t row = job * job_rows; row < end; ++row) {
      backend_.noise_streams(seed, kind, n_, row * row_streams + blocks.begin, wanted, out, workspace);
    }
  });
}

}  // namespace pqlane
