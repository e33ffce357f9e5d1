// gpu_tuning.hpp: sizes that decide how a GPU is used and not what it computes: one table, by kind of GPU,
// and changes that the environment asks for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/gpu_driver.hpp"
#include "runtime/gpu_kem.hpp"

namespace pqlane::gpu {

struct GpuTuning {
  std::size_t slots = 3;           // chunks of a call that are under way at once
  std::size_t chunk_ops = 32768;   // most operations of a chunk: fills a large GPU several times
  std::size_t cut_ops = 8192;      // batches above this are cut, so that copies and kernels overlap
  std::size_t graph_ops = 4096;    // batches up to this run as one graph; 0: none does
  std::size_t wide_hashes = 2048;  // kernels of up to this many hashes do each by 32 threads; 0: none does
  std::size_t part_blocks = 264;  // K-PKE works on parts of tiles, as small as so many blocks allow; 0: never
  std::size_t staged_bytes = 32768;   // page-locked rows of a call are staged up to this many, for one copy
  std::size_t dsa_chunk_ops = 16384;  // as chunk_ops and cut_ops, of signatures
  std::size_t dsa_cut_ops = 8192;
  std::size_t sign_chunk_ops = 65536;  // the same of signing, whose last rounds have little work
  std::size_t sign_slots = 0;          // attempts of signing that fill the GPU; 0: 64 a multiprocessor
  KemSpread spread() const { return {wide_hashes, part_blocks}; }
  bool operator==(const GpuTuning&) const = default;
};

// The table's entry for a device, or the default of its vendor.
GpuTuning tuning_of(Vendor vendor, const Driver::DeviceInfo& device);

// Takes in "key=value,key=value". False, with an error that names the key, when one is unknown or its value
// not a number in its range; `tuning` is then as before.
bool change_tuning(std::string_view text, GpuTuning& tuning, std::string& error);

// "slots=3,chunk_ops=32768,..", as change_tuning takes it.
std::string describe(const GpuTuning& tuning);

// What a device is used with: the table, PQLANE_GPU_TUNING, PQLANE_GPU_GRAPHS=0, and no graphs where the
// driver has none. False, with an error, when a variable cannot be understood.
bool load_tuning(const Driver& driver, const Driver::DeviceInfo& device, GpuTuning& tuning,
                 std::string& error);

}  // namespace pqlane::gpu
