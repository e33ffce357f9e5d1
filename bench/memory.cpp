// memory.cpp: see memory.hpp.
#include "bench/memory.hpp"

#include <fstream>
#include <string>

namespace pqlane::bench {
namespace {

// The value, in bytes, of a line "<key>: <n> kB" of a file below /proc.
std::optional<std::uint64_t> read_kilobytes(const char* path, const std::string& key) {
  std::ifstream file(path);
  std::string word;
  while (file >> word) {
    std::uint64_t kilobytes = 0;
    if (word == key + ":" && file >> kilobytes) return kilobytes * 1024;
    file.clear();
    std::getline(file, word);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> available_memory_bytes() {
  return read_kilobytes("/proc/meminfo", "MemAvailable");
}

std::optional<std::uint64_t> total_memory_bytes() { return read_kilobytes("/proc/meminfo", "MemTotal"); }

std::optional<std::uint64_t> peak_resident_bytes() { return read_kilobytes("/proc/self/status", "VmHWM"); }

bool reset_peak_resident() {
  // proc(5): writing 5 to clear_refs resets the peak resident set.
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return file.good();
}

}  // namespace pqlane::bench
