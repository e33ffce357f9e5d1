// nist_kat.cpp: see nist_kat.hpp.
#include "cli/nist_kat.hpp"

#include <initializer_list>
#include <span>

#include "cli/cli_error.hpp"
#include "runtime/drbg.hpp"

namespace pqlane::cli {
namespace {

void require_ok(DrbgResult result) {
  if (result != DrbgResult::ok) throw CliError(exit_failed, "the CTR_DRBG of a known-answer record failed");
}

// Draws pieces of the given sizes, each a call of its own, one after another.
Bytes draw(CtrDrbgAes256& drbg, std::initializer_list<std::size_t> pieces) {
  Bytes bytes;
  for (const std::size_t piece : pieces) {
    const std::size_t start = bytes.size();
    bytes.resize(start + piece);
    require_ok(drbg.generate(std::span(bytes).subspan(start)));
  }
  return bytes;
}

void start(CtrDrbgAes256& drbg, const Bytes& seed) {
  require_ok(drbg.instantiate(std::span<const std::uint8_t>(seed).first<CtrDrbgAes256::seed_bytes>()));
}

}  // namespace

void expand_drbg_seeds(KemGroup& group) {
  const std::optional<std::string> scheme = scheme_from_file(group.scheme);
  // Kyber of round 3 draws d and z by two calls, ML-KEM's test programs by one.
  const bool two_draws = scheme && scheme->starts_with("kyber-");
  for (KemItem& item : group.items) {
    if (!item.drbg_seed || !item.problem.empty()) continue;
    CtrDrbgAes256 drbg;
    start(drbg, *item.drbg_seed);
    item.seed = two_draws ? draw(drbg, {32, 32}) : draw(drbg, {64});
    item.m = draw(drbg, {32});
  }
}

void expand_drbg_seeds(DsaGroup& group) {
  for (DsaItem& item : group.items) {
    if (!item.drbg_seed || !item.problem.empty()) continue;
    CtrDrbgAes256 drbg;
    start(drbg, *item.drbg_seed);
    item.seed = draw(drbg, {32});
    item.rnd = draw(drbg, {32});
  }
}

}  // namespace pqlane::cli
