// common_options.cpp: see common_options.hpp.
#include "cli/common_options.hpp"

#include <limits>
#include <optional>

#include "bench/sweep.hpp"
#include "cli/cli_error.hpp"

namespace pqlane::cli {

std::string scheme_names(std::optional<pqlane_scheme_kind> kind) {
  std::string names;
  for (std::size_t i = 0; i < pqlane_scheme_count(); ++i) {
    const pqlane_scheme scheme = pqlane_scheme_at(i);
    if (kind && pqlane_scheme_get_kind(scheme) != *kind) continue;
    names += (names.empty() ? "" : ", ") + std::string(pqlane_scheme_name(scheme));
  }
  return names;
}

CLI::Option* refuse_empty(CLI::Option* option) {
  return option->check(
      [](const std::string& value) { return std::string(value.empty() ? "it is empty" : ""); });
}

void add_json_option(CLI::App& command, std::string& json) {
  refuse_empty(command.add_option("--json", json, "Write the machine-readable result to FILE (- is stdout)"))
      ->type_name("FILE");
}

void add_trace_option(CLI::App& command, std::string& trace) {
  refuse_empty(
      command.add_option("--trace", trace,
                         "Write a timeline of the work to FILE, for ui.perfetto.dev (docs/tracing.md)"))
      ->type_name("FILE");
}

void add_compute_options(CLI::App& command, ComputeOptions& options) {
  command
      .add_option("--device", options.device,
                  "auto (CPU or GPU, whichever is sooner), cpu, cpu:avx512, cuda:0, cuda:all, .. (`pqlane "
                  "doctor` lists "
                  "them)")
      ->type_name("NAME")
      ->capture_default_str();
  refuse_empty(command.add_option("--threads", options.threads, "CPU threads for a batch; 0 is all cores"))
      ->type_name("N")
      ->capture_default_str();
  add_json_option(command, options.json);
  add_trace_option(command, options.trace);
}

void add_scheme_option(CLI::App& command, std::string& scheme, bool required) {
  CLI::Option* option = command.add_option("--scheme", scheme, "ml-kem-768, kyber-512, ml-dsa-65, ..");
  option->type_name("NAME")->required(required);
}

Device open_device(const ComputeOptions& options) {
  try {
    return Device(options.device, {.threads = options.threads});
  } catch (const Error& error) {
    const bool usage = error.status() == PQLANE_ERROR_DEVICE || error.status() == PQLANE_ERROR_OPTION;
    throw CliError(usage ? exit_usage : exit_failed, "--device " + options.device + ": " + error.what());
  }
}

std::string used_device(const Device& device) {
  const std::string used = pqlane_last_device();
  return used.empty() ? device.name() : used;
}

pqlane_scheme scheme_or_throw(const std::string& name) {
  pqlane_scheme scheme{};
  if (pqlane_scheme_by_name(name.c_str(), &scheme) == PQLANE_OK) return scheme;
  throw usage_error("unknown scheme '" + name + "' (known: " + scheme_names(std::nullopt) + ")");
}

pqlane_scheme scheme_of_kind(const std::string& name, pqlane_scheme_kind kind) {
  const pqlane_scheme scheme = scheme_or_throw(name);
  if (pqlane_scheme_get_kind(scheme) == kind) return scheme;
  const char* wanted = kind == PQLANE_KIND_KEM ? "no KEM (KEMs: " : "no signature scheme (those are: ";
  throw usage_error("--scheme " + name + " is " + wanted + scheme_names(kind) + ")");
}

std::size_t parse_count_option(const std::string& option, const std::string& text) {
  try {
    const std::uint64_t value = bench::parse_size(text);
    if (value <= std::numeric_limits<std::size_t>::max()) return static_cast<std::size_t>(value);
  } catch (const bench::UsageError& error) {
    throw usage_error(option + ": " + error.what());
  }
  throw usage_error(option + ": " + text + " is too large");
}

}  // namespace pqlane::cli
