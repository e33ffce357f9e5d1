// lwe_measure.hpp: what `pqlane lwe` measures of a dimension: KeyGen, Encaps and Decaps with fresh keys.
//
// Every iteration has a fresh key, and so a fresh matrix; its two secrets are compared. Once a dimension a
// changed ciphertext is checked to give another secret, outside the measured time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <pqlane/lwe.hpp>
#include <string>
#include <vector>

#include "bench/telemetry_source.hpp"
#include "cluster/mpi_group.hpp"

namespace pqlane::cli {

using LweSeed = std::array<std::uint8_t, 32>;

struct LweCase {
  const Device& device;
  pqlane_lwe_set set;
  std::string set_name;
  bool allow_insecure = false;
  std::size_t iterations = 1, batch = 1;
  std::optional<LweSeed> seed;  // all random bytes come from it
  MpiGroup* group = nullptr;    // ranks that share the operations
};

struct LweRow {
  std::size_t n = 0;
  pqlane_lwe_estimate estimate{};
  double keygen_ms = 0, encaps_ms = 0, decaps_ms = 0, total_s = 0;  // ms an operation
  std::size_t mismatches = 0;
  bool tampered_rejected = false;
  std::optional<double> joules, average_watts;  // of all hosts
  std::optional<std::string> digest;            // with a seed: over the keys and secrets of all iterations
  std::size_t rows_per_rank = 0;                // the largest part of A's rows
  std::optional<double> over_paper_cpu, over_paper_gpu, slow_down;
  double sum_ms() const { return keygen_ms + encaps_ms + decaps_ms; }
};

// The energy counters of a device; OpenMP's N-th device is CUDA's.
class EnergyCounter {
 public:
  explicit EnergyCounter(const std::string& device);
  // Of all sources together; nothing where one has no counter.
  std::optional<double> joules() const;
  std::string names() const;
  const std::vector<bench::SourcePointer>& sources() const { return sources_; }

 private:
  std::vector<bench::SourcePointer> sources_;
};

// Bytes of memory that a dimension takes, in all ranks of this host together.
std::size_t lwe_memory_bytes(const LweCase& work, std::size_t n);

LweRow measure_lwe(const LweCase& work, const EnergyCounter& counter, std::size_t n);

// Whether one derandomised operation gives the same bytes on `other`, which no ranks share. Rank 0 asks; all
// ranks learn it.
bool gives_same_bytes(const LweCase& work, const Device& other, std::size_t n);

}  // namespace pqlane::cli
