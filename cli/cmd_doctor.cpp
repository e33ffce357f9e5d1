// cmd_doctor.cpp: `pqlane doctor`: what this machine can run, what is wrong and how to mend it.
//
// A check ends as ok, note (works, but slower or with less) or fail; only a fail makes the exit
// status 1. Whatever a check throws becomes its fail line, so that no missing thing ends the command.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

#include "bench/machine.hpp"
#include "bench/memory.hpp"
#include "cli/cli_error.hpp"
#include "cli/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/hex.hpp"
#include "cli/report.hpp"
#include "runtime/ranges.hpp"

namespace pqlane::cli {
namespace {

enum class State { Ok, Note, Fail };

struct Check {
  std::string name;
  State state = State::Ok;
  std::string found = {};
  std::string mend = {};  // empty: nothing to do
};

constexpr std::uint64_t mib = std::uint64_t{1} << 20;
// The workspaces of all threads and a chunk of the file commands fit in this.
constexpr std::uint64_t comfortable_memory = 512 * mib;
constexpr std::uint64_t least_memory = 64 * mib;

// The outputs of a small derandomised batch, for comparing backends; throws when its secrets disagree.
Bytes self_test_bytes(const std::string& device_name) {
  constexpr std::size_t items = 37;  // full lanes of every backend, and a rest
  constexpr pqlane_scheme scheme = PQLANE_ML_KEM_768;
  const Device device(device_name, {.threads = 1});
  const pqlane_kem_sizes sizes = kem_sizes(scheme);
  Bytes seed(items * sizes.seed_bytes), m(items * sizes.m_bytes);
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(i * 7 + i / 64);
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = static_cast<std::uint8_t>(i * 11 + i / 32);
  Bytes ek(items * sizes.ek_bytes), dk(items * sizes.dk_bytes), ct(items * sizes.ct_bytes);
  Bytes ss(items * sizes.ss_bytes), ss_again(items * sizes.ss_bytes);
  const bool ok = device.kem_keygen_derand(scheme, seed, ek, dk) &&
                  device.kem_encaps_derand(scheme, ek, m, ct, ss) &&
                  device.kem_decaps(scheme, dk, ct, ss_again);
  if (!ok || ss != ss_again) throw Error(PQLANE_ERROR_INTERNAL, "encapsulation and decapsulation disagree");
  Bytes all = std::move(ek);
  for (const Bytes* part : {&dk, &ct, &ss}) all.insert(all.end(), part->begin(), part->end());
  return all;
}

Check check_backend(const pqlane_backend_info& info, Bytes& reference) {
  Check check{info.device_name};
  if (!info.usable) {
    check.state = State::Note;
    check.found = fmt::format("not usable: {}", info.reason);
    check.mend = "nothing, unless this machine should have it: the best usable backend is taken";
    return check;
  }
  const Bytes bytes = self_test_bytes(info.device_name);
  if (reference.empty()) reference = bytes;
  if (bytes != reference) {
    check.state = State::Fail;
    check.found = "usable, but its results differ from another backend's";
    check.mend = "do not use it (PQLANE_BACKEND chooses another); report this with the cpu line";
    return check;
  }
  check.found = fmt::format("usable, self-test passed ({})", info.reason);
  return check;
}

// A device of OpenMP target, which does LWE-KEM alone and has no part in the self-test.
Check check_omp(const std::string& name) {
  try {
    const Device device(name);
    return {name, State::Ok, fmt::format("usable for LWE-KEM, {} threads", device.threads())};
  } catch (const Error& error) {
    return {name, State::Note, fmt::format("not usable: {}", error.what()),
            "nothing, unless you want LWE-KEM through OpenMP: build with a g++ that offloads"};
  }
}

// OpenMP's host, and its offload devices up to the first that is not there.
void add_omp_checks(std::vector<Check>& checks) {
  constexpr int most_devices = 64;
  checks.push_back(check_omp("omp:host"));
  for (int n = 0; n < most_devices; ++n) {
    Check check = check_omp(fmt::format("omp:{}", n));
    const bool usable = check.state == State::Ok;
    if (usable || n == 0) checks.push_back(std::move(check));
    if (!usable) break;
  }
}

// What runs without --device: the CPU's best backend for bench, auto for the other commands.
Check check_default_device() {
  const Device cpu("cpu");
  std::string sooner;  // the GPU that auto would ask
  for (std::size_t i = 0; i < pqlane_backend_count() && sooner.empty(); ++i) {
    pqlane_backend_info info{};
    if (pqlane_backend_get(i, &info) != PQLANE_OK || info.usable == 0) continue;
    if (!std::string_view(info.device_name).starts_with("cpu:")) {
      sooner = fmt::format(" or {}, whichever is sooner", info.device_name);
    }
  }
  const char* forced = std::getenv("PQLANE_BACKEND");
  return Check{"default device", State::Ok,
               fmt::format("bench: {}; other commands: {} ({}{}); {} threads{}", cpu.name(),
                           ComputeOptions{}.device, cpu.name(), sooner, cpu.threads(),
                           forced != nullptr ? fmt::format(" (PQLANE_BACKEND={})", forced) : "")};
}

// Runs one check; an exception becomes its fail line.
template <class Run>
void add_check(std::vector<Check>& checks, const std::string& name, const std::string& mend, Run&& run) {
  try {
    checks.push_back(run());
  } catch (const std::exception& error) {
    checks.push_back({name, State::Fail, error.what(), mend});
  }
}

void add_machine_checks(std::vector<Check>& checks) {
  const bench::Machine machine = bench::describe_machine();
  checks.push_back({"version", State::Ok, fmt::format("pqlane {}", version())});
  checks.push_back({"cpu", State::Ok, machine.cpu.empty() ? "unknown" : machine.cpu});
  checks.push_back({"isa", State::Ok, machine.isa.empty() ? "none that matters here" : machine.isa});
  checks.push_back({"threads", State::Ok, fmt::format("{} usable by this process", machine.cores)});
  Check memory{"memory"};
  const auto available = bench::available_memory_bytes();
  if (available && machine.memory_bytes) {
    memory.found = fmt::format("{} MiB available of {} MiB", *available / mib, *machine.memory_bytes / mib);
    if (*available < least_memory)
      memory.state = State::Fail;
    else if (*available < comfortable_memory)
      memory.state = State::Note;
    if (memory.state != State::Ok) memory.mend = "free some memory, or use fewer threads (--threads)";
  } else {
    memory.state = State::Note;
    memory.found = "the system does not tell";
  }
  checks.push_back(memory);
}

void add_library_checks(std::vector<Check>& checks) {
  Bytes reference;
  std::size_t usable = 0;
  for (std::size_t i = 0; i < pqlane_backend_count(); ++i) {
    pqlane_backend_info info{};
    if (pqlane_backend_get(i, &info) != PQLANE_OK) continue;
    usable += info.usable ? 1 : 0;
    add_check(checks, info.device_name, "do not use this backend (PQLANE_BACKEND chooses another)",
              [&] { return check_backend(info, reference); });
  }
  if (usable == 0) {
    checks.push_back({"backends", State::Fail, "none is usable",
                      "build pqlane for this machine, with the scalar backend"});
  }
  add_omp_checks(checks);
  add_check(checks, "default device", "unset PQLANE_BACKEND, or set it to a usable backend",
            check_default_device);
  add_check(checks, "random bytes", "let the process call getrandom, or read /dev/urandom", [] {
    Bytes first(32), second(32);
    random_bytes(first);
    random_bytes(second);
    if (first == second) throw Error(PQLANE_ERROR_ENTROPY, "two draws gave the same bytes");
    return Check{"random bytes", State::Ok, "CTR_DRBG (AES-256) seeded by the operating system"};
  });
}

void add_ranges_check(std::vector<Check>& checks) {
  const ranges::State& state = ranges::open();
  if (!state.asked) return;
  Check check{"ranges", State::Ok, state.text};
  if (!state.open) {
    check.state = State::Note;
    check.mend = "install the profiler's library, or unset PQLANE_RANGES: ranges are left out";
  }
  checks.push_back(check);
}

void add_vectors_check(std::vector<Check>& checks) {
  const char* folder = std::getenv("PQLANE_VECTORS");
  if (folder == nullptr) return;
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) {
    checks.push_back({"vectors", State::Ok, folder});
  } else {
    checks.push_back({"vectors", State::Note, fmt::format("PQLANE_VECTORS={} is no folder", folder),
                      "point it to the folder that holds acvp/, wycheproof/, kat/, or unset it"});
  }
}

const char* state_name(State state) {
  switch (state) {
    case State::Ok: return "ok";
    case State::Note: return "note";
    case State::Fail: return "fail";
  }
  return "?";
}

// Colour only on a terminal, and not where the user declines it (https://no-color.org).
bool use_colour() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool declined = no_color != nullptr && *no_color != '\0';
  const bool dumb = term != nullptr && std::string_view(term) == "dumb";
  return !declined && !dumb && ::isatty(STDOUT_FILENO) == 1;
}

std::string terminal_text(const std::vector<Check>& checks) {
  const bool colour = use_colour();
  std::string text;
  for (const Check& check : checks) {
    constexpr const char* colours[] = {"\x1b[32m", "\x1b[33m", "\x1b[31m"};  // green, yellow, red
    const char* start = colour ? colours[static_cast<int>(check.state)] : "";
    text += fmt::format("{}{:<5}{} {:<15} {}\n", start, state_name(check.state), colour ? "\x1b[0m" : "",
                        check.name, one_line(check.found));
    if (!check.mend.empty()) text += fmt::format("{:<6}{:<15} mend: {}\n", "", "", check.mend);
  }
  return text;
}

int run_doctor(const std::string& json) {
  JsonFile json_file(json);
  std::vector<Check> checks;
  add_machine_checks(checks);
  add_library_checks(checks);
  add_ranges_check(checks);
  add_vectors_check(checks);
  const bool failed = std::any_of(checks.begin(), checks.end(),
                                  [](const Check& check) { return check.state == State::Fail; });
  if (json_file.wanted()) {
    Json list = Json::array();
    for (const Check& check : checks) {
      list.push_back(Json{{"name", check.name},
                          {"state", state_name(check.state)},
                          {"found", check.found},
                          {"mend", check.mend.empty() ? Json() : Json(check.mend)}});
    }
    json_file.write(
        Json{{"schema", "pqlane-doctor/1"}, {"version", version()}, {"ok", !failed}, {"checks", list}});
  }
  print_text(terminal_text(checks) + (failed ? "Something needs mending.\n" : "All is well.\n"), json == "-");
  return failed ? exit_failed : exit_done;
}

}  // namespace

void add_doctor_command(CLI::App& app, Invocation& invocation) {
  auto json = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("doctor", "Check this machine: CPU, memory, backends, randomness");
  add_json_option(*command, *json);
  command->footer(
      "Each line is ok, note (works, but with less) or fail, with the mend below it. The exit status is 1 "
      "when\n"
      "a line is fail. Every usable backend runs a small self-test.\n\n"
      "Examples:\n"
      "  pqlane doctor\n"
      "  PQLANE_BACKEND=scalar pqlane doctor --json -");
  command->callback([json, &invocation] { invocation.run = [json] { return run_doctor(*json); }; });
}

}  // namespace pqlane::cli
