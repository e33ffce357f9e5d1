// lwe_measure.cpp: see lwe_measure.hpp.
#include "cli/lwe_measure.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstring>

#include "cli/cli_error.hpp"
#include "cli/hex.hpp"
#include "core/sha3.hpp"
#include "params/lwe.hpp"

namespace pqlane::cli {
namespace {

// Energy counters step up to ten times a second: a shorter run would be told a wrong number.
constexpr double least_energy_seconds = 1;

// Scratch memory of one thread (pqlane/lwe.h).
constexpr std::size_t thread_bytes = 1'800'000;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void require_complete(const Result& result) {
  if (!result) throw data_error(pqlane_last_error());
}

using Buffer = std::vector<std::uint8_t>;

struct Buffers {
  Buffers(const pqlane_lwe_sizes& s, std::size_t batch)
      : pk(batch * s.pk_bytes),
        sk(batch * s.sk_bytes),
        ct(batch * s.ct_bytes),
        ss(batch * s.ss_bytes),
        again(batch * s.ss_bytes) {}
  Buffer pk, sk, ct, ss, again;
};

// The random bytes of an iteration with a seed: SHAKE256(seed || LE64(index)), of which keys take the even
// indices and messages the odd ones.
class SeededBytes {
 public:
  SeededBytes(const LweSeed& seed, std::size_t batch, const pqlane_lwe_sizes& sizes)
      : seed_(seed), key_seeds_(batch * sizes.seed_bytes), messages_(batch * sizes.m_bytes) {}

  const Buffer& key_seeds(std::uint64_t iteration) { return fill(key_seeds_, iteration, 0); }
  const Buffer& messages(std::uint64_t iteration) { return fill(messages_, iteration, 1); }

  // Takes in the public keys and secrets of an iteration; a secret depends on all of its ciphertext.
  void add(const Buffer& pk, const Buffer& ss) {
    Buffer all(digest_.begin(), digest_.end());
    all.insert(all.end(), pk.begin(), pk.end());
    all.insert(all.end(), ss.begin(), ss.end());
    sha3_256(all.data(), all.size(), digest_.data());
  }
  std::string digest() const {
    std::string text = encode_hex_upper(digest_);
    for (char& digit : text) digit = static_cast<char>(std::tolower(static_cast<unsigned char>(digit)));
    return text;
  }

 private:
  const Buffer& fill(Buffer& out, std::uint64_t iteration, std::uint64_t what) {
    const std::size_t item_bytes = what == 0 ? 64 : 32, items = out.size() / item_bytes;
    for (std::size_t i = 0; i < items; ++i) {
      std::array<std::uint8_t, 40> input{};
      std::array<std::uint8_t, 64> bytes{};
      const std::uint64_t index = 2 * (iteration * items + i) + what;
      std::memcpy(input.data(), seed_.data(), seed_.size());
      std::memcpy(input.data() + seed_.size(), &index, sizeof index);
      shake_256_64(input.data(), input.size(), bytes.data());
      std::memcpy(out.data() + i * item_bytes, bytes.data(), item_bytes);
    }
    return out;
  }

  const LweSeed& seed_;
  Buffer key_seeds_, messages_;
  std::array<std::uint8_t, 32> digest_{};
};

std::size_t count_mismatches(const Buffers& b, std::size_t ss_bytes) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < b.ss.size(); at += ss_bytes) {
    count += std::memcmp(b.ss.data() + at, b.again.data() + at, ss_bytes) != 0;
  }
  return count;
}

void measure_iterations(const LweCase& work, const Lwe& lwe, Buffers& b, LweRow& row) {
  std::optional<SeededBytes> seeded;
  if (work.seed) seeded.emplace(*work.seed, work.batch, lwe.sizes());
  const auto timed = [](double& sum, const auto& call) {
    const auto start = std::chrono::steady_clock::now();
    require_complete(call());
    sum += seconds_since(start);
  };
  double keygen = 0, encaps = 0, decaps = 0;
  for (std::size_t i = 0; i < work.iterations; ++i) {
    if (seeded) {
      const Buffer &seeds = seeded->key_seeds(i), &messages = seeded->messages(i);
      timed(keygen, [&] { return lwe.keygen_derand(seeds, b.pk, b.sk); });
      timed(encaps, [&] { return lwe.encaps_derand(b.pk, messages, b.ct, b.ss); });
    } else {
      timed(keygen, [&] { return lwe.keygen(b.pk, b.sk); });
      timed(encaps, [&] { return lwe.encaps(b.pk, b.ct, b.ss); });
    }
    timed(decaps, [&] { return lwe.decaps(b.sk, b.ct, b.again); });
    row.mismatches += count_mismatches(b, lwe.sizes().ss_bytes);
    if (seeded) seeded->add(b.pk, b.ss);
  }
  const double to_ms = 1e3 / static_cast<double>(work.iterations * work.batch);
  row.keygen_ms = keygen * to_ms;
  row.encaps_ms = encaps * to_ms;
  row.decaps_ms = decaps * to_ms;
  if (seeded) row.digest = seeded->digest();
}

// The outputs of one derandomised operation, and of decapsulating a changed ciphertext.
Buffer known_bytes(const Lwe& lwe, std::size_t n) {
  Buffers b(lwe.sizes(), 1);
  Buffer seed(lwe.sizes().seed_bytes), m(lwe.sizes().m_bytes);
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(i * 7 + n);
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = static_cast<std::uint8_t>(i * 11 + 1);
  require_complete(lwe.keygen_derand(seed, b.pk, b.sk));
  require_complete(lwe.encaps_derand(b.pk, m, b.ct, b.ss));
  Buffer all = b.pk;
  for (const auto* part : {&b.sk, &b.ct, &b.ss}) all.insert(all.end(), part->begin(), part->end());
  for (int changed = 0; changed < 2; ++changed) {
    require_complete(lwe.decaps(b.sk, b.ct, b.again));
    all.insert(all.end(), b.again.begin(), b.again.end());
    b.ct.back() ^= 1;
  }
  return all;
}

std::optional<double> joules_of_hosts(const EnergyCounter& counter, MpiGroup* group) {
  const std::optional<double> here = counter.joules();
  return group != nullptr ? group->sum_of_hosts(here) : here;
}

}  // namespace

EnergyCounter::EnergyCounter(const std::string& device) {
  std::string name = device;
  if (device == "omp:host")
    name = "cpu";
  else if (device.starts_with("omp:"))
    name = "cuda:" + device.substr(4);
  std::vector<std::string> why_not;
  sources_ = bench::open_sources({name}, why_not);
}

std::optional<double> EnergyCounter::joules() const {
  double sum = 0;
  for (const bench::SourcePointer& source : sources_) {
    const std::optional<double> energy = source->energy();
    if (!energy) return std::nullopt;
    sum += *energy;
  }
  return sources_.empty() ? std::nullopt : std::optional(sum);
}

std::string EnergyCounter::names() const {
  std::string names;
  for (const bench::SourcePointer& source : sources_) names += (names.empty() ? "" : ", ") + source->name();
  return names;
}

std::size_t lwe_memory_bytes(const LweCase& work, std::size_t n) {
  const pqlane_lwe_sizes s = lwe_sizes(work.set, n);
  const std::size_t threads = work.device.threads();
  const std::size_t buffers = work.batch * (s.pk_bytes + s.sk_bytes + s.ct_bytes + 2 * s.ss_bytes);
  const std::size_t at_once = std::min(threads, work.batch);  // operations; one of a large n
  std::size_t bytes = buffers + at_once * s.memory_bytes + threads * thread_bytes;
  if (std::string(work.device.name()) == "omp:host") bytes += 2 * n * n;  // it stores A
  return bytes * (work.group != nullptr ? work.group->ranks_of_host() : 1);
}

LweRow measure_lwe(const LweCase& work, const EnergyCounter& counter, std::size_t n) {
  const Lwe lwe(work.device, work.set, n, work.allow_insecure);
  Buffers b(lwe.sizes(), work.batch);
  LweRow row;
  row.n = n;
  row.estimate = lwe_estimate(work.set, n);
  const std::size_t ranks = work.group != nullptr ? work.group->size() : 1, steps = n / lwe_n_step;
  row.rows_per_rank = (steps + ranks - 1) / ranks * lwe_n_step;

  const std::optional<double> energy = joules_of_hosts(counter, work.group);
  const auto start = std::chrono::steady_clock::now();
  measure_iterations(work, lwe, b, row);
  row.total_s = seconds_since(start);
  const std::optional<double> energy_after = joules_of_hosts(counter, work.group);
  if (energy && energy_after && row.total_s >= least_energy_seconds) {
    row.joules = *energy_after - *energy;
    row.average_watts = *row.joules / row.total_s;
  }
  b.ct[b.ct.size() / 2] ^= 1;  // in some item's U
  require_complete(lwe.decaps(b.sk, b.ct, b.again));
  row.tampered_rejected = b.ss != b.again;
  return row;
}

bool gives_same_bytes(const LweCase& work, const Device& other, std::size_t n) {
  const Buffer bytes = known_bytes(Lwe(work.device, work.set, n, work.allow_insecure), n);
  std::uint8_t differs = 0;
  if (work.group == nullptr || work.group->rank() == 0) {
    differs = bytes != known_bytes(Lwe(other, work.set, n, work.allow_insecure), n);
  }
  if (work.group != nullptr) differs = work.group->any(differs);
  return differs == 0;
}

}  // namespace pqlane::cli
