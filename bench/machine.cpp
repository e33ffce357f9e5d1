// machine.cpp: see machine.hpp.
#include "bench/machine.hpp"

#include "bench/memory.hpp"
#include "build_info.hpp"

#include <sched.h>
#include <sys/utsname.h>

#include <fstream>
#include <string_view>
#include <thread>

namespace pqlane::bench {
namespace {

std::string trimmed(std::string_view text, std::string_view unwanted) {
  const std::size_t begin = text.find_first_not_of(unwanted);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(unwanted) - begin + 1));
}

// The text after the first `separator` of the first line that begins with `key`.
std::string value_of(const char* path, std::string_view key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t at = line.find(separator);
    if (line.starts_with(key) && at != std::string::npos) return trimmed(line.substr(at + 1), " \t\"");
  }
  return {};
}

std::string instruction_sets() {
  std::string names;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const auto add = [&](bool supported, const char* name) {
    if (supported) names += (names.empty() ? "" : " ") + std::string(name);
  };
  add(true, "x86-64");
  add(__builtin_cpu_supports("sse4.2"), "sse4.2");
  add(__builtin_cpu_supports("aes"), "aes");
  add(__builtin_cpu_supports("avx2"), "avx2");
  add(__builtin_cpu_supports("bmi2"), "bmi2");
  add(__builtin_cpu_supports("avx512f"), "avx512f");
  add(__builtin_cpu_supports("avx512bw"), "avx512bw");
  add(__builtin_cpu_supports("avx512dq"), "avx512dq");
  add(__builtin_cpu_supports("avx512vl"), "avx512vl");
  add(__builtin_cpu_supports("avx512vbmi"), "avx512vbmi");
  add(__builtin_cpu_supports("avx512vbmi2"), "avx512vbmi2");
#endif
  return names;
}

std::string operating_system() {
  std::string name = value_of("/etc/os-release", "PRETTY_NAME", '=');
  utsname kernel{};
  if (uname(&kernel) == 0) {
    name += (name.empty() ? "" : ", ") + std::string(kernel.sysname) + " " + kernel.release;
  }
  return name;
}

}  // namespace

unsigned usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<unsigned>(CPU_COUNT(&set));
  return std::thread::hardware_concurrency();
}

Machine describe_machine(const std::vector<std::string>& devices) {
  Machine machine;
  machine.cpu = value_of("/proc/cpuinfo", "model name", ':');
  machine.isa = instruction_sets();
  machine.cores = usable_cores();
  machine.memory_bytes = total_memory_bytes();
  machine.os = operating_system();
  machine.compiler = build_info::compiler;
  machine.flags = std::string(build_info::build_type) + ": " + build_info::flags;
  machine.commit = build_info::commit;
  machine.gpus = describe_gpus(devices);
  return machine;
}

}  // namespace pqlane::bench
